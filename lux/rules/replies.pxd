# Layer 2. Counting the replies to every move of a position at once: perft's last two plies.

from lux.rules.position cimport Position, PositionPtr
from lux.rules.types cimport Bitboard, Color, Move, Square, uint64_t

cdef enum:
    MAX_RAYS = 16               # of a kind: the FEN limits allow a side no more pieces

# The moves of a slider along diagonals, or along ranks and files; a queen has both.
cdef struct Ray:
    Bitboard attacks            # the squares it sees, blockers included
    Square square
    int count                   # its moves

# The replies to a null move, and what they depend on. A move that starts and ends outside the `danger` of its type of
# piece leaves checks, pins, king moves and castling as they were, so that only sliders and pawns need counting again;
# one that starts and ends outside `influence` too leaves everything.
cdef struct Replies:
    Position passed             # the position after passing
    int count                   # its legal moves
    int count_without_pawns     # without those of pawns that are not pinned
    Bitboard pawns              # pawns of the replying side that are not pinned
    int[2] ray_count            # [straight]
    Ray[2][MAX_RAYS] rays       # [straight], of sliders that are not pinned
    Bitboard[6] danger
    Bitboard influence

ctypedef const Replies* RepliesPtr

# Sequences of two legal moves.
cdef uint64_t count_replies(const Position* pos) noexcept nogil

# Private to replies.py.
cdef uint64_t replies_for(const Position* pos, Color us) noexcept nogil
cdef int play_and_count(const Position* pos, Move move) noexcept nogil
cdef void survey(const Position* pos, Color us, Replies* replies) noexcept nogil
cdef void find_danger(const Position* pos, Color us, Replies* replies) noexcept nogil
cdef Bitboard open_lines(const Position* pos, Color us, Square square, int blockers) noexcept nogil
cdef int recount(const Position* pos, Color us, const Replies* replies, Move move) noexcept nogil
