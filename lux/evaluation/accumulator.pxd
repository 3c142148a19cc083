# Layer 3. The first layer of the network, kept from position to position.

from lux.evaluation.features cimport HIDDEN, VIEWS
from lux.evaluation.weights cimport Sums, Weights, WeightsPtr
from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Bitboard, Color, Value, int16_t, uint8_t

cdef enum:
    KEPT_PLIES = 256            # a power of two, more than a search is deep
    MAX_CHANGES = 64
    MOVE_CHANGES = 4            # squares that one move can change, by castling

# The accumulator values of one position, and its pieces.
cdef struct Accumulator:
    int16_t[2][HIDDEN] sums     # [color]: as each side sees the board
    Bitboard[6] by_type
    Bitboard[2] by_color
    uint8_t[64] board
    uint8_t[2] views            # [color]: as features.pxd numbers them
    uint8_t[62] padding         # to whole cache lines

ctypedef const Accumulator* AccumulatorPtr

# The accumulators of one thread: the one last computed at each ply of the game, and for each side the one last computed
# with each view, of which only that side's values mean something. Allocate it on a cache line.
cdef struct Accumulators:
    Accumulator[KEPT_PLIES] plies       # [game_ply modulo KEPT_PLIES]
    Accumulator[2][VIEWS] by_view       # [color][view]
    WeightsPtr network
    uint8_t[56] padding                 # to whole cache lines

# What changes from an accumulator to a position: the inputs of one side that come and go.
cdef struct Changes:
    Sums[MAX_CHANGES] added     # their rows of weights
    Sums[MAX_CHANGES] removed
    int added_count
    int removed_count

# Use a network, and reset every accumulator to the empty board.
cdef void reset_accumulators(Accumulators* accumulators, WeightsPtr network) noexcept nogil
# Centipawns from the side to move's point of view, |value| < VALUE_MAX_EVAL. Quick if the position is a few moves away
# from those evaluated before, correct in any case.
cdef Value evaluate(Accumulators* accumulators, PositionPtr pos) noexcept nogil
# Its two halves, for callers with something else to do between them: the position's accumulator, valid until the next
# call, and the evaluation from it.
cdef Accumulator* up_to_date(Accumulators* accumulators, PositionPtr pos) noexcept nogil
cdef Value evaluate_sums(WeightsPtr net, AccumulatorPtr accumulator, PositionPtr pos) noexcept nogil
# The same without accumulators.
cdef Value evaluate_from_scratch(WeightsPtr net, PositionPtr pos) noexcept nogil

# Private to accumulator.py.
cdef void clear_accumulator(Accumulator* accumulator, WeightsPtr net) noexcept nogil
cdef void update(
    Accumulators* accumulators, Accumulator* target, AccumulatorPtr source, Bitboard changed, PositionPtr pos
) noexcept nogil
cdef void change_view(Accumulators* accumulators, Accumulator* target, PositionPtr pos, Color color) noexcept nogil
cdef void update_side(
    Accumulator* target, AccumulatorPtr source, Bitboard changed, PositionPtr pos, WeightsPtr net, Color color
) noexcept nogil
cdef void copy_pieces(Accumulator* accumulator, PositionPtr pos) noexcept nogil
cdef void apply_changes(int16_t* target, Sums source, Changes* changes) noexcept nogil
cdef void add_rows(int16_t* target, Sums* rows, int count) noexcept nogil
cdef void subtract_rows(int16_t* target, Sums* rows, int count) noexcept nogil


cdef inline Accumulator* kept_at(Accumulators* accumulators, int game_ply) noexcept nogil:
    return &accumulators.plies[game_ply & (KEPT_PLIES - 1)]


# The squares where the position differs from the accumulator's.
cdef inline Bitboard changed_squares(AccumulatorPtr accumulator, PositionPtr pos) noexcept nogil:
    cdef Bitboard changed = 0
    cdef int i
    for i in range(6):
        changed |= accumulator.by_type[i] ^ pos.by_type[i]
    for i in range(2):
        changed |= accumulator.by_color[i] ^ pos.by_color[i]
    return changed
