# Layer 4. The quiescence search.

from lux.rules.types cimport Value
from lux.search.thread cimport SearchThread
from lux.search.trace cimport close_node, is_recorded, open_node

# The value of the position at `ply` of the stack, exact if within (alpha, beta), else a bound beyond it.
cdef inline Value qsearch(SearchThread* td, int ply, Value alpha, Value beta) noexcept nogil:
    if not is_recorded(td):
        return qsearch_node(td, ply, alpha, beta)
    open_node(td, ply, alpha, beta, 0, False)
    cdef Value value = qsearch_node(td, ply, alpha, beta)
    close_node(td, value)
    return value


cdef Value qsearch_node(SearchThread* td, int ply, Value alpha, Value beta) noexcept nogil
