# Layer 7. New scores for the positions of old games.

from lux.learning.packed cimport PackedBoard
from lux.learning.searcher cimport Searcher
from lux.rules.types cimport uint64_t

cdef enum:
    KEPT_SEARCHES = 1024        # what these have found out is kept for the next, then forgotten
    HARD_NODES = 20             # at most so many times as many as after which no new iteration begins


cdef class Rescorer(Searcher):
    cdef uint64_t soft_nodes

    # Give a record a new score, unless its game is over by the rules. Return BOARD_OK, or what is wrong with it.
    cdef int rescore_board(self, PackedBoard* board) noexcept nogil
