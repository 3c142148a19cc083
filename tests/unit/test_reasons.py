"""Why a move is bad: what is proven is said, and nothing else."""

import random

import chess
import pytest

from lux import Board, Score
from lux.analysis.material import balance_after, exchange, is_quiet
from lux.analysis.reasons import find_reason, is_fork

HANGING = "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1"
FORK = "4k3/8/8/8/1n6/7P/6P1/R3K3 w - - 0 1"
FREE = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1"
CASES = {
    "the piece that moves hangs": (HANGING, "f3e5", "e1e2 e8e7", "d6e5 e1e2", "hangs the knight on e5"),
    "another piece hangs": (
        "4k3/8/8/8/8/1b6/4P3/R2QK3 w - - 0 1", "a1a8", "d1c1 e8e7", "e8e7 a8a7", "",
    ),
    "a piece is left to a pawn": (
        "4k3/8/8/8/3p3p/2N3R1/8/4K3 w - - 0 1", "c3e4", "g3g8 e8e7 c3e4", "h4g3 e4g3 e8e7", "hangs the rook on g3",
    ),
    "the line gets the piece back": (HANGING, "f3e5", "e1e2 e8e7", "e8e7 e5f3 e7e6", ""),
    "no quiet position is known": (HANGING, "f3e5", "e1e2 e8e7", "", ""),
    "the best line loses as much": (FREE, "e1e2", "e1d2 e5f3 d2e3", "e5f3 e2f3 e8e7", ""),
    "a rook for a bishop": (
        "4k3/8/8/8/8/1b2N3/3R4/6K1 w - - 0 1", "d2d1", "d2d4 e8e7", "b3d1 e3d1 e8e7", "loses the exchange",
    ),
    "a fork of king and rook": (FORK, "g2g4", "e1d2 b4d5 d2d3", "b4c2 e1d2 c2a1 h3h4", "allows the fork Nc2+"),
    "a fork that wins nothing": (FORK, "g2g4", "e1d2 b4d5 d2d3", "b4c2 e1d2 c2d4 h3h4", ""),
    "a free piece": (FREE, "f3h4", "f3e5 e8e7", "e5c4 h4f5 e8d7", "misses the win of the knight on e5"),
    "a fork for us": (
        "r3k3/6p1/7p/1N6/8/8/8/4K3 w - - 0 1", "b5d4", "b5c7 e8d8 c7a8 h6h5", "e8d7 d4b3 g7g6", "misses the fork Nc7+",
    ),
}  # fmt: skip
BAD = Score(300), Score(-300)


def legal(fen, line):
    board = chess.Board(fen)
    assert board.is_valid()
    for uci in line:
        board.push(board.parse_uci(uci))
    return line


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_reasons(name, mirrored):
    fen, move, best, replies, expected = CASES[name]
    best, replies = best.split(), replies.split()
    scores = BAD
    if mirrored:
        fen = chess.Board(fen).mirror().fen()
        flip = str.maketrans("12345678", "87654321")
        move, best, replies, expected = (
            move.translate(flip), [each.translate(flip) for each in best], [each.translate(flip) for each in replies],
            expected.translate(flip),
        )  # fmt: skip
        scores = Score(-300), Score(300)
    legal(fen, best)
    legal(fen, [move, *replies])
    assert find_reason(Board(fen), move, best, replies, *scores) == expected


def test_a_small_loss_is_not_that_of_a_piece():
    _, move, best, replies, _ = CASES["the piece that moves hangs"]
    assert find_reason(Board(HANGING), move, best.split(), replies.split(), Score(0), Score(-140)) == ""


def test_a_capture_that_is_not_answered():
    board = Board("4k3/8/8/8/1b6/2N5/1P6/6K1 b - - 0 1")
    board.push("b4c3")
    best, replies = ["b2c3", "e8e7"], ["c3d4", "f1e2"]
    legal(board.fen(), best)
    legal(board.fen(), ["g1f1", *replies])
    assert find_reason(board, "g1f1", best, replies, *BAD) == "does not recapture on c3"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (Score(0), Score(mate=-2), "allows mate in 2"),
        (Score(mate=3), Score(100), "misses mate in 3"),
        (Score(mate=1), Score(mate=-1), "misses mate in 1, allows mate in 1"),
        (Score(0), Score(mate=-9), "allows a forced mate"),
        (Score(mate=3), Score(mate=6), ""),
        (Score(mate=-3), Score(mate=-1), ""),
    ],
)
def test_mates_are_those_of_the_scores(before, after, expected):
    assert find_reason(Board(), "a2a3", [], [], before, after) == expected


def test_stalemate():
    assert find_reason(Board("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1"), "e6f7", [], [], Score(900), Score(0)) == "stalemates"


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1", "f3e5", 0),
        ("4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1", "f3e5", 3),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 1),
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 13),
        ("4k3/3p4/4n3/8/8/8/4R3/4K3 w - - 0 1", "e2e6", -2),
        ("4k3/3p4/4n3/8/8/8/4R3/4RK2 w - - 0 1", "e2e6", -1),
        ("4r1k1/3p4/4n3/8/8/7b/4R3/4RK2 w - - 0 1", "f1g1", 0),
    ],
)
def test_exchanges(fen, move, gain):
    legal(fen, [move])
    assert exchange(Board(fen), move) == gain


def test_quiet_positions():
    assert is_quiet(Board())
    assert not is_quiet(Board("4k3/8/8/4n3/8/5N2/8/4K3 b - - 0 1"))
    assert not is_quiet(Board("4k3/P7/8/8/8/8/8/4K3 b - - 0 1"))
    assert not is_quiet(Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"))
    assert balance_after(Board(FREE), ["f3e5"]) == 3
    assert balance_after(Board(FREE), ["e1e2"]) is None


def test_pawns_and_promotions_are_no_forks():
    pawns = "4k3/8/8/8/2P5/4P3/8/n3K3 b - - 0 1"
    assert not is_fork(Board(pawns), ["a1b3", "e1e2", "b3a5"])


def test_castling_in_chess960_takes_nothing():
    board = Board("4k3/8/8/8/8/8/8/RK6 w A - 0 1", chess960=True)
    castling = next(move for move in board.legal_moves if board.is_castling(move))
    assert exchange(board, castling) == 0
    assert not is_fork(board, [castling, "e8e7", "c1c2"])


def test_no_position_and_no_line_is_too_strange():
    rng = random.Random(30)
    for _ in range(60):
        board = Board()
        for _ in range(rng.randrange(80)):
            if board.termination() is not None:
                break
            board.push(rng.choice(board.legal_moves))
        if not board.legal_moves:
            continue
        lines = []
        move = rng.choice(board.legal_moves)
        for start in ([], [move]):
            at, line = board.copy(), []
            for uci in start:
                at.push(uci)
            while len(line) < 6 and at.legal_moves:
                line.append(rng.choice(at.legal_moves))
                at.push(line[-1])
            lines.append(line)
        us = 1 if board.turn else -1
        words = find_reason(board, move, *lines, Score(300 * us), Score(-300 * us))
        assert words == "" or words.split()[0] in ("hangs", "loses", "allows", "misses", "does", "stalemates")
