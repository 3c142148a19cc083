"""A pool of engines in this process."""

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

from lux.client import UciClient
from lux.engine import Engine
from lux.runtime.system import ctrl_c_calls, fits_in_memory
from lux.searcher import WAKE_S, Searcher, StopSignal
from lux.tablebase import Tablebase

Item = TypeVar("Item")
Result = TypeVar("Result")


@contextmanager
def interrupt_sets(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl-C, if it is not ignored, set *stop* in this block and interrupt at its end; a second one interrupts."""

    def first(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stop.set()

    with ctrl_c_calls(first):
        yield
    if stop.is_set():
        raise KeyboardInterrupt


def until_interrupt(items: Iterable[Item], stop: threading.Event) -> Iterator[Item]:
    """Yield items until *stop* is set in a block of `interrupt_sets`; Ctrl-C also ends the wait for the next one."""
    items = iter(items)
    try:
        while True:
            with ctrl_c_calls(signal.default_int_handler):
                if stop.is_set() or (item := next(items, None)) is None:
                    return
            yield item
    except KeyboardInterrupt:
        stop.set()


class EnginePool:
    """Share work between threads, each with its own engine.

    *stop* is set when no more results are needed; all searches are to be given it. With a *command* the engines are
    processes that it starts.

    Raises:
        EngineError: one of them cannot be started.
        MemoryError: there is no memory for all their hash tables, which are filled only later.
    """

    def __init__(
        self, jobs: int, hash_mib: int, threads: int = 1, syzygy: str | None = None, command: str | None = None
    ) -> None:
        if not fits_in_memory(jobs * hash_mib):
            raise MemoryError(f"no memory for {jobs} hash tables of {hash_mib} MiB")
        self.engines: list[Searcher] = []
        self.stop = StopSignal()
        tablebase = Tablebase(syzygy) if syzygy and command is None else None
        for _ in range(jobs):
            if command is None:
                self.engines.append(Engine(hash_mib=hash_mib, threads=threads, tablebase=tablebase))
                continue
            client = UciClient(command)
            self.engines.append(client)
            for name, value in (("Hash", hash_mib), ("Threads", threads), ("SyzygyPath", syzygy)):
                if value is not None:
                    client.set_option(name, value)

    def map(self, work: Callable[[Searcher, Item], Result | None], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results but None in the order of the items, which are taken as needed; leaving early ends the work.

        Ctrl-C does so, too: it is raised after the results of all items that were begun.
        """
        idle, own = [*self.engines], threading.local()

        def take() -> None:
            own.engine = idle.pop()

        executor = ThreadPoolExecutor(len(self.engines), initializer=take)
        waiting: deque[Future[Result | None]] = deque()

        def results(most: int) -> Iterator[Result]:
            while len(waiting) > most:
                future = waiting.popleft()
                if self.stop.is_set() and future.cancel():
                    continue
                # A signal that comes just before the wait is only noticed when that ends.
                while not wait([future], WAKE_S).done:
                    pass
                if (result := future.result()) is not None:
                    yield result

        try:
            with interrupt_sets(self.stop):
                for item in until_interrupt(items, self.stop):
                    waiting.append(executor.submit(lambda item=item: work(own.engine, item)))
                    yield from results(2 * len(self.engines))
                yield from results(0)
        finally:
            self.stop.set()
            executor.shutdown(cancel_futures=True)
            for engine in self.engines:
                engine.close()
