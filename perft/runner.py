"""Check Lux, or any UCI engine, against the counts of a suite."""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path

import lux
from lux.board import needs_chess960
from lux.client import EngineError
from lux.perft.compare import compare_engine
from lux.perft.engine import Answer, UciEngine
from lux.perft.suites import PerftLine, Problem, Suite, read_suite

DEFAULT_MAX_NODES = 1_000_000  # a count; with it all suites that come with Lux take a few seconds
REPORT_S = 0.1  # between two reports of progress


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
        text = self.text or f"depth {self.depth}: {self.expected:,}"
        if self.status is Status.FAIL:
            excess = self.counted - self.expected
            text = f"depth {self.depth}: {self.counted:,} instead of {self.expected:,} ({excess:+,})"
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
    if engine is None:
        make = partial(_Lux, max(1, threads // at_once), lux.PerftTable(hash) if hash else 0)
        mode = mode_text(threads=threads, hash_mib=hash)
    else:
        make = partial(UciEngine, engine, options=options, timeout_s=timeout_s, go=go)
    counters = [_Counter(make, explain and engine is not None) for _ in range(at_once)]
    if engine is not None:
        first = counters[0].engine = make()  # fails at once rather than once for each line
        mode = first.name + (f", {at_once} at once" if at_once > 1 else "")
    results: list[LineResult | None] = [None] * len(suite.lines)
    planned = [sum(line.within(max_nodes, max_depth).values()) for line in suite.lines]
    total, done = sum(planned), 0
    # Of the largest first, so that none is left over at the end for one thread alone. The threads share it.
    waiting = iter(sorted(range(len(planned)), key=planned.__getitem__, reverse=True))
    finished: deque[int] = deque()

    def work(counter: _Counter) -> None:
        for number in waiting:
            if counter.stopped:
                return
            line = suite.lines[number]
            results[number] = counter.check(line, line.within(max_nodes, max_depth))
            finished.append(number)

    with ThreadPoolExecutor(at_once) as pool:
        try:
            running = {pool.submit(work, counter) for counter in counters}
            while running:
                ended, running = wait(running, REPORT_S)
                for worker in ended:
                    worker.result()
                while finished:
                    number = finished.popleft()
                    done += planned[number]
                    if on_result is not None:
                        on_result(results[number])
                if progress is not None:
                    progress(done + sum(getattr(counter.engine, "counted", 0) for counter in counters), total)
        finally:
            for counter in counters:
                counter.stop()
    return SuiteReport(suite.name, results, suite.problems, time.perf_counter() - start, mode)


class _Lux:
    """Lux, asked as an engine is; *counted* is the number of nodes of a line so far."""

    options = {"uci_chess960": ""}

    def __init__(self, threads: int, table: lux.PerftTable | int) -> None:
        self.threads, self.table = threads, table
        self.counted, self.closed = 0, False

    def perft(self, fen: str, depth: int, *, chess960: bool) -> Answer:
        """Count as `UciEngine.perft` does."""
        before = self.counted

        def report(tasks_done: int, tasks: int, nodes: int) -> None:
            self.counted = before + nodes
            if self.closed:
                raise CancelledError

        board = lux.Board(fen, chess960=chess960)
        return Answer(board.perft(depth, threads=self.threads, hash=self.table, progress=report), [])

    def close(self) -> None:
        """End the count, from another thread."""
        self.closed = True


class _Counter:
    """An engine that counts one line at a time; one that fails is replaced for the next."""

    def __init__(self, make: Callable[[], _Lux | UciEngine], explain: bool) -> None:
        self.make = make
        self.explain = explain
        self.engine: _Lux | UciEngine | None = None
        self.stopped = False

    def check(self, line: PerftLine, counts: Mapping[int, int]) -> LineResult:
        """Count a line up to the first depth that differs, and find the wrong move of an engine."""
        if not counts:
            return LineResult(line, Status.SKIP, text="no count within the limits")
        chess960 = needs_chess960(line.fen)
        result = None
        began = time.perf_counter()
        total = 0
        try:
            engine = self.engine = self.engine or self.make()
            if self.stopped:
                engine.close()
            if chess960 and "uci_chess960" not in engine.options:
                return LineResult(line, Status.SKIP, text=f"{engine.name} has no option UCI_Chess960")
            for depth, expected in counts.items():
                counted = engine.perft(line.fen, depth, chess960=chess960).nodes
                total += counted
                if counted != expected:
                    break
            status = Status.PASS if counted == expected else Status.FAIL
            result = LineResult(line, status, depth, expected, counted, total, time.perf_counter() - began)
            if status is Status.PASS or not self.explain:
                return result
            found = compare_engine(engine, depth, line.fen, chess960=chess960)
            if found is None:
                return replace(result, text="Lux counts as the engine does: the count in the suite is wrong")
            return replace(result, text=f"{found.sentence()} in {found.fen}", remark=found.remark() or "")
        except EngineError as error:
            self.close()
            if result is not None:
                return replace(result, text=f"not explained: {error}")
            return LineResult(line, Status.ERROR, seconds=time.perf_counter() - began, text=str(error))
        finally:
            if isinstance(self.engine, _Lux):
                self.engine.counted = 0

    def close(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    def stop(self) -> None:
        """End the engine even while it counts, from another thread."""
        self.stopped = True
        self.close()
