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
from cython.cimports.lux.rules.movegen import count_legal, is_legal
from cython.cimports.lux.rules.position import PositionPtr, gives_check, has_pieces, is_noisy, see_ge
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.search.history import (
    History,
    TriedMoves,
    add_tried,
    reward_quiet,
    update_best_move,
    update_corrections,
)
from cython.cimports.lux.search.limits import is_long
from cython.cimports.lux.search.lines import record_root, root_index, update_pv
from cython.cimports.lux.search.movepick import (
    STAGE_GOOD_NOISY,
    MovePicker,
    init_picker,
    next_move,
    noisy_score,
    quiet_score,
)
from cython.cimports.lux.search.node import (
    blended,
    can_repeat,
    correction_entry,
    enter_node,
    estimate,
    play,
    play_null,
    played_quiet,
    prefetch_child,
    set_context,
)
from cython.cimports.lux.search.qsearch import qsearch
from cython.cimports.lux.search.tb import probe_value
from cython.cimports.lux.search.thread import STACK_BEFORE, SearchThread, StackFrame
from cython.cimports.lux.search.trace import (
    DRAW,
    MATE_DISTANCE,
    MULTI_CUT,
    NO_LEGAL_MOVE,
    NULL_MOVE_PRUNING,
    RAZORING,
    REVERSE_FUTILITY,
    SEARCHED,
    STOPPED,
    TABLEBASE,
    TT_CUTOFF,
    NodeResult,
)
from cython.cimports.lux.search.tt import TTHit, tt_probe, tt_store


def init_reductions() -> cython.void:
    """Fill the reduction tables, [depth][move count], in 1024ths of a ply."""
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


def learn_from_cutoff(
    td: cython.pointer[SearchThread], ss: cython.pointer[StackFrame], depth: Depth, tt_move: Move
) -> cython.void:
    """Reward a quiet TT move that fails high at once, and penalise an early quiet move that led here."""
    pos: PositionPtr = cython.address(ss.pos)
    if not is_noisy(pos, tt_move) and is_legal(pos, tt_move):
        set_context(td, ss)
        reward_quiet(cython.address(td.history), pos, cython.address(ss.context), depth, tt_move, params.HISTORY_TT)
    if (ss - 1).move_count <= 2 and played_quiet(ss - 1):
        reward_quiet(
            cython.address(td.history),
            cython.address((ss - 1).pos),
            cython.address((ss - 1).context),
            depth + 1,
            (ss - 1).move,
            -params.HISTORY_TT,
        )


def search_node(
    td: cython.pointer[SearchThread], ply: cython.int, alpha: Value, beta: Value, depth: Depth, cut_node: cython.bint
) -> NodeResult:
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
        return qsearch(td, ply, alpha, beta), SEARCHED

    # Step 2. Limits, draws, the end of the stack, and mate distance: no line from here beats a shorter mate found
    # already.
    value: Value = enter_node(td, ss, ply)
    if value != VALUE_NONE:
        return value, DRAW
    if not root:
        alpha = max(alpha, mated_in(ply))
        beta = min(beta, mate_in(ply + 1))
        if alpha >= beta:
            return alpha, MATE_DISTANCE
        # If the side to move can force a repetition, a draw is a lower bound.
        if alpha < VALUE_DRAW and can_repeat(cython.address(td.keys[td.key_count + ply]), pos, ply):
            alpha = VALUE_DRAW
            if alpha >= beta:
                return alpha, DRAW

    # Step 3. Transposition table; while memory delivers the entry, the accumulator is updated, even in check, for those
    # of the replies. PV nodes are searched all the same, to have a line to show.
    accumulator: cython.pointer[Accumulator] = cython.NULL
    if excluded == NO_MOVE:
        accumulator = up_to_date(td.accumulators, pos)
    hit: TTHit
    tt_probe(td.tt, pos.key, ply, pos.rule50, cython.address(hit))
    tt_pv: cython.bint = pv_node or hit.was_pv
    tt_move: Move = td.lines[td.line_index].pv[0] if root else hit.move
    tt_move_is_noisy: cython.bint = tt_move != NO_MOVE and is_noisy(pos, tt_move)
    deep_enough: cython.bint = hit.depth >= depth if params.TT_DEEPER else hit.depth == depth
    if not pv_node and excluded == NO_MOVE and hit.found and deep_enough and pos.rule50 < 90:
        if hit.bound & (BOUND_LOWER if hit.value >= beta else BOUND_UPPER):
            if hit.value >= beta and tt_move != NO_MOVE:
                learn_from_cutoff(td, ss, depth, tt_move)
            return hit.value, TT_CUTOFF

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
            tt_store(td.tt, pos.key, ply, NO_MOVE, tb_value, VALUE_NONE, min(depth + 6, MAX_PLY - 1), tb_bound, tt_pv)
            return tb_value, TABLEBASE
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
            tt_store(td.tt, pos.key, ply, NO_MOVE, VALUE_NONE, raw_eval, 0, BOUND_NONE, tt_pv)
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
                return blended(eval, beta), REVERSE_FUTILITY

        # Step 6. Razoring: so far below alpha that only captures can help. All evaluations are far below a mate.
        razor_margin: Value = params.RAZOR_BASE + params.RAZOR_MARGIN * depth * depth
        if depth <= params.RAZOR_DEPTH and eval + razor_margin <= alpha and not is_decisive(alpha):
            td.leaf_nodes = td.nodes
            razored: Value = qsearch(td, ply, alpha, alpha + 1)
            if td.stopped:
                return 0, STOPPED
            if razored <= alpha and not is_decisive(razored):
                return razored, RAZORING

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
                return 0, STOPPED
            if null_value >= beta:
                null_value = beta if is_decisive(null_value) else null_value
                if td.nmp_min_ply > 0 or depth < params.NMP_VERIFY_DEPTH:
                    return null_value, NULL_MOVE_PRUNING
                td.nmp_min_ply = ply + 3 * null_depth // 4
                verified: Value = search(td, ply, beta - 1, beta, null_depth, False)
                td.nmp_min_ply = 0
                if td.stopped:
                    return 0, STOPPED
                if verified >= beta:
                    return null_value, NULL_MOVE_PRUNING

    # Step 8. Internal iterative reduction: less depth without a TT move; next time this node will have one.
    if depth >= params.IIR_DEPTH and tt_move == NO_MOVE and (pv_node or cut_node):
        depth -= 1

    # Step 9. Go through the moves.
    if excluded == NO_MOVE:
        set_context(td, ss)
    picker: MovePicker
    init_picker(cython.address(picker), pos, histories, cython.address(ss.context), tt_move, ss.killers, False)
    original_alpha: Value = alpha
    best_value: Value = tb_value if tb_bound == BOUND_LOWER else -VALUE_INFINITE
    best_move: Move = NO_MOVE
    tried: TriedMoves
    tried.quiet_count = 0
    tried.noisy_count = 0
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
        reduced_depth: Depth = max(0, depth - reduction // 1024)

        # Step 10. Prune late and hopeless moves once some move is not a proven loss.
        to_prune: cython.bint = not root and best_value > -VALUE_TB_IN_MAX_PLY and has_pieces(pos, pos.stm)
        if to_prune:
            if not noisy:
                # Late move pruning: few moves this late in the order fail high.
                if depth <= params.LMP_DEPTH and move_count >= (params.LMP_BASE + depth * depth) // (2 - improving):
                    picker.skip_quiets = True
                    continue
                # Futility pruning: a quiet move hardly gains the margin to alpha.
                if (
                    not in_check
                    and reduced_depth <= params.FUTILITY_DEPTH
                    and ss.static_eval + params.FUTILITY_BASE + params.FUTILITY_MARGIN * reduced_depth <= alpha
                    and not gives_check(pos, move)
                ):
                    continue
                # History pruning: the move has nearly always failed.
                if reduced_depth <= params.HISTORY_PRUNING_DEPTH and history < -params.HISTORY_PRUNING_MARGIN * (
                    reduced_depth + 1
                ):
                    continue
                # Static exchange: the move loses too much material.
                if reduced_depth <= params.SEE_DEPTH and not see_ge(
                    pos, move, -params.SEE_QUIET_MARGIN * reduced_depth * reduced_depth
                ):
                    continue
            elif (
                picker.stage > STAGE_GOOD_NOISY
                and depth <= params.SEE_DEPTH
                and not see_ge(pos, move, -params.SEE_NOISY_MARGIN * depth)
            ):
                continue

        # Step 11. Singular extension: search the TT move deeper if all others fail well below its value.
        extension: Depth = 0
        if not root and ply < 2 * td.root_depth:
            if (
                depth >= params.SINGULAR_DEPTH
                and move == tt_move
                and excluded == NO_MOVE
                and hit.bound & BOUND_LOWER
                and hit.depth >= depth - params.SINGULAR_TT_DEPTH
                and not is_decisive(hit.value)
            ):
                margin: cython.int = params.SINGULAR_MARGIN
                if tt_pv and not pv_node:
                    margin += params.SINGULAR_PV_MARGIN
                singular_beta: Value = hit.value - margin * depth // 32
                ss.excluded = move
                others: Value = search(td, ply, singular_beta - 1, singular_beta, (depth - 1) // 2, cut_node)
                ss.excluded = NO_MOVE
                if td.stopped:
                    return 0, STOPPED
                ss.pv_length = 0
                if others < singular_beta:
                    extension = 1
                    if not pv_node and others < singular_beta - params.DOUBLE_EXTENSION_MARGIN:
                        extension += ss.double_extensions < params.DOUBLE_EXTENSIONS_MAX
                elif params.MULTI_CUT and not pv_node and others >= beta and not is_decisive(others):
                    # Multi-cut: without the TT move it fails high as well. The search asked about singular_beta only,
                    # at half the depth: what it found beyond that and beta is no bound.
                    return max(singular_beta, beta), MULTI_CUT
                elif hit.value >= beta:
                    extension = -2
                elif cut_node:
                    extension = -1
            elif in_check and depth <= params.CHECK_EXTENSION_DEPTH:
                extension = 1

        # Step 12. Make the move.
        if root and td.report_move != cython.NULL and is_long(td):
            td.report_move(td, td.report_context, move, td.line_index + move_count)
        nodes_before: uint64_t = td.nodes
        ss.move_count = move_count
        play(td, ss, ply, move)
        (ss + 1).double_extensions = ss.double_extensions + (extension == 2)
        new_depth: Depth = depth - 1 + extension
        full_window: cython.bint = pv_node and move_count <= params.PVS_MOVES

        # Step 13. Late move reduction: a null window at less depth first; a move that fails high is re-searched.
        if depth >= params.LMR_DEPTH and move_count > params.PVS_MOVES + pv_node:
            if cut_node:
                reduction += params.LMR_CUT_NODE
            if tt_pv:
                reduction -= params.LMR_PV
            if not improving:
                reduction += params.LMR_IMPROVING
            if (ss + 1).pos.checkers:
                reduction -= params.LMR_CHECK
            if tt_move_is_noisy and not noisy:
                reduction += params.LMR_NOISY_TT_MOVE
            if not noisy:
                if move == ss.killers[0] or move == ss.killers[1]:
                    reduction -= params.LMR_REFUTATION
                reduction -= history // params.LMR_HISTORY_DIV
            else:
                reduction -= noisy_score(pos, histories, move) // params.LMR_NOISY_HISTORY_DIV
            # The TT expects this node to be better than alpha.
            if tt_pv and hit.bound & BOUND_LOWER and hit.value > alpha:
                reduction -= params.LMR_TT_ABOVE
            # Several moves have been refuted, here and in sibling nodes.
            if (ss + 1).cutoffs > params.LMR_CUTOFFS_FROM:
                reduction += params.LMR_CUTOFFS
            reduced_depth = max(1, min(new_depth - reduction // 1024, new_depth + 1))
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

        # Step 14. Full window for the first move of a PV node, and re-search of those that fail high.
        if full_window or (pv_node and value > alpha):
            value = -search(td, ply + 1, -beta, -alpha, new_depth, False)
        if td.stopped:
            return 0, STOPPED

        # Step 15. Is it the best so far?
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

    # Step 16. No legal move: mate or stalemate. With a move excluded, it was the only one.
    if move_count == 0:
        if excluded != NO_MOVE:
            return alpha, NO_LEGAL_MOVE
        return (mated_in(ply) if in_check else VALUE_DRAW), NO_LEGAL_MOVE

    if tb_bound == BOUND_UPPER:
        best_value = min(best_value, tb_value)

    # Step 17. Learn from the outcome.
    if best_move != NO_MOVE and best_value >= beta:
        clearly: cython.bint = best_value >= beta + params.HISTORY_MARGIN
        update_best_move(
            histories, pos, cython.address(ss.context), ss.killers, depth + clearly, best_move, cython.address(tried)
        )
    elif best_move == NO_MOVE and not root and excluded == NO_MOVE and played_quiet(ss - 1):
        # No reply refutes the move that led here.
        reward_quiet(
            histories,
            cython.address((ss - 1).pos),
            cython.address((ss - 1).context),
            depth,
            (ss - 1).move,
            params.HISTORY_UNREFUTED,
        )
    # Without all moves the value is not the position's.
    if excluded != NO_MOVE or (root and (td.line_index > 0 or td.root_moves.count < count_legal(pos))):
        return best_value, SEARCHED
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
    tt_store(td.tt, pos.key, ply, best_move, best_value, raw_eval, depth, bound, tt_pv)
    return best_value, SEARCHED
