"""The numbers of the start positions, against python-chess."""

import chess
import pytest

from lux.board import Board
from lux.chess960 import start_fen, start_rank


def test_all_start_positions():
    for number in range(960):
        expected = chess.Board.from_chess960_pos(number)
        assert Board(start_fen(number), chess960=True).fen(shredder=True) == expected.fen(en_passant="legal").replace(
            expected.castling_xfen(), expected.castling_shredder_fen()
        )


@pytest.mark.parametrize("number", [-1, 960])
def test_no_such_number(number):
    with pytest.raises(ValueError, match="from 0 to 959"):
        start_rank(number)
