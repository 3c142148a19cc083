"""Keep a thread between searches (layer 5): starting one for every move costs more than a short search."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

# threading.stack_size() is a setting of the whole process.
_stack_size = threading.Lock()


class Worker:
    """A thread that executes calls, one at a time, until its owner drops or closes it.

    Args:
        name: what the thread is called.
        stack_bytes: room for the deepest recursion of its calls.

    Raises:
        RuntimeError: the system cannot start another thread.
    """

    def __init__(self, name: str, stack_bytes: int) -> None:
        self._calls: SimpleQueue[tuple[Callable[..., object], tuple] | None] = SimpleQueue()
        self._idle = threading.Event()
        self._thread = threading.Thread(target=_carry_out, args=(self._calls, self._idle), name=name, daemon=True)
        with _stack_size:
            before = threading.stack_size(stack_bytes)
            try:
                self._thread.start()
            finally:
                threading.stack_size(before)
        self._idle.set()

    def __del__(self) -> None:
        self._calls.put(None)

    def reserve(self) -> Callable[[tuple[Callable[..., object], tuple]], None]:
        """Return a function that takes a call and its arguments and runs them on the worker, which must be free."""
        self._idle.clear()
        return self._calls.put

    def submit(self, call: Callable[..., object], *args: object) -> None:
        """Execute a call; the worker must be free."""
        self.reserve()((call, args))

    def is_free(self) -> bool:
        """Return whether it can execute a call at once: not during another call, nor after a fork without its
        thread."""
        return self._idle.is_set() and self._thread.is_alive()

    def close(self, timeout: float) -> None:
        """End the thread after its last call, and wait for it, but no longer than *timeout* seconds."""
        self._calls.put(None)
        if self._thread is not threading.current_thread():
            self._thread.join(timeout)


def _carry_out(calls: SimpleQueue, idle: threading.Event) -> None:
    while (submitted := calls.get()) is not None:
        call, args = submitted
        try:
            call(*args)
        finally:
            idle.set()
        # Otherwise the idle thread would keep its owner alive.
        del submitted, call, args
