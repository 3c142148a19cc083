"""The position, and making moves on it (layer 2).

`do_move` copies: every ply of a search owns its position, so there is no undo and no undo bug. Castling rights are
the set of rook squares that may still castle, which makes Chess960 the general case and standard chess an instance
of it. An en passant square is kept only where a legal capture exists, so that equal positions have equal keys.

Move generation and evaluation are elsewhere.
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.attacks import *
from cython.cimports.lux.rules.bitboard import *
from cython.cimports.lux.rules.move import *
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.rules.zobrist import ZOBRIST


def clear_position(pos: cython.pointer[Position]) -> cython.void:
    memset(pos, 0, cython.sizeof(Position))
    memset(pos.board, NO_PIECE, 64)
    pos.ep_square = NO_SQUARE


def put_piece(pos: cython.pointer[Position], piece: Piece, square: Square) -> cython.void:
    pos.board[square] = piece
    pos.by_type[type_of(piece)] |= square_bb(square)
    pos.by_color[color_of(piece)] |= square_bb(square)


def set_state(pos: cython.pointer[Position]) -> cython.void:
    set_check_info(pos)
    if pos.ep_square != NO_SQUARE and ep_capturers(pos) == 0:
        pos.ep_square = NO_SQUARE
    pos.key = ZOBRIST.ep[pos.ep_square] ^ (ZOBRIST.black_to_move if pos.stm == BLACK else 0)
    pos.pawn_key = pos.non_pawn_key[0] = pos.non_pawn_key[1] = 0
    for square in range(64):
        piece: Piece = pos.board[square]
        pos.key ^= ZOBRIST.piece[piece][square]
        if pos.castling_rights & square_bb(square):
            pos.key ^= ZOBRIST.castling[square]
        if type_of(piece) == PAWN:
            pos.pawn_key ^= ZOBRIST.piece[piece][square]
        elif piece != NO_PIECE:
            pos.non_pawn_key[color_of(piece)] ^= ZOBRIST.piece[piece][square]


def attackers_to(pos: PositionPtr, square: Square, occupied: Bitboard) -> Bitboard:
    return (
        (pawn_attacks(0, square) & pieces(pos, 1, PAWN))
        | (pawn_attacks(1, square) & pieces(pos, 0, PAWN))
        | (knight_attacks(square) & pos.by_type[KNIGHT])
        | (king_attacks(square) & pos.by_type[KING])
        | sliders_towards(pos, square, occupied)
    )


def attacked_by(pos: PositionPtr, color: Color, by_less: cython.pointer[Bitboard]) -> Bitboard:
    blockers: Bitboard = occupied(pos)
    attacks: Bitboard = pawn_attacks_bb(color, pieces(pos, color, PAWN))
    by_less[PAWN] = 0
    for kind in range(KNIGHT, KING + 1):
        by_less[kind] = by_less[KNIGHT] if kind == BISHOP else attacks
        others: Bitboard = pieces(pos, color, kind)
        while others:
            attacks |= piece_attacks(kind, pop_lsb(cython.address(others)), blockers)
    return attacks


def set_check_info(pos: cython.pointer[Position]) -> cython.void:
    """Find the pieces that check the king of the side to move, and those that shield it."""
    us: Color = pos.stm
    king: Square = king_square(pos, us)
    theirs: Bitboard = pos.by_color[us ^ 1]
    pos.pinned = 0
    pos.checkers = (
        (pawn_attacks(us, king) & pos.by_type[PAWN]) | (knight_attacks(king) & pos.by_type[KNIGHT])
    ) & theirs

    # Sliders that would check if our own pieces were lifted: nothing between is check, one piece is a pin.
    snipers: Bitboard = sliders_towards(pos, king, theirs) & theirs
    while snipers:
        sniper: Square = pop_lsb(cython.address(snipers))
        shield: Bitboard = between(king, sniper) & pos.by_color[us]
        if shield == 0:
            pos.checkers |= square_bb(sniper)
        elif not more_than_one(shield):
            pos.pinned |= shield


def ep_capturers(pos: PositionPtr) -> Bitboard:
    us: Color = pos.stm
    king: Square = king_square(pos, us)
    captured: Bitboard = square_bb(pos.ep_square ^ 8)
    able: Bitboard = 0
    pawns: Bitboard = pawn_attacks(us ^ 1, pos.ep_square) & pieces(pos, us, PAWN)
    while pawns:
        pawn: Bitboard = square_bb(pop_lsb(cython.address(pawns)))
        after: Bitboard = (occupied(pos) ^ pawn ^ captured) | square_bb(pos.ep_square)
        # The king must not be left in check.
        if not (attackers_to(pos, king, after) & pos.by_color[us ^ 1] & ~captured):
            able |= pawn
    return able


def do_castling(
    to: cython.pointer[Position], us: Color, king_from: Square, rook_from: Square, keyed: cython.bint
) -> cython.void:
    """Move king and rook at once: in Chess960 either may land on the other's square."""
    king_side: cython.bint = rook_from > king_from
    king_to: Square = relative_square(us, G1 if king_side else C1)
    rook_to: Square = relative_square(us, F1 if king_side else D1)
    king: Piece = make_piece(us, KING)
    rook: Piece = make_piece(us, ROOK)
    # By exclusive-or, since the squares may coincide.
    to.by_type[KING] ^= square_bb(king_from) ^ square_bb(king_to)
    to.by_type[ROOK] ^= square_bb(rook_from) ^ square_bb(rook_to)
    to.by_color[us] ^= square_bb(king_from) ^ square_bb(king_to) ^ square_bb(rook_from) ^ square_bb(rook_to)
    to.board[king_from] = NO_PIECE
    to.board[rook_from] = NO_PIECE
    to.board[king_to] = king
    to.board[rook_to] = rook
    if keyed:
        toggle(to, king, king_from)
        toggle(to, king, king_to)
        toggle(to, rook, rook_from)
        toggle(to, rook, rook_to)


def toggle(to: cython.pointer[Position], piece: Piece, square: Square) -> cython.void:
    """Add *piece* on *square* to the keys, or take it out of them."""
    key: Key = ZOBRIST.piece[piece][square]
    to.key ^= key
    if type_of(piece) == PAWN:
        to.pawn_key ^= key
    else:
        to.non_pawn_key[color_of(piece)] ^= key


def do_move(pos: PositionPtr, to: cython.pointer[Position], move: Move) -> cython.void:
    apply_move(pos, to, move, True)


def do_move_unkeyed(pos: PositionPtr, to: cython.pointer[Position], move: Move) -> cython.void:
    apply_move(pos, to, move, False)


def apply_move(pos: PositionPtr, to: cython.pointer[Position], move: Move, keyed: cython.bint) -> cython.void:
    """Write to *to* the position after *move*; gcc makes a copy of this function for each value of *keyed*."""
    to[0] = pos[0]
    us: Color = pos.stm
    from_: Square = from_sq(move)
    target: Square = to_sq(move)
    kind: cython.int = move_type(move)
    piece: Piece = pos.board[from_]
    piece_type: PieceType = type_of(piece)
    passed: Square = NO_SQUARE
    c_assert(piece != NO_PIECE and color_of(piece) == us)

    if keyed:
        to.key ^= ZOBRIST.black_to_move ^ ZOBRIST.ep[pos.ep_square]
    to.ep_square = NO_SQUARE
    to.rule50 += 1
    to.plies_from_null += 1
    to.game_ply += 1
    to.stm = us ^ 1

    if kind == CASTLING:
        do_castling(to, us, from_, target, keyed)
    else:
        # Lift the captured piece, which en passant finds behind the target square.
        captured_on: Square = target ^ 8 if kind == EN_PASSANT else target
        captured: Piece = pos.board[captured_on]
        if captured != NO_PIECE:
            to.by_type[type_of(captured)] ^= square_bb(captured_on)
            to.by_color[us ^ 1] ^= square_bb(captured_on)
            to.board[captured_on] = NO_PIECE
            to.rule50 = 0
            if keyed:
                toggle(to, captured, captured_on)

        # Move the piece, which a promotion replaces.
        arrives: Piece = make_piece(us, promotion_type(move)) if kind == PROMOTION else piece
        to.by_type[piece_type] ^= square_bb(from_)
        to.by_type[type_of(arrives)] ^= square_bb(target)
        to.by_color[us] ^= square_bb(from_) | square_bb(target)
        to.board[from_] = NO_PIECE
        to.board[target] = arrives
        if keyed:
            toggle(to, piece, from_)
            toggle(to, arrives, target)

        if piece_type == PAWN:
            to.rule50 = 0
            if (from_ ^ target) == 16:
                passed = (from_ + target) >> 1

    # Rights end when the king moves, and when a rook leaves its square or is taken on it.
    if pos.castling_rights:
        lost: Bitboard = square_bb(from_) | square_bb(target)
        if piece_type == KING:
            lost |= relative_rank_bb(us, 0)
        lost &= pos.castling_rights
        to.castling_rights ^= lost
        while keyed and lost:
            to.key ^= ZOBRIST.castling[pop_lsb(cython.address(lost))]

    set_check_info(to)
    if passed != NO_SQUARE and pawn_attacks(us, passed) & pieces(to, us ^ 1, PAWN):
        to.ep_square = passed
        if ep_capturers(to) == 0:
            to.ep_square = NO_SQUARE
        if keyed:
            to.key ^= ZOBRIST.ep[to.ep_square]


def do_null_move(pos: PositionPtr, to: cython.pointer[Position]) -> cython.void:
    c_assert(pos.checkers == 0)
    to[0] = pos[0]
    to.key ^= ZOBRIST.black_to_move ^ ZOBRIST.ep[pos.ep_square]
    to.ep_square = NO_SQUARE
    to.rule50 += 1
    to.plies_from_null = 0
    to.game_ply += 1
    to.stm = pos.stm ^ 1
    set_check_info(to)


def gives_check(pos: PositionPtr, move: Move) -> cython.bint:
    if move_type(move) != NORMAL:
        # Two pieces change places, or one its kind: rare enough to be played out.
        after: Position
        do_move(pos, cython.address(after), move)
        return after.checkers != 0
    us: Color = pos.stm
    king: Square = king_square(pos, us ^ 1)
    from_: Square = from_sq(move)
    target: Square = to_sq(move)
    occupancy: Bitboard = (occupied(pos) ^ square_bb(from_)) | square_bb(target)
    kind: PieceType = type_of(pos.board[from_])
    direct: Bitboard = pawn_attacks(us, target) if kind == PAWN else piece_attacks(kind, target, occupancy)
    if direct & square_bb(king):
        return True
    # A slider behind the moved piece gives check if the piece stood in line with the king and leaves the line.
    if line(king, from_) == 0 or line(king, from_) & square_bb(target):
        return False
    return (sliders_towards(pos, king, occupancy) & pos.by_color[us]) != 0


def see_ge(pos: PositionPtr, move: Move, threshold: Value) -> cython.bint:
    """Both sides capture with their least valuable attacker and stop when another capture would lose. A promotion gains
    the new piece minus a pawn; recapturing pawns do not promote. Pins are ignored, but a king does not capture a
    protected piece.

    Source: https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm, in the threshold form of Stockfish.
    """
    from_: Square = from_sq(move)
    target: Square = to_sq(move)
    occupancy: Bitboard = occupied(pos) ^ square_bb(from_) ^ square_bb(target)
    moved: PieceType = type_of(pos.board[from_])

    # Balance after the capture alone, then after losing the capturer: certain failure, certain success.
    balance: Value = -threshold
    if pos.board[target] != NO_PIECE:
        balance += see_value(type_of(pos.board[target]))
    if move_type(move) == EN_PASSANT:
        balance += see_value(PAWN)
        occupancy ^= square_bb(target ^ 8)
    elif move_type(move) == PROMOTION:
        moved = promotion_type(move)
        balance += see_value(moved) - see_value(PAWN)
    elif move_type(move) == CASTLING:
        return threshold <= 0
    if balance < 0:
        return False
    balance = see_value(moved) - balance
    if balance <= 0:
        return True

    attackers: Bitboard = attackers_to(pos, target, occupancy)
    side: Color = pos.stm
    result: cython.bint = True
    while True:
        side ^= 1
        attackers &= occupancy
        ours: Bitboard = attackers & pos.by_color[side]
        if ours == 0:
            break
        result = not result

        # The least valuable attacker takes next, opening the lines behind it.
        kind: PieceType = PAWN
        while kind < KING and (ours & pos.by_type[kind]) == 0:
            kind += 1
        if kind == KING:
            # A king cannot take what is still protected.
            if attackers & ~pos.by_color[side]:
                result = not result
            break
        balance = see_value(kind) - balance
        if balance < cython.cast(Value, result):
            break
        occupancy ^= square_bb(lsb(ours & pos.by_type[kind]))
        if kind == PAWN or kind == BISHOP or kind == QUEEN:
            attackers |= bishop_attacks(target, occupancy) & diagonal_sliders(pos)
        if kind == ROOK or kind == QUEEN:
            attackers |= rook_attacks(target, occupancy) & straight_sliders(pos)
    return result


def can_never_mate(pos: PositionPtr, us: Color) -> cython.bint:
    ours: Bitboard = pos.by_color[us]
    if ours & (pos.by_type[PAWN] | pos.by_type[ROOK] | pos.by_type[QUEEN]):
        return False
    if ours & pos.by_type[KNIGHT]:
        # A lone knight mates only a king that its own pieces hem in; a queen would take the knight.
        return popcount(ours) == 2 and not (pos.by_color[us ^ 1] & ~(pos.by_type[KING] | pos.by_type[QUEEN]))
    if ours & pos.by_type[BISHOP]:
        # Bishops of one square colour never attack a king on the other.
        bishops: Bitboard = pos.by_type[BISHOP]
        one_color: cython.bint = (bishops & DARK_SQUARES) == 0 or (bishops & ~DARK_SQUARES) == 0
        return one_color and not (pos.by_type[PAWN] | pos.by_type[KNIGHT])
    return True


def is_insufficient_material(pos: PositionPtr) -> cython.bint:
    return can_never_mate(pos, WHITE) and can_never_mate(pos, BLACK)
