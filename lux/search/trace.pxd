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

# Why a node ended: what both searches return with a value.
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
    STOPPED = END_NB            # the value means nothing

ctypedef (Value, int) NodeResult    # the value of a node, and why it ended
ctypedef NodeResult (*SearchNode)(
    SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
ctypedef NodeResult (*QSearchNode)(SearchThread* td, int ply, Value alpha, Value beta) noexcept nogil

# Search a node and record it. Only a search that is stopped leaves its nodes open.
cdef Value record_search(
    SearchThread* td, SearchNode search_node, int ply, Value alpha, Value beta, Depth depth, bint cut_node
) noexcept nogil
cdef Value record_qsearch(
    SearchThread* td, QSearchNode qsearch_node, int ply, Value alpha, Value beta) noexcept nogil

# Private to trace.py.
cdef bint has_room(Record* record) noexcept nogil
cdef void open_node(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
cdef void close_node(SearchThread* td, Value value, int end) noexcept nogil
