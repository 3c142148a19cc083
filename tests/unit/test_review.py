"""Reviews: Lichess's formulas, what is judged how, and what an annotated game holds."""

import io
from types import SimpleNamespace

import chess
import chess.pgn
import pytest

from lux import Board, Engine, Score
from lux.analysis.phases import Phase
from lux.pgn import read_games
from lux.review import (
    Judgement,
    Line,
    annotate,
    assess_game,
    assess_position,
    human_words,
    judge,
    judge_game,
    move_accuracy,
    remark,
    review_game,
    side_accuracy,
    win_percent,
)
from tests.protocol.session import ROOT

INACCURACY, MISTAKE, BLUNDER = Judgement

MATED = '[White "A"]\n\n1. f3 {[%clk 0:01:00] hm} e5 2. g4 $4 Qh4# {[%eval 99.0] [%clk 0:00:09]} 0-1'


def review_of(text, **limits):
    (game,) = read_games(text)
    return review_game(Engine(hash_mib=1), game, **(limits or {"nodes": 2000}))


def score_of(number):
    """Return what the tests write as a number: centipawns, or 10,000 less the moves to a mate."""
    if abs(number) < 9000:
        return Score(number)
    return Score(mate=10_000 - number if number > 0 else -10_000 - number)


def test_win_percent_is_the_winning_chances_up_to_ten_pawns():
    for score, capped in ((-30, -30), (250, 250), (-1500, -1000), (5000, 1000)):
        assert win_percent(Score(score)) == pytest.approx(50 + 50 * Score(capped).winning_chances())
    assert win_percent(Score(mate=5)) == win_percent(Score(1000))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (0, -50, None),
        (0, -60, INACCURACY),
        (0, -120, MISTAKE),
        (0, -200, BLUNDER),
        # The same loss matters less where the game is decided.
        (1000, 800, None),
        (300, 100, BLUNDER),
        (-100, 300, None),
        # Mates let go and let in.
        (10_000 - 3, 10_000 - 9, None),
        (10_000 - 3, 1200, INACCURACY),
        (10_000 - 3, 800, MISTAKE),
        (10_000 - 3, 100, BLUNDER),
        (10_000 - 3, 5 - 10_000, BLUNDER),
        (-100, 5 - 10_000, BLUNDER),
        (-800, 5 - 10_000, MISTAKE),
        (-1200, 5 - 10_000, INACCURACY),
        (9 - 10_000, 2 - 10_000, None),
        (9 - 10_000, -200, None),
    ],
)
def test_judgements(before, after, expected):
    assert judge(score_of(before), score_of(after)) is expected


def test_accuracy_falls_with_what_is_lost():
    values = [move_accuracy(lost) for lost in (-10, 0, 1, 5, 10, 30, 100)]
    assert values == sorted(values, reverse=True)
    assert (values[0], values[1], values[-1]) == (100, 100, pytest.approx(0, abs=0.1))
    # The published formula, to which Lichess's program adds one for its own uncertainty.
    assert move_accuracy(10) == pytest.approx(103.1668 * 2.718281828 ** (-0.4354) - 3.1669 + 1)


def test_accuracy_of_a_side_is_between_its_moves():
    percents = [50.0, 50.0, 30.0, 32.0, 30.0]
    moves = [(True, 100.0), (False, 40.0), (True, 100.0), (False, 90.0)]
    accuracy = side_accuracy(percents, moves)
    assert accuracy[True] == 100
    assert 40 < accuracy[False] < (40 + 90) / 2
    assert side_accuracy([50.0], []) == {}


def test_a_game_is_reviewed_move_by_move():
    seen = []
    (game,) = read_games(MATED)
    review = review_game(Engine(hash_mib=1), game, nodes=2000, on_progress=lambda *step: seen.append(step))
    assert seen == [(done, 5) for done in range(1, 6)]
    assert [move.san for move in review.moves] == ["f3", "e5", "g4", "Qh4#"]
    assert [(move.number, move.turn) for move in review.moves] == [(1, True), (1, False), (2, True), (2, False)]
    assert review.moves[2].judgement is BLUNDER
    assert (review.moves[2].score, review.moves[3].score) == (Score(mate=-1), Score(mate=0))
    assert review.moves[3].judgement is None
    assert review.accuracy[False] > review.accuracy[True]
    assert review.count(True, BLUNDER) == 1


@pytest.mark.parametrize(
    ("text", "last"),
    [
        # Stalemate, bare kings and a third repetition end a game in a draw, however the pieces stand.
        ('[FEN "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"]\n\n1. Qf7 *', 0),
        ('[FEN "7k/8/6K1/8/8/8/5q2/5Q2 w - - 0 1"]\n\n1. Qxf2 *', None),
        ('[FEN "7k/8/8/8/8/8/8/1Q4K1 w - - 0 1"]\n\n1. Kf1 Kg8 2. Kg1 Kh8 3. Kf1 Kg8 4. Kg1 Kh8 *', 0),
    ],
)
def test_a_draw_by_the_rules_is_one(text, last):
    review = review_of(text)
    if last is None:
        assert review.scores[-1] > Score(500)
    else:
        assert review.scores[-1] == Score(last)
        assert review.moves[0].score_before > Score(500)


def test_annotated_games_are_read_by_python_chess():
    review = review_of(MATED)
    annotate(review)
    game = chess.pgn.read_game(io.StringIO(str(review.game)))
    assert not game.errors
    assert game.headers["Annotator"].startswith("Lux ")
    nodes = list(game.mainline())
    assert nodes[0].eval().white().score() == review.scores[1].cp
    assert nodes[2].eval().white().mate() == -1
    assert nodes[2].nags == {4}
    # What was there stays, an old evaluation apart; a mate on the board needs none.
    assert (nodes[0].clock(), nodes[0].comment.endswith(" hm")) == (60, True)
    assert (nodes[3].clock(), nodes[3].comment) == (9, "[%eval 99.0] [%clk 0:00:09]")
    better = nodes[1].variations[1]
    assert better.move.uci() == review.moves[2].best_line[0]


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("Inaccuracy. Nf6 was best.", ""),
        ("(0.1 → 1.2)", ""),
        ("(0.17 → 1.24) Mistake. O-O-O+ was best. I was tired.", "I was tired."),
        ("[%clk 0:01:00] hm. (Mate in 2 → -5.20) Lost forced checkmate sequence. exd8=Q# was best.", "hm."),
        ("(-0.5 → Mate in 3) Checkmate is now unavoidable. g6 was best. [%eval #3]", ""),
        ("Blunder, misses mate in 4, allows the fork Nxe5+. a3 was best. hm", "hm"),
        ("[%eval 1.36] Mistake, because 4. Nxd4 exd4 5. c3 wins a pawn. Nf6 was best. hm.", "hm."),
        ("A blunder. Nf6 was best here, or (1 2) (12).", "A blunder. Nf6 was best here, or (1 2) (12)."),
        ("Mistake.", "Mistake."),
    ],
)
def test_a_second_review_replaces_the_remarks_of_the_first(comment, left):
    assert human_words(comment) == left
    review = made_up([0, -300], f"1. e4 $6 $14 $1 {{{comment}}} *")
    annotate(review)
    assert review.moves[0].node.nags == {4, 14}
    clock = "[%clk 0:01:00] " * ("clk" in comment)
    assert review.moves[0].node.comment == f"[%eval -3.00] {clock}Blunder. a3 was best. {left}".strip()
    unjudged = made_up([0, 0], f"1. e4 $6 $1 {{{comment}}} *")
    annotate(unjudged)
    assert unjudged.moves[0].node.nags == ({1} if left != comment else {1, 6})


def test_a_second_review_renews_the_scores_of_the_best_lines():
    review = made_up([0, -300], "1. e4 ( 1. a3 {[%eval 5.00]} ) ( 1. d4 {mine} ) *")
    annotate(review)
    assert [node.comment for node in review.game.variations[1:]] == ["[%eval 0.00]", "mine"]


def test_a_long_game_is_reviewed_in_little_memory():
    """Of 8,000 positions none keeps the game before it: that would be seven gigabytes."""
    resource = pytest.importorskip("resource")
    pawns = [f"{file}{white} {file}{black} " for file in "abde" for white, black in ((3, 6), (4, 5))]
    text = "".join("Nf3 Nf6 Ng1 Ng8 " * 249 + pawn for pawn in pawns)
    peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    review = made_up([0, 0, -300, 300] * 1996 + [0], text)
    assert len(review.moves) == 7984
    annotate(review)

    class Instant:
        """Find the first legal move at once."""

        def new_game(self):
            pass

        def search(self, board, limits, on_info):
            info = SimpleNamespace(score=Score(0), pv=board.legal_moves[:1], bound="exact")
            return SimpleNamespace(lines=[info])

    (game,) = read_games(text)
    assert len(assess_game(Instant(), game)) == 7985
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < peak_kib + 200 * 1024


def test_null_moves_and_games_without_moves():
    review = review_of("1. e4 -- 2. d4 *")
    assert [(move.san, move.judgement) for move in review.moves][1] == ("--", None)
    annotate(review)
    assert not chess.pgn.read_game(io.StringIO(str(review.game))).errors
    assert review_of("*").moves == []


def test_lines_are_as_many_as_were_asked_for():
    (game,) = read_games(MATED)
    review = review_game(Engine(hash_mib=1), game, multipv=3, depth=4)
    for move in review.moves:
        assert len({line.moves[0] for line in move.lines}) == 3
        assert move.best_line == move.lines[0].moves
        scores = [line.score for line in move.lines]
        assert scores == sorted(scores, reverse=move.turn)
    annotate(review)
    blunder = chess.pgn.read_game(io.StringIO(str(review.game))).next().next()
    assert [node.move.uci() for node in blunder.variations] == [
        "g2g4",
        *(line.moves[0] for line in review.moves[2].lines if line.moves[0] != "g2g4"),
    ]
    assert all(node.eval() is not None for node in blunder.variations)


def test_what_an_engine_found_elsewhere_is_judged_here():
    (game,) = read_games(MATED)
    review, again = judge_game(game, assess_game(Engine(hash_mib=1), game, nodes=2000)), review_of(MATED)
    assert [move.judgement for move in review.moves] == [move.judgement for move in again.moves]
    assert review.scores == again.scores


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        ([[]], [["g2g4"]]),  # only the best move
        ([["e2e5", "e7e5"]], [["g2g4"]]),
        ([["e2e4", "e7e5", "e4e5"], ["d2d5"], ["d2d4"]], [["e2e4", "e7e5"], ["d2d4"]]),
        ([["e2e4", "0000"]], [["e2e4"]]),
    ],
)
def test_lines_of_an_engine_without_moves_or_with_illegal_ones(lines, moves):
    infos = [SimpleNamespace(score=Score(30), pv=line, bound="exact") for line in lines]
    engine = SimpleNamespace(search=lambda *_, **__: SimpleNamespace(best_move="g2g4", lines=infos))
    found = assess_position(engine, Board())
    assert [line.moves for line in found] == moves


def made_up(scores, text="1. e4 e5 2. Nf3 Nc6 3. Bb5 *"):
    """Review a game by scores that are given, with 'a2a3' or 'a7a6' as the best move everywhere."""
    (game,) = read_games(text)
    lines = [[Line(score_of(score), ["a2a3" if ply % 2 == 0 else "a7a6"])] for ply, score in enumerate(scores)]
    return judge_game(game, lines)


def test_losses_are_those_of_lichess():
    """They are the mean of what each move gave away, no score counting for more than ten pawns."""
    review = made_up([20, 0, 60, -1500, 5 - 10_000, -1200])
    assert review.losses_cp(True) == [20, 1060, 0]
    assert review.losses_cp(False) == [60, 0]


def test_words():
    words = [remark(move) for move in made_up([0, -70, -70, 4 - 10_000, 300, 10_000 - 2]).moves]
    assert words == [
        "Inaccuracy. a3 was best.",
        "",
        "Blunder, allows mate in 4. a3 was best.",
        "Blunder, misses mate in 4. a6 was best.",
        "",
    ]
    review = review_of(MATED)
    annotate(review)
    best = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2").san(
        chess.Move.from_uci(review.moves[2].best_line[0])
    )
    assert review.moves[2].node.comment == f"[%eval #-1] Blunder, allows mate in 1. {best} was best."


def test_accuracy_by_phase():
    text = '[FEN "r3k2r/pppp4/8/8/8/8/PPPP4/R1B1K2R w - - 0 1"]\n\n1. Kf2 Kf7 *'
    assert set(made_up([0, 0, 0], text).phase_accuracy) == {(True, Phase.ENDGAME), (False, Phase.ENDGAME)}
    with (ROOT / "tests/data/lichess.pgn").open(encoding="utf-8") as file:
        game = next(game for game in read_games(file) if len(list(game.mainline())) == 68)
    review = review_game(Engine(hash_mib=1), game, nodes=300)
    phases = [move.phase for move in review.moves]
    assert phases == sorted(phases, key=list(Phase).index)
    assert set(phases) == set(Phase)
    for side in (True, False):
        own = [review.phase_accuracy[side, phase] for phase in Phase]
        assert min(own) <= review.accuracy[side] <= max(own)


def test_times_are_on_the_moves():
    review = made_up([0, 0, 0], '[TimeControl "60"]\n\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:53]} *')
    assert [move.time_s for move in review.moves] == [10, 7]
    assert (review.times_s(True), review.times_s(False)) == ([10], [7])
