# Layer 5. The search as a Python object.

from lux.rules.types cimport Move, Value
from lux.runtime.engine_options cimport EngineOptions
from lux.search.thread cimport HeldLine, RootLine, SearchThread

cdef object score_of(Value value, bint turn)
# The search calls these.
cdef void report(SearchThread* td, void* context) noexcept nogil
cdef void report_move(SearchThread* td, void* context, Move move, int number) noexcept nogil


cdef class Engine(EngineOptions):
    cdef int stop_flag              # read by the search while the interpreter lock is released
    cdef int helpers_stop_flag      # the same for all threads but the first
    cdef bint pondered              # the search began while the clock did not count
    cdef bint joined                # all threads have ended, so that their results may be compared
    cdef int ponder_flag
    cdef bint chess960              # notation of the board being searched
    cdef object released            # set when an infinite search or a ponder search may give its result

    cdef object set_root(self, object board, object searchmoves, int multipv)
    cdef object begin(self, object search, object board, object limits, long long started)
    cdef object set_limits(self, object wanted)
    cdef object outcome(self)
    cdef object moves_of(self, RootLine* line)
    cdef object fail(self, object error)
    cdef object describe(self, SearchThread* td, HeldLine* held)
