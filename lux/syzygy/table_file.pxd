# Layer 3. The files of Syzygy endgame tables: where the value of a position is in them, and what it is.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from lux.rules.position cimport Position
from lux.rules.types cimport Piece, Square

ctypedef const uint8_t* BytesPtr
ctypedef const int* CountPtr

cdef extern from * nogil:
    """
    #include <stdint.h>
    #define LUX_WDL_MAGIC "\\x71\\xE8\\x23\\x5D"
    #define LUX_DTZ_MAGIC "\\xD7\\x66\\x0C\\xA5"
    """
    const char* WDL_MAGIC "LUX_WDL_MAGIC"
    const char* DTZ_MAGIC "LUX_DTZ_MAGIC"

cdef enum:
    MAX_TABLE_MEN = 7           # kings included
    MAX_LEAD_PAWNS = 5
    THREE_PIECES = 31332        # placements of the leading group, symmetric ones counted once
    TWO_KINGS = 462
    MAX_CODE_LENGTH = 57        # bits: what a load of 64 at any bit of a byte is sure to hold
    MAX_SYMBOLS = 4096          # they are numbered with 12 bits
    LEAF = 4095                 # in place of a symbol's right part: the left one is a value
    CHECKSUM_BYTES = 16         # at the end of every file

# The kinds of files.
cdef enum:
    WDL = 0
    DTZ = 1

# What adding a file came to.
cdef enum:
    TABLE_OK = 0
    TABLE_BAD_MAGIC = 1
    TABLE_TRUNCATED = 2
    TABLE_WRONG_MATERIAL = 3
    TABLE_DAMAGED = 4
    TABLE_NO_MEMORY = 5

# Flags of PairsData; but for the last they only matter in DTZ tables.
cdef enum:
    FLAG_BLACK_TO_MOVE = 1      # the side that the table holds, White being the side named first
    FLAG_MAPPED = 2             # values are places in a map, one map for each WDL value but the draw
    FLAG_WIN_PLIES = 4          # wins are counted in plies, not in moves
    FLAG_LOSS_PLIES = 8
    FLAG_WIDE = 16              # the maps have entries of two bytes
    FLAG_SINGLE_VALUE = 128     # all positions have one value, and there are no data

cdef enum:
    NO_VALUE = 32767            # there is no table, or its data are damaged

# One compressed array of values: the positions of one side to move and, with pawns, one file of the leading pawn.
cdef struct PairsData:
    uint8_t flags
    uint8_t[MAX_TABLE_MEN] pieces       # in the order of the numbering
    int group_count
    int[MAX_TABLE_MEN] group_length     # pieces that are numbered together
    uint64_t[MAX_TABLE_MEN] group_factor
    uint64_t size               # positions
    int single_value
    int block_shift             # log2 of the bytes of a block
    int span_shift              # log2 of the positions of a span, which has one index entry
    uint64_t index_count
    int64_t length_count        # blocks, and padding behind them
    int64_t block_count
    uint64_t block_bytes        # from the first block to the end of the file
    const uint8_t* index        # entries of 6 bytes: a block, and what to add to reach the middle of the span in it
    const uint8_t* lengths      # positions in each block, less one
    const uint8_t* blocks
    int symbol_count
    const uint8_t* symbols      # 3 bytes each: the two symbols that it stands for, or a value and LEAF
    uint8_t* symbol_length      # positions that it stands for, less one; allocated
    int min_length              # of a code word, in bits
    int max_length
    uint64_t[MAX_CODE_LENGTH + 1] base          # the smallest code word of each length, left-aligned,
    uint16_t[MAX_CODE_LENGTH + 1] first_symbol  # and its meaning
    BytesPtr[4] map             # of a DTZ table: wins, losses, cursed wins, blessed losses
    uint16_t[4] map_size

ctypedef const PairsData* PairsDataPtr

# One of the two files of a table.
cdef struct TableFile:
    const uint8_t* data         # mapped; NULL without the file
    size_t size
    int sides                   # 2 if both sides to move are stored
    int files                   # 4 with pawns: the leading one on a, b, c, d
    PairsData* pairs            # [file][side]; allocated

cdef struct SyzygyTable:
    uint64_t key                # material, White being the side named first
    bint symmetric              # both sides have the same pieces
    bint has_pawns
    bint has_unique_pieces      # three or more of which there is one only, the kings among them
    int men
    int[12] count               # by piece
    int[2] pawns                # of the leading colour, and of the other if that has any
    Piece lead_pawn
    TableFile[2] files          # [kind]
    SyzygyTable* next           # of all tables that are open

ctypedef const SyzygyTable* SyzygyTablePtr

# Where a position's value lies.
cdef struct TablePlace:
    PairsData* pairs
    uint64_t number

# A number that tells materials apart: how many there are of each piece.
cdef uint64_t material_key(const int* count) noexcept nogil
# Describe a material, White being the side named first, without files; allocated. NULL without memory.
cdef SyzygyTable* new_table(const int* count) noexcept nogil
# Map and check one of its files, open as `fd`. Return what it came to; nothing is mapped unless that is TABLE_OK.
cdef int open_file(SyzygyTable* table, int kind, int fd, size_t size) noexcept nogil
cdef void close_file(TableFile* file) noexcept nogil
# Find the value of a position of the table's material. False: a DTZ file that holds the other side to move.
cdef bint find_place(
    SyzygyTable* table, int kind, const Position* pos, bint swap, TablePlace* place) noexcept nogil
# The number stored there, or -1 if the data are damaged.
cdef int decompress(const PairsData* pairs, uint64_t number) noexcept nogil
# What a stored DTZ number means in plies, at least 1; NO_VALUE if it is none.
cdef int dtz_in_plies(const PairsData* pairs, int value, int wdl) noexcept nogil

# Private to table_file.py.

# How squares and placements are numbered.
cdef struct IndexMaps:
    uint64_t[MAX_TABLE_MEN][64] binomial        # [k][n]: ways to choose k of n
    int[64] triangle            # a1-d1-d4: below the diagonal 0 .. 5, on it 6 .. 9; elsewhere -1
    int[64] below               # below the diagonal a1-h8: 0 .. 27
    int[10][64] kings           # [triangle of the first][square of the second]
    int[64] pawn                # the higher leads
    int[MAX_LEAD_PAWNS + 1][64] lead_index      # [pawns][square of the leading one]: placements with it below
    int[MAX_LEAD_PAWNS + 1][4] lead_size        # [pawns][file of the leading one]

cdef IndexMaps MAPS

# A place in a file that is being read.
cdef struct Cursor:
    const uint8_t* data
    uint64_t size
    uint64_t at
    bint failed                 # the file has ended

cdef void init_maps() noexcept nogil
cdef void init_king_map() noexcept nogil
cdef void init_pawn_maps() noexcept nogil
cdef int diagonal_side(Square square) noexcept nogil
cdef const uint8_t* take(Cursor* cursor, uint64_t size) noexcept nogil
cdef int load_file(const SyzygyTable* table, TableFile* file, int kind) noexcept nogil
cdef bint load_pieces(const SyzygyTable* table, PairsData* pairs, int sides, int file, Cursor* cursor) noexcept nogil
cdef bint set_groups(
    const SyzygyTable* table, PairsData* pairs, int lead_order, int pawn_order, int file) noexcept nogil
cdef bint load_code(PairsData* pairs, int kind, Cursor* cursor) noexcept nogil
cdef bint set_bases(PairsData* pairs, const uint8_t* first_symbols) noexcept nogil
cdef bint set_symbol_lengths(PairsData* pairs) noexcept nogil
cdef void load_dtz_maps(PairsData* pairs, Cursor* cursor) noexcept nogil
cdef void load_blocks(PairsData* pairs, int arrays, Cursor* cursor) noexcept nogil
cdef void sort(int* numbers, int count) noexcept nogil
cdef void flip(int* squares, int count, int mask) noexcept nogil
cdef Square lead_pawn(const SyzygyTable* table, const Position* pos, bint swap) noexcept nogil
cdef uint64_t lead_pawns_number(int* squares, int count) noexcept nogil
cdef uint64_t lead_pieces_number(int* squares, bint unique) noexcept nogil
cdef uint64_t position_number(const SyzygyTable* table, const PairsData* pairs, int* squares) noexcept nogil
cdef void list_squares(
    const SyzygyTable* table, const PairsData* pairs, const Position* pos, bint swap, Square lead,
    int* squares) noexcept nogil


# Numbers in files are little-endian and not aligned; the bit strings of the blocks are big-endian.
cdef inline uint16_t read_u16(const uint8_t* place) noexcept nogil:
    return <uint16_t>(place[0] | place[1] << 8)


cdef inline uint32_t read_u32(const uint8_t* place) noexcept nogil:
    return read_u16(place) | <uint32_t>read_u16(place + 2) << 16


cdef inline uint64_t read_u64_be(const uint8_t* place) noexcept nogil:
    cdef uint64_t bits = 0
    cdef int i
    for i in range(8):
        bits = bits << 8 | place[i]
    return bits


cdef inline int left_part(const PairsData* pairs, int symbol) noexcept nogil:
    return pairs.symbols[3 * symbol] | (pairs.symbols[3 * symbol + 1] & 15) << 8


cdef inline int right_part(const PairsData* pairs, int symbol) noexcept nogil:
    return pairs.symbols[3 * symbol + 1] >> 4 | pairs.symbols[3 * symbol + 2] << 4
