"""Search for the best move (layer 4).

Iterative deepening with aspiration windows around a fail-soft principal variation search. Three kinds of node: PV
nodes have an open window; in cut nodes a move is expected to refute; in all nodes none is. Pruning and reductions
are for the latter two.

All state is in the SearchThread. Values are from the side to move's point of view; a value returned once
`td.stopped` is set means nothing.

Sources: https://www.chessprogramming.org/Search, the numbered steps of Stockfish and Ethereal.
"""

import cython
from cython.cimports.libc.math import log
from cython.cimports.libc.string import memcpy, memmove, memset
from cython.cimports.lux.evaluation.evaluate import evaluate
from cython.cimports.lux.rules.bitboard import popcount
from cython.cimports.lux.rules.move import (
    NO_MOVE,
    NULL_MOVE,
    PROMOTION,
    from_sq,
    from_to,
    move_type,
    promotion_type,
    to_sq,
)
from cython.cimports.lux.rules.movegen import count_legal
from cython.cimports.lux.rules.position import (
    do_move,
    do_null_move,
    gives_check,
    has_pieces,
    is_insufficient_material,
    is_noisy,
    occupied,
    see_ge,
    see_value,
)
from cython.cimports.lux.rules.types import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    MAX_PLY,
    NO_PIECE,
    PAWN,
    QUEEN,
    VALUE_DRAW,
    VALUE_INFINITE,
    VALUE_MAX_EVAL,
    VALUE_NONE,
    VALUE_TB,
    VALUE_TB_IN_MAX_PLY,
    Depth,
    Move,
    PieceType,
    Value,
    int64_t,
    is_decisive,
    mate_in,
    mated_in,
    type_of,
    uint64_t,
)
from cython.cimports.lux.search.history import (
    CORRECTION_GRAIN,
    CORRECTION_MAX,
    CORRECTION_SIZE,
    PieceToPtr,
    history_clear,
    update_correction,
    update_history,
)
from cython.cimports.lux.search.movepick import CONTINUATION_PLIES, MovePicker, init_picker, next_move, quiet_score
from cython.cimports.lux.search.params import (
    ASPIRATION_DELTA,
    ASPIRATION_DEPTH,
    DOUBLE_EXTENSION_MARGIN,
    FUTILITY_BASE,
    FUTILITY_DEPTH,
    FUTILITY_MARGIN,
    HISTORY_BONUS,
    HISTORY_BONUS_MAX,
    HISTORY_PRUNING_DEPTH,
    HISTORY_PRUNING_MARGIN,
    IIR_DEPTH,
    LMP_BASE,
    LMP_DEPTH,
    LMR_CHECK,
    LMR_CUT_NODE,
    LMR_DEEPER_MARGIN,
    LMR_DEPTH,
    LMR_HISTORY_DIV,
    LMR_IMPROVING,
    LMR_NOISY_BASE,
    LMR_NOISY_DIV,
    LMR_NOISY_TT_MOVE,
    LMR_PV,
    LMR_QUIET_BASE,
    LMR_QUIET_DIV,
    LMR_REFUTATION,
    NMP_BASE,
    NMP_DEPTH,
    NMP_DEPTH_DIV,
    NMP_EVAL_DIV,
    NMP_MARGIN,
    NMP_MARGIN_DEPTH,
    NMP_VERIFY_DEPTH,
    QS_FUTILITY,
    RAZOR_BASE,
    RAZOR_DEPTH,
    RAZOR_MARGIN,
    RFP_DEPTH,
    RFP_MARGIN,
    SEE_DEPTH,
    SEE_NOISY_MARGIN,
    SEE_QUIET_MARGIN,
    SINGULAR_DEPTH,
    SINGULAR_MARGIN,
    SINGULAR_TT_DEPTH,
)
from cython.cimports.lux.search.timeman import elapsed_ms, soft_limit_reached
from cython.cimports.lux.search.tt import TTHit, tt_prefetch, tt_probe, tt_store
from cython.cimports.lux.syzygy.probe import (
    NOT_RANKED,
    RANKED_BY_DTZ,
    RootRank,
    probe_wdl,
    rank_root_moves,
)
from cython.cimports.lux.syzygy.table_file import NO_VALUE


def init_reductions() -> cython.void:
    """Fill the reduction tables, [depth][moves tried], in 1024ths of a ply."""
    for depth in range(1, 64):
        for tried in range(1, 64):
            product: cython.double = log(depth) * log(tried)
            LMR_QUIET[depth][tried] = cython.cast(cython.int, LMR_QUIET_BASE + product * 1024 * 1000 / LMR_QUIET_DIV)
            LMR_NOISY[depth][tried] = cython.cast(cython.int, LMR_NOISY_BASE + product * 1024 * 1000 / LMR_NOISY_DIV)


init_reductions()


def clear_thread(td: cython.pointer[SearchThread]) -> cython.void:
    """Forget the histories of earlier searches."""
    history_clear(cython.address(td.history))


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


def best_thread(td: cython.pointer[SearchThread]) -> cython.pointer[SearchThread]:
    """Return the thread whose result counts: the first, unless another has searched deeper and found better.

    Source: Ethereal's select_from_threads.
    """
    best: cython.pointer[SearchThread] = td.team[0]
    # A depth that was asked for is the first thread's: the others may be beyond it.
    if td.multipv > 1 or td.limits.depth > 0:
        return best
    for i in range(1, td.team_size):
        line: cython.pointer[RootLine] = cython.address(td.team[i].lines[0])
        if line.bound == BOUND_EXACT and line.depth > 0 and line.value > best.lines[0].value:
            if line.depth > best.lines[0].depth or line.value >= VALUE_TB_IN_MAX_PLY:
                best = td.team[i]
    return best


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


def is_draw(td: cython.pointer[cython.const[SearchThread]], pos: PositionPtr, ply: cython.int) -> cython.bint:
    """Tell whether the position is a draw by fifty moves, material or repetition.

    One repetition within the searched line is enough; with a position before the root it takes the third occurrence.
    """
    if pos.rule50 >= 100 and (pos.checkers == 0 or count_legal(pos) > 0):
        return True
    if is_insufficient_material(pos):
        return True
    here: cython.int = td.key_count + ply
    reach: cython.int = min(min(pos.rule50, pos.plies_from_null), here)
    seen: cython.bint = False
    for back in range(4, reach + 1, 2):
        if td.keys[here - back] == pos.key:
            if back < ply or seen:
                return True
            seen = True
    return False


def rank_root(td: cython.pointer[SearchThread]) -> cython.void:
    """Sort the root moves by what the endgame tables say of them, and drop those that no wanted line can begin with.

    Moves of one rank come to the same, so the search that chooses among them has no more use for the tables; unless
    a win is to be made without DTZ values.
    """
    pos: PositionPtr = cython.address(td.stack[STACK_BEFORE].pos)
    moves: cython.pointer[Move] = td.root_moves.moves
    ranks: cython.pointer[RootRank] = td.root_ranks
    memset(ranks, 0, cython.sizeof(td.root_ranks))
    td.tb_ranked = False
    td.tb_hits = 0
    td.keys[td.key_count] = pos.key
    count: cython.int = td.root_moves.count
    if count == 0 or pos.castling_rights or popcount(occupied(pos)) > td.tb_men:
        return
    by: cython.int = rank_root_moves(
        td.tbs, pos, td.keys, td.key_count, cython.address(td.root_moves), td.tb_fifty_moves, ranks
    )
    if by == NOT_RANKED:
        return
    td.tb_ranked = True
    td.tb_hits = count
    for i in range(1, count):
        move: Move = moves[i]
        rank: RootRank = ranks[i]
        place: cython.int = i
        while place > 0 and ranks[place - 1].rank < rank.rank:
            moves[place] = moves[place - 1]
            ranks[place] = ranks[place - 1]
            place -= 1
        moves[place] = move
        ranks[place] = rank
    while ranks[count - 1].rank < ranks[td.multipv - 1].rank:
        count -= 1
    td.root_moves.count = count
    if by == RANKED_BY_DTZ or ranks[0].value <= VALUE_DRAW:
        td.tb_men = 0


def probe_value(
    td: cython.pointer[SearchThread], pos: PositionPtr, ply: cython.int, depth: Depth, bound: cython.p_int
) -> Value:
    """Return what the endgame tables know of a position, with its *bound*; VALUE_NONE if they are not to be asked.

    They know positions right after a zeroing move only: later ones may be draws by the fifty-move rule.
    """
    men: cython.int = popcount(occupied(pos))
    if men > td.tb_men or (men == td.tb_men and depth < td.tb_depth) or pos.rule50 != 0 or pos.castling_rights:
        return VALUE_NONE
    wdl: cython.int = probe_wdl(td.tbs, pos)
    # It may have taken long to read from a disk.
    td.next_check = td.nodes
    if wdl == NO_VALUE:
        return VALUE_NONE
    td.tb_hits += 1
    cursed: cython.int = 1 if td.tb_fifty_moves else 0
    if wdl > cursed:
        bound[0] = BOUND_LOWER
        return VALUE_TB - ply
    if wdl < -cursed:
        bound[0] = BOUND_UPPER
        return ply - VALUE_TB
    bound[0] = BOUND_EXACT
    return VALUE_DRAW + 2 * wdl * cursed


def play(td: cython.pointer[SearchThread], ss: cython.pointer[StackFrame], ply: cython.int, move: Move) -> cython.void:
    """Make a legal move: fill the next frame's position and note the move in this one."""
    ss.move = move
    ss.continuation = cython.address(td.history.continuation[ss.pos.board[from_sq(move)]][to_sq(move)])
    child: cython.pointer[StackFrame] = ss + 1
    do_move(cython.address(ss.pos), cython.address(child.pos), move)
    tt_prefetch(td.tt, child.pos.key)
    td.keys[td.key_count + ply + 1] = child.pos.key
    td.nodes += 1


def play_null(td: cython.pointer[SearchThread], ss: cython.pointer[StackFrame], ply: cython.int) -> cython.void:
    """Make the null move."""
    ss.move = NULL_MOVE
    ss.continuation = cython.address(td.history.continuation[NO_PIECE][0])
    child: cython.pointer[StackFrame] = ss + 1
    do_null_move(cython.address(ss.pos), cython.address(child.pos))
    tt_prefetch(td.tt, child.pos.key)
    td.keys[td.key_count + ply + 1] = child.pos.key
    td.nodes += 1


def set_continuation(
    ss: cython.pointer[cython.const[StackFrame]], continuation: cython.pointer[PieceToPtr]
) -> cython.void:
    """Collect the contexts of the moves 1, 2 and 4 plies ago."""
    for i in range(CONTINUATION_PLIES):
        continuation[i] = (ss - (1 << i)).continuation


def corrected_eval(td: cython.pointer[cython.const[SearchThread]], pos: PositionPtr, raw: Value) -> Value:
    """Return the static evaluation shifted by how wrong it was on average for the same pawns or pieces.

    Source: correction history, https://www.chessprogramming.org/Static_Evaluation_Correction_History
    """
    correction: cython.int = td.history.pawn_correction[pos.stm][pos.pawn_key & (CORRECTION_SIZE - 1)]
    correction += td.history.piece_correction[pos.stm][0][pos.non_pawn_key[0] & (CORRECTION_SIZE - 1)]
    correction += td.history.piece_correction[pos.stm][1][pos.non_pawn_key[1] & (CORRECTION_SIZE - 1)]
    value: Value = raw + correction // CORRECTION_GRAIN
    return max(-VALUE_MAX_EVAL, min(value, VALUE_MAX_EVAL))


def update_corrections(
    td: cython.pointer[SearchThread], pos: PositionPtr, depth: Depth, error: cython.int
) -> cython.void:
    """Learn that the search found the evaluation wrong by *error* centipawns."""
    bonus: cython.int = max(-CORRECTION_MAX // 4, min(error * depth // 8, CORRECTION_MAX // 4))
    history = cython.address(td.history)
    update_correction(cython.address(history.pawn_correction[pos.stm][pos.pawn_key & (CORRECTION_SIZE - 1)]), bonus)
    for color in range(2):
        update_correction(
            cython.address(history.piece_correction[pos.stm][color][pos.non_pawn_key[color] & (CORRECTION_SIZE - 1)]),
            bonus,
        )


def update_pv(ss: cython.pointer[StackFrame], move: Move) -> cython.void:
    """Make the best line *move* and the best line after it."""
    child: cython.pointer[StackFrame] = ss + 1
    ss.pv[0] = move
    memcpy(cython.address(ss.pv[1]), child.pv, child.pv_length * cython.sizeof(Move))
    ss.pv_length = child.pv_length + 1


def update_quiet(
    td: cython.pointer[SearchThread], ss: cython.pointer[StackFrame], move: Move, bonus: cython.int
) -> cython.void:
    """Credit or debit a quiet move in the butterfly and continuation tables."""
    piece: cython.int = ss.pos.board[from_sq(move)]
    to: cython.int = to_sq(move)
    update_history(cython.address(td.history.quiet[ss.pos.stm][from_to(move)]), bonus)
    for i in range(CONTINUATION_PLIES):
        earlier: cython.pointer[StackFrame] = ss - (1 << i)
        if earlier.move != NO_MOVE and earlier.move != NULL_MOVE:
            update_history(cython.address(earlier.continuation.score[piece][to]), bonus)


def update_noisy(td: cython.pointer[SearchThread], pos: PositionPtr, move: Move, bonus: cython.int) -> cython.void:
    """Credit or debit a capture or promotion."""
    captured: PieceType = type_of(pos.board[to_sq(move)])
    if pos.board[to_sq(move)] == NO_PIECE:
        captured = PAWN
    update_history(cython.address(td.history.capture[pos.board[from_sq(move)]][to_sq(move)][captured]), bonus)


def update_best_move(
    td: cython.pointer[SearchThread],
    ss: cython.pointer[StackFrame],
    depth: Depth,
    best: Move,
    quiets: cython.pointer[cython.const[Move]],
    quiet_count: cython.int,
    noisies: cython.pointer[cython.const[Move]],
    noisy_count: cython.int,
) -> cython.void:
    """Reward the move that cut and blame those tried before it."""
    bonus: cython.int = min(HISTORY_BONUS * depth, HISTORY_BONUS_MAX)
    if is_noisy(cython.address(ss.pos), best):
        update_noisy(td, cython.address(ss.pos), best, bonus)
    else:
        if ss.killers[0] != best:
            ss.killers[1] = ss.killers[0]
            ss.killers[0] = best
        update_quiet(td, ss, best, bonus)
        for i in range(quiet_count):
            if quiets[i] != best:
                update_quiet(td, ss, quiets[i], -bonus)
    for i in range(noisy_count):
        if noisies[i] != best:
            update_noisy(td, cython.address(ss.pos), noisies[i], -bonus)


def root_index(td: cython.pointer[cython.const[SearchThread]], move: Move) -> cython.int:
    """Return the place of *move* among the root moves that the current line may begin with, or -1.

    It may not lead a line before, and must rank as the endgame tables want it of this one.
    """
    for i in range(td.line_index):
        if td.lines[i].pv[0] == move:
            return -1
    for i in range(td.root_moves.count):
        if td.root_moves.moves[i] == move:
            return i if td.root_ranks[i].rank == td.root_ranks[td.line_index].rank else -1
    return -1


def record_root(
    td: cython.pointer[SearchThread], ss: cython.pointer[StackFrame], value: Value, bound: cython.int
) -> cython.void:
    """Take over the root's best line as the current one; the lines behind it move down to where its move stood."""
    last: cython.int = td.line_index
    while last < td.multipv - 1 and td.lines[last].pv[0] != ss.pv[0]:
        last += 1
    line: cython.pointer[RootLine] = cython.address(td.lines[td.line_index])
    memmove(line + 1, line, (last - td.line_index) * cython.sizeof(RootLine))
    line.depth = td.root_depth
    line.seldepth = td.seldepth
    line.value = value
    line.bound = bound
    line.pv_length = ss.pv_length
    memcpy(line.pv, ss.pv, ss.pv_length * cython.sizeof(Move))
    td.reported = False


def sort_line(td: cython.pointer[SearchThread]) -> cython.void:
    """Move the current line up past those that it turned out to be better than, among those of its rank."""
    place: cython.int = td.line_index
    rank: cython.int = td.root_ranks[place].rank
    line: RootLine = td.lines[place]
    while place > 0 and td.root_ranks[place - 1].rank == rank and td.lines[place - 1].value < line.value:
        td.lines[place] = td.lines[place - 1]
        place -= 1
    td.lines[place] = line


def best_move_permille(td: cython.pointer[cython.const[SearchThread]]) -> cython.int:
    """Return the share of the first line's nodes that was spent below the best move."""
    best: uint64_t = 0
    spent: uint64_t = 1
    for i in range(td.root_moves.count):
        spent += td.root_nodes[i]
        if td.root_moves.moves[i] == td.lines[0].pv[0]:
            best = td.root_nodes[i]
    return cython.cast(cython.int, best * 1000 // spent)


def report_lines(td: cython.pointer[SearchThread]) -> cython.void:
    """Show the best lines so far to whoever asked for them."""
    td.reported = True
    if td.report != cython.NULL:
        td.report(td, td.report_context)


def is_long(td: cython.pointer[cython.const[SearchThread]]) -> cython.bint:
    """Tell whether the search has taken so long that people watch it."""
    return td.report != cython.NULL and elapsed_ms(cython.address(td.time)) >= LONG_SEARCH_MS


def report_failed_window(td: cython.pointer[SearchThread], value: Value, bound: cython.int) -> cython.void:
    """Show in a long search that the best line, the only one, is worth more or less than expected."""
    if td.multipv > 1 or not is_long(td):
        return
    line: cython.pointer[RootLine] = cython.address(td.lines[0])
    line.depth = td.root_depth
    line.seldepth = td.seldepth
    line.value = value
    line.bound = bound
    report_lines(td)


def iterative_deepening(td: cython.pointer[SearchThread]) -> cython.void:
    """Search deeper and deeper until a limit is reached; td.lines holds the outcome.

    The first root move stands as the best until the first iteration, which is always completed, knows better.
    """
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE])
    for i in range(MAX_PLY + 8):
        td.stack[i].move = NO_MOVE
        td.stack[i].excluded = NO_MOVE
        td.stack[i].killers[0] = NO_MOVE
        td.stack[i].killers[1] = NO_MOVE
        td.stack[i].static_eval = VALUE_NONE
        td.stack[i].continuation = cython.address(td.history.continuation[NO_PIECE][0])
    td.keys[td.key_count] = ss.pos.key
    td.nodes = 0
    td.stopped = False
    td.nmp_min_ply = 0
    for i in range(td.multipv):
        td.lines[i].depth = 0
        td.lines[i].seldepth = 0
        td.lines[i].value = VALUE_DRAW
        td.lines[i].bound = BOUND_EXACT
        td.lines[i].pv[0] = NO_MOVE
        td.lines[i].pv_length = 0
    td.reported = True
    best: cython.pointer[RootLine] = cython.address(td.lines[0])
    if td.root_moves.count == 0:
        best.value = mated_in(0) if ss.pos.checkers else VALUE_DRAW
        return
    best.pv[0] = td.root_moves.moves[0]
    best.pv_length = 1

    max_depth: Depth = MAX_PLY - 1
    if td.limits.depth > 0:
        max_depth = min(td.limits.depth, max_depth)
    stable_iterations: cython.int = 0
    for depth in range(1, max_depth + 1):
        td.root_depth = depth
        move_before: Move = best.pv[0]
        value_before: Value = best.value
        search_lines(td)
        if td.stopped:
            break
        report_lines(td)

        # Is another iteration worth its time?
        stable_iterations = stable_iterations + 1 if best.pv[0] == move_before else 0
        if atomic_load(td.stop):
            break
        if td.limits.mate > 0 and best.value >= mate_in(2 * td.limits.mate - 1):
            break
        if atomic_load(td.pondering):
            continue
        if depth >= 4 and soft_limit_reached(
            cython.address(td.time), stable_iterations, best_move_permille(td), value_before - best.value
        ):
            break
    # What an unfinished iteration found is played, and so it is shown.
    if not td.reported:
        report_lines(td)


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
    delta: Value = ASPIRATION_DELTA
    alpha: Value = -VALUE_INFINITE
    beta: Value = VALUE_INFINITE
    if depth >= ASPIRATION_DEPTH and not is_decisive(previous):
        alpha = max(previous - delta, -VALUE_INFINITE)
        beta = min(previous + delta, VALUE_INFINITE)
    while True:
        value: Value = search(td, 0, alpha, beta, max(depth, 1), False)
        if td.stopped:
            return value
        if value <= alpha:
            report_failed_window(td, value, BOUND_UPPER)
            beta = (alpha + beta) // 2
            alpha = max(value - delta, -VALUE_INFINITE)
            depth = td.root_depth
        elif value >= beta:
            report_failed_window(td, value, BOUND_LOWER)
            beta = min(value + delta, VALUE_INFINITE)
            # What fails high is good at less depth, too.
            if depth > td.root_depth - 3 and not is_decisive(value):
                depth -= 1
        else:
            return value
        delta += delta // 2
        if delta > 500:
            alpha = -VALUE_INFINITE
            beta = VALUE_INFINITE


def search(
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

    # Step 1. Leaves are for the quiescence search.
    if depth <= 0:
        return qsearch(td, ply, alpha, beta)
    ss.pv_length = 0
    if td.nodes >= td.next_check:
        check_limits(td)
        if td.stopped:
            return 0
    if ply > td.seldepth:
        td.seldepth = ply

    # Step 2. Draws, the end of the stack, and mate distance: no line from here beats a shorter mate found already.
    if not root:
        if is_draw(td, pos, ply):
            return VALUE_DRAW
        if ply >= MAX_PLY - 1:
            return VALUE_DRAW if in_check else corrected_eval(td, pos, evaluate(pos))
        alpha = max(alpha, mated_in(ply))
        beta = min(beta, mate_in(ply + 1))
        if alpha >= beta:
            return alpha

    # Step 3. Transposition table. PV nodes are searched all the same, to have a line to show.
    hit: TTHit
    tt_probe(td.tt, pos.key, ply, cython.address(hit))
    tt_pv: cython.bint = pv_node or hit.was_pv
    tt_move: Move = td.lines[td.line_index].pv[0] if root else hit.move
    if not pv_node and excluded == NO_MOVE and hit.found and hit.depth >= depth and pos.rule50 < 90:
        if hit.bound & (BOUND_LOWER if hit.value >= beta else BOUND_UPPER):
            return hit.value

    # Endgame tables know the result, if not how long it takes. In PV nodes it only narrows the window.
    tb_value: Value = VALUE_NONE
    tb_bound: cython.int = BOUND_NONE
    if td.tb_men > 0 and not root and excluded == NO_MOVE:
        tb_value = probe_value(td, pos, ply, depth, cython.address(tb_bound))
        if (
            tb_bound == BOUND_EXACT
            or (tb_bound == BOUND_LOWER and tb_value >= beta)
            or (tb_bound == BOUND_UPPER and tb_value <= alpha)
        ):
            tt_store(td.tt, pos.key, ply, NO_MOVE, tb_value, VALUE_NONE, min(depth + 6, MAX_PLY - 1), tb_bound, tt_pv)
            return tb_value
        if tb_bound == BOUND_LOWER:
            alpha = max(alpha, tb_value)

    # Step 4. Static evaluation, and whether it has improved since our last move.
    raw_eval: Value = VALUE_NONE
    value_now: Value = VALUE_NONE
    improving: cython.bint = False
    if in_check:
        ss.static_eval = VALUE_NONE
    elif excluded != NO_MOVE:
        value_now = ss.static_eval
    else:
        raw_eval = hit.static_eval if hit.found and hit.static_eval != VALUE_NONE else evaluate(pos)
        ss.static_eval = corrected_eval(td, pos, raw_eval)
        value_now = ss.static_eval
        # A bound that lies beyond the evaluation is the better guess.
        if hit.found and not is_decisive(hit.value):
            if hit.bound & (BOUND_LOWER if hit.value > value_now else BOUND_UPPER):
                value_now = hit.value
    if not in_check:
        before: cython.pointer[StackFrame] = ss - 2 if (ss - 2).static_eval != VALUE_NONE else ss - 4
        improving = before.static_eval == VALUE_NONE or ss.static_eval > before.static_eval
    (ss + 1).killers[0] = NO_MOVE
    (ss + 1).killers[1] = NO_MOVE
    (ss + 1).excluded = NO_MOVE

    if not pv_node and not in_check and excluded == NO_MOVE:
        # Step 5. Reverse futility pruning: so far above beta that a quiet opponent's move will not change it.
        if depth <= RFP_DEPTH and not is_decisive(beta) and not is_decisive(value_now):
            if value_now - RFP_MARGIN * (depth - improving) >= beta:
                return (value_now + beta) // 2

        # Step 6. Razoring: so far below alpha that only captures can help.
        if depth <= RAZOR_DEPTH and value_now + RAZOR_BASE + RAZOR_MARGIN * depth * depth <= alpha:
            razored: Value = qsearch(td, ply, alpha, alpha + 1)
            if td.stopped:
                return 0
            if razored <= alpha and not is_decisive(razored):
                return razored

        # Step 7. Null move pruning: if passing still fails high, a move will. Not without pieces, where passing may
        # be the best move of all; at depth the claim is verified by a search that may not pass.
        if (
            depth >= NMP_DEPTH
            and value_now >= beta
            and ss.static_eval >= beta + NMP_MARGIN - NMP_MARGIN_DEPTH * depth
            and (ss - 1).move != NULL_MOVE
            and ply >= td.nmp_min_ply
            and has_pieces(pos, pos.stm)
            and not is_decisive(beta)
        ):
            reduction: Depth = NMP_BASE + depth // NMP_DEPTH_DIV + min((value_now - beta) // NMP_EVAL_DIV, 3)
            play_null(td, ss, ply)
            null_value: Value = -search(td, ply + 1, -beta, -beta + 1, depth - reduction, not cut_node)
            if td.stopped:
                return 0
            if null_value >= beta:
                null_value = beta if is_decisive(null_value) else null_value
                if td.nmp_min_ply > 0 or depth < NMP_VERIFY_DEPTH:
                    return null_value
                td.nmp_min_ply = ply + 3 * (depth - reduction) // 4
                verified: Value = search(td, ply, beta - 1, beta, depth - reduction, False)
                td.nmp_min_ply = 0
                if td.stopped:
                    return 0
                if verified >= beta:
                    return null_value

    # Step 8. Internal iterative reduction: without a table move this node will be searched better next time.
    if depth >= IIR_DEPTH and tt_move == NO_MOVE and (pv_node or cut_node):
        depth -= 1

    # Step 9. Go through the moves.
    continuation: PieceToPtr[3]
    set_continuation(ss, continuation)
    picker: MovePicker
    init_picker(cython.address(picker), pos, cython.address(td.history), continuation, tt_move, ss.killers, False)
    original_alpha: Value = alpha
    best_value: Value = tb_value if tb_bound == BOUND_LOWER else -VALUE_INFINITE
    best_move: Move = NO_MOVE
    tt_move_is_noisy: cython.bint = tt_move != NO_MOVE and is_noisy(pos, tt_move)
    quiets: Move[64]
    noisies: Move[32]
    quiet_count: cython.int = 0
    noisy_count: cython.int = 0
    tried: cython.int = 0
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
        tried += 1
        noisy: cython.bint = is_noisy(pos, move)
        history: cython.int = 0 if noisy else quiet_score(pos, cython.address(td.history), continuation, move)
        reduced: cython.int = (
            LMR_NOISY[min(depth, 63)][min(tried, 63)] if noisy else LMR_QUIET[min(depth, 63)][min(tried, 63)]
        )

        # Step 10. Prune late and hopeless moves, once there is a move that does not lose for certain.
        if not root and best_value > -VALUE_TB_IN_MAX_PLY and has_pieces(pos, pos.stm):
            lmr_depth: Depth = max(0, depth - reduced // 1024)
            if not noisy:
                # Late move pruning: the ordering has had its say.
                if depth <= LMP_DEPTH and tried >= (LMP_BASE + depth * depth) // (2 - improving):
                    picker.skip_quiets = True
                    continue
                # Futility pruning: a quiet move will not make up for what is missing to alpha.
                if (
                    not in_check
                    and lmr_depth <= FUTILITY_DEPTH
                    and ss.static_eval + FUTILITY_BASE + FUTILITY_MARGIN * lmr_depth <= alpha
                    and not gives_check(pos, move)
                ):
                    continue
                # History pruning: it has failed almost always.
                if lmr_depth <= HISTORY_PRUNING_DEPTH and history < -HISTORY_PRUNING_MARGIN * (lmr_depth + 1):
                    continue
                # Static exchange: it loses the piece that moves.
                if lmr_depth <= SEE_DEPTH and not see_ge(pos, move, -SEE_QUIET_MARGIN * lmr_depth * lmr_depth):
                    continue
            elif depth <= SEE_DEPTH and not see_ge(pos, move, -SEE_NOISY_MARGIN * depth):
                continue

        # Step 11. Singular extension: search the table move deeper if all others fail well below its value.
        extension: Depth = 0
        if not root and ply < 2 * td.root_depth:
            if (
                depth >= SINGULAR_DEPTH
                and move == tt_move
                and excluded == NO_MOVE
                and hit.bound & BOUND_LOWER
                and hit.depth >= depth - SINGULAR_TT_DEPTH
                and not is_decisive(hit.value)
            ):
                singular_beta: Value = hit.value - SINGULAR_MARGIN * depth
                ss.excluded = move
                others: Value = search(td, ply, singular_beta - 1, singular_beta, (depth - 1) // 2, cut_node)
                ss.excluded = NO_MOVE
                if td.stopped:
                    return 0
                ss.pv_length = 0
                if others < singular_beta:
                    extension = 1
                    if not pv_node and others < singular_beta - DOUBLE_EXTENSION_MARGIN:
                        extension = 2
                elif not pv_node and others >= beta and not is_decisive(others):
                    # Multi-cut: without the table move it fails high as well.
                    return others
                elif hit.value >= beta:
                    extension = -2
                elif cut_node:
                    extension = -1
            elif in_check and depth <= 6:
                extension = 1

        # Step 12. Make the move.
        if root and is_long(td):
            td.report_move(td, td.report_context, move, td.line_index + tried)
        nodes_before: uint64_t = td.nodes
        play(td, ss, ply, move)
        new_depth: Depth = depth - 1 + extension
        value: Value = 0
        full_window: cython.bint = pv_node and tried == 1

        # Step 13. Late move reduction: a null window at less depth first; what surprises is searched again in full.
        if depth >= LMR_DEPTH and tried > 1 + pv_node:
            if cut_node:
                reduced += LMR_CUT_NODE
            if tt_pv:
                reduced -= LMR_PV
            if not improving:
                reduced += LMR_IMPROVING
            if (ss + 1).pos.checkers:
                reduced -= LMR_CHECK
            if tt_move_is_noisy and not noisy:
                reduced += LMR_NOISY_TT_MOVE
            if not noisy:
                if move == ss.killers[0] or move == ss.killers[1]:
                    reduced -= LMR_REFUTATION
                reduced -= history // LMR_HISTORY_DIV
            lmr: Depth = max(1, min(new_depth - reduced // 1024, new_depth + 1))
            value = -search(td, ply + 1, -alpha - 1, -alpha, lmr, True)
            if value > alpha and lmr < new_depth:
                # Deeper than planned if it surprised a lot, less deep if only just.
                new_depth += value > best_value + LMR_DEEPER_MARGIN + 2 * new_depth
                new_depth -= value < best_value + new_depth
                if lmr < new_depth:
                    value = -search(td, ply + 1, -alpha - 1, -alpha, new_depth, not cut_node)
        elif not full_window:
            value = -search(td, ply + 1, -alpha - 1, -alpha, new_depth, not cut_node)

        # Step 14. Open the window for the first move of a PV node and for those that turn out better.
        if full_window or (pv_node and value > alpha):
            value = -search(td, ply + 1, -beta, -alpha, new_depth, False)
        if td.stopped:
            return 0

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
                    break
                alpha = value
        if noisy and noisy_count < 32:
            noisies[noisy_count] = move
            noisy_count += 1
        elif not noisy and quiet_count < 64:
            quiets[quiet_count] = move
            quiet_count += 1

    # Step 16. No legal move: mate or stalemate. With a move excluded, it was the only one.
    if tried == 0:
        if excluded != NO_MOVE:
            return alpha
        return mated_in(ply) if in_check else VALUE_DRAW

    if tb_bound == BOUND_UPPER:
        best_value = min(best_value, tb_value)

    # Step 17. Learn from the outcome.
    if best_move != NO_MOVE and best_value >= beta:
        update_best_move(td, ss, depth, best_move, quiets, quiet_count, noisies, noisy_count)
    # Without all moves the value is not the position's.
    if excluded != NO_MOVE or (root and (td.line_index > 0 or td.root_moves.count < count_legal(pos))):
        return best_value
    bound: cython.int = BOUND_UPPER
    if best_value >= beta:
        bound = BOUND_LOWER
    elif best_value > original_alpha:
        bound = BOUND_EXACT
    if not in_check and not (best_move != NO_MOVE and is_noisy(pos, best_move)) and not is_decisive(best_value):
        if not (bound == BOUND_LOWER and best_value <= ss.static_eval) and not (
            bound == BOUND_UPPER and best_value >= ss.static_eval
        ):
            update_corrections(td, pos, depth, best_value - ss.static_eval)
    tt_store(td.tt, pos.key, ply, best_move, best_value, raw_eval, depth, bound, tt_pv)
    return best_value


def qsearch(td: cython.pointer[SearchThread], ply: cython.int, alpha: Value, beta: Value) -> Value:
    """Return the value once captures have calmed down: the side to move may stand pat, or capture on.

    In check all evasions are searched, so that mates found here are real.
    """
    pv_node: cython.bint = beta - alpha > 1
    ss: cython.pointer[StackFrame] = cython.address(td.stack[STACK_BEFORE + ply])
    pos: PositionPtr = cython.address(ss.pos)
    in_check: cython.bint = pos.checkers != 0
    ss.pv_length = 0
    if td.nodes >= td.next_check:
        check_limits(td)
        if td.stopped:
            return 0
    if ply > td.seldepth:
        td.seldepth = ply

    # Step 1. Draws and the end of the stack.
    if is_draw(td, pos, ply):
        return VALUE_DRAW
    if ply >= MAX_PLY - 1:
        return VALUE_DRAW if in_check else corrected_eval(td, pos, evaluate(pos))

    # Step 2. Transposition table.
    hit: TTHit
    tt_probe(td.tt, pos.key, ply, cython.address(hit))
    if not pv_node and hit.found and hit.value != VALUE_NONE:
        if hit.bound & (BOUND_LOWER if hit.value >= beta else BOUND_UPPER):
            return hit.value

    # Step 3. Stand pat: one need not capture.
    raw_eval: Value = VALUE_NONE
    best_value: Value = mated_in(ply)
    futility: Value = -VALUE_INFINITE
    if in_check:
        ss.static_eval = VALUE_NONE
    else:
        raw_eval = hit.static_eval if hit.found and hit.static_eval != VALUE_NONE else evaluate(pos)
        ss.static_eval = corrected_eval(td, pos, raw_eval)
        best_value = ss.static_eval
        if hit.found and not is_decisive(hit.value) and hit.value != VALUE_NONE:
            if hit.bound & (BOUND_LOWER if hit.value > best_value else BOUND_UPPER):
                best_value = hit.value
        if best_value >= beta:
            if not hit.found:
                tt_store(td.tt, pos.key, ply, NO_MOVE, best_value, raw_eval, 0, BOUND_LOWER, False)
            return best_value
        alpha = max(alpha, best_value)
        futility = best_value + QS_FUTILITY

    # Step 4. Captures that do not lose material, or all evasions.
    continuation: PieceToPtr[3]
    set_continuation(ss, continuation)
    picker: MovePicker
    no_killers: Move[2]
    no_killers[0] = NO_MOVE
    no_killers[1] = NO_MOVE
    init_picker(
        cython.address(picker), pos, cython.address(td.history), continuation, hit.move, no_killers, not in_check
    )
    best_move: Move = NO_MOVE
    tried: cython.int = 0
    while True:
        move: Move = next_move(cython.address(picker))
        if move == NO_MOVE:
            break
        tried += 1
        if best_value > -VALUE_TB_IN_MAX_PLY:
            if in_check:
                # One quiet evasion that holds is enough.
                if not is_noisy(pos, move) and tried > 3:
                    picker.skip_quiets = True
                    continue
            else:
                # Futility: even winning the piece for nothing leaves us below alpha.
                if futility + see_value(type_of(pos.board[to_sq(move)])) <= alpha and move_type(move) != PROMOTION:
                    if (ss - 1).move == NULL_MOVE or to_sq((ss - 1).move) != to_sq(move):
                        best_value = max(best_value, futility + see_value(type_of(pos.board[to_sq(move)])))
                        continue
                if move_type(move) == PROMOTION and promotion_type(move) != QUEEN:
                    continue
            if not see_ge(pos, move, 0):
                continue
        play(td, ss, ply, move)
        value: Value = -qsearch(td, ply + 1, -beta, -alpha)
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

    bound: cython.int = BOUND_LOWER if best_value >= beta else BOUND_UPPER
    tt_store(td.tt, pos.key, ply, best_move, best_value, raw_eval, 0, bound, pv_node)
    return best_value
