"""What searches have in common, in this process or in another engine's (layer 5).

`lux.Engine` and `lux.client.UciClient` are Searchers. A search under way is a RunningSearch; a StopSignal ends searches
that may not have begun.
"""

import time
from bisect import bisect_left, bisect_right
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, get_ident
from typing import TYPE_CHECKING, Any, Self, Unpack, overload
from weakref import WeakSet

from lux.limits import LimitKeywords, Limits
from lux.results import CurrentMove, SearchInfo, SearchResult

if TYPE_CHECKING:
    from lux.board import Board

WAKE_S = 0.1  # between two looks for signals while the main thread waits


class StopSignal(Event):
    """End searches from another thread, even before they have begun: `search(..., stop=signal)`.

    It may be given to several searches; once it is set, each ends as soon as it has a move.
    """

    def __init__(self) -> None:
        super().__init__()
        self._searches: WeakSet[RunningSearch] = WeakSet()

    def set(self) -> None:
        """Stop the searches that this signal was given to, and all that it will be given to."""
        super().set()
        for search in list(self._searches):
            search.stop()

    def follow(self, search: "RunningSearch") -> None:
        """Stop a search when the signal is set, or now if it was."""
        self._searches.add(search)
        if self.is_set():
            search.stop()


class RunningSearch:
    """A search that was started, until it has its result and after.

    What `analysis` returns yields each SearchInfo as it comes, until the search ends: `for info in analysis`, or
    `async for`. `await search` waits for the result without blocking the event loop, and ends the search if it is
    cancelled. `with` or `async with` stops the search at the end of the block, and waits for that end.

    Attributes:
        multipv: the last SearchInfo of each line, the best first, as far as they are reported.
        error: what went wrong first, or None; wait() raises it.
    """

    def __init__(
        self,
        end: "Callable[[RunningSearch], None]",
        on_result: Callable[[SearchResult], None] | None = None,
        reports: bool = False,
        on_info: Callable[[SearchInfo], None] | None = None,
        on_report: Callable[[list[SearchInfo]], None] | None = None,
        on_move: Callable[[CurrentMove], None] | None = None,
    ) -> None:
        self._end: Callable[[RunningSearch], None] | None = end
        self._on_info, self._on_report, self._on_result = on_info, on_report, on_result
        self._reports: SimpleQueue[SearchInfo | None] | None = SimpleQueue() if reports else None
        self._wakers: list[Callable[[], object]] = []
        self._done = Event()
        self._result: SearchResult | None = None
        self.on_move = on_move
        self.at_once = on_info is not None or reports  # whether reports are wanted as soon as they come
        self.reports = self.at_once or on_report is not None
        self.stopped = False
        self.thread: int | None = None  # the identity of the searching thread
        self.error: BaseException | None = None
        self.multipv: list[SearchInfo] = []

    @property
    def info(self) -> SearchInfo | None:
        """Get the last SearchInfo of the best line, None before there is one."""
        return self.multipv[0] if self.multipv else None

    @property
    def done(self) -> bool:
        """Get whether the search and its callbacks have ended."""
        return self._done.is_set()

    def stop(self) -> None:
        """Stop this search, and no other, as soon as it has a move; do nothing after its end."""
        self.stopped = True
        end = self._end
        if end is not None:
            end(self)

    def wait(self, timeout: float | None = None) -> SearchResult | None:
        """Wait for the search and its callbacks to end; return its result, or None after *timeout* seconds.

        An error in the search, or in one of its callbacks, is raised here.

        Raises:
            RuntimeError: a callback of the search itself waits, which would be for ever.
        """
        self.wait_for_end(timeout)
        if not self._done.is_set():
            return None
        if self.error is not None:
            raise self.error
        return self._result

    def wait_for_end(self, timeout: float | None = None) -> None:
        """Wait as wait() does, but raise no error of the search."""
        if self.is_own_thread():
            raise RuntimeError("not from a callback of the search that is under way")
        end_s = float("inf") if timeout is None else time.monotonic() + timeout
        # A signal that comes just before the wait is only noticed when that ends.
        while (left_s := end_s - time.monotonic()) > 0 and not self._done.wait(min(WAKE_S, left_s)):
            pass

    def is_own_thread(self) -> bool:
        """Return whether one of the search's callbacks asks."""
        return self.thread == get_ident() and not self._done.is_set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.wait_for_end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop()
        await self._until(self._done.is_set)

    def __iter__(self) -> Iterator[SearchInfo]:
        reports = self._queue()
        while True:
            with suppress(Empty):
                info = reports.get(timeout=WAKE_S)
                if info is None:
                    break
                yield info
        reports.put(None)
        self.wait()

    async def __aiter__(self) -> AsyncIterator[SearchInfo]:
        reports = self._queue()
        while True:
            await self._until(lambda: not reports.empty())
            info = reports.get()
            if info is None:
                break
            yield info
        reports.put(None)
        await self

    def __await__(self) -> Generator[Any, None, SearchResult]:
        yield from self._until(self._done.is_set).__await__()
        result = self.wait()
        assert result is not None
        return result

    def _queue(self) -> "SimpleQueue[SearchInfo | None]":
        if self._reports is None:
            raise TypeError("only analysis() yields reports")
        return self._reports

    async def _until(self, ready: Callable[[], bool]) -> None:
        """Wait in an event loop until a report or the end makes *ready* true; if cancelled, end the search first."""
        import asyncio

        loop = asyncio.get_running_loop()
        try:
            while True:
                changed = asyncio.Event()
                self._wakers.append(lambda changed=changed: loop.call_soon_threadsafe(changed.set))
                if ready():
                    return
                await changed.wait()
        except asyncio.CancelledError:
            self.stop()
            await self._until(self._done.is_set)  # so that the next search can begin
            raise

    # For the searching thread

    def report(self, infos: list[SearchInfo]) -> None:
        """Pass lines to whoever listens."""
        for info in infos:
            ranks = [line.multipv for line in self.multipv]
            self.multipv[bisect_left(ranks, info.multipv) : bisect_right(ranks, info.multipv)] = [info]
        if self._on_report is not None:
            self._on_report(infos)
        for info in infos:
            if self._on_info is not None:
                self._on_info(info)
            if self._reports is not None:
                self._reports.put(info)
        self._wake()

    def finish(self, result: SearchResult | None) -> None:
        """Give the result; None after an error that left no move."""
        self._result = result
        try:
            if self._on_result is not None and result is not None:
                self._on_result(result)
        except BaseException as error:
            self.error = self.error or error
        self._end = self._on_info = self._on_report = self.on_move = self._on_result = None
        self._done.set()
        if self._reports is not None:
            self._reports.put(None)
        self._wake()

    def abandon(self) -> None:
        """End after a fork in the child process, which has no thread that searches."""
        if not self._done.is_set():
            self._done = Event()
            self._on_result = None
            self.error = RuntimeError("the search is under way in the parent process, not in its fork")
            self.finish(None)

    def _wake(self) -> None:
        while self._wakers:
            with suppress(RuntimeError):  # the event loop has been closed meanwhile
                self._wakers.pop()()


class LineKeywords(LimitKeywords, total=False):
    """What every search takes as keywords: limits, which override those of the argument, callbacks, and a signal.

    on_info is called with a SearchInfo for each line, the best first, after each iteration; on_report with a list of
    SearchInfos, at most every 20 ms and at the end, for writing to another process; on_move with a CurrentMove before
    each root move, after the first three seconds, by Lux only. All are called on the searching thread. *stop* ends the
    search once it is set, even before it begins.
    """

    on_info: Callable[[SearchInfo], None] | None
    on_report: Callable[[list[SearchInfo]], None] | None
    on_move: Callable[[CurrentMove], None] | None
    stop: StopSignal | None


class SearchKeywords(LineKeywords, total=False):
    """The same with the number of lines."""

    multipv: int


class Searcher:
    """Search positions: what Lux and other engines offer alike.

    All methods take the game, whose current position is searched and whose history counts for repetitions; then Limits;
    then keywords: fields of Limits, which override those, and what LineKeywords describes.
    """

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(
        self,
        board: "Board",
        limits: Limits | None = None,
        *,
        on_result: Callable[[SearchResult], None] | None = None,
        reports: bool = False,
        **keywords: Unpack[SearchKeywords],
    ) -> RunningSearch:
        """Begin a search and return at once; without limits it ends at stop(). The board is copied.

        Args:
            on_result: called with the SearchResult at the end, on the searching thread; it may start() the next
                search.
            reports: whether the RunningSearch yields its reports, as that of analysis() does.

        Raises:
            RuntimeError: another search is running.
            TypeError: a limit is not a whole number, or *searchmoves* is a string.
            ValueError: a limit is too small, or one of *searchmoves* is not legal.
        """
        callbacks = {name: keywords.pop(name, None) for name in ("on_info", "on_report", "on_move")}
        stop = keywords.pop("stop", None)
        if limits is None:
            limits = Limits(**keywords)
        elif not isinstance(limits, Limits):
            raise TypeError(f"limits must be Limits, not {limits!r}")
        elif keywords:
            limits = Limits(**(limits._asdict() | keywords))
        limits.check()
        search = RunningSearch(self._stop_search, on_result, reports, **callbacks)
        if stop is not None:
            stop.follow(search)
        self._begin(search, board, limits)
        return search

    def close(self) -> None:
        """End what searches; `with` does so at its end."""
        raise NotImplementedError

    def _begin(self, search: RunningSearch, board: "Board", limits: Limits) -> None:
        """Begin a search, which ends with a call of its finish()."""
        raise NotImplementedError

    def _stop_search(self, search: RunningSearch) -> None:
        """Stop a search if it is under way; if it is only beginning, it sees `search.stopped`."""
        raise NotImplementedError

    def search(self, board: "Board", limits: Limits | None = None, **keywords: Unpack[SearchKeywords]) -> SearchResult:
        """Search and return the result.

        Ctrl-C stops the search. The GIL is released meanwhile, so other threads run and may stop it.
        """
        with self.start(board, limits, **keywords) as search:
            result = search.wait()
        assert result is not None
        return result

    def play(self, board: "Board", limits: Limits | None = None, **keywords: Unpack[SearchKeywords]) -> SearchResult:
        """Search as search() does; the result's `move` is the move to play.

        >>> from lux import Board, Engine, Limit
        >>> with Engine() as engine:
        ...     engine.play(Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), Limit(depth=3)).move
        'g6g7'
        """
        return self.search(board, limits, **keywords)

    def analysis(
        self, board: "Board", limits: Limits | None = None, **keywords: Unpack[SearchKeywords]
    ) -> RunningSearch:
        """Begin a search that yields its reports as they come.

        >>> from lux import Board, Engine
        >>> with Engine() as engine, engine.analysis(Board()) as analysis:
        ...     next(info.depth for info in analysis if info.seldepth > 3) > 1
        True
        """
        return self.start(board, limits, reports=True, **keywords)

    @overload
    def analyse(
        self,
        board: "Board",
        limits: Limits | None = None,
        *,
        multipv: None = None,
        **keywords: Unpack[LineKeywords],
    ) -> SearchInfo: ...

    @overload
    def analyse(
        self, board: "Board", limits: Limits | None = None, *, multipv: int, **keywords: Unpack[LineKeywords]
    ) -> list[SearchInfo]: ...

    def analyse(
        self,
        board: "Board",
        limits: Limits | None = None,
        *,
        multipv: int | None = None,
        **keywords: Any,
    ) -> SearchInfo | list[SearchInfo]:
        """Search as search() does and return its last SearchInfo; with *multipv* the best lines, the best first.

        Raises:
            RuntimeError: another engine reported no score.
        """
        lines = self.search(board, limits, multipv=1 if multipv is None else multipv, **keywords).lines
        if not lines:
            raise RuntimeError("the engine reported no score")
        return lines[0] if multipv is None else lines
