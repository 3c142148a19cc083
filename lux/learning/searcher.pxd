# Layer 7. A search thread with its table, limited by nodes, for games and labels made below the interpreter lock.

from lux.network cimport Network
from lux.rules.types cimport Value, uint64_t
from lux.search.thread cimport SearchThread
from lux.search.tt cimport TranspositionTable


cdef class Searcher:
    cdef Network network        # by which the thread evaluates
    cdef SearchThread* thread
    cdef TranspositionTable tt
    cdef int stop_flag          # never set: a search ends by its nodes
    cdef int ponder_flag
    cdef int max_men            # that endgame tables know, 0 without
    cdef readonly unsigned long long nodes      # searched in all

    # Forget what earlier searches have left behind.
    cdef void forget(self) noexcept nogil
    # Search the root, whose moves must have been generated; the best move is in the thread's first line.
    cdef Value think(self, uint64_t soft_nodes, uint64_t hard_nodes) noexcept nogil
