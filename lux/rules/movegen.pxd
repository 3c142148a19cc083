# Layer 2. Legal move generation.

from lux.rules.attacks cimport between
from lux.rules.bitboard cimport (
    popcount, relative_rank_bb, shift_forward, shift_forward_east, shift_forward_west, square_bb,
)
from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Bitboard, C1, Color, D1, F1, G1, MAX_MOVES, Move, Square, relative_square

cdef enum GenType:
    ALL_MOVES = 0
    NOISY_MOVES = 1             # captures and promotions
    QUIET_MOVES = 2             # all the others

cdef struct MoveList:
    Move[MAX_MOVES] moves       # entries from `count` on are garbage
    int count

# Fill `out` with the legal moves of a kind, in a fixed order.
cdef void generate(const Position* pos, MoveList* out, GenType kind) noexcept nogil
# Count the legal moves without writing them down.
cdef int count_legal(const Position* pos) noexcept nogil
# Whether any 16 bits are a legal move here: for moves from the transposition table.
cdef bint is_legal(const Position* pos, Move move) noexcept nogil

# Private to movegen.py. The writers take and return a pointer to the next move.
cdef Bitboard check_mask(const Position* pos) noexcept nogil
cdef Bitboard safe_squares(const Position* pos, Bitboard squares, Bitboard occupied) noexcept nogil
cdef Bitboard castling_rooks(const Position* pos) noexcept nogil
cdef Move* add_moves(Move* out, Square from_, Bitboard targets) noexcept nogil
cdef Move* add_pawn_moves(Move* out, Bitboard targets, int step) noexcept nogil
cdef Move* add_promotions(Move* out, Bitboard targets, int step) noexcept nogil
cdef Move* generate_pawns(
    const Position* pos, Move* out, Color us, Bitboard pawns, Bitboard targets, GenType kind) noexcept nogil
cdef Move* generate_pieces(const Position* pos, Move* out, Bitboard targets) noexcept nogil
cdef int count_pieces(const Position* pos, Color us, Bitboard targets) noexcept nogil
cdef int count_pinned(const Position* pos, Color us, Bitboard mask) noexcept nogil
cdef int count_for(const Position* pos, Color us) noexcept nogil
cdef bint is_pawn_move(const Position* pos, Move move) noexcept nogil


# The squares that king and rook pass and reach when castling; their own may be among them in Chess960.
cdef inline Bitboard king_path(Color us, Square king, Square rook) noexcept nogil:
    cdef Square to = relative_square(us, G1 if rook > king else C1)
    return between(king, to) | square_bb(to)


cdef inline Bitboard rook_path(Color us, Square king, Square rook) noexcept nogil:
    cdef Square to = relative_square(us, F1 if rook > king else D1)
    return between(rook, to) | square_bb(to)


# Moves of `pawns` to `targets`, a promotion counting as four, without en passant.
cdef inline int count_pawns(
        Color us, Bitboard pawns, Bitboard empty, Bitboard enemies, Bitboard targets) noexcept nogil:
    cdef Bitboard single = shift_forward(us, pawns) & empty
    cdef Bitboard double = shift_forward(us, single & relative_rank_bb(us, 2)) & empty & targets
    cdef Bitboard west = shift_forward_west(us, pawns) & enemies & targets
    cdef Bitboard east = shift_forward_east(us, pawns) & enemies & targets
    single &= targets
    cdef int count = popcount(single) + popcount(double) + popcount(west) + popcount(east)
    cdef Bitboard last_rank
    if pawns & relative_rank_bb(us, 6):
        last_rank = relative_rank_bb(us, 7)
        count += 3 * (popcount(single & last_rank) + popcount(west & last_rank) + popcount(east & last_rank))
    return count
