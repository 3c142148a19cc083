# Layer 7. Replaying games from files, to check them and to extract training positions.

from lux.rules.position cimport Position
from lux.rules.types cimport Move, uint8_t, uint64_t

cdef enum:
    REPETITION_KEYS = 256       # positions in which repetitions are found
    MAX_QUIET_PLIES = 1000      # without capture and pawn move: more than any rules allow, and what a FEN can have
    HASHED_BYTES = 64           # of a game: where it starts and its first moves
    CHANCE_SCALE = 310          # centipawns with an expected result of 73 %: the scale of Lux's network
    MAX_SMOOTHED = 10000        # centipawns; from there on all scores are alike

# As Filter says.
cdef struct RecordFilter:
    int min_ply, max_score, every
    bint checks, noisy
    uint64_t seed
    double smoothing

# Private to replay.py.
cdef bint is_wanted(const Position* pos, Move move, int score, const RecordFilter* keep) noexcept nogil
cdef void smooth_scores(
    const uint8_t* moves, int count, int first_ply, double smoothing, uint8_t[::1] records) noexcept nogil
