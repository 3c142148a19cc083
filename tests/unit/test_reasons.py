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
        "4k3/8/8/8/3p3p/2N3R1/8/4K3 w - - 0 1", "c3e4", "g3g8 e8e7 c3e4", "h4g3 e4g3 e8e7",
        "leaves the rook on g3 hanging",
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
# From games of amateurs on Lichess, and of Lux at low levels; the lines are those of a search of 200,000 nodes.
PLAYED = [
    (
        "r2qk2r/1pp2pp1/1p1p3p/4p3/1PP1Pnb1/P1NP1N1P/4QPP1/R4RK1 w kq - 1 14", "h3g4",
        "e2e3 g4f3 e3f3", "f4e2 c3e2",
        -21, -524, "leaves the queen on e2 hanging",
    ),
    (
        "r1bqr1k1/1P3pb1/p2p2p1/3P2P1/2p1P1np/2N5/PP3P1P/1R1Q1RKB b - - 0 20", "d8e7",
        "g4e3 b7c8q d8g5 c8g4 g5g4 d1g4 e3g4", "b7a8q e7e5 f2f4 e5d4 d1d4 g7d4 g1g2 g4e3 g2f2 e3f1 f2e1 e8f8 a8c6 f1h2",
        -192, 860, "allows the promotion bxa8=Q",
    ),
    (
        "rnbq1rk1/pp2ppbp/2p2np1/3p4/3P1B2/P1N1PN2/1PP1BPPP/R2QK2R b KQ - 2 7", "f6e4",
        "f6h5", "c3e4 d5e4",
        1, 90, "after 8. Nxe4 dxe4 the e-pawns are doubled",
    ),
    (
        "r1bqkb1r/1p2pp1p/p1np1n2/2p3p1/4P3/P1PP1N2/1P1NBPPP/R1BQK2R w KQkq - 0 8", "d3d4",
        "h2h3 h7h6", "g5g4 f3h4 c5d4",
        69, -65, "because 8... g4 9. Nh4 cxd4 wins a pawn",
    ),
    (
        "6r1/p1p1rkN1/1pb2n2/4pP2/7P/2NP2R1/PPP1B1P1/6K1 w - - 1 28", "c3e4",
        "g7h5", "c6e4 d3e4 g8g7 g3e3",
        202, -478, "because 28... Bxe4 29. dxe4 Rxg7 wins a knight",
    ),
    (
        "1r1q1rk1/pb1n2pp/1p1ppn2/P1p2p2/2PP4/B1P1P1P1/4NPBP/1R1Q1RK1 w - - 1 14", "d1a4",
        "e2f4 d8e7 d4d5 e6d5 c4d5 b7a6 f1e1 f8e8 a5b6 a7b6", "b7g2 g1g2 b6a5",
        -25, -131, "because 14... Bxg2 15. Kxg2 bxa5 wins a pawn",
    ),
    (
        "r1bqkbnr/5ppp/p2p4/1pp1p3/4P3/1PN2N2/1PPP1PPP/R1BQ1RK1 w kq - 0 9", "d2d3",
        "c3b5 g8e7 d2d3 c8e6 b5c3", "c8b7",
        132, 4, "misses that 9. Nxb5 wins a pawn",
    ),
    (
        "2rqkb1r/1b3ppp/p2p1n2/1pp1p1B1/4P2N/1PNP4/1PPQ1PPP/R4RK1 b k - 6 12", "f8e7",
        "h7h6 g5f6 d8f6 h4f5", "h4f5 h7h6 f5g7 e8d7 g5h4",
        60, 249, "because 13. Nf5 h6 14. Nxg7+ wins a pawn and the right to castle",
    ),
    (
        "r1bqk1nr/pppp1ppp/2n5/2b5/3NP3/4B3/PPP2PPP/RN1QKB1R b KQkq - 2 5", "d7d6",
        "d8f6", "d4c6 b7c6 e3c5 d6c5 d1d8",
        30, 230, "after 6. Nxc6 bxc6 7. Bxc5 dxc5 8. Qxd8+ the right to castle is gone",
    ),
]  # fmt: skip
STARTS = set("hangs leaves loses allows overlooks misses does stalemates because after".split())
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


@pytest.mark.parametrize(("fen", "move", "best", "replies", "before", "after", "expected"), PLAYED)
def test_reasons_of_games(fen, move, best, replies, before, after, expected):
    best, replies = legal(fen, best.split()), legal(fen, [move, *replies.split()])[1:]
    assert find_reason(Board(fen), move, best, replies, Score(before), Score(after)) == expected
    # A score that falls much further has another reason.
    fallen = Score(before + 20 * (after - before))
    assert find_reason(Board(fen), move, best, replies, Score(before), fallen) in ("", expected)


def test_what_was_threatened_is_overlooked():
    fen, best = "4rrk1/1p3ppp/2p5/p1n2b2/8/1P3N2/P1B3qP/RNKR4 w - - 0 23", ["b1d2", "f5c2"]
    words = find_reason(Board(fen), "d1d4", best, ["g2c2"], Score(-2246), Score(mate=-1))
    assert words == "overlooks the threat Qxc2#"


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
        assert words == "" or words.split()[0] in STARTS
