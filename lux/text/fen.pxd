# Layer 5. FEN text to positions and back.

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Color, Square

cdef enum:
    # The counters of longer games stay there.
    MAX_HALFMOVE_CLOCK = 30000
    MAX_MOVE_NUMBER = 30000

# Fill `pos` from a FEN, and return the square that a double push has just passed; FenError leaves `pos` undefined.
cdef Square parse_fen(str fen, bint chess960, Position* pos) except -1
# Six fields, as X-FEN, or as Shredder-FEN with the files of all castling rooks spelt out; the fourth is `ep_square`.
cdef str position_fen(const Position* pos, Square ep_square, bint chess960, bint shredder)
# The same without the counters: equal for positions that are equal by the rules of repetition.
cdef str position_epd(const Position* pos, Square ep_square, bint chess960, bint shredder)
# Whether a rook on the back rank castles in Chess960 only: it is in neither corner, or its king is not on the e-file.
cdef bint is_chess960_rook(PositionPtr pos, Color color, Square rook)
# Whether a double push over `square` may have come last.
cdef bint has_just_passed(PositionPtr pos, Square square)

# Private to fen.py.
cdef void parse_board(str field, Position* pos) except *
cdef void parse_castling(str field, bint chess960, Position* pos) except *
cdef void parse_ep_square(str field, Position* pos) except *
cdef void parse_counters(list fields, Position* pos) except *
cdef void check_position(const Position* pos) except *
cdef Square outermost_rook(const Position* pos, Color color, bint king_side)
cdef str castling_field(const Position* pos, bint chess960, bint shredder)
