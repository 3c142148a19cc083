"""Static exchange: a slow exchange on python-chess's board, by the conventions of see_ge, is the oracle."""

import chess
import pytest

from lux import Board, inspection
from lux.analysis import material
from tests.playouts import playouts
from tests.sources import ROOT

P, N, B, R, Q = 100, 320, 330, 500, 950
VALUES = dict(zip(chess.PIECE_TYPES, (P, N, B, R, Q, 0), strict=True))
EXCHANGES = [line for line in (ROOT / "tests/data/exchanges.epd").read_text().splitlines() if line[0] != "#"]


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


@pytest.mark.parametrize("line", EXCHANGES)
def test_exchanges_worked_out_by_hand(line):
    """In both colours, and by the legal recaptures that reasons count in pawns."""
    oracle, operations = chess.Board.from_epd(line)
    move, formula = operations["sm"], operations["c0"]
    value = eval(formula, {"P": P, "N": N, "B": B, "R": R, "Q": Q})
    assert exchange(oracle, move) == value
    check_see(Board(oracle.fen()), move.uci(), value)
    mirrored = chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
    check_see(Board(oracle.mirror().fen()), mirrored.uci(), value)
    pawns = eval(operations.get("c1", formula), {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9})
    assert material.exchange(Board(oracle.fen()), move.uci()) == pawns


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
