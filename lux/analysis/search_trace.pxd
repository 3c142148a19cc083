# Layer 5. A search with a record of every node.

from lux.rules.types cimport Move, Value
from lux.search.record cimport RecordedNode

# A value as a Score of the side to move, infinite where a window has no bound; None for VALUE_NONE.
cdef object node_score(Value value, bint turn, dict scores)
# UCI text of a move, None for NO_MOVE.
cdef object uci_of(Move move, bint chess960)
cdef object node_of(RecordedNode* node, bint chess960, bint root_turn, dict scores)
