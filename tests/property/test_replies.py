"""The replies to every move, counted without playing most of them, against playing them all."""

import pytest

from lux import Board
from tests.playouts import playouts


def replies(board: Board) -> int:
    """Play every move and count the legal moves after it."""
    total = 0
    for move in board.legal_moves:
        board.push_uci(move)
        total += len(board.legal_moves)
        board.pop()
    return total


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_replies_in_random_games(chess960):
    for _, board in playouts(seed=11, positions=5_000, chess960=chess960):
        assert board.perft(2) == replies(board), board.fen(shredder=True)


@pytest.mark.parametrize(
    "fen",
    [
        "8/4k3/2K3p1/3n1p1p/3Pp2P/1P6/P1B2PP1/8 w - - 0 1",  # a double step that may be taken en passant
        "4k3/4n3/8/8/8/8/4P3/3RK2R w K - 0 1",  # rooks arrive behind the knight and pin it
        "4k3/8/4n3/8/4B3/8/4R3/4K3 w - - 0 1",  # a bishop that leaves the file pins, one that stays does not
        "r3k2r/8/8/8/8/8/6N1/1N2K3 w kq - 0 1",  # knights attack squares that the king must pass
        "r3k2r/1N5N/8/8/8/8/8/4K3 w kq - 0 1",
        "r3k2r/8/8/8/8/1B6/8/R3K2R w KQkq - 0 1",  # rooks are taken that could castle
        "rn2k1nr/8/8/8/8/8/8/1R2K1R1 w kq - 0 1",  # knights are taken between king and rook
        "4k3/3ppp2/8/8/8/8/3RRR2/4K3 w - - 0 1",  # what shields the king is taken
        "7k/5ppp/8/8/8/8/8/R3K2Q w - - 0 1",
        "3qk3/8/8/3p4/4P3/8/3R4/3K4 w - - 0 1",
        "k7/8/8/1q6/8/3P4/4K3/8 w - - 0 1",  # our own king in check
        "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
        "4k3/P1P5/8/8/8/8/5pp1/4K1N1 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ],
)
def test_replies(fen):
    board = Board(fen, chess960=True)
    assert board.perft(2) == replies(board)
