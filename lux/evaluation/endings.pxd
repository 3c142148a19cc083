# Layer 3. Endings without pawns whose result is known.

from lux.rules.position cimport Position
from lux.rules.types cimport Color, Square, Value

cdef enum:
    MAX_ENDING_PIECES = 5       # kings included; with more, the network alone evaluates
    ENDING_WIN = 1000           # what a known win is worth beyond its material
    DRAWN_SHARE = 16            # a known draw keeps this part of the network's value, to play on for

# The value for the side to move of a position with at most MAX_ENDING_PIECES: `value`, the network's, unless the result
# is known.
cdef Value ending_value(const Position* pos, Value value) noexcept nogil

# Private to endings.py.
cdef Value side_material(const Position* pos, Color color) noexcept nogil
cdef Value won_value(const Position* pos, Color strong, Value lead) noexcept nogil
cdef int from_centre(int coordinate) noexcept nogil
