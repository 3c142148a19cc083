# Layer 5. The core as Python sees it, for tests and tools. Nothing here is of use to C.

from lux.evaluation.accumulator cimport Accumulators
from lux.network cimport Network
from lux.search.tt cimport TranspositionTable

cdef class Evaluator:
    cdef Network network
    cdef Accumulators* kept

cdef class Table:
    cdef TranspositionTable tt
