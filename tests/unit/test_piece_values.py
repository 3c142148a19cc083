"""The contribution of each piece: the evaluation with and without it."""

import chess
import pytest

from lux import Board, Engine
from lux.analysis.piece_values import piece_values


@pytest.fixture(scope="module")
def engine():
    return Engine(hash_mib=1)


def test_a_value_is_what_the_evaluation_loses(engine):
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    values = piece_values(engine, Board(board.fen()))
    whole = engine.evaluate(Board(board.fen()))
    for square, value in values.items():
        without = board.copy()
        without.remove_piece_at(chess.parse_square(square))
        without.clear_stack()
        without.castling_rights = without.clean_castling_rights()
        assert value == whole - engine.evaluate(Board(without.fen()))
    assert set(values) == {
        chess.square_name(square) for square, piece in board.piece_map().items() if piece.piece_type != chess.KING
    }


def test_values_are_whites_whoever_is_to_move(engine):
    for turn in "wb":
        values = piece_values(engine, Board(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {turn} KQkq - 0 1"))
        assert all((value > 0) == (square[1] in "12") for square, value in values.items())
        assert values["d1"] > values["a1"] > values["b1"] > values["e2"]
