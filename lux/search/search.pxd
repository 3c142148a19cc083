# Layer 4. The main search: principal variation alpha-beta.

from lux.rules.types cimport Depth, Move, Value
from lux.search.thread cimport SearchThread, StackFrame
from lux.search.trace cimport NodeResult, is_recorded, record_search

# The value of the position at `ply` of the stack, exact if within (alpha, beta), else a bound beyond it.
cdef inline Value search(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil:
    # The quiescence search records its own nodes.
    if is_recorded(td) and depth > 0:
        return record_search(td, search_node, ply, alpha, beta, depth, cut_node)
    return search_node(td, ply, alpha, beta, depth, cut_node)[0]


# The same, and why the node ended.
cdef NodeResult search_node(
    SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
# Fill the reduction tables, once and whenever parameters have changed.
cdef void init_reductions() noexcept nogil

# Private to search.py.
cdef void learn_from_cutoff(SearchThread* td, StackFrame* ss, Depth depth, Move tt_move) noexcept nogil
cdef int[64][64] LMR_QUIET
cdef int[64][64] LMR_NOISY
