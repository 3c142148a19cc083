# Layer 2. Counting the leaves of the tree of legal moves.

from lux.position cimport Position, PositionPtr
from lux.types cimport uint64_t

# Leaves after `depth` plies; the last ply is counted in bulk, not played. Requires: depth >= 1.
cdef uint64_t perft(const Position* pos, int depth) noexcept nogil
# The same with every move played.
cdef uint64_t perft_without_bulk(const Position* pos, int depth) noexcept nogil
