"""Watch the limits of a search (layer 4)."""

import cython
from cython.cimports.lux.rules.types import int64_t, uint64_t
from cython.cimports.lux.search.lines import report_held
from cython.cimports.lux.search.thread import atomic_load, team_nodes
from cython.cimports.lux.search.timeman import elapsed_ms, spent_ms


def check_limits(td: cython.pointer[SearchThread]) -> cython.void:
    """The main thread completes its first iteration in any case, unless a capture explosion would take seconds."""
    td.next_check = td.nodes + CHECK_INTERVAL
    nodes: uint64_t = team_nodes(td)
    if td.limits.nodes and nodes + CHECK_INTERVAL > td.limits.nodes:
        td.next_check = td.nodes + max(1, cython.cast(int64_t, td.limits.nodes - nodes) // td.team_size)
    if td.index == 0 and td.root_depth <= 1 and td.nodes < FIRST_ITERATION_NODES:
        return
    if td.held_count > 0 and elapsed_ms(cython.address(td.time)) >= td.report_ms:
        report_held(td)
    if atomic_load(td.stop) or (td.limits.nodes and nodes >= td.limits.nodes):
        td.stopped = True
    elif atomic_load(td.pondering):
        td.time.pondered = True
    else:
        if td.time.hard_ms >= 0:
            td.stopped = elapsed_ms(cython.address(td.time)) >= td.time.hard_ms
        # Had it not pondered, the search would not have begun this iteration.
        if td.time.pondered and td.time.use_soft and spent_ms(cython.address(td.time), nodes) >= td.time.scaled_ms:
            td.stopped = True
        td.time.pondered = False
    if td.stopped:
        # From now on every node looks again, and returns at once.
        td.next_check = 0
