# Layer 4. The best line of a node, and one or more best lines of the root.

from lux.rules.types cimport Move, Value
from lux.search.thread cimport HeldLine, SearchThread, StackFrame

# Make the best line `move` and the child's best line.
cdef void update_pv(StackFrame* ss, Move move) noexcept nogil
# The index of a root move, or -1 if the current line may not begin with it.
cdef int root_index(const SearchThread* td, Move move) noexcept nogil
# Make the root's best line the current one of td.lines; those below move down as far as the place its move had.
cdef void record_root(SearchThread* td, StackFrame* ss, Value value, int bound) noexcept nogil
# Move the current line up past worse lines of the same rank.
cdef void sort_line(SearchThread* td) noexcept nogil
# The share of the first line's nodes that was spent below the best move.
cdef int best_move_permille(const SearchThread* td) noexcept nogil
# Hold the best lines as they stand now for the next report, and report all if it is time.
cdef void hold_lines(SearchThread* td) noexcept nogil
# Report what is held.
cdef void report_held(SearchThread* td) noexcept nogil
# Fill in the fields of a report that concern the whole team: nodes, tb_hits, time_ms, hashfull.
cdef void hold_counters(const SearchThread* td, HeldLine* held) noexcept nogil
