# Layer 5. The core as Python sees it, for tests and tools. Everything here is an ordinary Python function.

from lux.types cimport PieceType, Square

# Private to probe.py.
cdef Square check_square(int square) except -1
cdef PieceType check_piece(str letter, str allowed) except -1
