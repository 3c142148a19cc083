# Layer 3. The files of Syzygy tablebases: mapped, and checked down to the compressed data.

from libc.stdint cimport uint64_t

from lux.syzygy.table cimport Cursor, PairsData, SyzygyTable, TableFile

# A number that tells materials apart: how many there are of each piece; with `swap` 1, of the other colour.
cdef uint64_t material_key(const int* count, int swap) noexcept nogil
# Describe a material, White being the side named first, without files; allocated. NULL without memory.
cdef SyzygyTable* new_table(const int* count) noexcept nogil
# Map one of its files, open as `opened`, and check all before its compressed data. Return the outcome; unless that is
# TABLE_OK, nothing is mapped.
cdef int open_file(SyzygyTable* table, int kind, Py_ssize_t opened, size_t size) noexcept nogil
cdef void close_file(TableFile* file) noexcept nogil

# Private to table_file.py.
cdef int load_file(const SyzygyTable* table, TableFile* file, int kind, Cursor* cursor) noexcept nogil
cdef bint load_pieces(const SyzygyTable* table, PairsData* pairs, int sides, int file, Cursor* cursor) noexcept nogil
