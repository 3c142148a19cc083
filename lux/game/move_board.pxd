# Layer 5. The moves of a game.

from lux.game.base_board cimport BaseBoard
from lux.rules.types cimport Move


cdef class MoveBoard(BaseBoard):
    cdef Move find(self, object uci) except? 0
    cdef bint takes(self, Move move)
    cdef int push_move(self, Move move) except -1
