# Layer 1. Random keys for incremental hashing of positions.

from lux.rules.types cimport Key

cdef extern from * nogil:
    """
    #include <stdint.h>
    #define LUX_ZOBRIST_SEED UINT64_C(0x4C75782043686573)   /* "Lux Ches" */
    """
    const Key ZOBRIST_SEED "LUX_ZOBRIST_SEED"

cdef struct ZobristKeys:
    Key[13][64] piece           # [piece][square]; the row of NO_PIECE is zero
    Key[64] castling            # [square of a rook that may castle]
    Key[65] ep                  # [en passant square]; zero for NO_SQUARE
    Key black_to_move

cdef ZobristKeys ZOBRIST

# Private to zobrist.py.
cdef void init_zobrist() noexcept nogil
