# Layer 2. Counting the leaves of the tree of legal moves.

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Move, uint64_t

# The count of a position at a depth. Threads share the table without locks: a reader takes an entry only if
# both halves of the hash fit its count, so it never believes one that two threads wrote at once.
cdef struct PerftEntry:
    uint64_t low_xor_nodes
    uint64_t high_xor_nodes
    uint64_t nodes

cdef struct PerftTable:
    PerftEntry* entries         # from alloc_table
    uint64_t count

# The moves of the last ply by kind, as in the tables of the Chess Programming Wiki.
cdef struct PerftCounts:
    uint64_t nodes
    uint64_t captures           # en passant among them
    uint64_t en_passant
    uint64_t castles
    uint64_t promotions
    uint64_t checks             # discovered and double ones among them
    uint64_t discovered_checks  # by one piece alone, and not the one that moved
    uint64_t double_checks
    uint64_t checkmates

# Leaves after `depth` plies, the last two counted in bulk, not played; positions that were counted before are looked up
# in `table`, which may be NULL. Requires: 1 <= depth <= 255.
cdef uint64_t perft(const Position* pos, int depth, PerftTable* table) noexcept nogil
# The same with every move played, which also proves do_move on the last ply. The leaves are added to `counts`, by kind,
# unless that is NULL. Requires: depth >= 1.
cdef uint64_t perft_without_bulk(const Position* pos, int depth, PerftCounts* counts) noexcept nogil

# Private to perft.py.
cdef uint64_t fold(uint64_t a, uint64_t b) noexcept nogil
cdef uint64_t perft_of_children(const Position* pos, int depth, PerftTable* table) noexcept nogil
cdef void count_kind(const Position* pos, Move move, const Position* child, PerftCounts* counts) noexcept nogil
