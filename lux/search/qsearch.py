"""Search captures until the position is calm (layer 4).

Source: https://www.chessprogramming.org/Quiescence_Search
"""

import cython
import cython.cimports.lux.search.params as params
from cython.cimports.lux.evaluation.accumulator import Accumulator, evaluate, up_to_date
from cython.cimports.lux.rules.move import NO_MOVE, NULL_MOVE, PROMOTION, move_type, promotion_type, to_sq
from cython.cimports.lux.rules.position import PositionPtr, is_noisy, see_ge
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.history import History
from cython.cimports.lux.search.lines import update_pv
from cython.cimports.lux.search.movepick import MovePicker, init_picker, next_move
from cython.cimports.lux.search.node import blended, enter_node, estimate, play, prefetch_child, set_context, tt_key
from cython.cimports.lux.search.thread import STACK_BEFORE, SearchThread, StackFrame
from cython.cimports.lux.search.trace import ended, known
from cython.cimports.lux.search.tt import TTHit, tt_probe, tt_store


def qsearch_node(td: cython.pointer[SearchThread], ply: cython.int, alpha: Value, beta: Value) -> Value:
    """Return the value once captures have calmed down: the side to move may stand pat, or capture on.

    In check all evasions are searched until one holds, so that mates found here are real.
    """
    pv_node: cython.bint = beta - alpha > 1
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE + ply])
    pos: PositionPtr = cython.address(ss.pos)
    in_check: cython.bint = pos.checkers != 0
    histories: cython.pointer[History] = cython.address(td.history)

    # Step 1. Limits, draws and the end of the stack.
    c_assert(-VALUE_INFINITE <= alpha)
    c_assert(alpha < beta)
    c_assert(beta <= VALUE_INFINITE)
    c_assert(ply < MAX_PLY)
    value: Value = enter_node(td, ss, ply)
    if value != VALUE_NONE:
        return known(td, b"draw: a draw by the rules", value)
    if not params.QUIESCENCE:
        return known(td, b"stand pat: the quiescence search is off", evaluate(td.accumulators, pos))

    # Step 2. Transposition table; while memory delivers its entry, the accumulator is updated.
    accumulator: cython.pointer[Accumulator] = up_to_date(td.accumulators, pos)
    hit: TTHit
    key: Key = tt_key(pos)
    tt_probe(td.tt, key, ply, pos.rule50, cython.address(hit))
    if not pv_node and hit.found:
        if hit.bound & (BOUND_LOWER if hit.value >= beta else BOUND_UPPER):
            return known(td, b"TT cutoff: known from the transposition table", hit.value)

    # Step 3. Stand pat: one need not capture.
    raw_eval: Value = VALUE_NONE
    best_value: Value = mated_in(ply)
    if in_check:
        ss.static_eval = VALUE_NONE
    else:
        best_value = estimate(td, ss, accumulator, cython.address(hit), cython.address(raw_eval))
        if best_value >= beta:
            if not hit.found:
                tt_store(td.tt, key, ply, NO_MOVE, best_value, raw_eval, 0, BOUND_LOWER, False)
            return ended(td, b"stand pat: stands pat: fails high without a capture", blended(best_value, beta))
        alpha = max(alpha, best_value)

    # Step 4. Captures that do not lose material; in check, evasions.
    if in_check:
        set_context(td, ss)
    picker: MovePicker
    no_killers: Move[2]
    no_killers[0] = NO_MOVE
    no_killers[1] = NO_MOVE
    init_picker(cython.address(picker), pos, histories, cython.address(ss.context), hit.move, no_killers, not in_check)
    best_move: Move = NO_MOVE
    move_count: cython.int = 0
    while True:
        move: Move = next_move(cython.address(picker))
        if move == NO_MOVE:
            break
        move_count += 1
        prefetch_child(td, pos, move)
        if best_value > -VALUE_TB_IN_MAX_PLY:
            if in_check:
                # Once an evasion holds, no quiet one later than the third move is tried.
                if not is_noisy(pos, move) and move_count > 3:
                    picker.skip_quiets = True
                    continue
            else:
                recapture: cython.bint = (ss - 1).move != NULL_MOVE and to_sq((ss - 1).move) == to_sq(move)
                # Limit capture explosions in positions with many queens.
                if td.nodes - td.leaf_nodes > params.QS_STORM_NODES and not recapture:
                    continue
                if move_type(move) == PROMOTION and promotion_type(move) != QUEEN:
                    continue
            # The picker yields no losing captures; the TT move has been good before.
            if in_check and not see_ge(pos, move, 0):
                continue
        play(td, ss, ply, move)
        value = -qsearch(td, ply + 1, -beta, -alpha)
        if td.stopped:
            return 0
        if value > best_value:
            best_value = value
            if value > alpha:
                best_move = move
                if pv_node:
                    update_pv(ss, move)
                if value >= beta:
                    break
                alpha = value

    c_assert(-VALUE_INFINITE < best_value)
    c_assert(best_value < VALUE_INFINITE)
    if best_value >= beta:
        best_value = blended(best_value, beta)
    bound: cython.int = BOUND_LOWER if best_value >= beta else BOUND_UPPER
    tt_store(td.tt, key, ply, best_move, best_value, raw_eval, 0, bound, pv_node or hit.was_pv)
    return best_value
