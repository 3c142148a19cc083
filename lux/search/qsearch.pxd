# Layer 4. The quiescence search.

from lux.rules.types cimport Value
from lux.search.thread cimport SearchThread
from lux.search.trace cimport is_recorded, record_qsearch

# The value of the position at `ply` of the stack, exact if within (alpha, beta), else a bound beyond it.
cdef inline Value qsearch(SearchThread* td, int ply, Value alpha, Value beta) noexcept nogil:
    if is_recorded(td):
        return record_qsearch(td, qsearch_node, ply, alpha, beta)
    return qsearch_node(td, ply, alpha, beta)


cdef Value qsearch_node(SearchThread* td, int ply, Value alpha, Value beta) noexcept nogil
