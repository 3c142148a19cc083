"""Count the replies to every move of a position without playing most of them (layer 2).

Most moves do not change most of the opponent's replies. So the replies are counted once, after a null move, and each
move falls into one of three cases:

1. It touches nothing that the replies depend on: the count is that after the null move.
2. It touches lines of sliders, pawns or their squares, or captures: those are counted again.
3. It may give check, pin or release a piece, or change what the king can do; or it is a castling, a promotion or
   an en passant capture, or allows one: it is played, and the replies are counted in full.

The sets that separate the cases may be too large, which costs time, but never too small. Every perft suite tests them.
"""

import cython
from cython.cimports.lux.rules.attacks import *
from cython.cimports.lux.rules.bitboard import *
from cython.cimports.lux.rules.move import NORMAL, from_sq, move_type, to_sq
from cython.cimports.lux.rules.movegen import *
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.types import *

FEW_MOVES = cython.declare(cython.int, 6)  # playing fewer than this costs less than the survey


def count_replies(pos: PositionPtr) -> uint64_t:
    return replies_for(pos, WHITE) if pos.stm == WHITE else replies_for(pos, BLACK)


def replies_for(pos: PositionPtr, us: Color) -> uint64_t:
    """Count the replies to the moves of *us*, the side to move: a copy for each colour, for gcc to specialise."""
    moves: MoveList
    replies: Replies
    nodes: uint64_t = 0
    generate(pos, cython.address(moves), ALL_MOVES)
    if moves.count < FEW_MOVES:
        for i in range(moves.count):
            nodes += play_and_count(pos, moves.moves[i])
        return nodes
    survey(pos, us, cython.address(replies))
    for i in range(moves.count):
        move: Move = moves.moves[i]
        touched: Bitboard = square_bb(from_sq(move)) | square_bb(to_sq(move))
        kind: cython.int = type_of(pos.board[from_sq(move)])
        if move_type(move) != NORMAL or touched & replies.danger[kind]:
            nodes += play_and_count(pos, move)
        elif touched & replies.influence:
            nodes += recount(pos, us, cython.address(replies), move)
        else:
            nodes += replies.count
    return nodes


def play_and_count(pos: PositionPtr, move: Move) -> cython.int:
    """Count the replies to *move* in the position after it."""
    child: Position
    do_move_unkeyed(pos, cython.address(child), move)
    return count_legal(cython.address(child))


def survey(pos: PositionPtr, us: Color, replies: cython.pointer[Replies]) -> cython.void:
    """Count the replies to a null move, and find what they depend on."""
    them: Color = us ^ 1
    passed: cython.pointer[Position] = cython.address(replies.passed)
    passed[0] = pos[0]
    passed.stm = them
    passed.ep_square = NO_SQUARE
    set_check_info(passed)
    replies.count = count_legal(passed)

    # Pinned pieces stay on the line through their king, which is part of the danger set anyway.
    theirs: Bitboard = pos.by_color[them]
    free: Bitboard = theirs & ~passed.pinned
    influence: Bitboard = theirs
    all_pieces: Bitboard = occupied(pos)
    for straight in range(2):
        n: cython.int = 0
        sliders: Bitboard = free & sliders_along(pos, straight)
        while sliders:
            square: Square = pop_lsb(cython.address(sliders))
            attacks: Bitboard = slider_attacks(straight, square, all_pieces)
            replies.rays[straight][n] = Ray(attacks, square, popcount(attacks & ~theirs))
            influence |= attacks
            n += 1
        replies.ray_count[straight] = n

    pawns: Bitboard = free & pos.by_type[PAWN]
    ahead: Bitboard = shift_forward(them, pawns)
    influence |= ahead | shift_forward(them, ahead & relative_rank_bb(them, 2)) | pawn_attacks_bb(them, pawns)
    replies.influence = influence
    replies.pawns = pawns
    replies.count_without_pawns = replies.count - count_pawns(them, pawns, ~all_pieces, pos.by_color[us], ALL_SQUARES)
    find_danger(pos, us, replies)


def find_danger(pos: PositionPtr, us: Color, replies: cython.pointer[Replies]) -> cython.void:
    """Find the squares where a move of *us* may give check, change a pin, or change what the enemy king can do."""
    them: Color = us ^ 1
    theirs: Bitboard = pos.by_color[them]
    king: Square = king_square(pos, them)
    all_pieces: Bitboard = occupied(pos)

    # Squares that the king may step to, or must pass in safety to castle; a piece taken there makes way. Attacks on
    # them through the king's own square need no care: they are checks, or would be.
    steps: Bitboard = king_attacks(king) & ~theirs
    always: Bitboard = king_attacks(king) & theirs
    rooks: Bitboard = pos.castling_rights & theirs
    while rooks:
        rook: Square = pop_lsb(cython.address(rooks))
        path: Bitboard = king_path(them, king, rook) | rook_path(them, king, rook)
        always |= path | square_bb(rook)
        if not (path & all_pieces & ~(square_bb(king) | square_bb(rook))):
            steps |= king_path(them, king, rook)

    # Where a piece of each type would attack the king or one of those squares, and the lines of sliders to them. A
    # slider that arrives behind one enemy piece pins it.
    always |= open_lines(pos, us, king, 2)
    pawns: Bitboard = pawn_attacks_bb(them, steps | square_bb(king))
    knights: Bitboard = knight_attacks(king)
    kings: Bitboard = 0
    seen: Bitboard = bishop_attacks(king, all_pieces)
    diagonal: Bitboard = bishop_attacks(king, all_pieces ^ (seen & theirs))
    seen = rook_attacks(king, all_pieces)
    straight: Bitboard = rook_attacks(king, all_pieces ^ (seen & theirs))
    while steps:
        step: Square = pop_lsb(cython.address(steps))
        knights |= knight_attacks(step)
        kings |= king_attacks(step)
        diagonal |= bishop_attacks(step, all_pieces)
        straight |= rook_attacks(step, all_pieces)
        always |= open_lines(pos, us, step, 1)

    # A double step may be taken en passant.
    passed_over: Bitboard = pawn_attacks_bb(them, pieces(pos, them, PAWN)) & relative_rank_bb(us, 2)
    replies.danger[PAWN] = always | pawns | shift_forward(us, passed_over)
    replies.danger[KNIGHT] = always | knights
    replies.danger[BISHOP] = always | diagonal
    replies.danger[ROOK] = always | straight
    replies.danger[QUEEN] = always | diagonal | straight
    replies.danger[KING] = always | kings


def open_lines(pos: PositionPtr, us: Color, square: Square, blockers: cython.int) -> Bitboard:
    """Return the squares between *square* and the sliders of *us* that aim at it through at most *blockers* pieces."""
    lines: Bitboard = 0
    sliders: Bitboard = sliders_towards(pos, square, 0) & pos.by_color[us]
    while sliders:
        path: Bitboard = between(square, pop_lsb(cython.address(sliders)))
        if popcount(path & occupied(pos)) <= blockers:
            lines |= path
    return lines


def recount(pos: PositionPtr, us: Color, replies: RepliesPtr, move: Move) -> cython.int:
    """Count the replies to a harmless *move*: count again the pawns and the sliders whose lines it touches."""
    them: Color = us ^ 1
    target: Bitboard = square_bb(to_sq(move))
    touched: Bitboard = square_bb(from_sq(move)) | target
    after: Bitboard = (occupied(pos) ^ square_bb(from_sq(move))) | target
    theirs: Bitboard = pos.by_color[them] & ~target
    count: cython.int = replies.count_without_pawns
    if pos.by_color[them] & target:
        # The captured piece moves no more; the knights that protected it may take back.
        if pos.by_type[KNIGHT] & target:
            count -= popcount(knight_attacks(to_sq(move)) & ~pos.by_color[them])
        count += popcount(knight_attacks(to_sq(move)) & theirs & pos.by_type[KNIGHT] & ~replies.passed.pinned)
    for straight in range(2):
        for i in range(replies.ray_count[straight]):
            ray: cython.pointer[cython.const[Ray]] = cython.address(replies.rays[straight][i])
            if square_bb(ray.square) & target:
                count -= ray.count
            elif ray.attacks & touched:
                count += popcount(slider_attacks(straight, ray.square, after) & ~theirs) - ray.count
    return count + count_pawns(them, replies.pawns & ~target, ~after, after & ~theirs, ALL_SQUARES)
