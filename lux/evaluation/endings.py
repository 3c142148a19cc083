"""Evaluate endings without pawns whose result is known (layer 3).

The network has seen too few of them to know that bishop and knight win, or how. In a won ending the value grows as the
losing king nears the edge, with bishop and knight a corner of the bishop's colour, and as the kings near each other.

Source: https://www.chessprogramming.org/Mop-up_Evaluation
"""

import cython
from cython.cimports.lux.rules.bitboard import DARK_SQUARES, popcount
from cython.cimports.lux.rules.position import PositionPtr, is_insufficient_material, king_square, pieces, see_value
from cython.cimports.lux.rules.types import *


def ending_value(pos: PositionPtr, value: Value) -> Value:
    if pos.by_type[PAWN]:
        return value
    white: Value = side_material(pos, WHITE)
    black: Value = side_material(pos, BLACK)
    strong: Color = WHITE if white >= black else BLACK
    weaker: Value = min(white, black)
    lead: Value = abs(white - black)
    if weaker == 0:
        # Two knights cannot force mate.
        if is_insufficient_material(pos) or lead == 2 * see_value(KNIGHT):
            return 0
        return won_value(pos, strong, lead)
    if pos.by_type[QUEEN]:
        # Queen against rook; all else that has queens is left to the network.
        if white + black == see_value(QUEEN) + see_value(ROOK):
            return won_value(pos, strong, lead)
        return value
    # A lead of a minor piece does not win; two bishops against a knight do, and lead by more.
    if lead > see_value(BISHOP):
        return value
    return value // DRAWN_SHARE


def side_material(pos: PositionPtr, color: Color) -> Value:
    """Return the value of a side's pieces in centipawns."""
    total: Value = 0
    for kind in range(KNIGHT, KING):
        total += see_value(kind) * popcount(pieces(pos, color, kind))
    return total


def won_value(pos: PositionPtr, strong: Color, lead: Value) -> Value:
    """Return the value of a won ending, the higher the closer it is to mate."""
    king: Square = king_square(pos, strong)
    victim: Square = king_square(pos, strong ^ 1)
    distance: cython.int = max(abs(file_of(king) - file_of(victim)), abs(rank_of(king) - rank_of(victim)))
    driven: cython.int = 60 * (from_centre(file_of(victim)) + from_centre(rank_of(victim)))
    if lead == see_value(BISHOP) + see_value(KNIGHT):
        # How far from the diagonal between the wrong corners.
        file: cython.int = file_of(victim) if pos.by_type[BISHOP] & DARK_SQUARES else 7 - file_of(victim)
        driven = 100 * abs(7 - file - rank_of(victim))
    value: Value = ENDING_WIN + lead + driven + 40 * (7 - distance)
    return value if pos.stm == strong else -value


def from_centre(coordinate: cython.int) -> cython.int:
    """Return how far a file or rank is from the middle two."""
    return max(3 - coordinate, coordinate - 4)
