"""Moves that can be taken back: the key's change tells them from all others, and a search knows when it can repeat."""

import chess
import pytest

from lux import Board, inspection
from tests.playouts import playouts


def key_change(oracle: chess.Board, board: Board, move: chess.Move) -> int:
    after = Board(oracle.fen(en_passant="fen"), chess960=oracle.chess960)
    after.push_uci(move.uci())
    return board.key ^ after.key


def can_be_taken_back(oracle: chess.Board, move: chess.Move) -> bool:
    """Return whether a piece goes where nothing stands, and no right is lost by it."""
    if oracle.piece_type_at(move.from_square) == chess.PAWN or oracle.is_capture(move) or oracle.is_castling(move):
        return False
    after = oracle.copy(stack=False)
    after.push(move)
    return after.clean_castling_rights() == oracle.clean_castling_rights() and not oracle.has_legal_en_passant()


@pytest.mark.parametrize("chess960", [False, True])
def test_legal_moves_of_random_games(chess960):
    found = 0
    for oracle, board in playouts(seed=31, positions=400, chess960=chess960):
        for move in oracle.legal_moves:
            expected = can_be_taken_back(oracle, move)
            assert inspection.is_reversible_move(board, key_change(oracle, board, move)) == expected, (
                oracle.fen(),
                move,
            )
            found += expected
    assert found > 2000


def test_the_path_must_be_free():
    """The rook goes from a1 to h1 on an empty rank; a knight on d1 forbids it, a knight on d2 does not."""
    bare = chess.Board("4k3/8/8/8/8/8/4K3/R7 w - - 0 1")
    change = key_change(bare, Board(bare.fen()), chess.Move.from_uci("a1h1"))
    for fen, expected in (
        ("4k3/8/8/8/8/8/4K3/R7 w - - 0 1", True),
        ("4k3/8/8/8/8/8/4K3/7R w - - 0 1", True),
        ("4k3/8/8/8/8/8/4K3/R2N4 w - - 0 1", False),
        ("4k3/8/8/8/8/8/3NK3/R7 w - - 0 1", True),
    ):
        assert inspection.is_reversible_move(Board(fen), change) == expected, fen


def test_two_moves_are_none():
    oracle = chess.Board("4k3/8/8/8/8/8/4K3/R6N w - - 0 1")
    board = Board(oracle.fen())
    rook, knight = (key_change(oracle, board, chess.Move.from_uci(move)) for move in ("a1a5", "h1g3"))
    assert inspection.is_reversible_move(board, rook)
    assert inspection.is_reversible_move(board, knight)
    assert not inspection.is_reversible_move(board, rook ^ knight)
    assert not inspection.is_reversible_move(board, 0)


def repeats_the_line(oracle: chess.Board) -> bool:
    """Return whether a move leads to a position of the game, the first one left out, by playing all of them."""
    line, seen = oracle.copy(), set()
    while len(line.move_stack) > 1:
        line.pop()
        seen.add(line._transposition_key())
    for move in oracle.legal_moves:
        oracle.push(move)
        known = oracle._transposition_key() in seen
        oracle.pop()
        if known:
            return True
    return False


def test_a_search_knows_that_it_can_repeat():
    found = 0
    for oracle, board in playouts(seed=32, positions=3000):
        # What has been here before is a draw anyhow.
        if len(oracle.move_stack) < 200 and not oracle.is_repetition(2):
            expected = repeats_the_line(oracle)
            assert inspection.can_repeat(board) == expected, oracle.move_stack
            found += expected
    assert found > 50


def test_three_moves_for_one_are_no_repetition():
    """The white rook goes and comes back; the black king takes three moves to d5 where one from c6 would do."""
    board = Board("8/8/2k5/8/8/8/8/R3K3 w - - 0 1")
    for move in "e1e2 c6b6 a1a2 b6c5 a2a1 c5d5".split():
        board.push_uci(move)
    assert not inspection.can_repeat(board)
    board = Board("8/8/2k5/8/8/8/8/R3K3 w - - 0 1")
    for move in "e1e2 c6d6 a1a2 d6c6 a2a3 c6d6".split():
        board.push_uci(move)
    assert inspection.can_repeat(board)
