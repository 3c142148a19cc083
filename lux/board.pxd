# Layer 5. A game as a Python object.

from lux.game.move_board cimport MoveBoard


cdef class Board(MoveBoard):
    cdef bint can_claim_next(self, bint fifty) except -1
    cdef object dead_end(self)
