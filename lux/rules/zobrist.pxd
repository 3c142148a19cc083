# Layer 1. Random keys for incremental hashing of positions.

from lux.rules.types cimport Key

cdef extern from * nogil:
    """
    #include <stdint.h>
    #define LUX_ZOBRIST_SEED UINT64_C(0x4C75782043686573)   /* "Lux Ches" */
    #define LUX_SPLITMIX_GAMMA UINT64_C(0x9E3779B97F4A7C15)
    #define LUX_SPLITMIX_MIX_1 UINT64_C(0xBF58476D1CE4E5B9)
    #define LUX_SPLITMIX_MIX_2 UINT64_C(0x94D049BB133111EB)
    """
    const Key ZOBRIST_SEED "LUX_ZOBRIST_SEED"
    const Key SPLITMIX_GAMMA "LUX_SPLITMIX_GAMMA"
    const Key SPLITMIX_MIX_1 "LUX_SPLITMIX_MIX_1"
    const Key SPLITMIX_MIX_2 "LUX_SPLITMIX_MIX_2"

cdef struct ZobristKeys:
    Key[13][64] piece           # [piece][square]; the row of NO_PIECE is zero
    Key[64] castling            # [square of a rook that may castle]
    Key[65] ep                  # [en passant square]; zero for NO_SQUARE
    Key black_to_move

cdef ZobristKeys ZOBRIST

# Private to zobrist.py.
cdef Key next_key(Key* state) noexcept nogil
cdef void init_zobrist() noexcept nogil
