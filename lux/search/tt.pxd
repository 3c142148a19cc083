# Layer 4. The transposition table: what earlier searches found out about a position.
#
# An entry has 10 bytes; three, with two bytes of padding, make a cluster of 32, which never crosses a cache line.
# Threads read and write without locks, so an entry may mix the fields of several. Each field by itself is valid: its
# move is played only if legal, a bound without a value is none, and a wrong bound is survived by the search.

from lux.rules.memory cimport mul_high, prefetch
from lux.rules.types cimport Depth, Key, Move, Value, int16_t, uint16_t, uint64_t, uint8_t
from lux.rules.types cimport VALUE_MATE, VALUE_MATE_IN_MAX_PLY, VALUE_NONE, VALUE_TB, VALUE_TB_IN_MAX_PLY

cdef enum:
    CLUSTER_ENTRIES = 3
    GENERATIONS = 32            # ages wrap round after this many searches
    TOUCHED_BYTES = 268435456   # 256 MiB; a short search uses little of a larger table

cdef struct TTEntry:
    uint16_t key                # low 16 bits; the high ones choose the cluster
    Move move
    int16_t value               # mates and table wins count from this node, not from the root
    int16_t static_eval
    uint8_t depth               # 0 for an empty slot, else depth + 1
    uint8_t age_pv_bound        # generation << 3 | was_pv << 2 | bound

cdef struct TTCluster:
    TTEntry[CLUSTER_ENTRIES] entries
    uint16_t padding

cdef struct TranspositionTable:
    TTCluster* clusters
    uint64_t cluster_count
    uint8_t generation          # 0 .. GENERATIONS - 1

ctypedef const TranspositionTable* TranspositionTablePtr

# What a probe found, in the terms of the search.
cdef struct TTHit:
    bint found
    bint was_pv
    Move move
    Value value                 # VALUE_NONE if there is none
    Value static_eval           # VALUE_NONE if there is none
    Depth depth
    int bound                   # BOUND_NONE if there is no value

# Allocate `mib` mebibytes and clear them. Return False and keep the old table if memory is short.
cdef bint tt_resize(TranspositionTable* tt, size_t mib) noexcept nogil
cdef void tt_free(TranspositionTable* tt) noexcept nogil
# Clear the table: a small one by writing to all of it, so that no search has to wait for its pages, of a large one the
# pages go back to the system.
cdef void tt_clear(TranspositionTable* tt) noexcept nogil
# Start a new search: entries of earlier ones become preferred victims.
cdef void tt_new_search(TranspositionTable* tt) noexcept nogil
# What is known of the position of `key`, at `ply` from the root and `rule50` plies after a zeroing move.
cdef void tt_probe(const TranspositionTable* tt, Key key, int ply, int rule50, TTHit* hit) noexcept nogil
cdef void tt_store(
    TranspositionTable* tt, Key key, int ply, Move move, Value value, Value static_eval, Depth depth, int bound,
    bint was_pv) noexcept nogil
# Entries of the current search, in permille of a sample.
cdef int tt_hashfull(const TranspositionTable* tt) noexcept nogil


cdef inline TTCluster* tt_cluster(const TranspositionTable* tt, Key key) noexcept nogil:
    return &tt.clusters[mul_high(key, tt.cluster_count)]


# Fetch the key's cluster into the cache ahead of the probe.
cdef inline void tt_prefetch(const TranspositionTable* tt, Key key) noexcept nogil:
    prefetch(tt_cluster(tt, key))


# Mates and table wins count plies from the root in the search and from the node in the transposition table.
cdef inline Value value_to_tt(Value value, int ply) noexcept nogil:
    if value >= VALUE_TB_IN_MAX_PLY:
        return value + ply
    if value <= -VALUE_TB_IN_MAX_PLY:
        return value - ply
    return value


# A win that takes longer than the fifty-move rule allows may be a draw here, and proves nothing.
cdef inline Value value_from_tt(Value value, int ply, int rule50) noexcept nogil:
    cdef Value size = -value if value < 0 else value
    if value == VALUE_NONE or size < VALUE_TB_IN_MAX_PLY:
        return value
    if (VALUE_MATE if size >= VALUE_MATE_IN_MAX_PLY else VALUE_TB) - size > 100 - rule50:
        return VALUE_NONE
    return value + ply if value < 0 else value - ply


# How many searches ago the entry was written: 0 in the current one.
cdef inline int tt_age(const TranspositionTable* tt, const TTEntry* entry) noexcept nogil:
    return (GENERATIONS + tt.generation - (entry.age_pv_bound >> 3)) & (GENERATIONS - 1)
