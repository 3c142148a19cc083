"""Build the Zobrist keys (layer 1).

The keys come from a fixed seed: they are the same in every build and on every machine, so that node counts and
saved hashes can be compared. Changing the seed changes `bench`.

Source: https://www.chessprogramming.org/Zobrist_Hashing.
"""

import cython
from cython.cimports.lux.rules.random import next_random
from cython.cimports.lux.rules.types import NO_PIECE, Key


def init_zobrist() -> cython.void:
    """Draw every key of the table."""
    state: Key = ZOBRIST_SEED
    for piece in range(NO_PIECE):
        for square in range(64):
            ZOBRIST.piece[piece][square] = next_random(cython.address(state))
    for square in range(64):
        ZOBRIST.castling[square] = next_random(cython.address(state))
        ZOBRIST.ep[square] = next_random(cython.address(state))
    ZOBRIST.black_to_move = next_random(cython.address(state))


init_zobrist()
