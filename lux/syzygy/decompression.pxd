# Layer 3. The compressed arrays of a tablebase: how they are coded, and the value at a place.

from libc.stdint cimport uint8_t, uint64_t

from lux.syzygy.table cimport Cursor, PairsData

cdef enum:
    MAX_SYMBOLS = 4096          # they are numbered with 12 bits
    LEAF = 4095                 # in place of a symbol's right part: the left one is a value

# Read how the values are coded; False if the description makes no sense or the file ends.
cdef bint load_code(PairsData* pairs, int kind, Cursor* cursor) noexcept nogil
# Read the maps of a DTZ array, if it has any: by WDL value, the lists that stored values point into.
cdef void load_dtz_maps(PairsData* pairs, Cursor* cursor) noexcept nogil
# Find the compressed data of all arrays of a file.
cdef void load_blocks(PairsData* pairs, int arrays, Cursor* cursor) noexcept nogil
# The number stored there, or -1 if the data are damaged.
cdef int decompress(const PairsData* pairs, uint64_t number) noexcept nogil
# What a stored DTZ number means in plies, at least 1; NO_VALUE if it means nothing.
cdef int dtz_in_plies(const PairsData* pairs, int value, int wdl) noexcept nogil

# Private to decompression.py.
cdef bint set_bases(PairsData* pairs, const uint8_t* first_symbols) noexcept nogil
cdef bint set_symbol_lengths(PairsData* pairs) noexcept nogil


cdef inline int left_part(const PairsData* pairs, int symbol) noexcept nogil:
    return pairs.symbols[3 * symbol] | (pairs.symbols[3 * symbol + 1] & 15) << 8


cdef inline int right_part(const PairsData* pairs, int symbol) noexcept nogil:
    return pairs.symbols[3 * symbol + 1] >> 4 | pairs.symbols[3 * symbol + 2] << 4


# Bit strings begin with the highest bit of their first byte.
cdef inline uint64_t read_u64_be(const uint8_t* place) noexcept nogil:
    cdef uint64_t bits = 0
    cdef int i
    for i in range(8):
        bits = bits << 8 | place[i]
    return bits
