# Layer 3. Which array of a tablebase a position is in, and at what number.

from libc.stdint cimport uint64_t

from lux.rules.position cimport Position
from lux.rules.types cimport Square
from lux.syzygy.table cimport MAX_LEAD_PAWNS, MAX_TABLE_PIECES, PairsData, SyzygyTable, TablePlace

cdef enum:
    THREE_PIECES = 31332        # placements of the leading group, symmetric ones counted once
    TWO_KINGS = 462

# Split the pieces of an array into groups, given in which order their numbers are combined. False: they are not the
# table's pieces.
cdef bint set_groups(
    const SyzygyTable* table, PairsData* pairs, int lead_order, int pawn_order, int file) noexcept nogil
# Find the place of a position of the table's material, with colours swapped if `swap`. False: a DTZ file that holds the
# other side to move.
cdef bint find_place(
    SyzygyTable* table, int kind, const Position* pos, bint swap, TablePlace* place) noexcept nogil

# Private to numbering.py.

# How squares and placements are numbered.
cdef struct IndexMaps:
    uint64_t[MAX_TABLE_PIECES][64] binomial     # [k][n]: ways to choose k of n
    int[64] triangle            # a1-d1-d4: below the diagonal 0 .. 5, on it 6 .. 9; elsewhere -1
    int[64] below               # below the diagonal a1-h8: 0 .. 27
    int[10][64] kings           # [triangle of the first][square of the second]
    int[64] pawn                # the higher leads
    int[MAX_LEAD_PAWNS + 1][64] lead_index      # [pawns][square of the leading one]: placements with it below
    int[MAX_LEAD_PAWNS + 1][4] lead_size        # [pawns][file of the leading one]

cdef IndexMaps MAPS

cdef void init_maps() noexcept nogil
cdef int diagonal_side(Square square) noexcept nogil
cdef Square lead_pawn(const SyzygyTable* table, const Position* pos, bint swap) noexcept nogil
cdef uint64_t lead_pawns_number(int* squares, int count) noexcept nogil
cdef uint64_t lead_pieces_number(int* squares, bint unique) noexcept nogil
cdef uint64_t position_number(const SyzygyTable* table, const PairsData* pairs, int* squares) noexcept nogil
cdef void list_squares(
    const SyzygyTable* table, const PairsData* pairs, const Position* pos, bint swap, Square lead,
    int* squares) noexcept nogil
