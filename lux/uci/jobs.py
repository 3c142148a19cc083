"""Long UCI commands that are not searches: bench, perft, genfens.

Each runs in its own thread; `stop` ends it, and a script's `quit` waits for it.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import BinaryIO

from lux.board import Board, FenError
from lux.protocol import SCRIPT_S, ProtocolError, SearchProtocol, parse_number, printable, start_thread
from lux.searcher import StopSignal


class JobProtocol(SearchProtocol):
    """A protocol with searches, counts and benches; only one of them runs at a time."""

    NEEDS_IDLE = SearchProtocol.NEEDS_IDLE | {"bench", "genfens"}

    def __init__(self, stdin: BinaryIO | None, stdout: BinaryIO | None) -> None:
        super().__init__(stdin, stdout)
        # When the last job began, and what stops the one that is running.
        self._job_began = -SCRIPT_S
        self._job: StopSignal | None = None

    def stop_search(self) -> None:
        """End the running job."""
        if self._job is not None:
            self._job.set()

    def _drop(self) -> None:
        super()._drop()
        # A count that is deep below one move does not look whether it should stop.
        if self._job is not None and not self._changed.wait_for(lambda: self._limits is None, SCRIPT_S):
            os._exit(0)

    def _must_stop(self) -> bool:
        return self._queued["stop"] > 0 if self._job is not None else super()._must_stop()

    def _is_script(self) -> bool:
        young = time.monotonic() - self._job_began < SCRIPT_S
        return young if self._quit else super()._is_script() and (young or self._job is None)

    def cmd_genfens(self, args: Sequence[str]) -> None:
        """Print `info string genfens <fen>` for N random positions: `genfens N seed S book <file|None>`."""
        from lux.uci.genfens import generate_fens, read_book

        words = dict(zip(args[1::2], args[2::2], strict=False))
        count, seed = parse_number(args[0]) if args else None, parse_number(words.get("seed", "0"))
        if count is None or seed is None:
            raise ProtocolError("genfens: expected 'N seed S book <file|None>'")
        try:
            book = read_book(words["book"]) if words.get("book", "None") != "None" else None
        except (OSError, ValueError) as error:
            raise ProtocolError(f"genfens cannot read {printable(words['book'])}: {error}") from None

        def job() -> list[str]:
            try:
                for fen in generate_fens(count, seed, book):
                    self._check_job()
                    self.send(f"info string genfens {fen}")
            except FenError as error:
                raise ProtocolError(f"genfens cannot use the book: {error}") from None
            return []

        self.begin_job(job)

    def cmd_bench(self, args: Sequence[str]) -> None:
        """Search the bench positions to a depth and print `<nodes> nodes <nps> nps`."""
        from lux.uci.bench import BENCH_DEPTH, run_bench

        depth = parse_number(args[0]) if args else BENCH_DEPTH
        if depth is None or not 1 <= depth <= 100:
            raise ProtocolError(f"bench takes a depth from 1 to 100, not '{printable(args[0])}'")
        if len(args) > 1:
            self._complain(f"bench takes only a depth, not '{printable(' '.join(args[1:]))}'")

        def job() -> list[str]:
            nodes, seconds = run_bench(depth, self._report_progress, stop=self._job)
            return [f"{nodes} nodes {round(nodes / seconds)} nps"]

        self.begin_job(job)

    def _complain(self, text: str) -> None:
        """Report the part of a command that is ignored."""
        self.info_string(text)

    def begin_job(self, job: Callable[[], Sequence[str]]) -> None:
        """Run `job` in its own thread, until it returns its last lines or `stop` ends it."""
        self.begin_search({})
        self._job = StopSignal()
        self._job_began = time.monotonic()
        try:
            start_thread(self._run_job, job)
        except ProtocolError:
            self._end_job()
            raise

    def _run_job(self, job: Callable[[], Sequence[str]]) -> None:
        self._end_job(*(self._attempt("job", job) or ()))

    def _end_job(self, *lines: str) -> None:
        with self._changed:
            self._job = None
            self.end_search(*lines)

    def _check_job(self, *_: object) -> None:
        """Leave the running job if it is to stop."""
        if self._job is not None and self._job.is_set():
            raise ProtocolError("stopped")

    def _report_progress(self, line: str) -> None:
        self._check_job()
        if sys.stderr is not None:
            print(line, file=sys.stderr, flush=True)

    def count(self, board: Board, depth: int, threads: int) -> list[str]:
        """Send the perft of each move as soon as it is known; return the lines after them."""
        total = 0 if depth else 1
        for move in board.legal_moves if depth else ():
            board.push_uci(move)
            nodes = board.perft(depth - 1, threads=threads, progress=self._check_job)
            board.pop()
            self._check_job()
            self.send(f"{move}: {nodes}")
            total += nodes
        return ["", f"Nodes searched: {total}", ""]
