# Layer 4. The state of one search thread. Header only.

from lux.evaluation.accumulator cimport Accumulators
from lux.rules.movegen cimport MoveList
from lux.rules.position cimport Position
from lux.rules.types cimport Depth, Key, MAX_MOVES, MAX_PLY, Move, Value, int64_t, uint64_t
from lux.search.history cimport History, PieceTo, QuietContext
from lux.search.record cimport Record
from lux.search.timeman cimport SearchLimits, TimeManager
from lux.search.tt cimport TranspositionTable
from lux.syzygy.probe cimport RootRank, Tablebases

cdef extern from * nogil:
    """
    #define LUX_ATOMIC_LOAD(place) __atomic_load_n((place), __ATOMIC_RELAXED)
    #define LUX_ATOMIC_STORE(flag, value) __atomic_store_n((flag), (value), __ATOMIC_RELAXED)
    """
    int atomic_load "LUX_ATOMIC_LOAD" (const int* flag) noexcept
    uint64_t atomic_load_count "LUX_ATOMIC_LOAD" (const uint64_t* count) noexcept
    void atomic_store "LUX_ATOMIC_STORE" (int* flag, int value) noexcept
    void atomic_store_count "LUX_ATOMIC_STORE" (uint64_t* count, uint64_t value) noexcept

cdef enum:
    STACK_BEFORE = 4            # frames before the root, so that ss[-4] always exists
    KEY_HISTORY = 1024          # positions of the game in which repetitions are found

# One ply of the line being searched.
cdef struct StackFrame:
    Position pos
    Move move                   # played from `pos`; NO_MOVE and NULL_MOVE where none
    Move excluded               # move left out by a singular extension search
    Move[2] killers
    PieceTo* continuation       # what followed `move` in earlier lines
    PieceTo* correction         # how wrong the evaluation was after `move` and another
    QuietContext context        # of the quiet moves, once they are needed
    int double_extensions       # along the line that led here
    int cutoffs                 # nodes at this ply that failed high, since that two plies before began
    Value static_eval           # VALUE_NONE in check
    int move_count              # place of `move` in the order of the main search
    int pv_length
    Move[MAX_PLY + 1] pv        # best line from here; [0, pv_length)

# One of the best lines, from the last iteration that can be trusted, for reports and for the move that is played.
cdef struct RootLine:
    Depth depth
    int seldepth
    Value value
    int bound                   # BOUND_EXACT, or which side of the window failed
    int pv_length
    Move[MAX_PLY + 1] pv

# A copy of a line, held for the next report.
cdef struct HeldLine:
    RootLine line
    int index                   # among the best lines, from 0
    uint64_t nodes
    uint64_t tb_hits
    int64_t time_ms
    int hashfull                # permille

# The state of one search thread. Threads search the same root on their own and help each other
# by what they leave in the shared transposition table (Lazy SMP); root.py describes what the main thread does for all.
cdef struct SearchThread:
    SearchThread** team         # all threads of this search, this one among them
    int team_size
    int index                   # this thread's place in the team
    SearchLimits limits
    TimeManager time
    TranspositionTable* tt
    Accumulators* accumulators  # what the evaluation keeps from position to position
    int* stop                   # set from outside to end this thread's search
    int* pondering              # while set, the clock does not count
    # Called to take the lines that have been held back for long enough; NULL without a listener.
    void (*report)(SearchThread* td, void* context) noexcept nogil
    # Called in a long search with each root move before it is searched, and its number from 1; may be NULL.
    void (*report_move)(SearchThread* td, void* context, Move move, int number) noexcept nogil
    void* report_context
    Record* record              # where the nodes are recorded; NULL for nowhere
    const Tablebases* tbs
    int tb_pieces               # the search probes them with at most this many pieces; 0 for never
    Depth tb_depth              # with exactly `tb_pieces`, only at this depth or more
    bint tb_fifty_moves         # wins that take too long for the fifty-move rule are draws
    bint tb_ranked              # the root is in the tablebases, and `root_ranks` holds the results of its moves
    uint64_t tb_hits            # positions found in them
    MoveList root_moves         # the moves that may be played, the best ranked first
    RootRank[MAX_MOVES] root_ranks      # line i is searched among the moves that rank as root_moves.moves[i]
    uint64_t[MAX_MOVES] root_nodes      # nodes below each root move, in the search for the first line
    int multipv                 # lines to search, at least 1 and no more than there are root moves
    int line_index              # the line being searched: moves that lead an earlier one are left out
    RootLine[MAX_MOVES] lines   # [0, multipv), the best first; empty ones have NO_MOVE as pv[0]
    bint reported               # nothing has changed in `lines` since they were last held
    HeldLine[MAX_MOVES] held    # [0, held_count): what has not been reported yet
    int held_count
    int64_t report_interval_ms  # how long lines may be held back; set if `report` is
    int64_t report_ms           # when the lines held now are due
    uint64_t nodes              # moves made, by this thread
    uint64_t next_check
    uint64_t leaf_nodes         # `nodes` when the current quiescence search began
    bint stopped                # this search is over: values returned from now on mean nothing
    Depth root_depth
    int seldepth
    int nmp_min_ply             # no null move before this ply, while one is being verified
    int key_count               # positions before the root in `keys`
    Key[KEY_HISTORY + MAX_PLY + 8] keys  # of the game's positions, the root and the current line
    StackFrame[MAX_PLY + 8] stack
    History history


# Count one more; only the thread itself does, while others may read.
cdef inline void increment(uint64_t* count) noexcept nogil:
    atomic_store_count(count, count[0] + 1)


# Moves made by all threads of the team; each may go on counting meanwhile.
cdef inline uint64_t team_nodes(const SearchThread* td) noexcept nogil:
    cdef uint64_t nodes = 0
    cdef int i
    for i in range(td.team_size):
        nodes += atomic_load_count(&td.team[i].nodes)
    return nodes


# Positions that all threads found in tablebases.
cdef inline uint64_t team_tb_hits(const SearchThread* td) noexcept nogil:
    cdef uint64_t hits = 0
    cdef int i
    for i in range(td.team_size):
        hits += atomic_load_count(&td.team[i].tb_hits)
    return hits
