"""Search a position and keep every node of the last iteration (layer 5).

>>> from lux import Board
>>> trace = trace_search(Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), 2)
>>> trace.nodes[0].best_move, trace.nodes[0].value, trace.complete
('g6g7', Score(mate=1), True)
"""

import math
from functools import lru_cache
from typing import NamedTuple

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.lux.board import Board
from cython.cimports.lux.engine import Engine, score_of
from cython.cimports.lux.rules.move import NO_MOVE
from cython.cimports.lux.rules.types import VALUE_INFINITE, VALUE_NONE
from cython.cimports.lux.search.record import Record, RecordedNode
from cython.cimports.lux.text.notation import move_uci

from lux.score import Score

MAX_DEPTH = 100


class TracedNode(NamedTuple):
    """One node of a search; scores and window are its side to move's, infinite where the window has no bound.

    *parent* is its place in the list, -1 for the root. *move* led here, as UCI, '0000' for a null move; None where the
    parent's own position is searched in another way: less deep, by captures alone, or without *excluded*. *best_move*
    raised the score above *alpha*, or failed high if it reached *beta*. *depth* is 0 in the quiescence search. *end* is
    why the node ended, with its *meaning* for people: 'searched', without one, if all moves were or one failed high.
    *nodes* counts the moves made in and below it. *static_eval* is None in check and where it was not needed.
    """

    parent: int
    ply: int
    move: str | None
    excluded: str | None
    best_move: str | None
    alpha: Score
    beta: Score
    value: Score
    static_eval: Score | None
    depth: int
    end: str
    meaning: str
    cut_node: bool
    nodes: int


class SearchTrace(NamedTuple):
    """The *nodes* of a search, each before those below it, and whether they are *complete*."""

    nodes: list[TracedNode]
    complete: bool


def trace_search(board: Board, depth: int, *, hash_mib: int = 16, max_nodes: int = 1_000_000) -> SearchTrace:
    """Search as an engine does without earlier searches; return the tree of the last iteration.

    It has several roots if the first window was too narrow. An interrupt stops the search.

    Raises:
        ValueError: *depth* or *max_nodes* is out of range.
        MemoryError: there is no memory for the hash table.
    """
    if not 1 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth must be from 1 to {MAX_DEPTH}, not {depth}")
    if not 1 <= max_nodes <= 100_000_000:
        raise ValueError(f"max_nodes must be from 1 to 100000000, not {max_nodes}")
    engine = Engine(hash_mib=hash_mib)
    record: Record = Record(
        nodes=cython.NULL, count=0, room=0, capacity=max_nodes, current=-1, left_out=0, complete=True, root_depth=depth
    )
    engine.thread.record = cython.address(record)
    try:
        engine.search(board, depth=depth)
        nodes = [
            traced_node(cython.address(record.nodes[i]), board.chess960, board.turn == (record.nodes[i].ply % 2 == 0))
            for i in range(record.count)
        ]
        return SearchTrace(nodes, record.complete != 0)
    finally:
        engine.thread.record = cython.NULL
        free(record.nodes)


def traced_node(node: cython.pointer[RecordedNode], chess960: cython.bint, turn: cython.bint) -> object:
    why: str = "searched" if node.why == cython.NULL else node.why.decode("ascii")
    end, _, meaning = why.partition(": ")
    moves = [
        None if move == NO_MOVE else move_uci(move, chess960) for move in (node.move, node.excluded, node.best_move)
    ]
    scores = [_node_score(value, turn) for value in (node.alpha, node.beta, node.value, node.static_eval)]
    depth, cut_node = max(0, node.depth), node.cut_node != 0
    return TracedNode(node.parent, node.ply, *moves, *scores, depth, end, meaning, cut_node, node.nodes)


@lru_cache(1 << 16)
def _node_score(value: int, turn: bool) -> Score | None:
    """Return a value as a Score of the side to move, infinite where a window has no bound; None for VALUE_NONE."""
    if value == VALUE_NONE:
        return None
    if abs(value) >= VALUE_INFINITE:
        return Score(math.inf if value > 0 else -math.inf, turn=turn)
    return score_of(value, turn)
