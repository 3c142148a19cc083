"""Stubs of the compiled module `lux.game.perft`; the docstrings live in perft.py."""

from collections.abc import Callable
from typing import Final, NamedTuple

TASK_DEPTH: Final[int]

Task = tuple[str, int]

class PerftStats(NamedTuple):
    nodes: int
    captures: int
    en_passant: int
    castles: int
    promotions: int
    checks: int
    discovered_checks: int
    double_checks: int
    checkmates: int

class PerftTable:
    mib: int
    def __init__(self, mib: int) -> None: ...

def children(epd: str, chess960: bool) -> list[str]: ...
def next_tasks(tasks: list[Task], chess960: bool, *, merge: bool = True) -> list[Task]: ...
def count_leaves(
    epd: str,
    chess960: bool,
    depth: int,
    bulk: bool = True,
    threads: int = 1,
    hash: int | PerftTable = 0,
    progress: Callable[[int, int, int], object] | None = None,
) -> int: ...
def count_task(epd: str, chess960: bool, depth: int, bulk: bool, table: PerftTable | None) -> int: ...
def count_kinds(epd: str, chess960: bool, depth: int) -> PerftStats: ...
