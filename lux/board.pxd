# Layer 5. The Python face of a game: the positions so far and the moves between them.

from lux.rules.perft cimport PerftTable as Table
from lux.rules.position cimport Position
from lux.rules.types cimport Bitboard, Move, Square


cdef class PerftTable:
    cdef Table table
    cdef readonly size_t mib            # its size


cdef class Board:
    cdef public bint chess960           # moves are written, and FENs read, in the Chess960 way
    cdef Position* positions            # [0 .. played], the current one last
    cdef Move* moves                    # [0 .. played - 1]: moves[i] leads from positions[i] to positions[i + 1]
    cdef int played
    cdef int capacity
    cdef Square start_ep                # what a double push has just passed at positions[0], or NO_SQUARE

    cdef Position* current(self)
    cdef Square passed_square(self)
    cdef int play(self, Move move) except -1
    cdef int reserve(self, int capacity) except -1
    cdef Move find(self, str uci) except? 0
    cdef bint takes(self, Move move)
    cdef bint has_rights_beyond_king(self, bint color, bint king_side)
    cdef Bitboard pin_line(self, bint color, str square) except? 0
    cdef bint can_claim_next(self, bint fifty) except -1
    cdef object dead_end(self)
    cdef str drawing(self, str letters)


cdef list square_names(Bitboard squares)
