# Layer 4. Keep the record of a search. Without a record this costs each node two branches that are never taken.

from lux.rules.types cimport Depth, Value
from lux.search.record cimport Record
from lux.search.thread cimport SearchThread

# The compiler would guess that pointers are seldom NULL.
cdef extern from * nogil:
    """
    #define LUX_RECORDED(td) __builtin_expect((td)->record != NULL, 0)
    """
    bint is_recorded "LUX_RECORDED" (const SearchThread* td) noexcept

# Why a node ended: the steps of search.py and of its quiescence search that return.
cdef enum:
    DRAW                        # by the rules, or the line has become too long
    MATE_DISTANCE               # a shorter mate is known
    TABLE                       # the transposition table knew enough
    TABLEBASE
    REVERSE_FUTILITY
    RAZORING
    NULL_MOVE
    MULTI_CUT
    NO_MOVE                     # mate or stalemate
    STAND_PAT
    SEARCHED                    # all moves, or one that was good enough
    END_NB

cdef void open_node(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
cdef void close_node(SearchThread* td, int end, Value value) noexcept nogil


# Begin a node of either search.
cdef inline void begin(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil:
    if is_recorded(td):
        open_node(td, ply, alpha, beta, depth, cut_node)


# End it: return its value. Only a search that is stopped leaves its nodes open.
cdef inline Value ended(SearchThread* td, int end, Value value) noexcept nogil:
    if is_recorded(td):
        close_node(td, end, value)
    return value


# Private to trace.py.
cdef bint has_room(Record* record) noexcept nogil
