"""Keep the record of a search (layer 4).

A recorded search passes through here at every node.
"""

import cython
import cython.cimports.lux.rules.move as move
from cython.cimports.libc.stdlib import realloc
from cython.cimports.lux.rules.types import VALUE_NONE, Depth, Value
from cython.cimports.lux.search.record import Record, RecordedNode
from cython.cimports.lux.search.thread import STACK_BEFORE, SearchThread, StackFrame


def has_room(record: cython.pointer[Record]) -> cython.bint:
    """Return whether there is room for another node; grow the record if allowed."""
    if record.count < record.room:
        return True
    room: cython.int = min(max(1024, 2 * record.room), record.capacity)
    if room == record.room:
        return False
    nodes: cython.p_void = realloc(record.nodes, room * cython.sizeof(RecordedNode))
    if nodes == cython.NULL:
        return False
    record.nodes = cython.cast(cython.pointer[RecordedNode], nodes)
    record.room = room
    return True


def open_node(
    td: cython.pointer[SearchThread], ply: cython.int, alpha: Value, beta: Value, depth: Depth, cut_node: cython.bint
) -> cython.void:
    """Add a node below the current one and make it the current one."""
    record: cython.pointer[Record] = td.record
    if td.root_depth != record.root_depth:
        return
    # All nodes below one that is left out are left out, too.
    if record.left_out > 0 or not has_room(record):
        record.left_out += 1
        record.complete = False
        return
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE + ply])
    node: cython.pointer[RecordedNode] = cython.address(record.nodes[record.count])
    node.parent = record.current
    node.ply = ply
    node.move = move.NO_MOVE
    if record.current >= 0 and record.nodes[record.current].ply < ply:
        node.move = (ss - 1).move
    node.excluded = ss.excluded
    node.best_move = move.NO_MOVE
    node.alpha = alpha
    node.beta = beta
    node.value = VALUE_NONE
    node.static_eval = VALUE_NONE
    node.depth = depth
    node.why = cython.NULL
    node.evaluated = True
    node.cut_node = cut_node
    node.nodes = td.nodes
    record.current = record.count
    record.count += 1


def note_end(
    record: cython.pointer[Record], root_depth: Depth, why: cython.p_const_char, evaluated: cython.bint
) -> cython.void:
    if root_depth == record.root_depth and record.left_out == 0:
        record.nodes[record.current].why = why
        record.nodes[record.current].evaluated = evaluated


def close_node(td: cython.pointer[SearchThread], value: Value) -> cython.void:
    """Record the value of the current node, and return to its parent."""
    record: cython.pointer[Record] = td.record
    if td.stopped or td.root_depth != record.root_depth:
        return
    if record.left_out > 0:
        record.left_out -= 1
        return
    node: cython.pointer[RecordedNode] = cython.address(record.nodes[record.current])
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE + node.ply])
    record.current = node.parent
    node.nodes = td.nodes - node.nodes
    node.value = value
    # Before it is evaluated, the field still holds another node's.
    if node.evaluated:
        node.static_eval = ss.static_eval
    if node.why == cython.NULL and value > node.alpha:
        # The move that was made last failed high; a full window has a line.
        if value >= node.beta:
            node.best_move = ss.move
        elif ss.pv_length > 0:
            node.best_move = ss.pv[0]
