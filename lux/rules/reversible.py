"""Collect the reversible moves: non-captures of pieces other than pawns (layer 2).

The difference of two positions' keys identifies a reversible move between them. So the search can detect a coming
repetition without trying moves.

Source: Marcel van Kervinck's cycle detection, https://www.chessprogramming.org/Repetitions; a plain hash table takes
the place of his cuckoo tables.
"""

import cython
from cython.cimports.lux.rules.attacks import piece_attacks
from cython.cimports.lux.rules.bitboard import square_bb
from cython.cimports.lux.rules.types import NO_PIECE, PAWN, Key, PieceType, type_of
from cython.cimports.lux.rules.zobrist import ZOBRIST


def init_reversible_moves() -> cython.void:
    """Enter every move of every piece on the empty board."""
    for piece in range(NO_PIECE):
        kind: PieceType = type_of(piece)
        if kind == PAWN:
            continue
        for a in range(64):
            for b in range(a + 1, 64):
                if not piece_attacks(kind, a, 0) & square_bb(b):
                    continue
                key: Key = ZOBRIST.piece[piece][a] ^ ZOBRIST.piece[piece][b] ^ ZOBRIST.black_to_move
                slot: cython.int = key & (REVERSIBLE_SLOTS - 1)
                while REVERSIBLE_MOVES[slot].key != 0:
                    slot = (slot + 1) & (REVERSIBLE_SLOTS - 1)
                REVERSIBLE_MOVES[slot].key = key
                REVERSIBLE_MOVES[slot].a = a
                REVERSIBLE_MOVES[slot].b = b


init_reversible_moves()
