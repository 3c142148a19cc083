# Layer 4. The root: setup of a search, iterative deepening, reports.

from lux.evaluation.weights cimport WeightsPtr
from lux.rules.position cimport Position
from lux.rules.types cimport Value
from lux.search.thread cimport SearchThread

cdef enum:
    MATE_PROOF_PLIES = 8        # on a clock, how far beyond twice its length a mate is searched

# A new thread that has learned nothing and evaluates by `net`; NULL without memory.
cdef SearchThread* new_thread(WeightsPtr net) noexcept nogil
# Free a thread, or NULL.
cdef void free_thread(SearchThread* td) noexcept nogil
# Set what to search: positions[ply], and for repetitions those before it. All its legal moves may be played.
cdef void set_root(SearchThread* td, const Position* positions, int ply) noexcept nogil
# Set up a thread of the team with the root and table of the main thread, and the limits of the whole team.
cdef void set_helper(SearchThread* td, const SearchThread* main, int* stop) noexcept nogil
# Search the root deeper and deeper; td.lines holds the outcome. Requires: root, keys, limits and multipv are set, and
# the tb_ fields by rank_root.
cdef void iterative_deepening(SearchThread* td) noexcept nogil
# The thread of the team whose result is played: the main thread unless another searched deeper and scored higher.
cdef SearchThread* best_thread(SearchThread* td) noexcept nogil

# Private to root.py.
cdef void begin_search(SearchThread* td) noexcept nogil
cdef void search_lines(SearchThread* td) noexcept nogil
cdef void record_failed_window(SearchThread* td, Value value, int bound) noexcept nogil
cdef Value aspiration_search(SearchThread* td, Value previous) noexcept nogil
