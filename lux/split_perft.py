"""Split a perft into tasks and share them between threads (layer 5).

The tree is cut at a ply: every position there is a task, independent of the others. Sums are Python integers, and no
task is deep enough for its 64-bit count to overflow, so nothing wraps at any depth.
"""

from collections import Counter
from collections.abc import Callable, Iterator

TASK_DEPTH = 5  # plies counted in the blink of an eye: between tasks Ctrl-C acts and progress is reported
SAFE_DEPTH = 8  # a position has 218 moves at most, and 218 ** 8 < 2 ** 64
ENOUGH_TASKS = 2000
MANY_TASKS = 50_000  # with a table merging more plies saves work, but a task takes memory, too
REPORT_SECONDS = 0.2

Task = tuple[str, int]  # a position's first four FEN fields, and the number of ways to reach it
Progress = Callable[[int, int, int], object]


def frontier(board, plies: int, *, merge: bool = True) -> list[Task]:
    """Return the positions *plies* plies after *board*, each with the number of ways to reach it.

    With *merge* each position comes once; without, once for every way to it. Positions are written by `Board.epd`, for
    a Chess960 board with Shredder's castling letters: equal texts are equal positions.

    >>> from lux import Board
    >>> len(frontier(Board(), 3)), len(frontier(Board(), 3, merge=False))
    (5362, 8902)
    """
    level = [(board.epd(shredder=board.chess960), 1)]
    for _ in range(plies):
        level = _next_level(board, level, merge)
    return level


def _next_level(board, level: list[Task], merge: bool) -> list[Task]:
    children = _children(board, level)
    if not merge:
        return list(children)
    ways: Counter[str] = Counter()
    for fen, multiplicity in children:
        ways[fen] += multiplicity
    return list(ways.items())


def _children(board, level: list[Task]) -> Iterator[Task]:
    """Yield the positions one ply after those of *level*; *board* only says which kind of chess it is."""
    scratch = board.copy()
    for fen, multiplicity in level:
        scratch.set_fen(fen)
        for move in scratch.legal_moves:
            scratch.push_uci(move)
            yield scratch.epd(shredder=scratch.chess960), multiplicity
            scratch.pop()


def count_in_tasks(board, depth: int, bulk: bool, threads: int, table, progress: Progress | None) -> int:
    """Count as `Board.perft` describes. Positions are merged only with a *table*, which would find them anyway."""
    from concurrent.futures import ThreadPoolExecutor, wait

    merge = table is not None
    tasks = frontier(board, 0)
    while depth > TASK_DEPTH and len(tasks) < (MANY_TASKS if merge and depth > SAFE_DEPTH else ENOUGH_TASKS):
        tasks = _next_level(board, tasks, merge)
        depth -= 1
    count = _TaskCount(board, tasks, depth, bulk, table)
    with ThreadPoolExecutor(threads) as pool:
        try:
            running = {pool.submit(count.work) for _ in range(threads)}
            while running:
                finished, running = wait(running, REPORT_SECONDS)
                for worker in finished:
                    worker.result()
                if progress is not None:
                    progress(count.done, len(tasks), count.nodes)
        finally:
            count.cancelled = True
    return count.nodes


class _TaskCount:
    """A running count: workers take the next task whenever they are free."""

    def __init__(self, board, tasks: list[Task], depth: int, bulk: bool, table) -> None:
        from threading import Lock

        self.done = 0
        self.nodes = 0
        self.cancelled = False
        self._board, self._tasks, self._depth, self._bulk, self._table = board, iter(tasks), depth, bulk, table
        self._lock = Lock()

    def work(self) -> None:
        """Count tasks until there are none left."""
        scratch = self._board.copy()
        while True:
            with self._lock:
                fen, multiplicity = next(self._tasks, (None, 0))
            if fen is None or self.cancelled:
                return
            nodes = multiplicity * self._count(scratch, fen, self._depth)
            with self._lock:
                self.nodes += nodes
                self.done += 1

    def _count(self, scratch, fen: str, depth: int) -> int:
        """Count one position, split into its moves as long as it is too deep for one task."""
        if self.cancelled:
            return 0
        scratch.set_fen(fen)
        if depth <= (TASK_DEPTH if self._table is None else SAFE_DEPTH):
            return scratch._perft_here(depth, self._bulk, self._table)
        return sum(self._count(scratch, child, depth - 1) for child, _ in frontier(scratch, 1, merge=False))
