"""The replies to every move, counted without playing most of them, against playing them all."""

from itertools import chain

import pytest

from lux import Board
from tests.playouts import pitfalls, playouts


def replies(board: Board) -> int:
    """Play every move and count the legal moves after it."""
    total = 0
    for move in board.legal_moves:
        board.push_uci(move)
        total += len(board.legal_moves)
        board.pop()
    return total


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_replies_in_random_games_and_pitfalls(chess960):
    for _, board in chain(playouts(seed=11, positions=5_000, chess960=chess960), pitfalls(chess960)):
        assert board.perft(2) == replies(board), board.fen(shredder=True)
