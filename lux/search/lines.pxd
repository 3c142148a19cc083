# Layer 4. The best lines: of a node, and of the root, where there may be several of them.

from lux.rules.types cimport Move, Value
from lux.search.thread cimport SearchThread, StackFrame

# Make the best line `move` and the child's best line.
cdef void update_pv(StackFrame* ss, Move move) noexcept nogil
# The place among the root moves of one that the current line may begin with, or -1.
cdef int root_index(const SearchThread* td, Move move) noexcept nogil
# Take over the root's best line as the current one of td.lines.
cdef void record_root(SearchThread* td, StackFrame* ss, Value value, int bound) noexcept nogil
# Move the current line up past those that it turned out to be better than.
cdef void sort_line(SearchThread* td) noexcept nogil
# The share of the first line's nodes that was spent below the best move.
cdef int best_move_permille(const SearchThread* td) noexcept nogil
