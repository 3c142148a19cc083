# Layer 7. Adjudication of games whose scores have been decisive for long enough.

cdef enum:
    PLAYING = -1                # instead of a result

# The rules of adjudication, and the scores of a game so far; scores in centipawns.
cdef struct Adjudication:
    int win_score               # a game is won when the score, for the winner, has been at least this
    int win_plies               # for this many plies,
    int draw_score              # and drawn when it has been within this of zero
    int draw_plies              # for this many plies,
    int draw_from_ply           # from this ply of the game on
    int white_plies             # for which White has been winning
    int black_plies
    int even_plies

cdef void begin_game(Adjudication* rules) noexcept nogil
# Note White's score before the move at `ply`; return BLACK_WINS, DRAWN, WHITE_WINS or PLAYING.
cdef int adjudicate(Adjudication* rules, int white_score, int ply) noexcept nogil


cdef class Adjudicator:
    cdef Adjudication rules
