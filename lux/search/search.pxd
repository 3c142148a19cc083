# Layer 4. The main search: principal variation alpha-beta; and what it decides about each move, inlined.

cimport lux.search.params as params
from lux.rules.position cimport Position, gives_check, see_ge
from lux.rules.types cimport BOUND_LOWER, Depth, Move, VALUE_NONE, Value, is_decisive
from lux.search.history cimport History, noisy_entry
from lux.search.movepick cimport STAGE_GOOD_NOISY, MovePicker
from lux.search.thread cimport SearchThread, StackFrame
from lux.search.trace cimport close_node, is_recorded, open_node
from lux.search.tt cimport TTHit

# What the decisions about the moves of a node depend on, the same for all of them.
cdef struct Node:
    Depth depth
    int ply
    bint pv_node
    bint cut_node
    bint in_check
    bint improving
    bint tt_pv                  # it is a PV node, or was one in an earlier search
    bint tt_move_is_noisy


# The value of the position at `ply` of the stack, exact if within (alpha, beta), else a bound beyond it.
cdef inline Value search(SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil:
    # The quiescence search records its own nodes.
    if not is_recorded(td) or depth <= 0:
        return search_node(td, ply, alpha, beta, depth, cut_node)
    open_node(td, ply, alpha, beta, depth, cut_node)
    cdef Value value = search_node(td, ply, alpha, beta, depth, cut_node)
    close_node(td, value)
    return value


cdef Value search_node(
    SearchThread* td, int ply, Value alpha, Value beta, Depth depth, bint cut_node) noexcept nogil
# Fill the reduction tables, once and whenever parameters have changed.
cdef void init_reductions() noexcept nogil

cdef int[64][64] LMR_QUIET      # [depth][move count], 1024ths of a ply
cdef int[64][64] LMR_NOISY


# Step 9. Whether a move is too late or hopeless to be searched. `reduction` is that of depth and count alone.
cdef inline bint is_pruned(
        const Node* node, const StackFrame* ss, MovePicker* picker, Move move, int move_count, bint noisy, int history,
        int reduction, Value alpha) noexcept nogil:
    cdef Depth depth = node.depth
    cdef Depth reduced_depth = max(0, depth - reduction // 1024)
    if noisy:
        return picker.stage > STAGE_GOOD_NOISY and depth <= params.SEE_DEPTH and not see_ge(
            &ss.pos, move, -params.SEE_NOISY_MARGIN * depth)
    # Late move pruning: few moves this late in the order fail high.
    if depth <= params.LMP_DEPTH and move_count >= (params.LMP_BASE + depth * depth) // (2 - node.improving):
        picker.skip_quiets = True
        return True
    # Futility pruning: a quiet move hardly gains the margin to alpha.
    if not node.in_check and reduced_depth <= params.FUTILITY_DEPTH and (
            ss.static_eval + params.FUTILITY_BASE + params.FUTILITY_MARGIN * reduced_depth <= alpha
            ) and not gives_check(&ss.pos, move):
        return True
    # History pruning: the move has nearly always failed.
    if reduced_depth <= params.HISTORY_PRUNING_DEPTH and (
            history < -params.HISTORY_PRUNING_MARGIN * (reduced_depth + 1)):
        return True
    # Static exchange: the move loses too much material.
    return reduced_depth <= params.SEE_DEPTH and not see_ge(
        &ss.pos, move, -params.SEE_QUIET_MARGIN * reduced_depth * reduced_depth)


# Step 10. The plies by which a TT move is extended: it is singular if all others fail well below its value. If they
# fail high as well, `cut` is set to the value of the node.
cdef inline Depth singular_extension(
        SearchThread* td, StackFrame* ss, const Node* node, const TTHit* hit, Move move, Value beta, Value* cut
) noexcept nogil:
    cdef int margin = params.SINGULAR_MARGIN
    if node.tt_pv and not node.pv_node:
        margin += params.SINGULAR_PV_MARGIN
    cdef Value singular_beta = hit.value - margin * node.depth // 32
    ss.excluded = move
    cdef Value others = search(td, node.ply, singular_beta - 1, singular_beta, (node.depth - 1) // 2, node.cut_node)
    ss.excluded = 0
    ss.pv_length = 0
    if others < singular_beta:
        if node.pv_node or others >= singular_beta - params.DOUBLE_EXTENSION_MARGIN:
            return 1
        return 1 + (ss.double_extensions < params.DOUBLE_EXTENSIONS_MAX)
    if params.MULTI_CUT and not node.pv_node and others >= beta and not is_decisive(others):
        # Multi-cut: without the TT move it fails high as well. The search asked about singular_beta only, at half the
        # depth: what it found beyond that and beta is no bound.
        cut[0] = max(singular_beta, beta)
    if hit.value >= beta:
        return -2
    return -1 if node.cut_node else 0


# Step 12. By how much a move that has been made is reduced, in 1024ths of a ply.
cdef inline int late_move_reduction(
        const Node* node, const StackFrame* ss, const History* histories, const TTHit* hit, Move move, bint noisy,
        int history, int reduction, Value alpha) noexcept nogil:
    if node.cut_node:
        reduction += params.LMR_CUT_NODE
    if node.tt_pv:
        reduction -= params.LMR_PV
    if not node.improving:
        reduction += params.LMR_IMPROVING
    if (ss + 1).pos.checkers:
        reduction -= params.LMR_CHECK
    if noisy:
        reduction -= noisy_entry(histories, &ss.pos, move)[0] // params.LMR_NOISY_HISTORY_DIV
    else:
        if node.tt_move_is_noisy:
            reduction += params.LMR_NOISY_TT_MOVE
        if move == ss.killers[0] or move == ss.killers[1]:
            reduction -= params.LMR_REFUTATION
        reduction -= history // params.LMR_HISTORY_DIV
    # The TT expects this node to be better than alpha.
    if node.tt_pv and hit.bound & BOUND_LOWER and hit.value > alpha:
        reduction -= params.LMR_TT_ABOVE
    # Several moves have been refuted, here and in sibling nodes.
    if (ss + 1).cutoffs > params.LMR_CUTOFFS_FROM:
        reduction += params.LMR_CUTOFFS
    return reduction
