# Layer 5. The positions of a game; the last one is on the board.

from lux.rules.position cimport Position
from lux.rules.types cimport Bitboard, Key, Move, Square

cdef enum:
    POSITION_KEYS = sizeof(Position) // sizeof(Key)     # how far apart the keys of two positions in a row lie


cdef class BaseBoard:
    cdef public bint chess960           # moves are written, and FENs read, in the Chess960 way
    cdef Position* positions            # [0 .. played], the current one last
    cdef Move* moves                    # [0 .. played - 1]: moves[i] leads from positions[i] to positions[i + 1]
    cdef int played
    cdef int capacity
    cdef Square start_ep                # what a double push has just passed at positions[0], or NO_SQUARE
    cdef bint unchecked                 # positions[0], the only one, was set up piece by piece and may be illegal

    # The position that is on the board now. Raises FenError if it cannot be played on from.
    cdef inline Position* current(self) except NULL:
        if self.unchecked:
            self.check()
        return &self.positions[self.played]

    # The same, but an illegal position as it is: read only pieces, side to move, castling rights and counters.
    cdef inline Position* placed(self) noexcept:
        if self.unchecked:
            try:
                self.check()
            except ValueError:
                pass
        return &self.positions[self.played]

    cdef int check(self) except -1
    cdef Position* set_up(self)

    cdef int reserve(self, int capacity) except -1
    cdef Square passed_square(self, int played)
    cdef bint has_rights_beyond_king(self, bint color, bint king_side)
    cdef str drawing(self, str letters)


cdef list square_names(Bitboard squares)
