# Layer 5. A search with a record of every node.

from lux.rules.types cimport Move
from lux.search.record cimport RecordedNode

# UCI text of a move, None for NO_MOVE.
cdef object uci_of(Move move, bint chess960)
cdef object node_of(RecordedNode* node, bint chess960, bint root_turn)
