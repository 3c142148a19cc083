# Layer 3. What moves have been worth so far in this search: the tables that order quiet moves and captures.
#
# Every entry is an int16 that gravity keeps within +-HISTORY_MAX: an update moves it towards the bonus, by less the
# closer it already is. Source: https://www.chessprogramming.org/History_Heuristic

from lux.rules.types cimport int16_t

cdef enum:
    HISTORY_MAX = 16384
    CORRECTION_SIZE = 16384     # entries a table, a power of two
    CORRECTION_MAX = 1024       # 1/CORRECTION_GRAIN of this is the largest correction, in centipawns
    CORRECTION_GRAIN = 16

# One (piece, square) context of continuation history: [piece][to] of the move that follows it.
cdef struct PieceTo:
    int16_t[12][64] score

cdef struct History:
    int16_t[2][4096] quiet                      # [color][from_to]
    int16_t[12][64][6] capture                  # [piece][to][captured type]
    PieceTo[13][64] continuation                # [piece][to] of an earlier move; row 12: no move, null move
    int16_t[2][CORRECTION_SIZE] pawn_correction         # [side to move][pawn key]
    int16_t[2][2][CORRECTION_SIZE] piece_correction     # [side to move][color][non-pawn key]

ctypedef const History* HistoryPtr
ctypedef PieceTo* PieceToPtr

cdef void history_clear(History* history) noexcept nogil


# Move `entry` towards `bonus`; |bonus| <= HISTORY_MAX.
cdef inline void update_history(int16_t* entry, int bonus) noexcept nogil:
    entry[0] += bonus - entry[0] * (bonus if bonus > 0 else -bonus) // HISTORY_MAX


cdef inline void update_correction(int16_t* entry, int bonus) noexcept nogil:
    entry[0] += bonus - entry[0] * (bonus if bonus > 0 else -bonus) // CORRECTION_MAX
