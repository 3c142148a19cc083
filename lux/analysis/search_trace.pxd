# Layer 5. A search with a record of every node.

from lux.search.record cimport RecordedNode

# A node for Python; `turn` is its side to move.
cdef object traced_node(RecordedNode* node, bint chess960, bint turn)
