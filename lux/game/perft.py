"""Perft for Python, split into tasks for several threads (layer 5).

`lux.rules.perft` counts, this module splits the tree, and `lux.perft` checks suites. The tree is cut at a ply: every
position there is a task, independent of the others. Sums are Python integers, and no task is deep enough for its 64-bit
count to overflow, so nothing wraps at any depth.

Positions are EPDs, as `Board.epd` writes them, in Chess960 with Shredder's castling letters: equal texts are equal
positions.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.memory import alloc_table, free_aligned
from cython.cimports.lux.rules.movegen import ALL_MOVES, MoveList, generate
from cython.cimports.lux.rules.perft import perft, perft_without_bulk
from cython.cimports.lux.rules.position import Position, do_move
from cython.cimports.lux.rules.types import uint64_t
from cython.cimports.lux.text.fen import parse_fen, position_epd

from lux.runtime.system import fits_in_memory

TASK_DEPTH = 5  # plies counted in the blink of an eye: between tasks Ctrl-C acts and progress is reported
MAX_DEPTH = 100  # no position with moves is counted that far, and no recursion goes deeper
SAFE_DEPTH = 7  # MAX_MOVES ** 7 < 2 ** 64
ENOUGH_TASKS = 2000
MANY_TASKS = 50_000  # with a table merging more plies saves work, but a task takes memory, too
REPORT_SECONDS = 0.2

Task = tuple[str, int]  # a position, and the number of ways to reach it


class PerftStats(NamedTuple):
    """The leaves of a perft by kind of the last move, as in the tables of the Chess Programming Wiki."""

    nodes: int
    captures: int  # en passant among them
    en_passant: int
    castles: int
    promotions: int
    checks: int  # the next two and the mates among them
    discovered_checks: int  # by one piece alone, and not the one that moved
    double_checks: int
    checkmates: int


@cython.cclass
class PerftTable:
    """A hash table of counts, for any number of `Board.perft` calls and threads at once.

    An entry is identified by 128 bits of hash, so collisions are practically impossible.

    Args:
        mib: size in MiB, at least 1.

    Raises:
        ValueError: *mib* is too small.
        MemoryError: the table cannot be allocated.
    """

    def __cinit__(self, mib: int):
        if mib < 1:
            raise ValueError(f"a table takes at least 1 MiB: {mib}")
        if fits_in_memory(mib):
            self.table.entries = cython.cast(cython.pointer[PerftEntry], alloc_table(mib))
        if self.table.entries == cython.NULL:
            raise MemoryError(f"no memory for a table of {mib} MiB")
        self.mib = mib
        self.table.count = (self.mib << 20) // cython.sizeof(PerftEntry)

    def __dealloc__(self):
        free_aligned(self.table.entries)

    def __repr__(self) -> str:
        return f"PerftTable({self.mib})"


# Splitting


def children(epd: str, chess960: cython.bint) -> list[str]:
    """Return the positions one ply after *epd*, in the order of `Board.legal_moves`."""
    pos: Position
    child: Position
    moves: MoveList
    parse_fen(epd, chess960, cython.address(pos))
    generate(cython.address(pos), cython.address(moves), ALL_MOVES)
    found: list = []
    for i in range(moves.count):
        do_move(cython.address(pos), cython.address(child), moves.moves[i])
        found.append(position_epd(cython.address(child), child.ep_square, chess960, chess960))
    return found


def next_tasks(tasks: list[Task], chess960: bool, *, merge: bool = True) -> list[Task]:
    """Return the positions one ply after those of *tasks*, each once with *merge*, else once for every way to it.

    >>> tasks = [("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 1)]
    >>> for _ in range(3):
    ...     tasks = next_tasks(tasks, False)
    >>> len(tasks), sum(ways for _, ways in tasks)
    (5362, 8902)
    """
    if not merge:
        return [(child, ways) for epd, ways in tasks for child in children(epd, chess960)]
    merged: Counter[str] = Counter()
    for epd, ways in tasks:
        for child in children(epd, chess960):
            merged[child] += ways
    return list(merged.items())


# Counting


def count_leaves(
    epd: str,
    chess960: bool,
    depth: int,
    bulk: bool = True,
    threads: int = 1,
    hash: int | PerftTable = 0,
    progress: Callable[[int, int, int], object] | None = None,
) -> int:
    """Count as `Board.perft` does. Transpositions are merged only if there is a hash table."""
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth must be from 0 to {MAX_DEPTH}: {depth}")
    if threads < 1:
        raise ValueError(f"threads must be at least 1: {threads}")
    table = hash if isinstance(hash, PerftTable) else PerftTable(hash) if hash else None
    if table is not None and not bulk:
        raise ValueError("a table remembers counts, so it needs bulk")
    if depth == 0:
        return 1
    if depth <= TASK_DEPTH:
        return count_task(epd, chess960, depth, bulk, table)

    tasks = [(epd, 1)]
    merge = table is not None
    while depth > TASK_DEPTH and len(tasks) < (MANY_TASKS if merge and depth > SAFE_DEPTH else ENOUGH_TASKS):
        tasks = next_tasks(tasks, chess960, merge=merge)
        depth -= 1

    # Threads take the next task whenever they are free; an error, also of *progress*, ends them.
    from concurrent.futures import ThreadPoolExecutor, wait
    from threading import Lock

    left, lock = iter(tasks), Lock()
    done = nodes = 0
    cancelled = False

    def count(epd: str, depth: int) -> int:
        if cancelled:
            return 0
        if depth <= (TASK_DEPTH if table is None else SAFE_DEPTH):
            return count_task(epd, chess960, depth, bulk, table)
        return sum([count(child, depth - 1) for child in children(epd, chess960)])

    def work() -> None:
        nonlocal done, nodes
        while not cancelled:
            with lock:
                epd, ways = next(left, (None, 0))
            if epd is None:
                return
            found = ways * count(epd, depth)
            with lock:
                nodes += found
                done += 1

    with ThreadPoolExecutor(threads) as pool:
        try:
            running = {pool.submit(work) for _ in range(threads)}
            while running:
                finished, running = wait(running, REPORT_SECONDS)
                for worker in finished:
                    worker.result()
                if progress is not None:
                    progress(done, len(tasks), nodes)
        finally:
            cancelled = True
    return nodes


def count_task(epd: str, chess960: cython.bint, depth: cython.int, bulk: cython.bint, table: PerftTable | None) -> int:
    """Count *depth* plies, 1 to SAFE_DEPTH, in this thread; a deeper count may overflow 64 bits."""
    if not 1 <= depth <= SAFE_DEPTH:
        raise ValueError(f"depth must be from 1 to {SAFE_DEPTH}: {depth}")
    pos: Position
    nodes: uint64_t
    known: cython.pointer[Table] = cython.NULL if table is None else cython.address(table.table)
    parse_fen(epd, chess960, cython.address(pos))
    with cython.nogil:
        if bulk:
            nodes = perft(cython.address(pos), depth, known)
        else:
            nodes = perft_without_bulk(cython.address(pos), depth, cython.NULL)
    return nodes


def count_kinds(epd: str, chess960: bool, depth: int) -> PerftStats:
    """Count the leaves of *depth* plies by what the last move is, a few plies at once, so that Ctrl-C acts."""
    if not 1 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth must be from 1 to {MAX_DEPTH}: {depth}")
    if depth >= TASK_DEPTH:
        parts = [count_kinds(child, chess960, depth - 1) for child in children(epd, chess960)]
        return PerftStats(*map(sum, zip([0] * len(PerftStats._fields), *parts, strict=True)))
    pos: Position
    counts: PerftCounts
    plies: cython.int = depth
    parse_fen(epd, chess960, cython.address(pos))
    memset(cython.address(counts), 0, cython.sizeof(counts))
    with cython.nogil:
        perft_without_bulk(cython.address(pos), plies, cython.address(counts))
    return PerftStats(**counts)
