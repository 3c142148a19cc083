"""Build the Zobrist keys (layer 1).

The keys come from a fixed seed: they are the same in every build and on every machine, so that node counts and
saved hashes can be compared. Changing the seed changes `bench`.

Source: https://www.chessprogramming.org/Zobrist_Hashing; generator: SplitMix64 (Steele, Lea and Flood 2014).
"""

import cython
from cython.cimports.lux.rules.types import NO_PIECE, NO_SQUARE, Key


def next_key(state: cython.pointer[Key]) -> Key:
    """Advance *state* and return the next 64 random bits."""
    state[0] += SPLITMIX_GAMMA
    key: Key = state[0]
    key = (key ^ (key >> 30)) * SPLITMIX_MIX_1
    key = (key ^ (key >> 27)) * SPLITMIX_MIX_2
    return key ^ (key >> 31)


def init_zobrist() -> cython.void:
    """Draw every key of the table."""
    state: Key = ZOBRIST_SEED
    for piece in range(NO_PIECE):
        for square in range(64):
            ZOBRIST.piece[piece][square] = next_key(cython.address(state))
    for square in range(64):
        ZOBRIST.piece[NO_PIECE][square] = 0
        ZOBRIST.castling[square] = next_key(cython.address(state))
        ZOBRIST.ep[square] = next_key(cython.address(state))
    ZOBRIST.ep[NO_SQUARE] = 0
    ZOBRIST.black_to_move = next_key(cython.address(state))


init_zobrist()
