"""What each man is worth: the evaluation with and without it."""

import chess
import pytest

from lux import Board, Engine
from lux.analysis.piece_values import piece_values, remove
from tests.playouts import playouts


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


def test_removing_is_that_of_python_chess():
    for oracle, board in playouts(seed=19, positions=150):
        for square, piece in oracle.piece_map().items():
            if piece.piece_type == chess.KING:
                continue
            without = oracle.copy(stack=False)
            without.remove_piece_at(square)
            without.ep_square = None
            without.castling_rights = without.clean_castling_rights()
            removed = remove(board, chess.square_name(square))
            valid = without.status() & ~chess.STATUS_TOO_MANY_CHECKERS & ~chess.STATUS_IMPOSSIBLE_CHECK
            if removed is None:
                assert valid & chess.STATUS_OPPOSITE_CHECK
            else:
                assert removed.fen(shredder=True).split()[:3] == [
                    without.board_fen(),
                    "w" if without.turn else "b",
                    without.castling_shredder_fen(),
                ]
