# Layer 5. Moves as text: UCI and SAN.

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Move, Square

# The name of a square, as e4, and the square of a name. Raises ValueError if there is none.
cdef str square_name(Square square)
cdef Square parse_square(str name) except -1
# UCI text of a legal move; castling is king takes rook under `chess960`, else where the king goes.
cdef str move_uci(Move move, bint chess960)
# The legal move that UCI text names. Raises InvalidMoveError, IllegalMoveError.
cdef int find_uci(const Position* pos, str uci, bint chess960) except -1
# SAN of a legal move, with check and mate marks.
cdef str move_san(const Position* pos, Move move)
# The legal move that SAN text names. Raises InvalidMoveError, IllegalMoveError, AmbiguousMoveError.
cdef int find_san(const Position* pos, str san) except -1

# Private to notation.py.
cdef str disambiguation(const Position* pos, Move move)
cdef int find_castling(const Position* pos, bint king_side)
