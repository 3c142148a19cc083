# Layer 5. A search with a record of every node.

from lux.rules.types cimport Move, Value
from lux.search.record cimport RecordedNode

# A value as lux.review writes scores: centipawns, or MATE less the moves to it; infinite for the ends of a window.
cdef object score_of(Value value)
# UCI text of a move, None for NO_MOVE.
cdef object uci_of(Move move, bint chess960)
cdef object node_of(RecordedNode* node, bint chess960)
