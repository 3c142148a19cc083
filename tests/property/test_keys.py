"""Zobrist keys stand for positions: equal for equal ones, different for all others met."""

import pytest

from lux import Board, inspection
from tests.playouts import playouts


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_equal_keys_mean_equal_positions(chess960):
    key_of = {}
    for oracle, board in playouts(seed=4, positions=2_000, chess960=chess960):
        position = oracle.epd(en_passant="legal")
        assert key_of.setdefault(position, board.key) == board.key, position
    assert len(set(key_of.values())) == len(key_of)


def test_pawn_and_piece_keys_know_their_pieces_only():
    parts_of = {}
    for oracle, board in playouts(seed=5, positions=2_000):
        _, pawn_key, white_key, black_key = inspection.keys(board)
        pawns = (oracle.pawns & oracle.occupied_co[True], oracle.pawns & oracle.occupied_co[False])
        pieces = {square: piece.symbol() for square, piece in oracle.piece_map().items()}
        white = tuple(sorted((square, piece) for square, piece in pieces.items() if piece in "NBRQK"))
        black = tuple(sorted((square, piece) for square, piece in pieces.items() if piece in "nbrqk"))
        for part, key in ((pawns, pawn_key), (white, white_key), (black, black_key)):
            assert parts_of.setdefault(part, key) == key, oracle.fen()
    assert len(set(parts_of.values())) == len(parts_of)


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_null_move_is_the_position_with_the_other_side_to_move(chess960):
    passed = 0
    for oracle, board in playouts(seed=6, positions=1_000, chess960=chess960):
        if oracle.is_check():
            with pytest.raises(ValueError, match="no null move in check"):
                inspection.null_move_bytes(board)
            continue
        after = oracle.copy(stack=False)
        after.push(after.parse_uci("0000"))
        after.ep_square = None
        expected = Board(after.fen(shredder=True), chess960=chess960)
        assert inspection.null_move_bytes(board) == inspection.position_bytes(expected), oracle.fen()
        passed += 1
    assert passed > 500
