# Layer 4. Tablebase probes in the search.

from lux.rules.position cimport Position
from lux.rules.types cimport Depth, Value
from lux.search.thread cimport SearchThread

# Let the tablebases rank the root moves, and drop those too bad for any line that is wanted. Requires: root, keys,
# root_moves, multipv and all tb_ fields except tb_ranked and tb_hits are set.
cdef void rank_root(SearchThread* td) noexcept nogil
# The value of a position and its bound; VALUE_NONE if the tablebases are not to be probed or lack the position.
cdef Value probe_value(SearchThread* td, const Position* pos, int ply, Depth depth, int* bound) noexcept nogil
