# Layer 7. Replaying games from files, to check them and to extract training positions.

from lux.learning.packed cimport PackedBoard
from lux.rules.position cimport Position
from lux.rules.types cimport Key, Move, int16_t, uint8_t, uint64_t

cdef enum:
    REPETITION_KEYS = 256       # positions in which repetitions are found
    MAX_QUIET_PLIES = 1000      # without capture and pawn move: more than any rules allow, and what a FEN can have
    HASHED_WORDS = 8            # of a game: where it starts and its first moves
    CHANCE_SCALE = 310          # centipawns with an expected result of 73 %: the scale of Lux's network
    MAX_SMOOTHED = 10000        # centipawns; from there on all scores are alike

# What is wrong with a game, besides what unpack_board says of its header.
cdef enum:
    GAME_CUT_OFF = 8            # no four zero bytes before the end
    ILLEGAL_MOVE = 9
    TOO_QUIET = 11              # more than MAX_QUIET_PLIES in a row
    GAME_TOO_LONG = 10          # it has more records than there is room for

# Which positions to train on, and the scores they get.
cdef struct RecordFilter:
    int min_ply                 # of the game, from its start position on
    int max_score               # for either side
    bint checks                 # also those in check
    bint noisy                  # also those whose best move captures or promotes
    int every                   # one in so many of those that pass
    uint64_t seed               # of the first of each game: seeds that follow each other share no position
    double smoothing            # share of the next position's smoothed score in a score, 0 to 1

# A game that was read.
cdef struct GameSummary:
    size_t length               # bytes; of a bad one, up to what is wrong
    int moves
    int wanted                  # positions that passed the filter, from a random number on
    int records                 # those of them that were kept
    int result                  # as its header has it
    int outcome                 # the result by the rules in its last position; -1 if it could go on there
    int16_t last_score

# Read the game at `data`; `out`, unless NULL, has room for `capacity` of its positions that pass the filter, or the
# game is too long. Return BOARD_OK or what is wrong.
cdef int read_game(
    const uint8_t* data, size_t size, const RecordFilter* keep, PackedBoard* out, size_t capacity,
    GameSummary* summary) noexcept nogil

# Private to replay.py.
cdef bint is_wanted(const Position* pos, Move move, int score, const RecordFilter* keep) noexcept nogil
cdef int first_of_game(const uint8_t* data, size_t size, const RecordFilter* keep) noexcept nogil
cdef void smooth_scores(
    const uint8_t* moves, int count, int first_ply, double smoothing, PackedBoard* records, int left) noexcept nogil
cdef double chance_of(int score) noexcept nogil
