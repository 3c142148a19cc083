# Layer 7. When a game is over: by the rules, or because its scores have been decisive for long enough.

from lux.rules.position cimport Position

cdef enum:
    PLAYING = -1                # instead of a result

# The rules of adjudication; scores in centipawns.
cdef struct Adjudication:
    int win_score               # a game is won when the score, for the winner, has been at least this
    int win_plies               # for this many plies,
    int draw_score              # and drawn when it has been within this of zero
    int draw_plies              # for this many plies,
    int draw_from_ply           # from this ply of the game on

# For how many plies the scores of a game have been decisive; zeros at its beginning.
cdef struct DecisivePlies:
    int white_plies
    int black_plies
    int even_plies

# Return BLACK_WINS, DRAWN or WHITE_WINS if the game is over by the rules, else PLAYING.
# `repeated`: the position has come for the third time.
cdef int result_by_rules(const Position* pos, bint repeated) noexcept nogil
# Note White's score before the move at `ply`; return a result or PLAYING.
cdef int adjudicate(const Adjudication* rules, DecisivePlies* so_far, int white_score, int ply) noexcept nogil


cdef class Adjudicator:
    cdef Adjudication rules
    cdef DecisivePlies so_far
