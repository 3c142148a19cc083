"""Search positions below the interpreter lock, one thread and one small table each (layer 7)."""

import cython
from cython.cimports.lux.rules.types import Value, uint64_t
from cython.cimports.lux.search.root import clear_thread, free_thread, iterative_deepening, new_thread
from cython.cimports.lux.search.tb import rank_root
from cython.cimports.lux.search.tt import tt_clear, tt_free, tt_new_search, tt_resize

from lux.network import shipped_network

HASH_MIB = 1  # no search of a few thousand nodes needs more, and it is cleared often


@cython.cclass
class Searcher:
    """Own what a search needs; what to search and for what is for the classes derived from it.

    Attributes:
        nodes: searched so far.

    Raises:
        MemoryError: there is no memory for the search.
    """

    def __cinit__(self):
        self.tt.clusters = cython.NULL
        self.network = shipped_network()
        self.thread = new_thread(self.network.weights)
        if self.thread == cython.NULL:
            raise MemoryError("no memory for a search thread")
        if not tt_resize(cython.address(self.tt), HASH_MIB):
            raise MemoryError(f"no memory for a hash table of {HASH_MIB} MiB")
        self.thread.team = cython.address(self.thread)
        self.thread.team_size = 1
        self.thread.tt = cython.address(self.tt)
        self.thread.stop = cython.address(self.stop_flag)
        self.thread.pondering = cython.address(self.ponder_flag)
        self.thread.time.hard_ms = -1
        self.thread.multipv = 1

    def __dealloc__(self):
        tt_free(cython.address(self.tt))
        free_thread(self.thread)

    def forget(self) -> cython.void:
        """Clear the table and the histories: what follows depends on nothing before."""
        tt_clear(cython.address(self.tt), 1)
        clear_thread(self.thread)

    def think(self, soft_nodes: uint64_t, hard_nodes: uint64_t) -> Value:
        """Return the root's value for the side to move."""
        self.thread.limits.soft_nodes = soft_nodes
        self.thread.limits.nodes = hard_nodes
        self.thread.tb_pieces = self.max_men
        rank_root(self.thread)
        tt_new_search(cython.address(self.tt))
        iterative_deepening(self.thread)
        self.nodes += self.thread.nodes
        return self.thread.lines[0].value
