# Layer 5. The Python face of the tablebases.

from lux.board cimport Board
from lux.rules.position cimport Position
from lux.syzygy.probe cimport Tablebases

cdef object count_pieces(str name)


cdef class Tablebase:
    cdef Tablebases* tables
    cdef readonly list[str] problems

    cdef object add_file(self, str path, object count, int kind)
    cdef Position* probed(self, Board board) except NULL
