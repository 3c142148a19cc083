"""How long moves took, by each way in which games tell it."""

import pytest

from lux.analysis.move_times import move_times
from lux.pgn import clock_seconds, read_games
from tests.protocol.session import ROOT


def times_of(text):
    (game,) = read_games(text)
    return move_times(game)


def clocks(control, *texts):
    moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    words = [f"{move} {{[%clk {text}]}}" if text else move for move, text in zip(moves, texts, strict=False)]
    return f'[TimeControl "{control}"]\n\n{" ".join(words)} *'


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0:05:00", 300), ("1:00:00", 3600), ("05:07", 307), ("0:00:09.7", 9.7), ("5", 5), ("", None), (None, None)],
)
def test_clocks(text, seconds):
    assert clock_seconds(text) == seconds


@pytest.mark.parametrize(
    ("control", "texts", "times"),
    [
        ("60", ("0:00:58", "0:01:00", "0:00:50", "0:00:33"), [2, 0, 8, 27]),
        ("180+2", ("0:03:01.9", "0:03:00.5", "0:03:00"), [0.1, 1.5, 3.9]),
        # With an increment a clock that is as it was has not yet been started.
        ("300+3", ("0:05:00", "0:05:00", "0:05:01", "0:05:02"), [None, None, 2, 1]),
        # The next stage of a time control adds time that was not on the clock.
        ("2/60:60", ("0:00:30", "0:00:40", "0:01:20", "0:00:30"), [30, 20, None, 10]),
        ("40/5400+30:1800+30", ("1:30:10", "1:30:25"), [20, 5]),
        # A clock that is missing hides two moves.
        ("60", ("0:00:58", "0:01:00", "", "0:00:33", "0:00:20"), [2, 0, None, 27, None]),
        ("?", ("0:00:58", "0:01:00", "0:00:50", "0:00:33"), [None, None, 8, 27]),
        ("-", ("", "", ""), [None, None, None]),
        # So many days for each move: no clock runs on.
        ("1/86400", ("23:59:50", "10:00:00", "20:00:00"), [None, None, None]),
        ("1/259200", ("72:00:00", "72:00:00", "71:00:00"), [None, None, None]),
    ],
)
def test_times_by_the_clocks(control, texts, times):
    assert times_of(clocks(control, *texts)) == times


def test_times_in_words():
    text = "1. e4 {[%emt 0:00:05]} e5 {[%emt 0:00:00.5]} 2. Nf3 {[%emt 1.748]} Nc6 {[%emt 0] [%clk 00:00:59]} *"
    assert times_of(text) == [5, 0.5, 1.748, 0]


def test_times_of_engine_matches():
    text = "1. e4 {book} e5 {+0.31/14 0.52s} 2. Nf3 {-M12/30 1.204s, tb=7} Nc6 {0.00/1 0s} 3. Bb5 {lasted 9s} *"
    assert times_of(text) == [None, 0.52, 1.204, 0, None]


def test_real_games():
    for game in read_games(ROOT / "tests/data/lichess.pgn"):
        times = move_times(game)
        assert len(times) == len(list(game.mainline()))
        assert None not in times[2:]
        base, increment = map(int, game.headers["TimeControl"].split("+"))
        for side in (0, 1):
            own = times[side::2]
            nodes = list(game.mainline())[side::2]
            left = clock_seconds(nodes[-1].command("clk"))
            assert base + increment * (len(own) - 1) - sum(filter(None, own)) == pytest.approx(left)
