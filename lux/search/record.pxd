# Layer 4. The record of a search, node by node. `trace` keeps it.

from lux.rules.types cimport Depth, Move, Value, uint64_t

# One node, in the order in which they were entered: a node stands before those below it.
cdef struct RecordedNode:
    int parent                  # its place in the record, -1 for the root
    int ply
    Move move                   # that led here: NO_MOVE where the parent's own position is searched in another way
    Move excluded               # left out by the search for a singular move
    Move best_move              # that raised the value above alpha, or NO_MOVE
    Value alpha
    Value beta
    Value value                 # VALUE_NONE until the node has ended
    Value static_eval           # VALUE_NONE in check, and where the node ended before it was asked for
    Depth depth                 # 0 in the quiescence search
    const char* why             # it ended before its moves were searched, "name: meaning", or NULL
    bint evaluated              # before it ended
    bint cut_node
    uint64_t nodes              # moves made in it and below it

cdef struct Record:
    RecordedNode* nodes         # [0, count)
    int count
    int room                    # that there is memory for; it grows up to `capacity`
    int capacity
    int current                 # the node being searched, -1 above the root
    int left_out                # nodes being searched that had no room
    bint complete               # there was room for all
    int root_depth              # only this iteration is recorded
