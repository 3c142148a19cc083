"""Watch the limits of a search (layer 4)."""

import cython
from cython.cimports.lux.rules.types import int64_t, uint64_t
from cython.cimports.lux.search.thread import atomic_load, atomic_load_nodes
from cython.cimports.lux.search.timeman import elapsed_ms


def check_limits(td: cython.pointer[SearchThread]) -> cython.void:
    """Stop the search when told to or when a limit is reached.

    The first iteration is completed whatever the limits, unless wild captures would make it last for seconds.
    """
    td.next_check = td.nodes + CHECK_INTERVAL
    nodes: uint64_t = team_nodes(td)
    if td.limits.nodes and nodes + CHECK_INTERVAL > td.limits.nodes:
        td.next_check = td.nodes + max(1, cython.cast(int64_t, td.limits.nodes - nodes) // td.team_size)
    if td.index == 0 and td.root_depth <= 1 and td.nodes < FIRST_ITERATION_NODES:
        return
    if atomic_load(td.stop) or (td.limits.nodes and nodes >= td.limits.nodes):
        td.stopped = True
    elif td.time.hard_ms >= 0 and not atomic_load(td.pondering):
        td.stopped = elapsed_ms(cython.address(td.time)) >= td.time.hard_ms
    if td.stopped:
        # From now on every node looks again, and returns at once.
        td.next_check = 0


def team_nodes(td: cython.pointer[cython.const[SearchThread]]) -> uint64_t:
    """Return the moves made by all threads, each read while it may be counting on."""
    nodes: uint64_t = 0
    for i in range(td.team_size):
        nodes += atomic_load_nodes(cython.address(td.team[i].nodes))
    return nodes


def team_tb_hits(td: cython.pointer[cython.const[SearchThread]]) -> uint64_t:
    """Return the positions that all threads found in endgame tables."""
    hits: uint64_t = 0
    for i in range(td.team_size):
        hits += atomic_load_nodes(cython.address(td.team[i].tb_hits))
    return hits


def is_long(td: cython.pointer[cython.const[SearchThread]]) -> cython.bint:
    """Tell whether the search has taken so long that people watch it."""
    return td.report != cython.NULL and elapsed_ms(cython.address(td.time)) >= LONG_SEARCH_MS
