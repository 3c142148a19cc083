# Layer 0. Moves packed into 16 bits.
#
#   15 14   13 12      11 ... 6   5 ... 0
#   type    promotion  from_sq    to_sq
#
# `promotion` is the piece type less KNIGHT and counts for PROMOTION only. Castling is written
# king takes own rook, in standard chess, too, so that Chess960 is not a special case.

from lux.rules.types cimport KNIGHT, Move, PieceType, Square

cdef enum:
    NO_MOVE = 0                 # a1a1, which no piece can play
    NULL_MOVE = 65              # b1b1: pass; kept apart from NO_MOVE in the search stack

cdef enum:
    NORMAL = 0
    PROMOTION = 16384           # 1 << 14
    EN_PASSANT = 32768          # 2 << 14
    CASTLING = 49152            # 3 << 14
    MOVE_TYPE_MASK = 49152


cdef inline Move make_move(Square from_sq, Square to_sq) noexcept nogil:
    return <Move>(from_sq << 6 | to_sq)


cdef inline Move make_special(int move_type, Square from_sq, Square to_sq) noexcept nogil:
    return <Move>(move_type | from_sq << 6 | to_sq)


cdef inline Move make_promotion(Square from_sq, Square to_sq, PieceType kind) noexcept nogil:
    return <Move>(PROMOTION | (kind - KNIGHT) << 12 | from_sq << 6 | to_sq)


cdef inline Square from_sq(Move move) noexcept nogil:
    return move >> 6 & 63


cdef inline Square to_sq(Move move) noexcept nogil:
    return move & 63


cdef inline int move_type(Move move) noexcept nogil:
    return move & MOVE_TYPE_MASK


cdef inline PieceType promotion_type(Move move) noexcept nogil:
    return (move >> 12 & 3) + KNIGHT


# Index of a butterfly table: from and to, 0 .. 4095.
cdef inline int from_to(Move move) noexcept nogil:
    return move & 4095
