# Layer 1. Attack sets: one inline lookup for each piece, from tables built at import.

from lux.rules.types cimport Bitboard, Color, PieceType, Square, BISHOP, KNIGHT, QUEEN, ROOK, uint32_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(__BMI2__)
    #include <immintrin.h>
    #define LUX_SLIDER_INDEX(slider, occupied) _pext_u64((occupied), (slider)->mask)
    #else
    #define LUX_SLIDER_INDEX(slider, occupied) \\
        ((((occupied) & (slider)->mask) * (slider)->magic) >> (slider)->shift)
    #endif
    """
    Bitboard slider_index "LUX_SLIDER_INDEX" (const Slider* slider, Bitboard occupied) noexcept

# One square's row of a slider table. `magic` and `shift` serve targets without PEXT.
cdef struct Slider:
    Bitboard* attacks
    Bitboard mask               # the squares whose occupation matters: rays without their last square
    Bitboard magic
    int shift

cdef struct AttackTables:
    Slider[64] rook
    Slider[64] bishop
    Bitboard[2][64] pawn        # [color of the pawn][square]
    Bitboard[64] knight
    Bitboard[64] king
    Bitboard[64][64] between    # squares strictly between two aligned squares, else empty
    Bitboard[64][64] line       # the whole line through two aligned squares, else empty

cdef AttackTables TABLES

# The slices that the sliders' `attacks` point into: 2 ** popcount(mask) entries a square.
cdef Bitboard[102400] ROOK_STORAGE
cdef Bitboard[5248] BISHOP_STORAGE

# Walk the rays of a rook or bishop, each up to the first occupied square: the tables' source and the tests' oracle.
cdef Bitboard slow_slider_attacks(Square square, Bitboard occupied, PieceType kind) noexcept nogil


cdef inline Bitboard pawn_attacks(Color color, Square square) noexcept nogil:
    return TABLES.pawn[color][square]


cdef inline Bitboard knight_attacks(Square square) noexcept nogil:
    return TABLES.knight[square]


cdef inline Bitboard king_attacks(Square square) noexcept nogil:
    return TABLES.king[square]


cdef inline Bitboard bishop_attacks(Square square, Bitboard occupied) noexcept nogil:
    cdef const Slider* slider = &TABLES.bishop[square]
    return slider.attacks[slider_index(slider, occupied)]


cdef inline Bitboard rook_attacks(Square square, Bitboard occupied) noexcept nogil:
    cdef const Slider* slider = &TABLES.rook[square]
    return slider.attacks[slider_index(slider, occupied)]


# Half of a queen's attacks: along ranks and files if `straight`, else along diagonals.
cdef inline Bitboard slider_attacks(bint straight, Square square, Bitboard occupied) noexcept nogil:
    return rook_attacks(square, occupied) if straight else bishop_attacks(square, occupied)


# Attacks of any piece but a pawn.
cdef inline Bitboard piece_attacks(PieceType kind, Square square, Bitboard occupied) noexcept nogil:
    if kind == KNIGHT:
        return knight_attacks(square)
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
    return king_attacks(square)


cdef inline Bitboard between(Square a, Square b) noexcept nogil:
    return TABLES.between[a][b]


cdef inline Bitboard line(Square a, Square b) noexcept nogil:
    return TABLES.line[a][b]


# Private to attacks.py.
cdef enum:
    MAX_SUBSETS = 4096          # of a rook's mask in a corner
cdef uint32_t[128] MAGIC_SEEDS  # [64 * (piece type - BISHOP) + square]

cdef void init_slider(Slider* table, Bitboard* storage, PieceType kind) noexcept nogil
cdef void init_attacks() noexcept nogil
