# Layer 3. Static evaluation: tapered, hand-made, a bootstrap until a learned network takes its place.

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Bitboard, Color, Square, Value, int16_t, int32_t

# A middlegame and an endgame value in one integer, so that both are added at once:
#
#   31 ... 16   15 ... 0
#   endgame     middlegame      both signed; the low half borrows from the high one
ctypedef int32_t Score


# What the evaluation is the sum of, in the order of `lux eval`.
cdef enum:
    TERM_MATERIAL = 0           # and piece-square tables
    TERM_MOBILITY = 1
    TERM_PAWNS = 2
    TERM_PASSED = 3
    TERM_PIECES = 4
    TERM_THREATS = 5
    TERM_KING = 6
    TERM_TEMPO = 7
    TERM_NB = 8

# What both sides' terms need of each other, computed once. Index [color].
cdef struct EvalInfo:
    Bitboard[2] pawn_attacks
    Bitboard[2] attacked        # by anything
    Bitboard[2] attacked_twice
    Bitboard[2][6] attacked_by  # by one piece type
    Bitboard[2] mobility_area
    Bitboard[2] king_zone
    int[2] danger               # attack units against the king of that color
    Score[2][TERM_NB] terms

# Centipawns from the side to move's point of view, |value| < VALUE_MAX_EVAL.
cdef Value evaluate(const Position* pos) noexcept nogil
# The same, leaving the terms of both sides in `info`.
cdef Value evaluate_terms(const Position* pos, EvalInfo* info) noexcept nogil

# Private to evaluate.py.
cdef void init_side(const Position* pos, EvalInfo* info, Color us) noexcept nogil
cdef void evaluate_pieces(const Position* pos, EvalInfo* info, Color us) noexcept nogil
cdef void evaluate_pawns(const Position* pos, EvalInfo* info, Color us) noexcept nogil
cdef Score passed_pawn(const Position* pos, EvalInfo* info, Color us, Square square) noexcept nogil
cdef void evaluate_threats(const Position* pos, EvalInfo* info, Color us) noexcept nogil
cdef void evaluate_king(const Position* pos, EvalInfo* info, Color us) noexcept nogil
cdef int endgame_scale(const Position* pos, Score total) noexcept nogil
cdef int distance(Square a, Square b) noexcept nogil


cdef inline int mg_value(Score score) noexcept nogil:
    return <int16_t>score


cdef inline int eg_value(Score score) noexcept nogil:
    return <int16_t>((score + 32768) >> 16)
