# Layer 2. The position: one flat struct, copied for every move.

from lux.rules.attacks cimport bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks
from lux.rules.bitboard cimport lsb
from lux.rules.move cimport CASTLING, EN_PASSANT, PROMOTION, move_type, to_sq
from lux.rules.types cimport (
    BISHOP, Bitboard, Color, KING, KNIGHT, Key, Move, NO_PIECE, PAWN, Piece, PieceType, QUEEN, ROOK, Square,
    Value, int16_t, type_of, uint16_t, uint8_t)

cdef extern from * nogil:
    """
    static const int LUX_SEE_VALUES[] = {100, 320, 330, 500, 950, 0, 0};
    """
    const Value* SEE_VALUES "LUX_SEE_VALUES"        # [piece type]

# 192 bytes, three cache lines. The keys, `checkers` and `pinned` follow from the other fields (set_state).
cdef struct Position:
    Bitboard[6] by_type         # [piece type]
    Bitboard[2] by_color        # [color]
    uint8_t[64] board           # piece on each square, NO_PIECE where empty
    Key key                     # pieces, side to move, castling rights, en passant
    Key pawn_key                # pawns only
    Key[2] non_pawn_key         # [color]: that side's pieces but pawns, its king included
    Bitboard castling_rights    # the squares of the rooks that may still castle
    Bitboard checkers           # enemy pieces that give check to the side to move
    Bitboard pinned             # pieces of the side to move that shield their king from a slider
    uint8_t stm                 # side to move
    uint8_t ep_square           # only where an en passant capture is legal, else NO_SQUARE
    int16_t rule50              # plies since the last capture or pawn move
    int16_t plies_from_null     # plies since the last null move: how far back repetition may look
    uint16_t game_ply           # plies since the start of the game: 2 * (move number - 1), plus 1 for Black

ctypedef const Position* PositionPtr

# Set an empty board with White to move; put_piece and set_state complete it.
cdef void clear_position(Position* pos) noexcept nogil
# Put a piece on an empty square. Keys are not kept: set_state computes them.
cdef void put_piece(Position* pos, Piece piece, Square square) noexcept nogil
# Compute keys, checkers and pins from scratch, and drop an en passant square without a legal capture.
cdef void set_state(Position* pos) noexcept nogil

# Play a legal move: `to` becomes the position after it, `pos` is unchanged. They must not be the same.
cdef void do_move(const Position* pos, Position* to, Move move) noexcept nogil
# The same without keys: for perft.
cdef void do_move_unkeyed(const Position* pos, Position* to, Move move) noexcept nogil
# Pass. Requires: not in check.
cdef void do_null_move(const Position* pos, Position* to) noexcept nogil

# Pieces of both colours that attack `square`, sliders seeing through all but `occupied`.
cdef Bitboard attackers_to(const Position* pos, Square square, Bitboard occupied) noexcept nogil
# Squares that a side attacks, including protected pieces of its own; `by_less[kind]`: with pieces worth less than that.
cdef Bitboard attacked_by(const Position* pos, Color color, Bitboard* by_less) noexcept nogil
# The pawns that may capture on the en passant square. Requires: there is one.
cdef Bitboard ep_capturers(const Position* pos) noexcept nogil
# Whether a legal move gives check.
cdef bint gives_check(const Position* pos, Move move) noexcept nogil
# Whether the exchange that `move` starts on its target square wins at least `threshold`.
cdef bint see_ge(const Position* pos, Move move, Value threshold) noexcept nogil
# Whether a side cannot mate by any sequence of legal moves.
cdef bint can_never_mate(const Position* pos, Color us) noexcept nogil
# Whether neither side can ever mate: bare kings, one minor piece, or all bishops on squares of one colour.
cdef bint is_insufficient_material(const Position* pos) noexcept nogil

# Private to position.py.
cdef void set_check_info(Position* pos) noexcept nogil
cdef void apply_move(const Position* pos, Position* to, Move move, bint keyed) noexcept nogil
cdef void do_castling(Position* to, Color us, Square king_from, Square rook_from, bint keyed) noexcept nogil
cdef void toggle(Position* to, Piece piece, Square square) noexcept nogil


cdef inline Bitboard occupied(const Position* pos) noexcept nogil:
    return pos.by_color[0] | pos.by_color[1]


cdef inline Bitboard pieces(const Position* pos, Color color, PieceType kind) noexcept nogil:
    return pos.by_color[color] & pos.by_type[kind]


cdef inline Bitboard diagonal_sliders(const Position* pos) noexcept nogil:
    return pos.by_type[BISHOP] | pos.by_type[QUEEN]


cdef inline Bitboard straight_sliders(const Position* pos) noexcept nogil:
    return pos.by_type[ROOK] | pos.by_type[QUEEN]


cdef inline Bitboard sliders_along(const Position* pos, bint straight) noexcept nogil:
    return straight_sliders(pos) if straight else diagonal_sliders(pos)


# Sliders of both colours that attack `square`, seeing through all but `occupied`.
cdef inline Bitboard sliders_towards(const Position* pos, Square square, Bitboard occupied) noexcept nogil:
    return (bishop_attacks(square, occupied) & diagonal_sliders(pos)) | (
        rook_attacks(square, occupied) & straight_sliders(pos))


cdef inline Square king_square(const Position* pos, Color color) noexcept nogil:
    return lsb(pieces(pos, color, KING))


# Whether `by` attacks `square`, sliders seeing through all but `occupied`. One expression: early returns would cost
# more in mispredicted branches than they save.
cdef inline bint is_attacked(const Position* pos, Square square, Color by, Bitboard occupied) noexcept nogil:
    return (pos.by_color[by] & (
        (pawn_attacks(by ^ 1, square) & pos.by_type[PAWN])
        | (knight_attacks(square) & pos.by_type[KNIGHT])
        | (king_attacks(square) & pos.by_type[KING])
        | sliders_towards(pos, square, occupied))) != 0


# Set for each piece type the squares from which such a piece of the side to move attacks the enemy king.
cdef inline void set_check_squares(const Position* pos, Bitboard* squares) noexcept nogil:
    cdef Square king = king_square(pos, pos.stm ^ 1)
    squares[PAWN] = pawn_attacks(pos.stm ^ 1, king)
    squares[KNIGHT] = knight_attacks(king)
    squares[BISHOP] = bishop_attacks(king, occupied(pos))
    squares[ROOK] = rook_attacks(king, occupied(pos))
    squares[QUEEN] = squares[BISHOP] | squares[ROOK]
    squares[KING] = 0


# Whether the side has more than king and pawns; with these alone, passing is often the best move.
cdef inline bint has_pieces(const Position* pos, Color color) noexcept nogil:
    return (pos.by_color[color] & ~(pos.by_type[PAWN] | pos.by_type[KING])) != 0


cdef inline bint is_capture(const Position* pos, Move move) noexcept nogil:
    return move_type(move) == EN_PASSANT or (pos.board[to_sq(move)] != NO_PIECE and move_type(move) != CASTLING)


# Whether a legal move captures or promotes.
cdef inline bint is_noisy(const Position* pos, Move move) noexcept nogil:
    return is_capture(pos, move) or move_type(move) == PROMOTION


# Centipawns for the static exchange and for ordering captures; a king is never won.
cdef inline Value see_value(PieceType kind) noexcept nogil:
    return SEE_VALUES[kind]


# What a capture or promotion takes: PAWN for en passant, and for want of anything else if a promotion takes nothing.
cdef inline PieceType captured_type(const Position* pos, Move move) noexcept nogil:
    cdef Piece captured = pos.board[to_sq(move)]
    return PAWN if captured == NO_PIECE else type_of(captured)
