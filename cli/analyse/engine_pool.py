"""A pool of engines in this process."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from lux.engine import Engine
from lux.tablebase import Tablebase

Item = TypeVar("Item")
Result = TypeVar("Result")


class EnginePool:
    """Share work between threads, each with its own engine.

    *ended* is set when no more results are needed; running searches are then stopped.
    """

    def __init__(self, jobs: int, hash_mib: int, threads: int = 1, syzygy: str | None = None) -> None:
        tablebase = Tablebase(syzygy) if syzygy else None
        self.engines = [Engine(hash_mib=hash_mib, threads=threads, tablebase=tablebase) for _ in range(jobs)]
        self.ended = False
        self._idle = list(self.engines)
        self._lock = threading.Lock()

    def map(self, work: Callable[[Engine, Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results in the order of the items, which are taken as needed; leaving early ends the work."""
        executor = ThreadPoolExecutor(len(self.engines))
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(executor.submit(self._run, work, item))
                if len(waiting) > 2 * len(self.engines):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            self.ended = True
            for engine in self.engines:
                engine.stop()
            executor.shutdown(cancel_futures=True)

    def _run(self, work: Callable[[Engine, Item], Result], item: Item) -> Result:
        """Process one item with a free engine."""
        with self._lock:
            engine = self._idle.pop()
        try:
            return work(engine, item)
        finally:
            with self._lock:
                self._idle.append(engine)
