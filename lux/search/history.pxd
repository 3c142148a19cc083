# Layer 4. How often moves have caused cutoffs so far in this game: the tables that order quiet moves and captures.
#
# Every entry is an int16 that gravity keeps within a limit: an update moves it towards the bonus, by less the closer it
# already is. Source: https://www.chessprogramming.org/History_Heuristic

from lux.rules.position cimport Position, PositionPtr, captured_type
from lux.rules.move cimport from_sq, from_to, to_sq
from lux.rules.types cimport Bitboard, Color, Depth, Move, Value, c_assert, int16_t

cdef enum:
    HISTORY_MAX = 16384
    CORRECTION_SIZE = 16384     # entries a table, a power of two
    CORRECTION_MAX = 1024       # 1/CORRECTION_GRAIN of this is the most that one table corrects, in centipawns
    CORRECTION_GRAIN = 16
    CONTINUATION_PLIES = 3      # what a quiet move continues: the moves 1, 2 and 4 plies before

# One (piece, square) context of continuation history: [piece][to] of the move that follows it.
cdef struct PieceTo:
    int16_t[12][64] score

ctypedef PieceTo* PieceToPtr

# What else than the move itself the history of a quiet move depends on; the same for all moves of a position.
cdef struct QuietContext:
    PieceToPtr[CONTINUATION_PLIES] rows
    Bitboard threats            # squares that the other side attacks ...
    Bitboard[6] by_less         # ... with a piece worth less than [piece type]

# The moves that a node has tried, except the one that failed high; those beyond the limit are dropped.
cdef struct TriedMoves:
    Move[64] quiets
    Move[32] noisies
    int quiet_count
    int noisy_count

cdef struct History:
    int16_t[2][2][2][4096] quiet                # [color][from threatened][to threatened][from_to]
    int16_t[12][64][6] capture                  # [piece][to][captured type]
    PieceTo[13][64] continuation                # [piece][to] of an earlier move; row 12: no move, null move
    PieceTo[13][64] continuation_correction     # [piece][to] of the move before the last; [piece][to] of the last
    int16_t[2][CORRECTION_SIZE] pawn_correction         # [side to move][pawn key]
    int16_t[2][2][CORRECTION_SIZE] piece_correction     # [side to move][color][non-pawn key]

ctypedef const History* HistoryPtr
ctypedef const QuietContext* QuietContextPtr

cdef void history_clear(History* history) noexcept nogil
# Reward the move that failed high and penalise those tried before it.
cdef void update_best_move(
    History* history, const Position* pos, const QuietContext* context, Move* killers, Depth depth, Move best,
    const TriedMoves* tried) noexcept nogil
# The static evaluation, shifted by what it has lately been wrong by; and learning from an `error`, which is the
# search's value less the evaluation.
cdef Value corrected_eval(
    const History* history, const Position* pos, const int16_t* continuation, Value raw) noexcept nogil
cdef void update_corrections(
    History* history, const Position* pos, int16_t* continuation, Depth depth, int error) noexcept nogil

# Reward a quiet move by `share` 128ths of the bonus of a depth, or penalise it if that is negative.
cdef void reward_quiet(
    History* history, const Position* pos, const QuietContext* context, Depth depth, Move move, int share
) noexcept nogil

# Private to history.py.
cdef void update_quiet(
    History* history, const Position* pos, const QuietContext* context, Move move, int bonus) noexcept nogil


# The butterfly entry of a quiet move, by whether it leaves or enters a square that is attacked.
cdef inline int16_t* quiet_entry(const History* history, Color stm, Bitboard threats, Move move) noexcept nogil:
    return <int16_t*>&history.quiet[stm][threats >> from_sq(move) & 1][threats >> to_sq(move) & 1][from_to(move)]


# The entry of a capture or promotion.
cdef inline int16_t* noisy_entry(const History* history, const Position* pos, Move move) noexcept nogil:
    return <int16_t*>&history.capture[pos.board[from_sq(move)]][to_sq(move)][captured_type(pos, move)]


# What the evaluation is corrected by: the entry of a position's pawns, and that of one side's pieces.
cdef inline int16_t* pawn_entry(const History* history, const Position* pos) noexcept nogil:
    return <int16_t*>&history.pawn_correction[pos.stm][pos.pawn_key & (CORRECTION_SIZE - 1)]


cdef inline int16_t* piece_entry(const History* history, const Position* pos, Color color) noexcept nogil:
    return <int16_t*>&history.piece_correction[pos.stm][color][pos.non_pawn_key[color] & (CORRECTION_SIZE - 1)]


cdef inline void add_tried(TriedMoves* tried, Move move, bint noisy) noexcept nogil:
    if noisy and tried.noisy_count < 32:
        tried.noisies[tried.noisy_count] = move
        tried.noisy_count += 1
    elif not noisy and tried.quiet_count < 64:
        tried.quiets[tried.quiet_count] = move
        tried.quiet_count += 1


# Move `entry` towards `bonus`; |bonus| and |entry| <= limit <= HISTORY_MAX.
cdef inline void update_history(int16_t* entry, int bonus, int limit) noexcept nogil:
    c_assert(-limit <= bonus)
    c_assert(bonus <= limit)
    entry[0] += bonus - entry[0] * (bonus if bonus > 0 else -bonus) // limit
    c_assert(-limit <= entry[0])
    c_assert(entry[0] <= limit)
