"""Direct a search from its root (layer 4).

Iterative deepening with aspiration windows, for one line or several (MultiPV), by one thread or several (Lazy SMP):
threads search the same root independently and share the transposition table. All watch the clock and the nodes; only
the main thread decides when to stop early, and reports.

Sources: https://www.chessprogramming.org/Iterative_Deepening, https://www.chessprogramming.org/Aspiration_Windows.
"""

import cython
import cython.cimports.lux.search.params as params
from cython.cimports.libc.stdlib import calloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.lux.evaluation.accumulator import Accumulators, reset_accumulators
from cython.cimports.lux.evaluation.weights import WeightsPtr
from cython.cimports.lux.rules.memory import CACHE_LINE, alloc_aligned, free, free_aligned
from cython.cimports.lux.rules.move import NO_MOVE
from cython.cimports.lux.rules.movegen import ALL_MOVES, generate
from cython.cimports.lux.rules.position import PositionPtr
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.lines import best_move_permille, hold_lines, report_held, sort_line
from cython.cimports.lux.search.search import init_reductions, search
from cython.cimports.lux.search.stopping import is_long
from cython.cimports.lux.search.thread import KEY_HISTORY, STACK_BEFORE, RootLine, StackFrame, atomic_load, team_nodes
from cython.cimports.lux.search.timeman import soft_limit_reached


def new_thread(net: WeightsPtr) -> cython.pointer[SearchThread]:
    td = cython.cast(cython.pointer[SearchThread], calloc(1, cython.sizeof(SearchThread)))
    if td == cython.NULL:
        return cython.NULL
    memory = alloc_aligned(cython.sizeof(Accumulators), CACHE_LINE)
    td.accumulators = cython.cast(cython.pointer[Accumulators], memory)
    if td.accumulators == cython.NULL:
        free(td)
        return cython.NULL
    reset_accumulators(td.accumulators, net)
    return td


def free_thread(td: cython.pointer[SearchThread]) -> cython.void:
    if td != cython.NULL:
        free_aligned(td.accumulators)
    free(td)


def set_root(td: cython.pointer[SearchThread], positions: PositionPtr, ply: cython.int) -> cython.void:
    if params.TUNABLE:
        init_reductions()
    pos: PositionPtr = positions + ply
    generate(pos, cython.address(td.root_moves), ALL_MOVES)
    td.stack[STACK_BEFORE].pos = pos[0]
    td.key_count = min(ply, KEY_HISTORY)
    for i in range(td.key_count):
        td.keys[i] = positions[ply - td.key_count + i].key
    # The others add these up, perhaps before this thread begins.
    td.nodes = 0


def set_helper(
    td: cython.pointer[SearchThread], main: cython.pointer[cython.const[SearchThread]], stop: cython.p_int
) -> cython.void:
    """Helpers check the limits, too: with more threads than processors the main thread may notice late."""
    memset(cython.address(td.limits), 0, cython.sizeof(td.limits))
    td.limits.nodes = main.limits.nodes
    td.time = main.time
    td.time.use_soft = False
    td.tbs = main.tbs
    td.tb_pieces = main.tb_pieces
    td.tb_depth = main.tb_depth
    td.tb_fifty_moves = main.tb_fifty_moves
    td.tb_ranked = main.tb_ranked
    td.tb_hits = 0
    td.root_moves = main.root_moves
    memcpy(td.root_ranks, main.root_ranks, cython.sizeof(main.root_ranks))
    td.stack[STACK_BEFORE].pos = main.stack[STACK_BEFORE].pos
    td.key_count = main.key_count
    memcpy(td.keys, main.keys, main.key_count * cython.sizeof(main.keys[0]))
    td.tt = main.tt
    td.stop = stop
    td.pondering = main.pondering
    td.report = cython.NULL
    td.multipv = main.multipv
    td.nodes = 0
    td.lines[0].depth = 0


def best_thread(td: cython.pointer[SearchThread]) -> cython.pointer[SearchThread]:
    """Source: Ethereal's select_from_threads."""
    best: cython.pointer[SearchThread] = td.team[0]
    # A depth limit applies to the main thread; the others may be beyond it.
    if td.multipv > 1 or td.limits.depth > 0:
        return best
    for i in range(1, td.team_size):
        line: cython.pointer[RootLine] = cython.address(td.team[i].lines[0])
        if line.bound == BOUND_EXACT and line.depth > 0 and line.value > best.lines[0].value:
            if line.depth > best.lines[0].depth or line.value >= VALUE_TB_IN_MAX_PLY:
                best = td.team[i]
    return best


def record_failed_window(td: cython.pointer[SearchThread], value: Value, bound: cython.int) -> cython.void:
    """Record that the only line has failed high or low; a long search reports it."""
    if td.multipv > 1:
        return
    line: cython.pointer[RootLine] = cython.address(td.lines[0])
    line.depth = td.root_depth
    line.seldepth = td.seldepth
    line.value = value
    line.bound = bound
    td.reported = False
    if td.report != cython.NULL and is_long(td):
        hold_lines(td)


def begin_search(td: cython.pointer[SearchThread]) -> cython.void:
    """Reset the state of the last search, but not the nodes, which other threads may be adding up."""
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE])
    for i in range(MAX_PLY + 8):
        td.stack[i].move = NO_MOVE
        td.stack[i].excluded = NO_MOVE
        td.stack[i].killers[0] = NO_MOVE
        td.stack[i].killers[1] = NO_MOVE
        td.stack[i].static_eval = VALUE_NONE
        td.stack[i].continuation = cython.address(td.history.continuation[NO_PIECE][0])
        td.stack[i].correction = cython.address(td.history.continuation_correction[NO_PIECE][0])
        td.stack[i].double_extensions = 0
        td.stack[i].cutoffs = 0
    td.keys[td.key_count] = ss.pos.key
    td.stopped = False
    td.nmp_min_ply = 0
    for i in range(td.multipv):
        td.lines[i].depth = 0
        td.lines[i].seldepth = 0
        td.lines[i].value = VALUE_DRAW
        td.lines[i].bound = BOUND_EXACT
        td.lines[i].pv[0] = NO_MOVE
        td.lines[i].pv_length = 0
    td.time.scaled_ms = td.time.soft_ms
    td.time.pondered = False
    td.reported = True
    td.held_count = 0
    td.report_ms = td.report_interval_ms


def iterative_deepening(td: cython.pointer[SearchThread]) -> cython.void:
    """The first root move is the best until the first iteration finds a better one."""
    begin_search(td)
    best: cython.pointer[RootLine] = cython.address(td.lines[0])
    if td.root_moves.count == 0:
        best.value = mated_in(0) if td.stack[STACK_BEFORE].pos.checkers else VALUE_DRAW
        return
    best.pv[0] = td.root_moves.moves[0]
    best.pv_length = 1

    max_depth: Depth = MAX_PLY - 1
    if td.limits.depth > 0:
        max_depth = min(td.limits.depth, max_depth)
    stable_iterations: cython.int = 0
    for depth in range(min(params.FIRST_DEPTH, max_depth), max_depth + 1):
        td.root_depth = depth
        move_before: Move = best.pv[0]
        value_before: Value = best.value
        search_lines(td)
        if td.stopped:
            break
        hold_lines(td)

        # Stop here if the next iteration would not finish in time.
        stable_iterations = stable_iterations + 1 if best.pv[0] == move_before else 0
        if atomic_load(td.stop):
            break
        if td.limits.soft_nodes > 0 and team_nodes(td) >= td.limits.soft_nodes:
            break
        if td.limits.mate > 0 and is_mate(best.value) and VALUE_MATE - abs(best.value) <= 2 * td.limits.mate:
            break
        over: cython.bint = depth >= 4 and soft_limit_reached(
            cython.address(td.time),
            team_nodes(td),
            stable_iterations,
            best_move_permille(td),
            value_before - best.value,
        )
        # Searched to more than twice its length, a mate is as good as proved.
        if td.time.use_soft and is_mate(best.value) and depth > 2 * (VALUE_MATE - abs(best.value)) + MATE_PROOF_PLIES:
            td.time.scaled_ms = 0
            over = True
        if over and not atomic_load(td.pondering):
            break
    # Report the unfinished iteration, since its move is the one played.
    if not td.reported:
        hold_lines(td)
    if td.held_count > 0:
        report_held(td)


def search_lines(td: cython.pointer[SearchThread]) -> cython.void:
    """Search the best lines to the root's depth, each without the moves that lead those before it.

    Source: the MultiPV loop of Stockfish.
    """
    for i in range(td.root_moves.count):
        td.root_nodes[i] = 0
    for i in range(td.multipv):
        td.line_index = i
        td.seldepth = 0
        td.next_check = 0
        aspiration_search(td, td.lines[i].value)
        # An unfinished search may have found something better, too.
        if td.lines[i].depth == td.root_depth:
            sort_line(td)
        if td.stopped:
            return


def aspiration_search(td: cython.pointer[SearchThread], previous: Value) -> Value:
    """Search the root with a narrow window around *previous*, widening it on the side that fails."""
    depth: Depth = td.root_depth
    delta: Value = params.ASPIRATION_DELTA
    alpha: Value = -VALUE_INFINITE
    beta: Value = VALUE_INFINITE
    if depth >= params.ASPIRATION_DEPTH and not is_decisive(previous):
        alpha = max(previous - delta, -VALUE_INFINITE)
        beta = min(previous + delta, VALUE_INFINITE)
    while True:
        value: Value = search(td, 0, alpha, beta, max(depth, 1), False)
        if td.stopped:
            return value
        if value <= alpha:
            record_failed_window(td, value, BOUND_UPPER)
            beta = (alpha + beta) // 2
            alpha = max(value - delta, -VALUE_INFINITE)
            depth = td.root_depth
        elif value >= beta:
            record_failed_window(td, value, BOUND_LOWER)
            beta = min(value + delta, VALUE_INFINITE)
            # A search that fails high mostly does so at less depth, too.
            if depth > td.root_depth - params.ASPIRATION_REDUCTION and not is_decisive(value):
                depth -= 1
        else:
            return value
        delta += delta // 2
        if delta > 500:
            alpha = -VALUE_INFINITE
            beta = VALUE_INFINITE
