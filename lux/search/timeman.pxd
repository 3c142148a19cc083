# Layer 4. How long to think: two limits from the clock, the softer one adapted to how the search goes.

from lux.rules.types cimport Color, int64_t, uint64_t

# What `go` asked for. Times in milliseconds; -1 where not given.
cdef struct SearchLimits:
    int64_t[2] time_ms          # [color]: clock
    int64_t[2] inc_ms           # [color]: increment a move
    int64_t movetime_ms
    int64_t overhead_ms         # lost between engine and clock on every move
    int movestogo               # moves to the next time control, 0 if none
    int depth                   # 0 if none
    int mate                    # moves, 0 if none
    unsigned long long nodes    # 0 if none
    unsigned long long soft_nodes       # no new iteration after this many; 0 if none
    int64_t nodes_per_ms        # so many nodes count as a millisecond; 0 if the clock counts
    bint infinite

cdef struct TimeManager:
    int64_t start_ns
    bint use_soft               # a clock runs: stop between iterations when it pays
    int64_t soft_ms             # no new iteration after this, scaled
    int64_t scaled_ms           # how it was scaled after the last iteration: over at ponderhit, the search is over
    bint pondered               # pondering when it was last looked at
    int64_t hard_ms             # stop at once after this; -1 if no limit
    int64_t nodes_per_ms        # as in SearchLimits
    int64_t overshoot_ms        # how far recent searches have exceeded the hard limit, as on a busy machine

# The monotonic clock; milliseconds since `go`; and these or, with nodestime, what counts as such.
cdef int64_t now_ns() noexcept nogil
cdef int64_t elapsed_ms(const TimeManager* tm) noexcept nogil
cdef int64_t spent_ms(const TimeManager* tm, uint64_t nodes) noexcept nogil
# Set the limits for `us`; start_ns must have been taken when `go` arrived.
cdef void set_time_limits(TimeManager* tm, SearchLimits* limits, Color us) noexcept nogil
cdef void divide_clock(TimeManager* tm, const SearchLimits* limits, Color us) noexcept nogil
# Record by how much this search has exceeded its hard limit, for the next one; an earlier overshoot counts half.
cdef void note_overshoot(TimeManager* tm) noexcept nogil
# Whether to stop between iterations, after `nodes`. So many in a row kept the best move, which took that share of the
# last one's nodes; since the one before the score has fallen by so many centipawns, or risen if negative.
cdef bint soft_limit_reached(
    TimeManager* tm, uint64_t nodes, int stable_iterations, int best_node_permille, int score_drop) noexcept nogil
