# Layer 5. The core as Python sees it, for tests and tools. Nothing here is of use to C.

from lux.evaluation.accumulator cimport Accumulators
from lux.network cimport Network
from lux.search.tt cimport TranspositionTable
from lux.rules.types cimport PieceType, Square

cdef class Evaluator:
    cdef Network network
    cdef Accumulators* kept

cdef class Table:
    cdef TranspositionTable tt

# Private to inspection.py.
cdef Square check_square(int square) except -1
cdef PieceType check_piece(str letter, str allowed) except -1
