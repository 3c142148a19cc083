# Layer 5. The Python face of the search.

from lux.search.thread cimport HeldLine, SearchThread
from lux.network cimport Network
from lux.tablebase cimport Tablebase
from lux.search.tt cimport TranspositionTable
from lux.rules.types cimport Move, Value

# A clock that C can hold: -1 for None, 0 if negative.
cdef object score_of(Value value, bint turn)
cdef object clamp_clock(object milliseconds)


cdef class Engine:
    cdef object __weakref__
    cdef TranspositionTable tt
    cdef SearchThread** team        # the memory of each search thread, the first one's first
    cdef SearchThread* thread       # team[0], which decides when to stop, and gives reports
    cdef int team_size
    cdef int stop_flag              # read by the search while the interpreter lock is released
    cdef int helpers_stop_flag      # the same for all threads but the first
    cdef bint pondered              # the search began while the clock did not count
    cdef bint joined                # all threads have ended, so that their results may be compared
    cdef int ponder_flag
    cdef bint chess960              # notation of the board being searched
    cdef long long _move_overhead_ms
    cdef int _nodestime
    cdef size_t _hash_mib
    cdef Network _network
    cdef Tablebase _tablebase       # None for none
    cdef public int tb_probe_depth
    cdef public int tb_probe_limit
    cdef public bint fifty_moves
    cdef object lock                # held to start a search, and to change what searches use
    cdef object released            # set when an infinite search or a ponder search may give its result
    cdef object finished            # set when another search may start
    cdef object done                # the current search's own event: set after its last callback
    cdef list workers               # the thread of each member of the team, None until it is needed
    cdef object searcher            # identity of the thread that searches, or searched last
    cdef object on_report
    cdef object on_move
    cdef object on_result
    cdef object result
    cdef object error               # what went wrong first

    cdef object acquire_idle(self)
    cdef int resize_team(self, int size) except -1
    cdef object set_root(self, object board, object searchmoves, int multipv)
    cdef object set_limits(self, object wanted)
    cdef object tell(self)
    cdef object tell_move(self, Move move, int number)
    cdef object current_lines(self)
    cdef object outcome(self)
    cdef object best_moves(self)
    cdef object fail(self, object error)
    cdef object describe(self, SearchThread* td, HeldLine* held)
