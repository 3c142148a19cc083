"""Stubs of the compiled module `lux.engine`; the docstrings live in engine.py."""

from collections.abc import Callable
from typing import Self

from lux.board import Board
from lux.limits import Limits
from lux.network import Network
from lux.results import CurrentMove as CurrentMove
from lux.results import SearchInfo as SearchInfo
from lux.results import SearchResult as SearchResult
from lux.tablebase import Tablebase

class Engine:
    def __init__(
        self,
        *,
        hash_mib: int = 16,
        threads: int = 1,
        move_overhead_ms: int = 0,
        tablebase: Tablebase | None = None,
        network: Network | None = None,
    ) -> None: ...
    hash_mib: int
    threads: int
    move_overhead_ms: int
    tablebase: Tablebase | None
    network: Network
    tb_probe_limit: int
    tb_probe_depth: int
    fifty_moves: bool
    nodestime: int
    @property
    def searching(self) -> bool: ...
    def new_game(self) -> None: ...
    def clear_hash(self) -> None: ...
    def start(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        on_report: Callable[[list[SearchInfo]], None] | None = None,
        on_move: Callable[[CurrentMove], None] | None = None,
        on_result: Callable[[SearchResult], None] | None = None,
        **keywords: object,
    ) -> None: ...
    def wait(self, timeout: float | None = None) -> SearchResult | None: ...
    def search(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        on_report: Callable[[list[SearchInfo]], None] | None = None,
        on_move: Callable[[CurrentMove], None] | None = None,
        **keywords: object,
    ) -> SearchResult: ...
    def play(self, board: Board, limits: Limits | None = None, **keywords: object) -> SearchResult: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def ponderhit(self) -> None: ...
    def evaluate(self, board: Board) -> int: ...
