# Layer 0. The vocabulary every module shares: types, sizes and score bounds.
#
# Header only: nothing here exists at run time. Squares run a1 = 0, b1 = 1 ... h8 = 63. A module that needs more of a
# header than fits into a line imports it whole.

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t Bitboard      # one bit per square, bit 0 = a1
ctypedef uint64_t Key           # Zobrist hash
ctypedef uint16_t Move          # packed, see move.pxd
ctypedef int Square
ctypedef int Color
ctypedef int PieceType
ctypedef int Piece              # 2 * piece type + color
ctypedef int Value              # centipawns for the side to move, or a mate score
ctypedef int Depth              # plies that remain to be searched

cdef enum:
    WHITE, BLACK

cdef enum:
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_PIECE_TYPE

cdef enum:
    NO_PIECE = 12
    NO_SQUARE = 64

# The squares that rules and notation name.
cdef enum:
    C1 = 2
    D1 = 3
    F1 = 5
    G1 = 6

cdef enum:
    MAX_PLY = 246               # deepest distance from the root
    MAX_MOVES = 416             # of a king and fifteen queens; in a position that a game can reach 218

# Scores. A mate in n plies from the root is VALUE_MATE - n.
cdef enum:
    VALUE_DRAW = 0
    VALUE_MATE = 32000
    VALUE_INFINITE = 32001
    VALUE_NONE = 32002
    VALUE_MATE_IN_MAX_PLY = 31754       # VALUE_MATE - MAX_PLY
    VALUE_TB = 31753                    # won by the tablebases; met n plies from the root it is VALUE_TB - n
    VALUE_TB_IN_MAX_PLY = 31507         # VALUE_TB - MAX_PLY
    VALUE_MAX_EVAL = 30000              # no static evaluation lies beyond

# The relation of a stored or returned score to the true one.
cdef enum:
    BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT


# C's assert: a Python one would be swallowed in `noexcept` code. Active in the debug build.
cdef extern from "<assert.h>" nogil:
    void c_assert "assert" (bint condition) noexcept


cdef inline Color color_of(Piece piece) noexcept nogil:
    return piece & 1


cdef inline PieceType type_of(Piece piece) noexcept nogil:
    return piece >> 1


cdef inline Piece make_piece(Color color, PieceType kind) noexcept nogil:
    return 2 * kind + color


cdef inline Square make_square(int file, int rank) noexcept nogil:
    return 8 * rank + file


cdef inline int file_of(Square square) noexcept nogil:
    return square & 7


cdef inline int rank_of(Square square) noexcept nogil:
    return square >> 3


# The square or rank as its owner sees it: Black's a8 is White's a1.
cdef inline Square relative_square(Color color, Square square) noexcept nogil:
    return square ^ (56 * color)


cdef inline int relative_rank(Color color, Square square) noexcept nogil:
    return rank_of(square) ^ (7 * color)


cdef inline Value mated_in(int ply) noexcept nogil:
    return ply - VALUE_MATE


cdef inline Value mate_in(int ply) noexcept nogil:
    return VALUE_MATE - ply


# A mate, or a result that the tablebases prove.
cdef inline bint is_decisive(Value value) noexcept nogil:
    return value >= VALUE_TB_IN_MAX_PLY or value <= -VALUE_TB_IN_MAX_PLY


cdef inline bint is_mate(Value value) noexcept nogil:
    return value >= VALUE_MATE_IN_MAX_PLY or value <= -VALUE_MATE_IN_MAX_PLY
