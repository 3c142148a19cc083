# Layer 3. What the network sees of a position: an input for every piece of either side on every square.
#
# Each side looks at the board as if it played up it, with its own king on files a to d: ranks are flipped for Black,
# and files where the king stands on e to h. So a position looks to the network like its mirror image, and like itself
# with colours exchanged: what it learns from one holds for all.

from lux.rules.position cimport Position, king_square
from lux.rules.types cimport Color, Piece, Square, color_of, file_of, type_of

cdef enum:
    INPUTS = 768                # 64 * (piece type + 6 for the other side's) + square, as the side sees it
    HIDDEN = 256                # sums of the first layer, for each side


# Whether `color` sees the files flipped.
cdef inline bint is_mirrored(const Position* pos, Color color) noexcept nogil:
    return file_of(king_square(pos, color)) >= 4


# XOR with this takes a square to where `color` sees it.
cdef inline int orientation(Color color, bint mirrored) noexcept nogil:
    return 56 * color ^ 7 * mirrored


# The input that stands for `piece` on `square` from the point of view of `color`.
cdef inline int input_index(Color color, int orientation, Piece piece, Square square) noexcept nogil:
    return 64 * (type_of(piece) + 6 * (color_of(piece) ^ color)) + (square ^ orientation)
