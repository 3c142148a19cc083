"""Stubs of the compiled module `lux.analysis.search_trace`; the docstrings live in search_trace.py."""

from typing import NamedTuple

from lux.board import Board
from lux.score import Score

class TracedNode(NamedTuple):
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
    cut_node: bool
    nodes: int

class SearchTrace(NamedTuple):
    nodes: list[TracedNode]
    complete: bool

def trace_search(board: Board, depth: int, *, hash_mib: int = 16, max_nodes: int = 1_000_000) -> SearchTrace: ...
