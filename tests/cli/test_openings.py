"""The table of openings."""

import chess
import pytest

from lux.board import Board
from lux.cli.openings import find_opening, opening_table


@pytest.mark.parametrize(
    ("moves", "eco", "name"),
    [
        ("e4", "B00", "King's Pawn Game"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defense: Najdorf Variation"),
        # By another order of moves.
        ("Nf3 d5 d4 Nf6 c4 e6 Nc3", "D37", "Queen's Gambit Declined: Three Knights Variation"),
        ("c4 e6 Nc3 d5 d4 Nf6 Nf3", "D37", "Queen's Gambit Declined: Three Knights Variation"),
        # The last name stays when the game leaves the book.
        ("e4 e5 Nf3 Nc6 Bb5 h5 h4 a5", "C60", "Ruy Lopez"),
    ],
)
def test_names(moves, eco, name):
    board = Board()
    for san in moves.split():
        board.push_san(san)
    assert find_opening(board) == (eco, name)


def test_no_name_before_the_first_move_or_from_elsewhere():
    assert find_opening(Board()) is None
    assert find_opening(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) is None


def test_every_position_of_the_table_is_one():
    assert len(opening_table()) == 3807
    for epd, opening in opening_table().items():
        assert chess.Board(epd + " 0 1").is_valid()
        assert opening.eco[0] in "ABCDE"
        assert opening.eco[1:].isdigit()
