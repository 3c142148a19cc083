# Layer 4. Keep the record of a search. Without a record this costs each node a branch that is never taken.

from lux.rules.types cimport Depth, Value
from lux.search.record cimport Record
from lux.search.thread cimport SearchThread

# The compiler would guess that pointers are seldom NULL.
cdef extern from * nogil:
    """
    #define LUX_RECORDED(td) __builtin_expect((td)->record != NULL, 0)
    """
    bint is_recorded "LUX_RECORDED" (const SearchThread* td) noexcept

# Add a node below the current one, record its value, and in between why it ends. Only a search that is stopped leaves
# nodes open.
cdef void open_node(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
cdef void close_node(SearchThread* td, Value value) noexcept nogil
cdef void note_end(Record* record, Depth root_depth, const char* why, bint evaluated) noexcept nogil

# Private to trace.py.
cdef bint has_room(Record* record) noexcept nogil


# The value of a node that ends before its moves are searched, recorded with why: a name, a colon, and what it means.
cdef inline Value ended(const SearchThread* td, const char* why, Value value) noexcept nogil:
    if is_recorded(td):
        note_end(td.record, td.root_depth, why, True)
    return value


# The same for one that ends before its static evaluation.
cdef inline Value known(const SearchThread* td, const char* why, Value value) noexcept nogil:
    if is_recorded(td):
        note_end(td.record, td.root_depth, why, False)
    return value
