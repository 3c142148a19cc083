"""The transposition table, thread memory and options of an engine (layer 5).

They change only between searches.
"""

from contextlib import contextmanager

import cython
from cython.cimports.lux.evaluation.accumulator import reset_accumulators
from cython.cimports.lux.network import Network
from cython.cimports.lux.search.history import history_clear
from cython.cimports.lux.search.root import free_thread, new_thread
from cython.cimports.lux.search.tt import tt_clear, tt_free, tt_resize
from cython.cimports.lux.tablebase import Tablebase

from lux.runtime.system import fits_in_memory

MAX_THREADS = 1024
MAX_NODESTIME = 10000


@cython.cclass
class EngineOptions:
    """Own what searches use, and change it between two of them; `lux.Engine` searches."""

    def __dealloc__(self):
        tt_free(cython.address(self.tt))
        self.resize_team(0)

    @property
    def searching(self) -> bool:
        """Return whether a search is under way."""
        return not self.finished.is_set()

    @property
    def hash_mib(self) -> int:
        """Get or set the size of the transposition table in MiB; setting clears it, after a running search.

        Raises:
            ValueError: the size is less than 1.
            MemoryError: the table cannot be allocated; the old one stays.
        """
        return self._hash_mib

    @hash_mib.setter
    def hash_mib(self, mib: int):
        if mib < 1:
            raise ValueError(f"the hash table needs at least 1 MiB, not {mib}")
        size: cython.size_t = min(mib, 1 << 62)
        with self._idle():
            resized: cython.bint = fits_in_memory(mib - self._hash_mib)
            with cython.nogil:
                resized = resized and tt_resize(cython.address(self.tt), size)
                if resized:
                    tt_clear(cython.address(self.tt))  # or waiting for its pages would cost the first search 30 ms
            if not resized:
                raise MemoryError(f"no memory for a hash table of {mib} MiB")
            self._hash_mib = mib

    @property
    def threads(self) -> int:
        """Get or set the number of search threads; setting waits for a running search.

        If the system cannot start all of them, the search warns and uses the others.

        Raises:
            ValueError: the number is out of range, 1 to 1024.
            MemoryError: there is no memory for them; the number stays.
        """
        return self.team_size

    @threads.setter
    def threads(self, count: int):
        if not 1 <= count <= MAX_THREADS:
            raise ValueError(f"threads must be from 1 to {MAX_THREADS}, not {count}")
        with self._idle():
            self.resize_team(count)
            del self.workers[count:]

    def resize_team(self, size: cython.int) -> cython.int:
        """Have *size* threads, or change nothing; those that stay keep what they have learned."""
        for i in range(self.team_size, size):
            self.team[i] = new_thread(self._network.weights)
            if self.team[i] == cython.NULL:
                for j in range(self.team_size, i):
                    free_thread(self.team[j])
                raise MemoryError(f"no memory for {size} search threads")
            if i == 0:
                self.thread = self.team[0]
                history_clear(cython.address(self.thread.history))  # written to before the first search, as the table
        for i in range(size, self.team_size):
            free_thread(self.team[i])
        self.team_size = size
        for i in range(size):
            self.team[i].team = self.team
            self.team[i].team_size = size
            self.team[i].index = i
        return 0

    @property
    def move_overhead_ms(self) -> int:
        """Get or set the milliseconds reserved on every move.

        Raises:
            ValueError: the time is negative, or 2**31 or more.
        """
        return self._move_overhead_ms

    @move_overhead_ms.setter
    def move_overhead_ms(self, milliseconds: int):
        if not 0 <= milliseconds < 1 << 31:
            raise ValueError(f"move overhead must be 0 or more, and less than a month: {milliseconds}")
        self._move_overhead_ms = milliseconds

    @property
    def nodestime(self) -> int:
        """Get or set how many nodes count as one millisecond of clock or move time; 0 uses real time.

        With one thread, results then do not depend on the machine. The caller keeps the clocks. Source: Stockfish.

        Raises:
            ValueError: the number is negative or too large.
        """
        return self._nodestime

    @nodestime.setter
    def nodestime(self, nodes: int):
        if not 0 <= nodes <= MAX_NODESTIME:
            raise ValueError(f"nodestime must be from 0 to {MAX_NODESTIME}, not {nodes}")
        self._nodestime = nodes

    @property
    def tablebase(self) -> Tablebase | None:
        """Get or set the tablebases; setting waits for a running search, and others clear the hash table."""
        return self._tablebase

    @tablebase.setter
    def tablebase(self, tablebase: Tablebase | None):
        if tablebase is not self._tablebase:
            self.clear_hash()
        with self._idle():
            self._tablebase = tablebase

    @property
    def network(self) -> Network:
        """Get or set the network; setting waits for a running search and clears hash table and histories."""
        return self._network

    @network.setter
    def network(self, network: Network):
        with self._idle():
            self._network = network
            for i in range(self.team_size):
                reset_accumulators(self.team[i].accumulators, network.weights)
            self.forget()

    def clear_hash(self) -> None:
        """Empty the transposition table; waits for a running search."""
        with self._idle(), cython.nogil:
            tt_clear(cython.address(self.tt))

    def new_game(self) -> None:
        """Forget everything learned from earlier searches, which makes the next one reproducible."""
        with self._idle():
            self.forget()

    def forget(self) -> object:
        """Clear the table and what the threads have learned."""
        with cython.nogil:
            tt_clear(cython.address(self.tt))
        for i in range(self.team_size):
            history_clear(cython.address(self.team[i].history))
        self.thread.time.overshoot_ms = 0

    @contextmanager
    def _idle(self):
        """Wait until no search is under way, and let none begin during this block."""
        while True:
            if not self.finished.is_set() and self.running.is_own_thread():
                raise RuntimeError("not from a callback of the search that is under way")
            self.finished.wait()
            with self.lock:
                if self.finished.is_set():
                    yield
                    return
