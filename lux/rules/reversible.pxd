# Layer 2. Repetition: how often a position occurred, and moves that can be taken back, known by the change of its key.

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


# How often a position occurred in the `reach` plies before it. Its own key lies, or would lie, at `here` among those of
# the game, which are `step` keys apart.
cdef inline int earlier_occurrences(const Key* here, int step, Key key, int reach) noexcept nogil:
    cdef int count = 0, back
    for back in range(4, reach + 1, 2):
        count += (here - back * step)[0] == key
    return count
