# Layer 4. When a search ends: stopped, out of time, or out of nodes.

from lux.search.thread cimport SearchThread
from lux.search.timeman cimport elapsed_ms

cdef enum:
    CHECK_INTERVAL = 1024       # nodes between two looks at clock and stop flag
    LONG_SEARCH_MS = 3000       # from then on every root move and failed window is reported
    FIRST_ITERATION_NODES = 50000       # what the first iteration may take, whatever the limits

# Set td.stopped if the search is to end. To be called when td.nodes has reached td.next_check.
cdef void check_limits(SearchThread* td) noexcept nogil


# Whether the search has taken so long that people watch it.
cdef inline bint is_long(const SearchThread* td) noexcept nogil:
    return elapsed_ms(&td.time) >= LONG_SEARCH_MS
