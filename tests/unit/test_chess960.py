"""The numbers of the start positions, against python-chess."""

import chess
import pytest

from lux.board import Board
from lux.chess960 import start_fen, start_rank


def test_all_start_positions():
    for number in range(960):
        board = Board.from_chess960_pos(number)
        assert board.fen() == chess.Board.from_chess960_pos(number).fen()
        assert (board, board.chess960) == (Board(start_fen(number), chess960=True), True)


@pytest.mark.parametrize("number", [-1, 960])
def test_no_such_number(number):
    for start in (start_rank, Board.from_chess960_pos):
        with pytest.raises(ValueError, match="0 to 959"):
            start(number)
