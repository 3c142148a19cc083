"""Divide the clock (layer 4).

The soft limit is the share of an average move. It shrinks when the best move has been stable and takes most of the
nodes, and grows when the score falls. The hard limit is the maximum for a move. If a search on a busy machine
overshoots it, the next searches get less time.

Source: https://www.chessprogramming.org/Time_Management
"""

import cython
import cython.cimports.lux.search.params as params
from cython.cimports.lux.rules.types import Color, int64_t, uint64_t
from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec


def now_ns() -> int64_t:
    now: timespec
    clock_gettime(CLOCK_MONOTONIC, cython.address(now))
    return cython.cast(int64_t, now.tv_sec) * 1000000000 + now.tv_nsec


def elapsed_ms(tm: cython.pointer[cython.const[TimeManager]]) -> int64_t:
    return (now_ns() - tm.start_ns) // 1000000


def spent_ms(tm: cython.pointer[cython.const[TimeManager]], nodes: uint64_t) -> int64_t:
    return cython.cast(int64_t, nodes) // tm.nodes_per_ms if tm.nodes_per_ms > 0 else elapsed_ms(tm)


def set_time_limits(tm: cython.pointer[TimeManager], limits: cython.pointer[SearchLimits], us: Color) -> cython.void:
    """With nodestime the hard limit is a number of nodes."""
    divide_clock(tm, limits, us)
    tm.nodes_per_ms = limits.nodes_per_ms
    if tm.nodes_per_ms > 0 and tm.hard_ms >= 0:
        hard_nodes: uint64_t = tm.hard_ms * tm.nodes_per_ms
        limits.nodes = min(limits.nodes, hard_nodes) if limits.nodes else hard_nodes
        tm.hard_ms = -1


def divide_clock(
    tm: cython.pointer[TimeManager], limits: cython.pointer[cython.const[SearchLimits]], us: Color
) -> cython.void:
    """Set the soft and the hard limit in milliseconds; at most half of the time is reserved for delays."""
    tm.use_soft = False
    tm.soft_ms = -1
    tm.hard_ms = -1
    if limits.movetime_ms >= 0:
        tm.hard_ms = max(1, limits.movetime_ms - min(limits.overhead_ms, limits.movetime_ms // 2))
    # Clocks at zero, and increments without a clock, mean something only where nothing else ends the search.
    clock: int64_t = max(limits.time_ms[0], limits.time_ms[1])
    others: cython.bint = limits.movetime_ms >= 0 or limits.depth > 0 or limits.mate > 0
    others = others or limits.nodes > 0 or limits.soft_nodes > 0
    if limits.infinite or (clock <= 0 and others) or (clock == -1 and max(limits.inc_ms[0], limits.inc_ms[1]) <= 0):
        return
    # The overhead is lost on every move, so only the rest of the increment can be spent.
    gain: int64_t = limits.inc_ms[us] - limits.overhead_ms
    time: int64_t = max(0, limits.time_ms[us])
    reserve: int64_t = limits.overhead_ms + tm.overshoot_ms
    moves: int64_t = params.TIME_MOVES
    if limits.movestogo > 0:
        reserve += max(0, -gain) * (limits.movestogo - 1)
        moves = min(limits.movestogo, moves)
    available: int64_t = max(1, time - min(reserve, time // 2))
    soft: int64_t = available // moves + max(0, gain) * params.TIME_INC // 100
    hard: int64_t = min(soft * params.TIME_HARD // 100, available // 2 if moves > 1 else available * 8 // 10)
    tm.use_soft = True
    tm.soft_ms = max(1, min(soft, hard))
    hard = max(1, hard)
    tm.hard_ms = hard if tm.hard_ms == -1 else min(hard, tm.hard_ms)


def note_overshoot(tm: cython.pointer[TimeManager]) -> cython.void:
    overshoot: int64_t = elapsed_ms(tm) - tm.hard_ms if tm.hard_ms >= 0 else 0
    tm.overshoot_ms = max(overshoot, tm.overshoot_ms // 2)


def soft_limit_reached(
    tm: cython.pointer[TimeManager],
    nodes: uint64_t,
    stable_iterations: cython.int,
    best_node_permille: cython.int,
    score_drop: cython.int,
) -> cython.bint:
    if not tm.use_soft:
        return False
    stability: cython.double = (params.TIME_STABILITY - params.TIME_STABLE * min(stable_iterations, 8)) / 100.0
    effort: cython.double = (10 * params.TIME_EFFORT - best_node_permille) / 1000.0
    trend: cython.double = 1.0 + params.TIME_TREND * max(-10, min(score_drop, 50)) / 10000.0
    tm.scaled_ms = cython.cast(int64_t, tm.soft_ms * stability * effort * trend)
    return spent_ms(tm, nodes) >= tm.scaled_ms
