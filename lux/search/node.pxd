# Layer 4. What the two searches do at every node, inlined: limits, draws, the static evaluation, making moves.

from lux.evaluation.accumulator cimport Accumulator, evaluate, evaluate_sums
from lux.rules.memory cimport prefetch
from lux.rules.move cimport NO_MOVE, NULL_MOVE, from_sq, to_sq
from lux.rules.movegen cimport count_legal, is_legal
from lux.rules.position cimport Position, attacked_by, do_move, do_null_move, is_insufficient_material, is_noisy
from lux.rules.random cimport GOLDEN_RATIO
from lux.rules.reversible cimport is_reversible_move
from lux.rules.types cimport BOUND_LOWER, BOUND_UPPER, MAX_PLY, Move, NO_PIECE, VALUE_DRAW, VALUE_NONE, Value, c_assert
from lux.rules.types cimport Depth, Key, Piece, is_decisive, int16_t
from lux.rules.zobrist cimport ZOBRIST
from lux.search.history cimport CONTINUATION_PLIES, corrected_eval, pawn_entry, piece_entry, reward_quiet
from lux.search.stopping cimport check_limits
from lux.search.params cimport HISTORY_TT
from lux.search.thread cimport SearchThread, StackFrame, increment
from lux.search.tt cimport TTHit, tt_prefetch


# Whether the position is a draw by fifty moves, material or repetition. One repetition of a position after the root is
# enough; of the root or one before it, this must be the third occurrence.
cdef inline bint is_draw(const SearchThread* td, const Position* pos, int ply) noexcept nogil:
    cdef int here, reach, back
    cdef bint seen = False
    if pos.rule50 >= 100 and (pos.checkers == 0 or count_legal(pos) > 0):
        return True
    if is_insufficient_material(pos):
        return True
    here = td.key_count + ply
    reach = min(min(pos.rule50, pos.plies_from_null), here)
    for back in range(4, reach + 1, 2):
        if td.keys[here - back] == pos.key:
            if back < ply or seen:
                return True
            seen = True
    return False


# Whether a move leads back to a position of this search, so that the side to move has a draw at least. `keys` ends with
# the position's own.
cdef inline bint can_repeat(const Key* keys, const Position* pos, int ply) noexcept nogil:
    cdef int reach = min(min(pos.rule50, pos.plies_from_null), ply - 1)
    cdef Key theirs = keys[0] ^ (keys - 1)[0] ^ ZOBRIST.black_to_move    # what the other side has changed since
    cdef int back
    for back in range(3, reach + 1, 2):
        theirs ^= (keys - back + 1)[0] ^ (keys - back)[0] ^ ZOBRIST.black_to_move
        if theirs == 0 and is_reversible_move(pos, keys[0] ^ (keys - back)[0]):
            return True
    return False


# The correction that belongs to the last two moves.
cdef inline int16_t* correction_entry(StackFrame* ss) noexcept nogil:
    cdef Move move = (ss - 1).move
    if move == NO_MOVE or move == NULL_MOVE:
        return &(ss - 2).correction.score[0][0]     # no pawn moves to a1
    return &(ss - 2).correction.score[(ss - 1).pos.board[from_sq(move)]][to_sq(move)]


# VALUE_NONE if the node must be searched, else its value: the search is over, a draw, or too deep.
cdef inline Value enter_node(SearchThread* td, StackFrame* ss, int ply) noexcept nogil:
    ss.pv_length = 0
    if td.nodes >= td.next_check:
        check_limits(td)
        if td.stopped:
            return VALUE_DRAW
    if ply > td.seldepth:
        td.seldepth = ply
    if ply == 0:
        return VALUE_NONE
    if is_draw(td, &ss.pos, ply):
        return VALUE_DRAW
    if ply < MAX_PLY - 1:
        return VALUE_NONE
    if ss.pos.checkers:
        return VALUE_DRAW
    return corrected_eval(&td.history, &ss.pos, correction_entry(ss), evaluate(td.accumulators, &ss.pos))


# The best guess at the value of a node without check. Sets its static evaluation, and `raw` to that of the network.
cdef inline Value estimate(
        SearchThread* td, StackFrame* ss, const Accumulator* accumulator, const TTHit* hit, Value* raw) noexcept nogil:
    cdef bint known = hit.found and hit.static_eval != VALUE_NONE
    raw[0] = hit.static_eval if known else evaluate_sums(td.accumulators.network, accumulator, &ss.pos)
    ss.static_eval = corrected_eval(&td.history, &ss.pos, correction_entry(ss), raw[0])
    # A bound that lies beyond the evaluation is the better guess.
    if hit.found and not is_decisive(hit.value):
        if hit.bound & (BOUND_LOWER if hit.value > ss.static_eval else BOUND_UPPER):
            return hit.value
    return ss.static_eval


# What a fail high returns that no search at full depth has proved: halfway to beta, since the opponent would have
# deviated earlier. Mates and tablebase results are exact and not to be averaged with an evaluation.
cdef inline Value blended(Value value, Value beta) noexcept nogil:
    return value if is_decisive(value) or is_decisive(beta) else (value + beta) // 2


# The key of a position in the transposition table: late in the count of fifty moves it is worth something else than
# early. Source: Stockfish.
cdef inline Key tt_key(const Position* pos) noexcept nogil:
    return pos.key if pos.rule50 < 14 else pos.key ^ <Key>(pos.rule50 - 6) // 8 * GOLDEN_RATIO


# Fetch the TT entry of the position after a move, whose key is right except for castling, en passant, promotion, lost
# rights and late in the count of fifty moves. The sooner the better: memory takes longer than making the move.
cdef inline void prefetch_child(const SearchThread* td, const Position* pos, Move move) noexcept nogil:
    cdef Piece piece = pos.board[from_sq(move)]
    tt_prefetch(td.tt, pos.key ^ ZOBRIST.black_to_move ^ ZOBRIST.piece[piece][from_sq(move)] ^ (
        ZOBRIST.piece[piece][to_sq(move)] ^ ZOBRIST.piece[pos.board[to_sq(move)]][to_sq(move)]))


# Make a legal move: fill the next frame's position and note the move in this one.
cdef inline void play(SearchThread* td, StackFrame* ss, int ply, Move move) noexcept nogil:
    cdef StackFrame* child = ss + 1
    c_assert(is_legal(&ss.pos, move))
    ss.move = move
    ss.continuation = &td.history.continuation[ss.pos.board[from_sq(move)]][to_sq(move)]
    ss.correction = &td.history.continuation_correction[ss.pos.board[from_sq(move)]][to_sq(move)]
    do_move(&ss.pos, &child.pos, move)
    # Where prefetch_child had the wrong key.
    tt_prefetch(td.tt, tt_key(&child.pos))
    # What corrected_eval will read.
    prefetch(correction_entry(child))
    prefetch(pawn_entry(&td.history, &child.pos))
    prefetch(piece_entry(&td.history, &child.pos, 0))
    prefetch(piece_entry(&td.history, &child.pos, 1))
    td.keys[td.key_count + ply + 1] = child.pos.key
    increment(&td.nodes)


cdef inline void play_null(SearchThread* td, StackFrame* ss, int ply) noexcept nogil:
    cdef StackFrame* child = ss + 1
    c_assert(ss.pos.checkers == 0)
    c_assert((ss - 1).move != NULL_MOVE)
    ss.move = NULL_MOVE
    ss.continuation = &td.history.continuation[NO_PIECE][0]
    ss.correction = &td.history.continuation_correction[NO_PIECE][0]
    do_null_move(&ss.pos, &child.pos)
    tt_prefetch(td.tt, tt_key(&child.pos))
    td.keys[td.key_count + ply + 1] = child.pos.key
    increment(&td.nodes)


# Collect what the quiet moves of a node are judged by.
cdef inline void set_context(SearchThread* td, StackFrame* ss) noexcept nogil:
    cdef int i
    for i in range(CONTINUATION_PLIES):
        ss.context.rows[i] = (ss - (1 << i)).continuation
    ss.context.threats = attacked_by(&ss.pos, ss.pos.stm ^ 1, ss.context.by_less)


# Reward the move that was played from a frame's position by `share` 128ths of the bonus of a depth, if it was quiet.
cdef inline void reward_played(SearchThread* td, StackFrame* ss, Depth depth, int share) noexcept nogil:
    if ss.move != NO_MOVE and ss.move != NULL_MOVE and not is_noisy(&ss.pos, ss.move):
        reward_quiet(&td.history, &ss.pos, &ss.context, depth, ss.move, share)


# Reward a quiet TT move that fails high at once, and penalise an early quiet move that led here.
cdef inline void learn_from_cutoff(SearchThread* td, StackFrame* ss, Depth depth, Move tt_move) noexcept nogil:
    if not is_noisy(&ss.pos, tt_move) and is_legal(&ss.pos, tt_move):
        set_context(td, ss)
        reward_quiet(&td.history, &ss.pos, &ss.context, depth, tt_move, HISTORY_TT)
    if (ss - 1).move_count <= 2:
        reward_played(td, ss - 1, depth + 1, -HISTORY_TT)
