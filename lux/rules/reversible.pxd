# Layer 2. Moves that can be taken back, found by how they change a position's key.

from lux.rules.attacks cimport between
from lux.rules.position cimport Position, occupied
from lux.rules.types cimport Key, uint8_t

cdef enum:
    REVERSIBLE_SLOTS = 8192     # for 3,668 moves; a power of two

# A piece's move, in either direction; slots without a move have key 0.
cdef struct ReversibleMove:
    Key key                     # what it changes in a position's key, the side to move included
    uint8_t a
    uint8_t b

cdef ReversibleMove[REVERSIBLE_SLOTS] REVERSIBLE_MOVES

# Private to reversible.py.
cdef void init_reversible_moves() noexcept nogil


# Whether the position whose key differs by this is a single move of a piece away, over squares that are free.
cdef inline bint is_reversible_move(const Position* pos, Key difference) noexcept nogil:
    cdef int slot = difference & (REVERSIBLE_SLOTS - 1)
    while REVERSIBLE_MOVES[slot].key != 0:
        if REVERSIBLE_MOVES[slot].key == difference:
            return (between(REVERSIBLE_MOVES[slot].a, REVERSIBLE_MOVES[slot].b) & occupied(pos)) == 0
        slot = (slot + 1) & (REVERSIBLE_SLOTS - 1)
    return False
