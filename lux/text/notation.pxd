# Layer 5. Moves as text: UCI and SAN.

from cpython.ref cimport PyObject

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Move, Square

# The name of a square, such as e4; and the square of a name, ValueError if there is none.
cdef str square_name(Square square)
cdef Square parse_square(str name) except -1
# A legal or null move as lux.Move; castling is king takes rook under `chess960`, else where the king goes.
cdef object move_uci(Move move, bint chess960)
# The legal move that UCI text names. Raises InvalidMoveError, IllegalMoveError.
cdef int find_uci(const Position* pos, object uci, bint chess960) except -1
# SAN of a legal move, with check and mate marks; '--' of the null move.
cdef str move_san(const Position* pos, Move move)
# The legal move that SAN text names. Raises InvalidMoveError, IllegalMoveError, AmbiguousMoveError.
cdef int find_san(const Position* pos, str san) except -1

# Private to notation.py.
cdef PyObject* WRITTEN_MOVES[2][65536]      # [chess960][move]: the lux.Move of each, NULL until it is asked for
cdef Square square_at(str text, int index)
cdef Square written_to(Move move, bint chess960)
cdef str disambiguation(const Position* pos, Move move)
