"""Check Lux, or any UCI engine, against the counts of a suite."""

import contextlib
import itertools
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

import lux
from lux.board import needs_chess960
from lux.client import EngineError
from lux.perft.compare import compare_engine
from lux.perft.engine import UciEngine
from lux.perft.suites import PerftLine, Problem, Suite, read_suite

DEFAULT_MAX_NODES = 1_000_000  # a count; with it all suites that come with Lux take a few seconds
REPORT_S = 0.1  # between two reports of progress
WAITING = 8  # lines for each thread that are in the pool


class Status(Enum):
    """The status of a line."""

    PASS = "PASS"
    FAIL = "FAIL"  # a count differs
    ERROR = "ERROR"  # the engine did not answer, or its answer could not be understood
    SKIP = "SKIP"  # no count within the limits, or the engine lacks Chess960


@dataclass(frozen=True, slots=True)
class LineResult:
    """The result of one position."""

    line: PerftLine
    status: Status
    depth: int = 0  # the one that failed, else the deepest that was counted
    expected: int = 0  # the suite's count at that depth, and what was counted
    counted: int = 0
    nodes: int = 0  # over all depths of the line
    seconds: float = 0.0
    text: str = ""  # why it is an error or was skipped, or which move is wrong
    remark: str = ""  # where to look for the fault

    def __str__(self) -> str:
        if self.status is Status.FAIL:
            text = (
                f"depth {self.depth}: {self.counted:,} instead of {self.expected:,} ({self.counted - self.expected:+,})"
            )
        else:
            text = self.text or f"depth {self.depth}: {self.expected:,}"
        return f"{self.line.source} {self.line.id}: {text}"


@dataclass(frozen=True)
class SuiteReport:
    """The result of a suite. The lines are in the suite's order."""

    name: str
    results: list[LineResult]
    problems: list[Problem]  # lines that could not be read
    seconds: float  # on the clock
    mode: str  # of the count, as in `bulk, 2 threads, no hash`

    def count(self, status: Status) -> int:
        """Count the lines of a status."""
        return sum(result.status is status for result in self.results)

    @property
    def nodes(self) -> int:
        """Add up the nodes of all lines."""
        return sum(result.nodes for result in self.results)

    @property
    def ok(self) -> bool:
        """Return whether every line could be read and none failed."""
        return not self.problems and not self.count(Status.FAIL) and not self.count(Status.ERROR)


@dataclass
class _Settings:
    threads: int  # for one line
    table: lux.PerftTable | None
    explain: bool
    stopped: threading.Event = field(default_factory=threading.Event)
    counted: dict[int, int] = field(default_factory=dict)  # nodes so far of the lines in work, by line number


class _Stopped(Exception):
    """The caller of this thread has given up."""


def mode_text(
    *, bulk: bool = True, threads: int = 1, hash_mib: int = 0, cluster: str | None = None, resumed_nodes: int = 0
) -> str:
    """Return the mode of a count, which determines its speed."""
    words = [
        "bulk" if bulk else "no bulk",
        f"cluster {cluster}" if cluster else f"{threads} thread{'s' if threads > 1 else ''}",
        f"hash {hash_mib} MiB" if hash_mib else "no hash",
    ]
    if resumed_nodes:
        words.append(f"{resumed_nodes:,} nodes from the checkpoint")
    return ", ".join(words)


def run_suite(
    suite: Suite | str | Path,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    max_depth: int | None = None,
    threads: int = 1,
    hash: int = 0,
    engine: str | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    timeout_s: float = 300.0,
    go: str = "go perft {}",
    explain: bool = True,
    on_result: Callable[[LineResult], object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> SuiteReport:
    """Count every line of a suite at each of its depths, shallow ones first; the first that differs ends the line.

    >>> run_suite("wiki", max_nodes=10_000).ok
    True

    Args:
        suite: a name in `SUITES`, a path, or what `read_suite` returned.
        max_nodes, max_depth: larger counts are skipped.
        threads: lines counted at once, or threads per line if there are fewer lines; also the number of engine
            processes.
        hash: MiB of a hash table, shared by all lines, for Lux's larger counts.
        engine: the command of a UCI engine to test; by default Lux counts. `options`, `timeout_s` and `go` are for
            `UciEngine`.
        explain: if an engine's count is wrong, find the wrong move.
        on_result: called from this thread with every finished line, in any order.
        progress: called from this thread a few times a second with the nodes so far and in total.

    Raises:
        EngineError: the engine cannot be started. Later errors are in the report.
        OSError: the file cannot be read.
    """
    start = time.perf_counter()
    suite = suite if isinstance(suite, Suite) else read_suite(suite)
    at_once = max(1, min(threads, len(suite.lines)))
    table = lux.PerftTable(hash) if hash and engine is None else None
    settings = _Settings(max(1, threads // at_once), table, explain)
    engines = None
    mode = mode_text(threads=threads, hash_mib=hash)
    if engine is not None:
        engines = _Engines(engine, options=options, timeout_s=timeout_s, go=go)
        engines.put(engines.start())  # fails at once rather than once for each line
        mode = engines.name + (f", {at_once} at once" if at_once > 1 else "")
    results: list[LineResult | None] = [None] * len(suite.lines)
    planned = [sum(line.within(max_nodes, max_depth).values()) for line in suite.lines]
    total, done = sum(planned), 0
    executor = ThreadPoolExecutor(at_once)
    try:
        # The largest first, so that none is left over at the end for one thread alone.
        order = iter(sorted(range(len(planned)), key=planned.__getitem__, reverse=True))
        numbers: dict[Future[LineResult], int] = {}
        finished: queue.SimpleQueue[Future[LineResult]] = queue.SimpleQueue()

        def submit(count: int) -> None:
            """Give the pool more lines, never all: a future takes more memory than its line."""
            for number in itertools.islice(order, count):
                line = suite.lines[number]
                counts = line.within(max_nodes, max_depth)
                future = executor.submit(_count_line, number, line, counts, settings, engines)
                numbers[future] = number
                future.add_done_callback(finished.put)

        submit(WAITING * at_once)
        reported = start
        while numbers:
            with contextlib.suppress(queue.Empty):
                future = finished.get(timeout=REPORT_S)
                number = numbers.pop(future)
                submit(1)
                results[number] = future.result()
                done += planned[number]
                if on_result is not None:
                    on_result(results[number])
            if progress is not None and (not numbers or time.perf_counter() - reported > REPORT_S):
                reported = time.perf_counter()
                progress(done + sum(list(settings.counted.values())), total)
    finally:
        settings.stopped.set()
        executor.shutdown(wait=False, cancel_futures=True)
        if engines is not None:
            engines.close()
        executor.shutdown()
    return SuiteReport(suite.name, results, suite.problems, time.perf_counter() - start, mode)


class _Engines:
    """Engines of one command, lent to one thread each; one that fails is replaced."""

    def __init__(self, command: str | Sequence[str], **arguments: object) -> None:
        self.command = command
        self.arguments = arguments
        self.name = ""
        self._idle: queue.SimpleQueue[UciEngine] = queue.SimpleQueue()
        self._all: list[UciEngine] = []
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> UciEngine:
        """Start one more."""
        engine = UciEngine(self.command, **self.arguments)
        with self._lock:
            self._all.append(engine)
            self.name = engine.name
            if self._closed:
                engine.close()
        return engine

    def take(self) -> UciEngine:
        """Return an engine that is idle, or a new one."""
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return self.start()

    def put(self, engine: UciEngine) -> None:
        """Take back an engine that may be asked again."""
        self._idle.put(engine)

    def close(self) -> None:
        """End all engines, even those that are counting."""
        with self._lock:
            self._closed = True
            for engine in self._all:
                engine.close()


def _count_line(
    number: int, line: PerftLine, counts: Mapping[int, int], settings: _Settings, engines: _Engines | None
) -> LineResult:
    """Count one line, in a thread of the pool."""
    if not counts:
        return LineResult(line, Status.SKIP, text="no count within the limits")
    chess960 = needs_chess960(line.fen)
    if engines is None:
        board = lux.Board(line.fen, chess960=chess960)
        result = _check(line, counts, lambda depth: _count(board, depth, number, counts, settings))
        settings.counted.pop(number, None)
        return result
    engine = result = None
    start = time.perf_counter()
    try:
        engine = engines.take()
        if chess960 and not engine.has_chess960:
            engines.put(engine)
            return LineResult(line, Status.SKIP, text=f"{engine.name} has no option UCI_Chess960")
        result = _check(line, counts, lambda depth: engine.perft(line.fen, depth, chess960=chess960).nodes)
        if result.status is Status.FAIL and settings.explain:
            result = _explain(result, engine, chess960)
        engines.put(engine)
    except EngineError as error:
        if engine is not None:
            engine.close()
        if result is not None:
            return replace(result, text=f"not explained: {error}")
        return LineResult(line, Status.ERROR, seconds=time.perf_counter() - start, text=str(error))
    return result


def _count(board: lux.Board, depth: int, number: int, counts: Mapping[int, int], settings: _Settings) -> int:
    """Count with Lux, report progress, and stop on request."""
    before = sum(nodes for shallower, nodes in counts.items() if shallower < depth)

    def report(tasks_done: int, tasks: int, nodes: int) -> None:
        settings.counted[number] = before + nodes
        if settings.stopped.is_set():
            raise _Stopped

    return board.perft(depth, threads=settings.threads, hash=settings.table or 0, progress=report)


def _check(line: PerftLine, counts: Mapping[int, int], count: Callable[[int], int]) -> LineResult:
    """Compare the counts up to the first that differs."""
    start = time.perf_counter()
    total = 0
    for depth, expected in counts.items():
        counted = count(depth)
        total += counted
        if counted != expected:
            break
    status = Status.PASS if counted == expected else Status.FAIL
    return LineResult(line, status, depth, expected, counted, total, time.perf_counter() - start)


def _explain(result: LineResult, engine: UciEngine, chess960: bool) -> LineResult:
    """Add to a failed line which move is wrong."""
    found = compare_engine(engine, result.depth, result.line.fen, chess960=chess960)
    if found is None:
        return replace(result, text="Lux counts as the engine does: the count in the suite is wrong")
    return replace(result, text=f"{found.sentence()} in {found.fen}", remark=found.remark() or "")
