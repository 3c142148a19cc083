# Layer 7. When a game is over: by the rules, or because its scores have been decisive for long enough.

from lux.rules.position cimport Position

cdef enum:
    PLAYING = -1                # instead of a result

# When scores end a game, as PlaySettings says.
cdef struct Adjudication:
    int win_score, win_plies, draw_score, draw_plies, draw_from_ply

# Return BLACK_WINS, DRAWN or WHITE_WINS if the game is over by the rules, else PLAYING.
# `repeated`: the position has come for the third time.
cdef int result_by_rules(const Position* pos, bint repeated) noexcept nogil


cdef class Adjudicator:
    cdef Adjudication rules
    cdef int white_plies        # for how many plies the scores of the game have been decisive
    cdef int black_plies
    cdef int even_plies

    cdef void begin(self) noexcept nogil
    # Note White's score before the move at `ply`; return a result or PLAYING.
    cdef int note(self, int white_score, int ply) noexcept nogil
