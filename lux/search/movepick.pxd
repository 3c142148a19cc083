# Layer 4. Moves one at a time, the likeliest to cause a cutoff first, generated no earlier than needed.

from lux.search.history cimport History, HistoryPtr, QuietContext, QuietContextPtr
from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport MAX_MOVES, Move

cdef enum:
    STAGE_TT_MOVE = 0
    STAGE_GENERATE_NOISY = 1
    STAGE_GOOD_NOISY = 2
    STAGE_KILLER_1 = 3
    STAGE_KILLER_2 = 4
    STAGE_GENERATE_QUIET = 5
    STAGE_QUIET = 6
    STAGE_BAD_NOISY = 7
    STAGE_DONE = 8

cdef struct MovePicker:
    const Position* pos
    const History* history
    const QuietContext* context
    Move tt_move
    Move[2] killers
    int stage
    bint noisy_only             # quiescence search, not in check
    bint skip_quiets            # set by the search when it wants no more quiet moves
    Move[MAX_MOVES] moves       # [0, bad): losing captures; [current, end): still to come
    int[MAX_MOVES] keys         # 512 * score + 511 - index: the greatest belongs to the best, the first among equals
    int current
    int end
    int bad

# Prepare for one node; tt_move may be any 16 bits, killers may be NO_MOVE.
cdef void init_picker(
    MovePicker* picker, const Position* pos, const History* history, const QuietContext* context, Move tt_move,
    const Move* killers, bint noisy_only) noexcept nogil
# The next move, each legal one at most once, or NO_MOVE when there are no more.
cdef Move next_move(MovePicker* picker) noexcept nogil
# The history score of a quiet move, |score| <= 4 * HISTORY_MAX: the sum of its butterfly and continuation entries.
cdef int quiet_score(const Position* pos, const History* history, const QuietContext* context, Move move) noexcept nogil

# Private to movepick.py.
cdef void score_noisy(MovePicker* picker) noexcept nogil
cdef void score_quiets(MovePicker* picker) noexcept nogil
cdef Move take_best(MovePicker* picker) noexcept nogil
cdef void append_moves(MovePicker* picker, bint quiet) noexcept nogil
