"""How games of `lux play` begin, and how long a search may take in them."""

import re
from random import Random

import pytest

from lux import Score
from lux.board import Board
from lux.chess960 import start_fen
from lux.cli.openings import find_opening
from lux.cli.play.clock import Clock, TimeControl
from lux.cli.play.players import NEAR_EQUAL_CP, OWN_BOOK, LuxPlayer, Settings, near_equal
from lux.engine import SearchInfo
from lux.polyglot import Book, write_book
from tests.cli.test_play import play, refused, resume


def beginning(seed, book, plies=10, fen=None, elo=None):
    board = Board() if fen is None else Board(fen, chess960=True)
    player = LuxPlayer(Settings(depth=2, hash_mib=1, elo=elo), book, Random(seed))
    comments = []
    for _ in range(plies):
        reply = player.choose(board, Clock())
        comments.append(reply.comment)
        board.push_uci(reply.move)
    return board, comments


def test_ten_games_begin_in_ten_ways():
    with Book(OWN_BOOK) as book:
        boards = [beginning(seed, book)[0] for seed in range(10)]
    assert len({tuple(board.move_stack) for board in boards}) == 10
    assert len({find_opening(board) for board in boards}) >= 8


@pytest.mark.parametrize("fen", [None, start_fen(77)])
def test_without_a_book_games_differ_too(fen):
    assert len({tuple(beginning(seed, None, 10, fen)[0].move_stack) for seed in range(10)}) >= 7


def test_the_weaker_the_player_the_less_theory():
    with Book(OWN_BOOK) as book:
        known = {
            elo: max(beginning(seed, book, elo=elo)[1].count("book") for seed in range(5)) for elo in (1000, 1400, None)
        }
    assert known == {1000: 5, 1400: 7, None: 10}


def test_first_moves_are_about_as_good_as_the_best():
    scores = [30, 30 - NEAR_EQUAL_CP, 29 - NEAR_EQUAL_CP]
    lines = [SearchInfo(9, 9, Score(score), "exact", 1, 1, 0, 1, [str(score)], n) for n, score in enumerate(scores, 1)]
    chosen = {near_equal(lines, Random(seed)).score_cp for seed in range(30)}
    assert chosen == set(scores[:2])
    mate = SearchInfo(9, 9, Score(mate=2), "exact", 1, 1, 0, 1, ["mate"], 1)
    assert near_equal([mate, *lines], Random(1)) is mate


def test_every_move_of_the_book_can_come():
    seen, waiting, reached = set(), [Board()], 0
    with Book(OWN_BOOK) as book:
        while waiting:
            board = waiting.pop()
            if board.key in seen:
                continue
            seen.add(board.key)
            moves = book.moves(board)
            assert all(move.weight for move in moves)
            reached += len(moves)
            for move in moves:
                waiting.append(board.copy())
                waiting[-1].push_uci(move.uci)
        assert reached == len(book) > 500


def test_a_book_of_ones_own(tmp_path):
    path = tmp_path / "mine.bin"
    write_book(path, [(Board(), "h2h4", 1)])
    assert "Lux plays 1. h4\n" in play("a6; quit", "--color", "black", "--book", str(path))
    assert "Lux plays 1. h4\n" in resume("new; quit")
    path.write_bytes(b"no book")
    assert refused("--book", str(path)).startswith(f"lux: {path}: not a PolyGlot book")


@pytest.mark.parametrize(
    ("text", "base_s", "increment_s"),
    [
        ("5+3", 300, 3), ("0.5", 30, 0), ("90s", 90, 0), ("90s+1", 90, 1), ("0:20+1", 20, 1), ("5m", 300, 0),
        ("1:30:00+30", 5400, 30), ("2:00", 120, 0), ("3+0.5s", 180, 0.5),
        ("15 | 10", 900, 10), ("3 + 2", 180, 2),
    ],
)  # fmt: skip
def test_times(text, base_s, increment_s):
    assert TimeControl.parse(text) == TimeControl(base_s, increment_s)


@pytest.mark.parametrize("text", ["", "5+", "+3", "0", "0:00", "1:60", "90x", "-5", "5++3", "1:2:3", "٣"])
def test_texts_that_are_not_a_time(text):
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        TimeControl.parse(text)
