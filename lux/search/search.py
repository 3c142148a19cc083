"""Search for the best move (layer 4).

A fail-soft principal variation search. There are three kinds of node: PV nodes have a full window; in cut nodes some
move is expected to fail high, in all nodes none. Only the latter two are pruned before their moves are searched.

All state is in the SearchThread. Values are from the side to move's point of view; a value returned once
`td.stopped` is set means nothing.

Sources: https://www.chessprogramming.org/Search, the numbered steps of Stockfish and Ethereal.
"""

import cython
import cython.cimports.lux.search.params as params
from cython.cimports.libc.math import log
from cython.cimports.lux.evaluation.accumulator import Accumulator, up_to_date
from cython.cimports.lux.rules.move import NO_MOVE, NULL_MOVE
from cython.cimports.lux.rules.movegen import count_legal
from cython.cimports.lux.rules.position import PositionPtr, has_pieces, is_noisy
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.history import *
from cython.cimports.lux.search.lines import record_root, root_index, update_pv
from cython.cimports.lux.search.movepick import MovePicker, init_picker, next_move, quiet_score
from cython.cimports.lux.search.node import *
from cython.cimports.lux.search.qsearch import qsearch
from cython.cimports.lux.search.stopping import is_long
from cython.cimports.lux.search.tb import probe_value
from cython.cimports.lux.search.thread import STACK_BEFORE, SearchThread, StackFrame
from cython.cimports.lux.search.trace import ended, known
from cython.cimports.lux.search.tt import TTHit, tt_probe, tt_store


def init_reductions() -> cython.void:
    for depth in range(1, 64):
        for move_count in range(1, 64):
            product: cython.double = log(depth) * log(move_count)
            LMR_QUIET[depth][move_count] = cython.cast(
                cython.int, params.LMR_QUIET_BASE + product * 1024 * 1000 / params.LMR_QUIET_DIV
            )
            LMR_NOISY[depth][move_count] = cython.cast(
                cython.int, params.LMR_NOISY_BASE + product * 1024 * 1000 / params.LMR_NOISY_DIV
            )


init_reductions()


def search_node(
    td: cython.pointer[SearchThread], ply: cython.int, alpha: Value, beta: Value, depth: Depth, cut_node: cython.bint
) -> Value:
    """Return the value of the position at *ply*, exact if within (alpha, beta), else a bound beyond it.

    Requires: alpha < beta, and alpha == beta - 1 outside the principal variation.
    """
    root: cython.bint = ply == 0
    pv_node: cython.bint = beta - alpha > 1
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE + ply])
    pos: PositionPtr = cython.address(ss.pos)
    in_check: cython.bint = pos.checkers != 0
    excluded: Move = ss.excluded
    histories: cython.pointer[History] = cython.address(td.history)

    # Step 1. Leaves are for the quiescence search.
    c_assert(-VALUE_INFINITE <= alpha)
    c_assert(alpha < beta)
    c_assert(beta <= VALUE_INFINITE)
    c_assert(ply < MAX_PLY)
    c_assert(pv_node + cut_node < 2)
    if depth <= 0:
        td.leaf_nodes = td.nodes
        return qsearch(td, ply, alpha, beta)

    # Step 2. Limits, draws, the end of the stack, and mate distance: no line from here beats a shorter mate found
    # already.
    value: Value = enter_node(td, ss, ply)
    if value != VALUE_NONE:
        return known(td, b"draw: a draw by the rules", value)
    if not root:
        alpha = max(alpha, mated_in(ply))
        beta = min(beta, mate_in(ply + 1))
        if alpha >= beta:
            return known(td, b"mate distance: a shorter mate is known", alpha)
        # If the side to move can force a repetition, a draw is a lower bound.
        if alpha < VALUE_DRAW and can_repeat(cython.address(td.keys[td.key_count + ply]), pos, ply):
            alpha = VALUE_DRAW
            if alpha >= beta:
                return known(td, b"draw: a draw by the rules", alpha)

    # Step 3. Transposition table; while memory delivers the entry, the accumulator is updated, even in check, for those
    # of the replies. PV nodes are searched all the same, to have a line to show.
    accumulator: cython.pointer[Accumulator] = cython.NULL
    if excluded == NO_MOVE:
        accumulator = up_to_date(td.accumulators, pos)
    hit: TTHit
    key: Key = tt_key(pos)
    tt_probe(td.tt, key, ply, pos.rule50, cython.address(hit))
    tt_pv: cython.bint = pv_node or hit.was_pv
    tt_move: Move = td.lines[td.line_index].pv[0] if root else hit.move
    tt_move_is_noisy: cython.bint = tt_move != NO_MOVE and is_noisy(pos, tt_move)
    deep_enough: cython.bint = hit.depth >= depth if params.TT_DEEPER else hit.depth == depth
    if not pv_node and excluded == NO_MOVE and hit.found and deep_enough and pos.rule50 < 90:
        if hit.bound & (BOUND_LOWER if hit.value >= beta else BOUND_UPPER):
            if params.HISTORY_TT and hit.value >= beta and tt_move != NO_MOVE:
                learn_from_cutoff(td, ss, depth, tt_move)
            return known(td, b"TT cutoff: known from the transposition table", hit.value)

    # Tablebases give the result, but not the distance to mate: it cuts off outside the window and narrows it inside.
    tb_value: Value = VALUE_NONE
    tb_bound: cython.int = BOUND_NONE
    if td.tb_pieces > 0 and not root and excluded == NO_MOVE:
        tb_value = probe_value(td, pos, ply, depth, cython.address(tb_bound))
        if (
            tb_bound == BOUND_EXACT
            or (tb_bound == BOUND_LOWER and tb_value >= beta)
            or (tb_bound == BOUND_UPPER and tb_value <= alpha)
        ):
            tt_store(td.tt, key, ply, NO_MOVE, tb_value, VALUE_NONE, min(depth + 6, MAX_PLY - 1), tb_bound, tt_pv)
            return known(td, b"tablebase: known from the tablebases", tb_value)
        if tb_bound == BOUND_LOWER:
            alpha = max(alpha, tb_value)

    # Step 4. Static evaluation, kept for the next visit, and whether it has improved since our last move.
    raw_eval: Value = VALUE_NONE
    eval: Value = VALUE_NONE
    improving: cython.bint = False
    if in_check:
        ss.static_eval = VALUE_NONE
    elif excluded != NO_MOVE:
        eval = ss.static_eval
    else:
        eval = estimate(td, ss, accumulator, cython.address(hit), cython.address(raw_eval))
        if not hit.found:
            tt_store(td.tt, key, ply, NO_MOVE, VALUE_NONE, raw_eval, 0, BOUND_NONE, tt_pv)
    if not in_check:
        before: cython.pointer[StackFrame] = ss - 2 if (ss - 2).static_eval != VALUE_NONE else ss - 4
        improving = before.static_eval == VALUE_NONE or ss.static_eval > before.static_eval
    (ss + 1).killers[0] = NO_MOVE
    (ss + 1).killers[1] = NO_MOVE
    (ss + 1).excluded = NO_MOVE
    (ss + 2).cutoffs = 0

    if not pv_node and not in_check and excluded == NO_MOVE:
        # Step 5. Reverse futility pruning: so far above beta that the opponent will hardly change it in so few plies.
        if depth <= params.RFP_DEPTH and not is_decisive(beta) and not is_decisive(eval):
            if eval - params.RFP_MARGIN * (depth - improving) >= beta:
                return ended(td, b"reverse futility: far enough ahead", blended(eval, beta))

        # Step 6. Razoring: so far below alpha that only captures can help. All evaluations are far below a mate.
        razor_margin: Value = params.RAZOR_BASE + params.RAZOR_MARGIN * depth * depth
        if depth <= params.RAZOR_DEPTH and eval + razor_margin <= alpha and not is_decisive(alpha):
            td.leaf_nodes = td.nodes
            razored: Value = qsearch(td, ply, alpha, alpha + 1)
            if td.stopped:
                return 0
            if razored <= alpha and not is_decisive(razored):
                return ended(td, b"razoring: so far behind that only captures were tried", razored)

        # Step 7. Null move pruning: if passing the turn still fails high, some real move will too. Not without pieces,
        # because of zugzwang; at high depth a search without null moves verifies it.
        if (
            depth >= params.NMP_DEPTH
            and eval >= beta
            and ss.static_eval >= beta + params.NMP_MARGIN
            and (ss - 1).move != NULL_MOVE
            and ply >= td.nmp_min_ply
            and has_pieces(pos, pos.stm)
            and not is_decisive(beta)
        ):
            null_depth: Depth = depth - params.NMP_BASE - depth // params.NMP_DEPTH_DIV
            null_depth -= min((eval - beta) // params.NMP_EVAL_DIV, 3)
            play_null(td, ss, ply)
            (ss + 1).double_extensions = ss.double_extensions
            null_value: Value = -search(td, ply + 1, -beta, -beta + 1, null_depth, not cut_node)
            if td.stopped:
                return 0
            if null_value >= beta:
                null_value = beta if is_decisive(null_value) else null_value
                if td.nmp_min_ply > 0 or depth < params.NMP_VERIFY_DEPTH:
                    return ended(td, b"null move pruning: fails high even after passing", null_value)
                td.nmp_min_ply = ply + 3 * null_depth // 4
                verified: Value = search(td, ply, beta - 1, beta, null_depth, False)
                td.nmp_min_ply = 0
                if td.stopped:
                    return 0
                if verified >= beta:
                    return ended(td, b"null move pruning: fails high even after passing", null_value)

    # Step 8. Go through the moves.
    if excluded == NO_MOVE:
        set_context(td, ss)
    node: Node = Node(depth, ply, pv_node, cut_node, in_check, improving, tt_pv, tt_move_is_noisy)
    picker: MovePicker
    init_picker(cython.address(picker), pos, histories, cython.address(ss.context), tt_move, ss.killers, False)
    original_alpha: Value = alpha
    best_value: Value = tb_value if tb_bound == BOUND_LOWER else -VALUE_INFINITE
    best_move: Move = NO_MOVE
    tried: TriedMoves
    tried.quiet_count = tried.noisy_count = 0
    move_count: cython.int = 0
    while True:
        move: Move = next_move(cython.address(picker))
        if move == NO_MOVE:
            break
        if move == excluded:
            continue
        root_move: cython.int = -1
        if root:
            root_move = root_index(td, move)
            if root_move < 0:
                continue
        move_count += 1
        prefetch_child(td, pos, move)
        noisy: cython.bint = is_noisy(pos, move)
        history: cython.int = 0 if noisy else quiet_score(pos, histories, cython.address(ss.context), move)
        reduction: cython.int = (  # in 1024ths of a ply
            LMR_NOISY[min(depth, 63)][min(move_count, 63)] if noisy else LMR_QUIET[min(depth, 63)][min(move_count, 63)]
        )

        # Step 9. Prune late and hopeless moves once some move is not a proven loss.
        if not root and best_value > -VALUE_TB_IN_MAX_PLY and has_pieces(pos, pos.stm):
            if is_pruned(
                cython.address(node), ss, cython.address(picker), move, move_count, noisy, history, reduction, alpha
            ):
                continue

        # Step 10. Singular extension: search the TT move deeper if all others fail well below its value.
        extension: Depth = 0
        if (
            depth >= params.SINGULAR_DEPTH
            and move == tt_move
            and excluded == NO_MOVE
            and not root
            and ply < 2 * td.root_depth
            and hit.bound & BOUND_LOWER
            and hit.depth >= depth - params.SINGULAR_TT_DEPTH
            and not is_decisive(hit.value)
        ):
            multi_cut: Value = VALUE_NONE
            extension = singular_extension(
                td, ss, cython.address(node), cython.address(hit), move, beta, cython.address(multi_cut)
            )
            if td.stopped:
                return 0
            if multi_cut != VALUE_NONE:
                return ended(td, b"multi-cut: fails high even without its best move", multi_cut)

        # Step 11. Make the move.
        if root and td.report_move != cython.NULL and is_long(td):
            td.report_move(td, td.report_context, move, td.line_index + move_count)
        nodes_before: uint64_t = td.nodes
        ss.move_count = move_count
        play(td, ss, ply, move)
        (ss + 1).double_extensions = ss.double_extensions + (extension == 2)
        new_depth: Depth = depth - 1 + extension
        full_window: cython.bint = pv_node and move_count <= params.PVS_MOVES

        # Step 12. Late move reduction: a null window at less depth first; a move that fails high is re-searched.
        if depth >= params.LMR_DEPTH and move_count > params.PVS_MOVES + pv_node:
            reduction = late_move_reduction(
                cython.address(node), ss, histories, cython.address(hit), move, noisy, history, reduction, alpha
            )
            reduced_depth: Depth = max(1, min(new_depth - reduction // 1024, new_depth + 1))
            value = -search(td, ply + 1, -alpha - 1, -alpha, reduced_depth, True)
            if value > alpha and reduced_depth < new_depth:
                # Deeper than planned if it failed high by far, less deep if only just.
                new_depth += value > best_value + params.LMR_DEEPER_MARGIN + 2 * new_depth
                new_depth -= value < best_value + new_depth
                if reduced_depth < new_depth:
                    value = -search(td, ply + 1, -alpha - 1, -alpha, new_depth, not cut_node)
                # Learn from the re-search, whether the move held or not.
                if not noisy and (value <= alpha or value >= beta):
                    share: cython.int = params.HISTORY_RE_SEARCH if value >= beta else -params.HISTORY_RE_SEARCH
                    reward_quiet(histories, pos, cython.address(ss.context), depth, move, share)
        elif not full_window:
            value = -search(td, ply + 1, -alpha - 1, -alpha, new_depth, not cut_node)

        # Step 13. Full window for the first move of a PV node, and re-search of those that fail high.
        if full_window or (pv_node and value > alpha):
            value = -search(td, ply + 1, -beta, -alpha, new_depth, False)
        if td.stopped:
            return 0

        # Step 14. Is it the best so far?
        if root and td.line_index == 0:
            td.root_nodes[root_move] += td.nodes - nodes_before
        if value > best_value:
            best_value = value
            if value > alpha:
                best_move = move
                if pv_node:
                    update_pv(ss, move)
                    if root:
                        record_root(td, ss, value, BOUND_EXACT if value < beta else BOUND_LOWER)
                if value >= beta:
                    ss.cutoffs += extension < 2 or pv_node
                    break
                alpha = value
        add_tried(cython.address(tried), move, noisy)

    # Step 15. No legal move: mate or stalemate. With a move excluded, it was the only one.
    if move_count == 0:
        if excluded != NO_MOVE:
            return ended(td, b"no legal move: no legal move", alpha)
        return ended(td, b"no legal move: no legal move", mated_in(ply) if in_check else VALUE_DRAW)

    if tb_bound == BOUND_UPPER:
        best_value = min(best_value, tb_value)

    # Step 16. Learn from the outcome.
    if best_move != NO_MOVE and best_value >= beta:
        clearly: cython.bint = best_value >= beta + params.HISTORY_MARGIN
        update_best_move(
            histories, pos, cython.address(ss.context), ss.killers, depth + clearly, best_move, cython.address(tried)
        )
    elif params.HISTORY_UNREFUTED and best_move == NO_MOVE and not root and excluded == NO_MOVE:
        # No reply refutes the move that led here.
        reward_played(td, ss - 1, depth, params.HISTORY_UNREFUTED)
    # Without all moves the value is not the position's.
    if excluded != NO_MOVE or (root and (td.line_index > 0 or td.root_moves.count < count_legal(pos))):
        return best_value
    c_assert(-VALUE_INFINITE < best_value)
    c_assert(best_value < VALUE_INFINITE)
    bound: cython.int = BOUND_UPPER
    if best_value >= beta:
        bound = BOUND_LOWER
    elif best_value > original_alpha:
        bound = BOUND_EXACT
    elif tb_bound == BOUND_LOWER:
        # No move beat what the tablebases prove.
        bound = BOUND_LOWER
    if not in_check and not (best_move != NO_MOVE and is_noisy(pos, best_move)) and not is_decisive(best_value):
        if not (bound == BOUND_LOWER and best_value <= ss.static_eval) and not (
            bound == BOUND_UPPER and best_value >= ss.static_eval
        ):
            update_corrections(histories, pos, correction_entry(ss), depth, best_value - ss.static_eval)
    tt_store(td.tt, key, ply, best_move, best_value, raw_eval, depth, bound, tt_pv)
    return best_value
