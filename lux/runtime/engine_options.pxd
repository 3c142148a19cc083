# Layer 5. The table, the threads' memory and the options of an engine.

from lux.network cimport Network
from lux.search.thread cimport SearchThread
from lux.search.tt cimport TranspositionTable
from lux.tablebase cimport Tablebase


cdef class EngineOptions:
    cdef object __weakref__
    cdef TranspositionTable tt
    cdef SearchThread* team[1024]   # each search thread, of MAX_THREADS
    cdef SearchThread* thread       # team[0], which decides when to stop, and gives reports
    cdef int team_size
    cdef list workers               # the threads of the first members of the team, as far as they were needed
    cdef long long _move_overhead_ms
    cdef int _nodestime
    cdef size_t _hash_mib
    cdef Network _network
    cdef Tablebase _tablebase       # None for none
    cdef public int tb_probe_depth
    cdef public int tb_probe_limit
    cdef public bint fifty_moves
    cdef object lock                # held to start a search, and to change what searches use
    cdef object finished            # set when another search may start
    cdef object running             # the search that is under way, or was last; None before the first

    cdef object forget(self)
    cdef int resize_team(self, int size) except -1
