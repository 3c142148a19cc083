"""Search from Python (layer 5).

A search runs on a Python thread in one `nogil` call; a C flag stops it. `lux.runtime.engine_options` has the engine's
options, `lux.results` the results.

>>> from lux import Board
>>> Engine().search(Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), depth=3).best_move
'g6g7'
"""

import atexit
import os
import threading
import warnings
from weakref import WeakSet

import cython
from cython.cimports.lux.board import Board
from cython.cimports.lux.network import Network
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.runtime.engine_options import EngineOptions
from cython.cimports.lux.search.lines import hold_counters
from cython.cimports.lux.search.root import best_thread, iterative_deepening, set_helper, set_root
from cython.cimports.lux.search.tb import rank_root
from cython.cimports.lux.search.thread import STACK_BEFORE, HeldLine, RootLine, SearchThread, atomic_store
from cython.cimports.lux.search.timeman import note_overshoot, now_ns, set_time_limits
from cython.cimports.lux.search.tt import tt_clear, tt_new_search
from cython.cimports.lux.syzygy.table import MAX_TABLE_PIECES
from cython.cimports.lux.tablebase import Tablebase
from cython.cimports.lux.text.notation import find_uci, move_uci

from lux.limits import Limits
from lux.network import shipped_network
from lux.results import CurrentMove, SearchInfo, SearchResult
from lux.runtime.worker import Worker
from lux.score import TB_WIN_CP, Score
from lux.searcher import RunningSearch, Searcher

# Room for the deepest recursion, which the platform's default for threads may not give.
THREAD_STACK_BYTES = 16 << 20
EXIT_S = 2.0  # how long the process, at its end, waits for a search that was told to stop
REPORT_INTERVAL_MS = 20  # between two calls of on_report: its listener may need the processor that the search is on
SINGLE_MOVE_MS = 100  # how much of a long clock a forced move may take


def report(td: cython.pointer[SearchThread], context: cython.p_void) -> cython.void:
    """Pass the lines that were held back to whoever listens."""
    with cython.gil:
        engine = cython.cast(Engine, cython.cast(object, context))
        count: cython.int = td.held_count
        td.held_count = 0
        try:
            engine.running.report([engine.describe(td, cython.address(td.held[i])) for i in range(count)])
        except BaseException as error:
            engine.fail(error)


def report_move(
    td: cython.pointer[SearchThread], context: cython.p_void, move: Move, number: cython.int
) -> cython.void:
    """Pass the root move that is being searched to the callback."""
    with cython.gil:
        engine = cython.cast(Engine, cython.cast(object, context))
        try:
            engine.running.on_move(CurrentMove(td.root_depth, move_uci(move, engine.chess960), number))
        except BaseException as error:
            engine.fail(error)


# Every engine that is still in use: a search that outlives the interpreter would crash the process.
_engines = WeakSet()
_ending = False


@atexit.register
def _end_searches() -> None:
    """Stop every search, let none begin any more, and end the threads that searched."""
    global _ending
    _ending = True
    for engine in list(_engines):
        engine._end()


def _park() -> None:
    """Keep a thread from searching at the end of the process: as Python does with one that asks for its lock."""
    if not threading.current_thread().daemon:  # which Python would wait for
        raise RuntimeError("no search can begin: the process is ending")
    threading.Event().wait()


def _is_of_the_end(error: RuntimeError) -> bool:
    """Return whether no thread starts since the process is ending: Python 3.12 says so before it comes to atexit."""
    return "at interpreter shutdown" in str(error)


def _forget_threads() -> None:
    """After a fork: the threads are in the parent, and what they held nobody will release."""
    for engine in list(_engines):
        engine._reset_after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


@cython.cclass
class Engine(EngineOptions, Searcher):
    """Search positions; one search at a time.

    Args:
        hash_mib: size of the transposition table in mebibytes.
        threads: number of search threads; with more than one, results are not reproducible.
        move_overhead_ms: milliseconds reserved on every move for delays between engine and GUI.
        tablebase: Syzygy tablebases to probe, or None.
        network: the network that evaluates positions; None for the built-in one.

    Attributes:
        tb_probe_limit: maximum number of pieces, kings included, for a tablebase probe.
        tb_probe_depth: minimum remaining depth, in plies, for probing positions with that many pieces.
        fifty_moves: whether tablebase wins that the fifty-move rule prevents count as draws.

    Raises:
        ValueError: *hash_mib*, *threads* or *move_overhead_ms* is out of range.
        MemoryError: the transposition table or the memory of the threads cannot be allocated.
        OSError: the built-in network cannot be read.
    """

    def __init__(
        self,
        *,
        hash_mib: int = 16,
        threads: int = 1,
        move_overhead_ms: int = 0,
        tablebase: Tablebase | None = None,
        network: Network | None = None,
    ):
        self.lock = threading.Lock()
        self.workers = []
        self.released = threading.Event()
        self.finished = threading.Event()
        self.finished.set()
        self._network = shipped_network() if network is None else network
        self.threads = threads
        self.hash_mib = hash_mib
        self.move_overhead_ms = move_overhead_ms
        self.tablebase = tablebase
        self.tb_probe_limit = MAX_TABLE_PIECES
        self.tb_probe_depth = 1
        self.fifty_moves = self.thread.tb_fifty_moves = True
        self.nodestime = 0
        _engines.add(self)

    def __repr__(self) -> str:
        threads = f"{self.threads} thread{'s' if self.threads > 1 else ''}"
        return f"<Engine with {self.hash_mib} MiB and {threads}, {'searching' if self.searching else 'idle'}>"

    def close(self) -> None:
        """Stop the search and end the threads; `with Engine() as engine:` does so at its end."""
        self.stop()
        if self.running is not None and not self.running.is_own_thread():
            self.running.wait_for_end()
        self._end_workers()

    # Searching: what a Searcher needs

    def _begin(self, search: RunningSearch, board: Board, limits: Limits) -> None:
        """Begin a search and return at once."""
        started = now_ns()
        try:
            with self.lock:
                if not _ending:
                    self.begin(search, board, limits, started)
                    return
        except RuntimeError as error:
            if not _is_of_the_end(error):
                raise
        _park()

    def begin(self, search: object, board: object, limits: object, started: cython.longlong) -> object:
        """Begin a search, the lock being held."""
        td: cython.pointer[SearchThread] = self.thread
        if not self.finished.is_set():
            raise RuntimeError("a search is under way: stop() it first")
        self.finished.clear()
        self.released = threading.Event()
        if not (limits.endless or limits.ponder):
            self.released.set()
        # From here on stop() is meant for this search.
        atomic_store(cython.address(self.stop_flag), 0)
        atomic_store(cython.address(self.helpers_stop_flag), 0)
        atomic_store(cython.address(self.ponder_flag), 1 if limits.ponder else 0)
        self.running = search
        if search.stopped:
            self.stop()
        try:
            self.set_root(board, limits.searchmoves, min(limits.multipv, MAX_MOVES))
            # Without reports the search never takes the interpreter lock.
            td.report = td.report_move = cython.NULL
            if search.reports:
                td.report = report
            if search.on_move is not None:
                td.report_move = report_move
            td.report_interval_ms = 0 if search.at_once else REPORT_INTERVAL_MS
            self.set_limits(limits)
            td.time.start_ns = started
            set_time_limits(cython.address(td.time), cython.address(td.limits), td.stack[STACK_BEFORE].pos.stm)
            if td.root_moves.count == 1:
                # The move is forced, but a GUI expects a score and a reply to ponder on.
                td.time.soft_ms = min(td.time.soft_ms // 10, SINGLE_MOVE_MS)
            for i in range(1, self.team_size):
                set_helper(self.team[i], td, cython.address(self.helpers_stop_flag))
            tt_new_search(cython.address(self.tt))
            self.pondered = limits.ponder
            self.joined = False
            # An interrupt may come before the call is in the queue; put() is C, so that none comes just after it.
            put = self._worker(0).reserve()
        except BaseException:
            self.running = None
            self.finished.set()
            raise
        put((self._run, (search,)))

    def _stop_search(self, search: RunningSearch) -> None:
        """Stop this search, and no later one: between the question and the flags no other thread runs."""
        if self.running is search:
            self.stop()

    def wait(self, timeout: float | None = None) -> SearchResult | None:
        """Wait for the last search that was started; see `RunningSearch.wait`."""
        return None if self.running is None else self.running.wait(timeout)

    def stop(self) -> None:
        """Stop the search as soon as it has a move; do nothing if none is running."""
        atomic_store(cython.address(self.stop_flag), 1)
        atomic_store(cython.address(self.helpers_stop_flag), 1)
        atomic_store(cython.address(self.ponder_flag), 0)
        self.released.set()

    def ponderhit(self) -> None:
        """End pondering: the clock now counts, from start() on. Do nothing unless pondering."""
        if self.ponder_flag:
            atomic_store(cython.address(self.ponder_flag), 0)
            if not self.thread.limits.infinite:
                self.released.set()

    def set_root(self, board: object, searchmoves: object, multipv: cython.int) -> object:
        """Set the game, the root moves to search and the tablebases of the search thread."""
        game = cython.cast(Board, board)
        game.current()
        td: cython.pointer[SearchThread] = self.thread
        set_root(td, game.positions, game.played)
        if searchmoves:
            chosen = {find_uci(game.current(), uci, game.chess960) for uci in searchmoves}
            count: cython.int = 0
            for i in range(td.root_moves.count):
                if td.root_moves.moves[i] in chosen:
                    td.root_moves.moves[count] = td.root_moves.moves[i]
                    count += 1
            td.root_moves.count = count
        td.tt = cython.address(self.tt)
        td.stop = cython.address(self.stop_flag)
        td.pondering = cython.address(self.ponder_flag)
        td.report_context = cython.cast(cython.p_void, self)
        td.multipv = max(1, min(multipv, td.root_moves.count))
        self.chess960 = game.chess960
        td.tbs = cython.NULL if self._tablebase is None else self._tablebase.tables
        td.tb_pieces = 0 if self._tablebase is None else min(self.tb_probe_limit, self._tablebase.max_pieces)
        # The depth applies to positions with as many pieces as the limit; smaller tablebases have no such positions.
        td.tb_depth = self.tb_probe_depth if td.tb_pieces == self.tb_probe_limit else 0
        # Tables may have to be read from a slow disk.
        with cython.nogil:
            if td.tb_fifty_moves != self.fifty_moves:
                tt_clear(cython.address(self.tt))  # it holds results by the other rule
            td.tb_fifty_moves = self.fifty_moves
            rank_root(td)

    def set_limits(self, wanted: object) -> object:
        """Set the limits of the search thread."""
        own = {"overhead_ms": self._move_overhead_ms, "nodes_per_ms": self._nodestime}
        self.thread.limits = wanted.for_search() | own

    def _worker(self, index: cython.int) -> Worker:
        """Return the worker of a thread of the team, a new one if necessary.

        Raises:
            RuntimeError: the system cannot start another thread.
        """
        if index == len(self.workers) or not self.workers[index].is_free():
            worker = Worker(f"lux search {index}" if index else "lux search", THREAD_STACK_BYTES)
            self.workers[index : index + 1] = [worker]
        return self.workers[index]

    def _end(self) -> None:
        """Stop the search and end the threads, at the end of the process."""
        # The lock is held while a search is being started, which a slow disk makes long.
        if self.lock.acquire(timeout=EXIT_S):
            self.lock.release()
        self.stop()
        self._end_workers()

    def _reset_after_fork(self) -> None:
        """Be idle in the child process: the threads, and what they hold, are the parent's."""
        if self.running is not None and self.running.is_own_thread():
            return
        self.workers = []
        self.lock = threading.Lock()
        self.finished = threading.Event()
        self.finished.set()
        if self.running is not None:
            self.running.abandon()

    def _end_workers(self) -> None:
        """End all threads of the team, for good; searches under way must have been stopped."""
        for worker in self.workers:
            worker.close(EXIT_S)

    def _help(self, index: cython.int, ended: threading.Semaphore) -> None:
        """Search on a thread that is not the first."""
        td: cython.pointer[SearchThread] = self.team[index]
        with cython.nogil:
            iterative_deepening(td)
        ended.release()

    def _search(self) -> None:
        """Search on this thread and on as many more as there are."""
        td: cython.pointer[SearchThread] = self.thread
        helpers: list = []
        ended = threading.Semaphore(0)
        try:
            # All are started before any searches: a search would leave no processor for starting the others.
            for index in range(1, self.team_size):
                helpers.append(self._worker(index))
        except RuntimeError as error:
            # A move must still be found, even where warnings are errors.
            message = f"only {len(helpers) + 1} of {self.team_size} threads search: {error}"
            try:
                if not _is_of_the_end(error):  # when nobody wants the move
                    warnings.warn(message, RuntimeWarning, stacklevel=1)
            except RuntimeWarning as warning:
                self.fail(warning)
        submitted: cython.int = 0
        try:
            for helper in helpers:
                helper.submit(self._help, submitted + 1, ended)
                submitted += 1
            with cython.nogil:
                iterative_deepening(td)
        finally:
            atomic_store(cython.address(self.helpers_stop_flag), 1)
            for _ in range(submitted):
                ended.acquire()
        # The opponent's thinking time while pondering is not an overshoot.
        if not self.pondered:
            note_overshoot(cython.address(td.time))
        self.joined = True

    def _run(self, search: RunningSearch) -> None:
        """Search, and deliver the result once it may be given."""
        search.thread = threading.get_ident()
        try:
            self._search()
        except BaseException as error:
            self.fail(error)
        result = self.outcome()
        self.released.wait()
        # From here on the next search may be under way: touch only what belongs to this one.
        self.finished.set()
        search.finish(result)

    def outcome(self) -> object:
        """Return the result of the search, with a move even after an error."""
        td: cython.pointer[SearchThread] = self.thread
        lines: list = []
        # Before the first iteration any legal move.
        moves: list = [move_uci(td.root_moves.moves[i], self.chess960) for i in range(min(1, td.root_moves.count))]
        if self.joined:
            td = best_thread(td)
            moves = self.moves_of(cython.address(td.lines[0]))
        held: HeldLine
        hold_counters(self.thread, cython.address(held))
        try:
            for i in range(td.multipv if self.joined else 0):
                # Only the first line may have no moves.
                if i > 0 and td.lines[i].depth == 0:
                    break
                held.line = td.lines[i]
                held.index = i
                lines.append(self.describe(td, cython.address(held)))
            if self.running.reports and lines and (not moves or td != self.thread):
                # Callers expect a score with mate or stalemate on the board, too; and another thread's line has not
                # been shown yet.
                self.running.report(lines[:1])
        except BaseException as error:
            self.fail(error)
            lines = []
        moves += [None, None]
        return SearchResult(moves[0], moves[1], lines[0] if lines else None, lines, self.running.error)

    def moves_of(self, line: cython.pointer[RootLine]) -> object:
        """Return the moves of a line of the search."""
        return [move_uci(line.pv[i], self.chess960) for i in range(line.pv_length)]

    def fail(self, error: object) -> object:
        """End the search because of an error; wait() raises the first."""
        if self.running.error is None:
            self.running.error = error
        self.stop()

    def describe(self, td: cython.pointer[SearchThread], held: cython.pointer[HeldLine]) -> object:
        """Turn a line of the search into a SearchInfo."""
        line: cython.pointer[RootLine] = cython.address(held.line)
        value: Value = line.value
        bound = "exact"
        if td.tb_ranked and not is_mate(value):
            value = td.root_ranks[held.index].value
        elif line.bound != BOUND_EXACT:
            bound = "lower" if line.bound == BOUND_LOWER else "upper"
        return SearchInfo(
            depth=line.depth,
            seldepth=line.seldepth,
            score=score_of(value, self.thread.stack[STACK_BEFORE].pos.stm == WHITE),
            bound=bound,
            nodes=held.nodes,
            nps=held.nodes * 1000 // max(1, held.time_ms),
            hashfull=held.hashfull,
            time_ms=held.time_ms,
            pv=self.moves_of(line),
            multipv=held.index + 1,
            tbhits=held.tb_hits,
        )

    # Evaluation

    def evaluate(self, board: Board) -> int:
        """Return the static evaluation in centipawns, from the side to move's point of view."""
        return self._network.evaluate(board)


def score_of(value: Value, turn: cython.bint) -> object:
    """Return a value of the search as a score of the side to move."""
    if is_mate(value):
        plies: cython.int = VALUE_MATE - abs(value)
        return Score(mate=(plies + 1) // 2 if value > 0 else -(plies // 2), turn=turn)
    if is_decisive(value):
        return Score(TB_WIN_CP - (VALUE_TB - value) if value > 0 else -TB_WIN_CP + (VALUE_TB + value), turn=turn)
    return Score(value, turn=turn)
