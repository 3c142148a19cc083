"""is_legal takes any 16 bits, since a transposition table may hand it a move of another position."""

import pytest

from lux import Board, inspection
from lux.perft import load_suite
from tests.playouts import playouts


def check_all_encodings(board: Board) -> None:
    accepted = [move for move in range(1 << 16) if inspection.is_legal(board, move)]
    assert accepted == sorted(inspection.generate(board, "all")), board.fen(shredder=True)


@pytest.mark.parametrize("suite", ["wiki", "tricky", "standard"])
def test_all_encodings_in_suite_positions(suite):
    for fen, *_ in load_suite(suite):
        check_all_encodings(Board(fen))


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/4r3/8/8/8/2Q2n2/8/4K3 w - - 0 1",  # double check: the queen could take one checker or block the other
        "4k3/8/8/8/8/8/5N2/2q1K2r w - - 0 1",  # another, along one line
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    ],
)
def test_all_encodings(fen):
    check_all_encodings(Board(fen))


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_all_encodings_in_random_games(chess960):
    for number, (_, board) in enumerate(playouts(seed=3, positions=1_000, chess960=chess960)):
        if number % 10 == 0:
            check_all_encodings(board)
