# Layer 4. What moves have been worth so far in this game: the tables that order quiet moves and captures.
#
# Every entry is an int16 that gravity keeps within +-HISTORY_MAX: an update moves it towards the bonus, by less the
# closer it already is. Source: https://www.chessprogramming.org/History_Heuristic

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Depth, Move, Value, c_assert, int16_t

cdef enum:
    HISTORY_MAX = 16384
    CORRECTION_SIZE = 16384     # entries a table, a power of two
    CORRECTION_MAX = 1024       # 1/CORRECTION_GRAIN of this is the most that one table corrects, in centipawns
    CORRECTION_GRAIN = 16
    CONTINUATION_PLIES = 3      # contexts of a move: those 1, 2 and 4 plies before

# One (piece, square) context of continuation history: [piece][to] of the move that follows it.
cdef struct PieceTo:
    int16_t[12][64] score

# The moves that a node has tried, without the one that cut; those for which there is no room are forgotten.
cdef struct TriedMoves:
    Move[64] quiets
    Move[32] noisies
    int quiet_count
    int noisy_count

cdef struct History:
    int16_t[2][4096] quiet                      # [color][from_to]
    int16_t[12][64][6] capture                  # [piece][to][captured type]
    PieceTo[13][64] continuation                # [piece][to] of an earlier move; row 12: no move, null move
    int16_t[2][CORRECTION_SIZE] pawn_correction         # [side to move][pawn key]
    int16_t[2][2][CORRECTION_SIZE] piece_correction     # [side to move][color][non-pawn key]

ctypedef const History* HistoryPtr
ctypedef PieceTo* PieceToPtr

cdef void history_clear(History* history) noexcept nogil
# Reward the move that cut and blame those tried before it; `continuation` holds the contexts of the node's moves.
cdef void update_best_move(
    History* history, const Position* pos, PieceToPtr* continuation, Move* killers, Depth depth, Move best,
    const TriedMoves* tried) noexcept nogil
# The static evaluation, shifted by what it has lately been wrong by; and learning from an `error`, which is the
# search's value less the evaluation.
cdef Value corrected_eval(const History* history, const Position* pos, Value raw) noexcept nogil
cdef void update_corrections(History* history, const Position* pos, Depth depth, int error) noexcept nogil

# Private to history.py.
cdef void update_quiet(
    History* history, const Position* pos, PieceToPtr* continuation, Move move, int bonus) noexcept nogil
cdef void update_noisy(History* history, const Position* pos, Move move, int bonus) noexcept nogil


cdef inline void add_tried(TriedMoves* tried, Move move, bint noisy) noexcept nogil:
    if noisy and tried.noisy_count < 32:
        tried.noisies[tried.noisy_count] = move
        tried.noisy_count += 1
    elif not noisy and tried.quiet_count < 64:
        tried.quiets[tried.quiet_count] = move
        tried.quiet_count += 1


# Move `entry` towards `bonus`; |bonus| <= HISTORY_MAX.
cdef inline void update_history(int16_t* entry, int bonus) noexcept nogil:
    c_assert(-HISTORY_MAX <= bonus)
    c_assert(bonus <= HISTORY_MAX)
    entry[0] += bonus - entry[0] * (bonus if bonus > 0 else -bonus) // HISTORY_MAX
    c_assert(-HISTORY_MAX <= entry[0])
    c_assert(entry[0] <= HISTORY_MAX)


cdef inline void update_correction(int16_t* entry, int bonus) noexcept nogil:
    c_assert(-CORRECTION_MAX <= bonus)
    c_assert(bonus <= CORRECTION_MAX)
    entry[0] += bonus - entry[0] * (bonus if bonus > 0 else -bonus) // CORRECTION_MAX
    c_assert(-CORRECTION_MAX <= entry[0])
    c_assert(entry[0] <= CORRECTION_MAX)
