# Layer 3. What the network sees of a position: an input for every piece of either side on every square.
#
# Each side looks at the board as if it played up it, with its own king on files a to d: ranks are flipped for Black,
# and files where the king stands on e to h. So a position looks to the network like its mirror image, and like itself
# with colours exchanged: what it learns from one holds for all. Where its king stands, in one of four regions, decides
# which quarter of the inputs a side uses.

from lux.rules.position cimport Position, king_square
from lux.rules.types cimport Color, Piece, Square, color_of, file_of, type_of

cdef enum:
    KING_BUCKETS = 4            # a1 and b1; c1 and d1; second rank; the rest
    BOARD_INPUTS = 768          # 64 * (piece type + 6 if not its own) + square, as the side sees it
    INPUTS = 3072               # KING_BUCKETS * BOARD_INPUTS
    VIEWS = 8                   # KING_BUCKETS, each with the files flipped or not
    HIDDEN = 512                # sums of the first layer, for each side


# How a side sees the board, by where its king stands: 2 * king bucket + whether the files are flipped.
cdef inline int king_view(const Position* pos, Color color) noexcept nogil:
    cdef Square king = king_square(pos, color) ^ 56 * color
    cdef int mirrored = file_of(king) >= 4
    king ^= 7 * mirrored
    return 2 * (king // 2 if king < 8 else 2 if king < 16 else 3) + mirrored


# The input that stands for `piece` on `square` for `color`, with that view.
cdef inline int input_index(Color color, int view, Piece piece, Square square) noexcept nogil:
    cdef int kind = type_of(piece) + 6 * (color_of(piece) ^ color)
    return BOARD_INPUTS * (view >> 1) + 64 * kind + (square ^ 56 * color ^ 7 * (view & 1))
