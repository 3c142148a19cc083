# Layer 4. The search: principal variation alpha-beta and quiescence.

from lux.rules.types cimport Depth, Value
from lux.search.thread cimport SearchThread

# The value of the position at `ply` of the stack, exact if within (alpha, beta), else a bound beyond it.
cdef Value search(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil

# Private to search.py.
cdef int[64][64] LMR_QUIET
cdef int[64][64] LMR_NOISY
cdef void init_reductions() noexcept nogil
cdef Value qsearch(SearchThread* td, int ply, Value alpha, Value beta) noexcept nogil
