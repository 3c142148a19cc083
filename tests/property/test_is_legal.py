"""is_legal takes any 16 bits, since a transposition table may hand it a move of another position."""

import pytest

from lux import Board, inspection
from lux.perft import load_suite
from tests.playouts import pitfalls, playouts


def check_all_encodings(board: Board) -> None:
    accepted = [move for move in range(1 << 16) if inspection.is_legal(board, move)]
    assert accepted == sorted(inspection.generate(board, "all")), board.fen(shredder=True)


@pytest.mark.parametrize("suite", ["wiki", "tricky", "standard"])
def test_all_encodings_in_suite_positions(suite):
    for fen, *_ in load_suite(suite):
        check_all_encodings(Board(fen))


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_all_encodings_in_random_games_and_pitfalls(chess960):
    boards = [board.copy(stack=False) for _, board in playouts(seed=3, positions=1_000, chess960=chess960)]
    for board in [*boards[::10], *(board.copy(stack=False) for _, board in pitfalls(chess960))]:
        check_all_encodings(board)
