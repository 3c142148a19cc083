"""Why a move is bad: what is proven is said, and nothing else."""

import random

import chess
import pytest

from lux import Board, Score
from lux.analysis.material import balance_after, exchange, is_quiet
from lux.analysis.reasons import find_reason, is_fork
from tests.cases import read_table

FREE = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 1"
REASONS = [["" if field == "-" else field for field in row] for row in read_table("reasons.tsv")]
STARTS = set("hangs leaves loses allows overlooks misses does stalemates because after recaptures takes".split())
BAD = Score(300), Score(-300)


def legal(fen, line):
    board = chess.Board(fen)
    assert board.is_valid()
    for uci in line:
        board.push(board.parse_uci(uci))
    return line


def score(text):
    return Score(mate=int(text[1:])) if text.startswith("#") else Score(int(text))


def mirrored(text):
    return text.translate(str.maketrans("12345678", "87654321"))


@pytest.mark.parametrize(("fen", "move", "best", "replies", "before", "after", "expected"), REASONS)
def test_reasons(fen, move, best, replies, before, after, expected):
    best, replies = legal(fen, best.split()), legal(fen, [move, *replies.split()])[1:]
    assert find_reason(Board(fen), move, best, replies, score(before), score(after)) == expected
    if (before, after) == ("300", "-300"):  # worked out by hand, without the number of a move
        black = chess.Board(fen).mirror().fen(), mirrored(move), [*map(mirrored, best)], [*map(mirrored, replies)]
        assert find_reason(Board(black[0]), *black[1:], Score(-300), Score(300)) == mirrored(expected)
    elif "#" not in before + after:  # a score that falls much further has another reason
        fallen = Score(int(before) + 20 * (int(after) - int(before)))
        assert find_reason(Board(fen), move, best, replies, score(before), fallen) in ("", expected)


def test_a_small_loss_is_not_that_of_a_piece():
    fen, move, best, replies, *_ = REASONS[0]
    assert find_reason(Board(fen), move, best.split(), replies.split(), Score(0), Score(-140)) == ""


def test_a_capture_that_is_not_answered():
    board = Board("4k3/8/8/8/1b6/2N5/1P6/6K1 b - - 0 1")
    board.push("b4c3")
    best, replies = ["b2c3", "e8e7"], ["c3d4", "f1e2"]
    legal(board.fen(), best)
    legal(board.fen(), ["g1f1", *replies])
    assert find_reason(board, "g1f1", best, replies, *BAD) == "does not recapture on c3"


def test_a_recapture_with_the_wrong_piece():
    board = Board("r3r1k1/pp1n2p1/2p2p1p/q1Pppb2/3P3B/P3PN1P/4QPP1/R4RK1 w - - 0 18")
    board.push("d4e5")
    move, best, replies = REASONS[-1][1:4]
    words = find_reason(board, move, best.split(), replies.split(), Score(-290), Score(-206))
    assert words == "recaptures on e5 with the wrong piece"


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
        assert words == "" or words.split()[0] in STARTS
