# Layer 7. Games that Lux plays against itself, from the first move to the last below the interpreter lock.

from lux.learning.adjudication cimport Adjudicator
from lux.learning.packed cimport PackedBoard, PackedMove
from lux.network cimport Network
from lux.rules.position cimport Position
from lux.rules.types cimport Move, Value, uint64_t
from lux.search.thread cimport SearchThread
from lux.search.tt cimport TranspositionTable
from lux.tablebase cimport Tablebase

cdef enum:
    MAX_GAME_MOVES = 500
    STANDARD_START = 518        # its number among the start positions of Chess960
    MAX_PACKED_MOVES = 501      # with the zeros behind the last
    MAX_OPENINGS = 10000        # that are tried for a game

cdef struct PackedGame:
    PackedBoard start
    PackedMove[MAX_PACKED_MOVES] moves

# As PlaySettings says.
cdef struct PlayRules:
    uint64_t soft_nodes, hard_nodes, opening_nodes
    int random_plies, chess960_percent, max_opening_score, max_plies


cdef class SelfPlay:
    cdef Network network        # by which the thread evaluates
    cdef SearchThread* thread
    cdef Position* pos          # the position of the game, the root of the thread's searches
    cdef TranspositionTable tt
    cdef int stop_flag          # never set: a search ends by its nodes
    cdef int ponder_flag
    cdef int max_pieces         # of the tablebases, 0 without
    cdef readonly unsigned long long nodes      # searched in all
    cdef uint64_t seed
    cdef PlayRules rules
    cdef Adjudicator adjudicator
    cdef Tablebase tablebase    # None for none
    cdef bytes starts           # PackedBoards that games start from, and a pointer to them
    cdef const PackedBoard* start_boards
    cdef int opening_count      # if they are given; 0: they are the start positions of Chess960 by their numbers
    cdef uint64_t random        # state of the game's random numbers
    cdef PackedGame game        # that is being written
    cdef int move_count

    cdef int draw(self, int below) noexcept nogil
    cdef int play_game(self, uint64_t number) noexcept nogil
    cdef void set_start(self) noexcept nogil
    cdef bint play_opening(self) noexcept nogil
    cdef void advance(self, Move move) noexcept nogil
    cdef int result(self) noexcept nogil
    # Search the root, whose moves must have been generated; the best move is in the thread's first line.
    cdef Value think(self, uint64_t soft_nodes, uint64_t hard_nodes) noexcept nogil
    cdef int play_moves(self) noexcept nogil
