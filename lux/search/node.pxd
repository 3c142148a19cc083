# Layer 4. What the two searches do at every node, inlined: draws, moves made, contexts of moves.

from lux.rules.move cimport NULL_MOVE, from_sq, to_sq
from lux.rules.movegen cimport count_legal, is_legal
from lux.rules.position cimport Position, do_move, do_null_move, is_insufficient_material
from lux.rules.types cimport Move, NO_PIECE, c_assert
from lux.search.history cimport CONTINUATION_PLIES, PieceToPtr
from lux.search.thread cimport SearchThread, StackFrame
from lux.search.tt cimport tt_prefetch


# Whether the position is a draw by fifty moves, material or repetition. One repetition within the searched line is
# enough; with a position before the root it takes the third occurrence.
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


# Make a legal move: fill the next frame's position and note the move in this one.
cdef inline void play(SearchThread* td, StackFrame* ss, int ply, Move move) noexcept nogil:
    cdef StackFrame* child = ss + 1
    c_assert(is_legal(&ss.pos, move))
    ss.move = move
    ss.continuation = &td.history.continuation[ss.pos.board[from_sq(move)]][to_sq(move)]
    do_move(&ss.pos, &child.pos, move)
    tt_prefetch(td.tt, child.pos.key)
    td.keys[td.key_count + ply + 1] = child.pos.key
    td.nodes += 1


cdef inline void play_null(SearchThread* td, StackFrame* ss, int ply) noexcept nogil:
    cdef StackFrame* child = ss + 1
    c_assert(ss.pos.checkers == 0)
    c_assert((ss - 1).move != NULL_MOVE)
    ss.move = NULL_MOVE
    ss.continuation = &td.history.continuation[NO_PIECE][0]
    do_null_move(&ss.pos, &child.pos)
    tt_prefetch(td.tt, child.pos.key)
    td.keys[td.key_count + ply + 1] = child.pos.key
    td.nodes += 1


# Collect the contexts of a node's moves: what was played 1, 2 and 4 plies before.
cdef inline void set_continuation(const StackFrame* ss, PieceToPtr* continuation) noexcept nogil:
    cdef int i
    for i in range(CONTINUATION_PLIES):
        continuation[i] = (ss - (1 << i)).continuation
