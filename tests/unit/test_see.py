"""Static exchange: a slow exchange on python-chess's board, by the conventions of see_ge, is the oracle."""

import chess
import pytest

from lux import Board, inspection
from tests.playouts import playouts

VALUES = {kind: inspection.see_value(chess.piece_symbol(kind).upper()) for kind in chess.PIECE_TYPES}
P, N, B, R, Q = (VALUES[kind] for kind in chess.PIECE_TYPES[:5])


def test_values():
    assert list(VALUES.values()) == [100, 320, 330, 500, 950, 0]


def recapture(oracle: chess.Board, side: chess.Color, target: chess.Square, occupied: int, value: int) -> int:
    """Return the most that *side* can win by taking what stands on *target*, worth *value*, or by leaving it."""
    attackers = int(oracle.attackers(side, target, occupied)) & occupied
    if not attackers:
        return 0
    # The least valuable attacker takes, of equal ones that on the lowest square.
    from_square = min(chess.scan_forward(attackers), key=lambda square: (oracle.piece_type_at(square), square))
    kind = oracle.piece_type_at(from_square)
    # A king cannot take what is still protected.
    if kind == chess.KING and int(oracle.attackers(not side, target, occupied)) & occupied:
        return 0
    occupied &= ~chess.BB_SQUARES[from_square]
    return max(0, value - recapture(oracle, not side, target, occupied, VALUES[kind]))


def exchange(oracle: chess.Board, move: chess.Move) -> int:
    """Return what *move* and the best replies on its target square win; castling is even."""
    if oracle.is_castling(move):
        return 0
    victim = oracle.piece_type_at(move.to_square)
    won = VALUES[victim] if victim else 0
    occupied = oracle.occupied & ~chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
    mover = VALUES[oracle.piece_type_at(move.from_square)]
    if oracle.is_en_passant(move):
        won = P
        occupied &= ~chess.BB_SQUARES[chess.square(move.to_square & 7, move.from_square >> 3)]
    elif move.promotion:
        mover = VALUES[move.promotion]
        won += mover - P
    return won - recapture(oracle, not oracle.turn, move.to_square, occupied, mover)


def check_see(board: Board, uci: str, value: int) -> None:
    """Fail unless the largest threshold that *uci* reaches is *value*."""
    assert inspection.see_ge(board, uci, value), (board, uci, value)
    assert not inspection.see_ge(board, uci, value + 1), (board, uci, value)
    for threshold in range(-1000, 1001, 50):
        assert inspection.see_ge(board, uci, threshold) == (value >= threshold), (board, uci, value, threshold)


# Exchanges worked out by hand.
TABLE = [
    # Nothing there, or nothing that takes back.
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h5", 0),
    ("4k3/8/8/7p/8/8/8/4K2R w - - 0 1", "h1h5", P),
    ("4k3/8/8/7q/8/8/8/4K2R w - - 0 1", "h1h5", Q),
    # One that takes back.
    ("4k3/8/6p1/7p/8/8/8/4K2R w - - 0 1", "h1h5", P - R),
    ("4k3/8/6p1/8/8/8/8/4K2R w - - 0 1", "h1h5", -R),
    ("4k3/8/6p1/7n/6P1/8/8/4K3 w - - 0 1", "g4h5", N - P),
    ("3qk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", P - Q),
    ("3rk3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", N - R),
    # Lines open behind the piece that has taken.
    ("3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", N),
    ("3rk3/3r4/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", N - R),
    ("4k3/1b6/8/3p4/4P3/8/6B1/4K3 w - - 0 1", "e4d5", P),
    ("4k3/8/2p5/3p4/4P3/5B2/6Q1/4K3 w - - 0 1", "e4d5", P),
    ("4k3/8/2p5/3p4/4P3/1B6/8/4K3 w - - 0 1", "b3d5", P - B + P),
    ("4k3/1b6/2p5/3p4/4P3/1B6/8/4K3 w - - 0 1", "b3d5", P - B),
    ("4k3/8/8/r2p2RR/8/8/8/4K3 w - - 0 1", "g5d5", P),
    # The cheapest takes first, and no side goes on at a loss.
    ("4k3/8/2p5/3n4/8/2N5/8/3RK3 w - - 0 1", "c3d5", P),
    ("4k3/8/2p5/3n4/8/2N5/8/3RK3 w - - 0 1", "d1d5", N - R + P),
    ("3qk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", P - R),
    # A king takes what is not protected.
    ("8/3k4/8/3p4/3K4/8/8/8 w - - 0 1", "d4d5", P),
    ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P - R),
    ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P),
    # Pins do not count: the knight that shields its king takes back.
    ("3k4/8/5n2/3p4/7B/2N5/8/4K3 w - - 0 1", "c3d5", P - N),
    # A promotion wins the difference, and the new piece may be taken.
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", R + Q - P),
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", R + N - P),
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -P),
    ("3r2k1/4P3/8/8/8/8/4R3/4K3 w - - 0 1", "e7e8q", R - P),
    # Nothing takes back en passant; a pawn does; a rook does, through the pawn that was taken.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P),
    ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    ("4k3/8/8/3pP3/8/4K3/8/3r4 w - d6 0 1", "e5d6", 0),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
]


@pytest.mark.parametrize(("fen", "uci", "value"), TABLE)
def test_table(fen, uci, value):
    assert exchange(chess.Board(fen), chess.Move.from_uci(uci)) == value
    check_see(Board(fen), uci, value)


@pytest.mark.parametrize(("fen", "uci", "value"), TABLE)
def test_table_with_colours_exchanged(fen, uci, value):
    mirrored = chess.Board(fen).mirror()
    move = chess.Move.from_uci(uci)
    move = chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
    check_see(Board(mirrored.fen()), move.uci(), value)


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_moves_of_random_games(chess960):
    """Every move of the middlegame positions met, quiet ones too."""
    losing = 0
    for oracle, board in playouts(seed=7, positions=600, chess960=chess960):
        for move in oracle.legal_moves:
            value = exchange(oracle, move)
            check_see(board, move.uci(), value)
            losing += value < 0
    assert losing > 1000
