"""Compute the contribution of each piece: how much the evaluation falls when it is removed (layer 6).

>>> from lux import Board, Engine
>>> values = piece_values(Engine(hash_mib=1), Board("r3k3/4p3/8/8/8/8/4P3/R3K3 w Qq - 0 1"))
>>> sorted(values), values["a1"] > values["e2"] > 0 > values["e7"]
(['a1', 'a8', 'e2', 'e7'], True)

Source: the values that Stockfish's eval command derives from its network
"""

from lux.board import Board
from lux.engine import Engine


def piece_values(engine: Engine, board: Board) -> dict[str, int]:
    """Return the contribution of each piece by its square, in centipawns for White, so negative for Black's pieces.

    Kings are left out, and so are pieces without which the side not to move would be in check.
    """
    whole = white_evaluation(engine, board)
    values = {}
    for square in board.piece_map():
        without = board.copy()
        without.remove_piece_at(square)
        if without.is_valid():
            values[square] = whole - white_evaluation(engine, without)
    return values


def white_evaluation(engine: Engine, board: Board) -> int:
    """Return the static evaluation in centipawns for White."""
    return engine.evaluate(board) if board.turn else -engine.evaluate(board)
