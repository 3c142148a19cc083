# Layer 3. A tablebase in memory: its files, its compressed arrays, and where in them a position is.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from lux.rules.types cimport Piece

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
    MAX_TABLE_PIECES = 7        # kings included
    MAX_LEAD_PAWNS = 5
    MAX_CODE_LENGTH = 57        # bits: a load of 64 from any bit of a byte is sure to hold that many
    CHECKSUM_BYTES = 16         # at the end of every file

# The kinds of files.
cdef enum:
    WDL, DTZ

# The outcome of adding a file.
cdef enum:
    TABLE_OK, TABLE_BAD_MAGIC, TABLE_TRUNCATED, TABLE_WRONG_MATERIAL, TABLE_DAMAGED, TABLE_NO_MEMORY

# Flags of PairsData; all but the last matter in DTZ tables only.
cdef enum:
    FLAG_BLACK_TO_MOVE = 1      # the side that the table holds, White being the side named first
    FLAG_MAPPED = 2             # values are places in a map, one map for each WDL value but the draw
    FLAG_WIN_PLIES = 4          # wins are counted in plies, not in moves
    FLAG_LOSS_PLIES = 8
    FLAG_WIDE = 16              # the maps have entries of two bytes
    FLAG_SINGLE_VALUE = 128     # all positions have one value, and there is no data

cdef enum:
    NO_VALUE = 32767            # there is no table, or its data is damaged

# One compressed array of values: the positions of one side to move and, with pawns, one file of the leading pawn.
cdef struct PairsData:
    uint8_t flags
    uint8_t[MAX_TABLE_PIECES] pieces    # in the order of the numbering
    int group_count
    int[MAX_TABLE_PIECES] group_length  # pieces that are numbered together
    uint64_t[MAX_TABLE_PIECES] group_factor
    uint64_t size               # positions
    int single_value
    int block_shift             # log2 of the bytes of a block
    int span_shift              # log2 of the positions of a span, which has one index entry
    uint64_t index_count
    int64_t length_count        # blocks, and the padding after them
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
    bint has_unique_pieces      # three or more that are the only ones of their kind, kings included
    int piece_count             # kings included
    int[12] count               # by piece
    int[2] pawns                # of the leading colour, and of the other if that has any
    Piece lead_pawn
    TableFile[2] files          # [kind]
    SyzygyTable* next           # of all tables that are open

ctypedef const SyzygyTable* SyzygyTablePtr

# Where the value of a position lies.
cdef struct TablePlace:
    PairsData* pairs
    uint64_t number

# A place in a file that is being read.
cdef struct Cursor:
    const uint8_t* data
    uint64_t size
    uint64_t at
    bint failed                 # the file has ended


# Return the place of the next `size` bytes and move past them; NULL if there are fewer.
cdef inline const uint8_t* take(Cursor* cursor, uint64_t size) noexcept nogil:
    cdef const uint8_t* place = cursor.data + cursor.at
    if cursor.failed or size > cursor.size - cursor.at:
        cursor.failed = True
        return NULL
    cursor.at += size
    return place


# Numbers in files are little-endian and not aligned; only the bit strings of the blocks are big-endian.
cdef inline uint16_t read_u16(const uint8_t* place) noexcept nogil:
    return <uint16_t>(place[0] | place[1] << 8)


cdef inline uint32_t read_u32(const uint8_t* place) noexcept nogil:
    return read_u16(place) | <uint32_t>read_u16(place + 2) << 16
