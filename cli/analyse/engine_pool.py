"""A pool of engines in this process."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from lux.client import UciClient
from lux.engine import Engine
from lux.searcher import Searcher, StopSignal
from lux.tablebase import Tablebase

Item = TypeVar("Item")
Result = TypeVar("Result")


class EnginePool:
    """Share work between threads, each with its own engine.

    *stop* is set when no more results are needed; all searches are to be given it. With a *command* the engines are
    processes that it starts.

    Raises:
        EngineError: one of them cannot be started.
    """

    def __init__(
        self, jobs: int, hash_mib: int, threads: int = 1, syzygy: str | None = None, command: str | None = None
    ) -> None:
        self.engines: list[Searcher] = []
        self.stop = StopSignal()
        if command is None:
            tablebase = Tablebase(syzygy) if syzygy else None
            self.engines += [Engine(hash_mib=hash_mib, threads=threads, tablebase=tablebase) for _ in range(jobs)]
        for _ in range(0 if command is None else jobs):
            client = UciClient(command)
            self.engines.append(client)
            for name, value in (("Hash", hash_mib), ("Threads", threads), ("SyzygyPath", syzygy)):
                if value is not None:
                    client.set_option(name, value)

    def map(self, work: Callable[[Searcher, Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results in the order of the items, which are taken as needed; leaving early ends the work."""
        idle, own = [*self.engines], threading.local()

        def take() -> None:
            own.engine = idle.pop()

        executor = ThreadPoolExecutor(len(self.engines), initializer=take)
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(executor.submit(lambda item=item: work(own.engine, item)))
                if len(waiting) > 2 * len(self.engines):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            self.stop.set()
            executor.shutdown(cancel_futures=True)
            for engine in self.engines:
                engine.close()
