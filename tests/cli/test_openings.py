"""The table of openings."""

import chess

from lux.board import Board
from lux.cli.openings import find_opening, opening_table


def test_no_name_before_the_first_move_or_from_elsewhere():
    assert find_opening(Board()) is None
    assert find_opening(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) is None


def test_every_position_of_the_table_is_one():
    assert len(opening_table()) == 3807
    for epd, opening in opening_table().items():
        assert chess.Board(epd + " 0 1").is_valid()
        assert opening.eco[0] in "ABCDE"
        assert opening.eco[1:].isdigit()
