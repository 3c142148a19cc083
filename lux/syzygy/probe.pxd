# Layer 3. Syzygy tablebases: who wins with few pieces left, and the plies to the next zeroing move.

from libc.stdint cimport uint64_t

from lux.rules.movegen cimport MoveList
from lux.rules.position cimport Position
from lux.rules.types cimport Key, Move, Value
from lux.syzygy.table cimport SyzygyTable, TablePlace

ctypedef const Key* KeyPtr

cdef extern from * nogil:
    """
    #include <stdint.h>
    #define LUX_MATERIAL_MIX UINT64_C(0x9E3779B97F4A7C15)
    """
    const uint64_t MATERIAL_MIX "LUX_MATERIAL_MIX"

cdef enum:
    TABLE_SLOTS = 8192          # the 1511 tables of up to 7 pieces have some 3000 keys
    OTHER_SIDE = 32766          # instead of a value: the DTZ file holds the other side to move
    RANK_WIN = 100000

# The source of the ranks of root moves.
cdef enum:
    NOT_RANKED, RANKED_BY_WDL, RANKED_BY_DTZ

cdef struct TableSlot:
    uint64_t key
    SyzygyTable* table          # NULL where empty

cdef struct Tablebases:
    TableSlot[TABLE_SLOTS] slots        # open addressing; each table under the keys of both colours
    SyzygyTable* first          # all tables, by their `next`
    int[2] file_count           # [kind]
    int max_pieces              # of any WDL table; 0 without tables

ctypedef const Tablebases* TablebasesPtr

# How a root move ranks, the higher the better, and the value to show for it.
cdef struct RootRank:
    int rank
    Value value

# Map and check the file of a table. `count` is the material by piece, White being the side named first; `opened` is
# what map_file takes. Return the outcome; unless it is TABLE_OK, or if there is such a file already, nothing changes.
cdef int add_table(Tablebases* tbs, const int* count, int kind, Py_ssize_t opened, size_t size) noexcept nogil
# Unmap all files. The caller still owns `tbs`.
cdef void free_tables(Tablebases* tbs) noexcept nogil

# The WDL value, as if rule50 were 0, or NO_VALUE. Requires: no castling rights.
cdef int probe_wdl(const Tablebases* tbs, const Position* pos) noexcept nogil
# The DTZ value, or NO_VALUE. Requires: no castling rights.
cdef int probe_dtz(const Tablebases* tbs, const Position* pos) noexcept nogil
# Where the position's value lies in a file of that kind. Return 0, or NO_VALUE or OTHER_SIDE if it is in none.
cdef int locate(const Tablebases* tbs, const Position* pos, int kind, TablePlace* place) noexcept nogil
# Rank the moves of a game's position; keys[last] is its key, with those of the game before it. Return what the ranks
# come from; if that is nothing, all are 0. Requires: no castling rights.
cdef int rank_root_moves(
    const Tablebases* tbs, const Position* pos, const Key* keys, int last, const MoveList* moves, bint fifty_moves,
    RootRank* ranks) noexcept nogil

# Private to probe.py.
cdef uint64_t position_key(const Position* pos) noexcept nogil
cdef int find_slot(const Tablebases* tbs, uint64_t key) noexcept nogil
cdef int probe_table(const Tablebases* tbs, const Position* pos, int kind, int wdl) noexcept nogil
cdef int search_wdl(const Tablebases* tbs, const Position* pos, bint pawn_moves, bint* zeroing_best) noexcept nogil
cdef int dtz_before_zeroing(int wdl) noexcept nogil
cdef int stored_dtz(const Tablebases* tbs, const Position* pos, int* wdl) noexcept nogil
cdef int dtz_before_move(const Position* after, int dtz) noexcept nogil
cdef void rank_by_dtz(RootRank* rank, int dtz, int rule50, bint repeated, bint fifty_moves) noexcept nogil
cdef int root_dtz(
    const Tablebases* tbs, const Position* after, const Key* keys, int last, bint fifty_moves) noexcept nogil
