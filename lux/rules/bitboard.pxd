# Layer 0. Sets of squares: named masks, counting, scanning and shifting.
#
# Masks are C macros, since an integer literal of more than 31 bits would be a Python object.

from lux.rules.types cimport Bitboard, Color, Square, WHITE

cdef extern from * nogil:
    """
    #include <stdint.h>
    #define LUX_FILE_A_BB  UINT64_C(0x0101010101010101)
    #define LUX_FILE_H_BB  UINT64_C(0x8080808080808080)
    #define LUX_RANK_1_BB  UINT64_C(0x00000000000000FF)
    #define LUX_RANK_8_BB  UINT64_C(0xFF00000000000000)
    #define LUX_ALL_SQUARES UINT64_C(0xFFFFFFFFFFFFFFFF)
    #define LUX_DARK_SQUARES UINT64_C(0xAA55AA55AA55AA55)
    #define LUX_SQUARE_BB(s) (UINT64_C(1) << (s))
    """
    const Bitboard FILE_A_BB "LUX_FILE_A_BB"
    const Bitboard FILE_H_BB "LUX_FILE_H_BB"
    const Bitboard RANK_1_BB "LUX_RANK_1_BB"
    const Bitboard RANK_8_BB "LUX_RANK_8_BB"
    const Bitboard ALL_SQUARES "LUX_ALL_SQUARES"
    const Bitboard DARK_SQUARES "LUX_DARK_SQUARES"
    Bitboard square_bb "LUX_SQUARE_BB" (Square square) noexcept
    int popcount "__builtin_popcountll" (Bitboard squares) noexcept
    Square lsb "__builtin_ctzll" (Bitboard squares) noexcept            # undefined for the empty set


# Remove and return the lowest square. Requires: not empty.
cdef inline Square pop_lsb(Bitboard* squares) noexcept nogil:
    cdef Square square = lsb(squares[0])
    squares[0] &= squares[0] - 1
    return square


cdef inline bint more_than_one(Bitboard squares) noexcept nogil:
    return (squares & (squares - 1)) != 0


# The rank as its owner counts: relative_rank_bb(BLACK, 0) is the eighth.
cdef inline Bitboard relative_rank_bb(Color color, int rank) noexcept nogil:
    return RANK_1_BB << (8 * (rank ^ (7 * color)))


# One step forward, for pawns of `color`.
cdef inline Bitboard shift_forward(Color color, Bitboard squares) noexcept nogil:
    return squares << 8 if color == WHITE else squares >> 8


# One step forward towards the a-file, without wrapping round the board.
cdef inline Bitboard shift_forward_west(Color color, Bitboard squares) noexcept nogil:
    squares &= ~FILE_A_BB
    return squares << 7 if color == WHITE else squares >> 9


# One step forward towards the h-file, without wrapping round the board.
cdef inline Bitboard shift_forward_east(Color color, Bitboard squares) noexcept nogil:
    squares &= ~FILE_H_BB
    return squares << 9 if color == WHITE else squares >> 7


cdef inline Bitboard pawn_attacks_bb(Color color, Bitboard pawns) noexcept nogil:
    return shift_forward_west(color, pawns) | shift_forward_east(color, pawns)
