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

# Why a node ended.
cdef enum:
    DRAW                        # by the rules, or the line has become too long
    MATE_DISTANCE               # a shorter mate is known
    TT_CUTOFF
    TABLEBASE
    REVERSE_FUTILITY
    RAZORING
    NULL_MOVE_PRUNING
    MULTI_CUT
    NO_LEGAL_MOVE               # mate or stalemate
    STAND_PAT
    SEARCHED                    # all moves, or one that failed high
    END_NB

# Add a node below the current one, record its value, and in between why it ends. Only a search that is stopped leaves
# nodes open.
cdef void open_node(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
cdef void close_node(SearchThread* td, Value value) noexcept nogil
cdef void note_end(Record* record, Depth root_depth, int end) noexcept nogil

# Private to trace.py.
cdef bint has_room(Record* record) noexcept nogil


# The value of a node that ends before its moves are searched, with the reason noted where one is recorded.
cdef inline Value ended(const SearchThread* td, int end, Value value) noexcept nogil:
    if is_recorded(td):
        note_end(td.record, td.root_depth, end)
    return value
