"""Generate legal moves (layer 2).

Only legal moves are generated: a check mask keeps the targets that answer a check, a pinned piece stays on the line
through its king, and the king steps only to squares that are not attacked. Pawns move as a set, by shifting.

`count_legal` counts the same moves without writing them, which makes perft fast at its last ply.

Source: https://www.chessprogramming.org/Move_Generation#Legal
"""

import cython
from cython.cimports.lux.rules.attacks import (
    between,
    bishop_attacks,
    king_attacks,
    knight_attacks,
    line,
    pawn_attacks,
    piece_attacks,
    rook_attacks,
)
from cython.cimports.lux.rules.bitboard import (
    ALL_SQUARES,
    lsb,
    more_than_one,
    pawn_attacks_bb,
    pop_lsb,
    popcount,
    relative_rank_bb,
    shift_forward,
    shift_forward_east,
    shift_forward_west,
    square_bb,
)
from cython.cimports.lux.rules.move import (
    CASTLING,
    EN_PASSANT,
    NORMAL,
    PROMOTION,
    from_sq,
    make_move,
    make_promotion,
    make_special,
    move_type,
    promotion_type,
    to_sq,
)
from cython.cimports.lux.rules.position import (
    diagonal_sliders,
    ep_is_legal,
    is_attacked,
    king_square,
    occupied,
    pieces,
    straight_sliders,
)
from cython.cimports.lux.rules.types import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    Color,
    Move,
    Piece,
    PieceType,
    Square,
    color_of,
    type_of,
)


def check_mask(pos: PositionPtr) -> Bitboard:
    """Return where a piece other than the king may go: anywhere, or between king and checker and onto the checker."""
    if pos.checkers == 0:
        return ALL_SQUARES
    return between(king_square(pos, pos.stm), lsb(pos.checkers)) | pos.checkers


def add_moves(out: cython.pointer[Move], from_: Square, targets: Bitboard) -> cython.pointer[Move]:
    """Write a move from *from_* to each of *targets*."""
    while targets:
        out[0] = make_move(from_, pop_lsb(cython.address(targets)))
        out += 1
    return out


def add_pawn_moves(out: cython.pointer[Move], targets: Bitboard, step: cython.int) -> cython.pointer[Move]:
    """Write a move to each of *targets* from the square *step* before it."""
    while targets:
        to: Square = pop_lsb(cython.address(targets))
        out[0] = make_move(to - step, to)
        out += 1
    return out


def add_promotions(out: cython.pointer[Move], targets: Bitboard, step: cython.int) -> cython.pointer[Move]:
    """Write the four promotions on each of *targets*, the queen first."""
    while targets:
        to: Square = pop_lsb(cython.address(targets))
        out[0] = make_promotion(to - step, to, QUEEN)
        out[1] = make_promotion(to - step, to, KNIGHT)
        out[2] = make_promotion(to - step, to, ROOK)
        out[3] = make_promotion(to - step, to, BISHOP)
        out += 4
    return out


def generate_pawns(
    pos: PositionPtr, out: cython.pointer[Move], us: Color, pawns: Bitboard, targets: Bitboard, kind: GenType
) -> cython.pointer[Move]:
    """Write the moves of *pawns*, all of which may go to *targets* and nowhere else, without en passant."""
    empty: Bitboard = ~occupied(pos)
    step: cython.int = 8 if us == WHITE else -8
    promoting: Bitboard = pawns & relative_rank_bb(us, 6)
    pawns ^= promoting

    if kind != NOISY_MOVES:
        single: Bitboard = shift_forward(us, pawns) & empty
        double: Bitboard = shift_forward(us, single & relative_rank_bb(us, 2)) & empty
        out = add_pawn_moves(out, single & targets, step)
        out = add_pawn_moves(out, double & targets, 2 * step)
    if kind != QUIET_MOVES:
        enemies: Bitboard = pos.by_color[us ^ 1] & targets
        out = add_pawn_moves(out, shift_forward_west(us, pawns) & enemies, step - 1)
        out = add_pawn_moves(out, shift_forward_east(us, pawns) & enemies, step + 1)
        if promoting:
            out = add_promotions(out, shift_forward(us, promoting) & empty & targets, step)
            out = add_promotions(out, shift_forward_west(us, promoting) & enemies, step - 1)
            out = add_promotions(out, shift_forward_east(us, promoting) & enemies, step + 1)
    return out


def generate_pieces(pos: PositionPtr, out: cython.pointer[Move], targets: Bitboard) -> cython.pointer[Move]:
    """Write the moves of knights, bishops, rooks and queens to *targets*."""
    us: Color = pos.stm
    king: Square = king_square(pos, us)
    all_pieces: Bitboard = occupied(pos)

    # A pinned knight never moves.
    knights: Bitboard = pieces(pos, us, KNIGHT) & ~pos.pinned
    while knights:
        from_: Square = pop_lsb(cython.address(knights))
        out = add_moves(out, from_, knight_attacks(from_) & targets)

    # Queens come twice, once for each half of their moves.
    sliders: Bitboard = diagonal_sliders(pos) & pos.by_color[us]
    while sliders:
        from_ = pop_lsb(cython.address(sliders))
        attacks: Bitboard = bishop_attacks(from_, all_pieces) & targets
        if pos.pinned & square_bb(from_):
            attacks &= line(king, from_)
        out = add_moves(out, from_, attacks)
    sliders = straight_sliders(pos) & pos.by_color[us]
    while sliders:
        from_ = pop_lsb(cython.address(sliders))
        attacks = rook_attacks(from_, all_pieces) & targets
        if pos.pinned & square_bb(from_):
            attacks &= line(king, from_)
        out = add_moves(out, from_, attacks)
    return out


def safe_squares(pos: PositionPtr, squares: Bitboard, occupied: Bitboard) -> Bitboard:
    """Return those of *squares* that the enemy does not attack, sliders seeing through all but *occupied*.

    For a single square it is quickest to look for attackers from there, for more to go through the enemy's pieces: in
    the endgame the king has many squares, and the enemy few pieces.
    """
    them: Color = pos.stm ^ 1
    squares &= ~(king_attacks(king_square(pos, them)) | pawn_attacks_bb(them, pieces(pos, them, PAWN)))
    if squares == 0:
        return 0
    if not more_than_one(squares):
        return 0 if is_attacked(pos, lsb(squares), them, occupied) else squares
    knights: Bitboard = pieces(pos, them, KNIGHT)
    while knights:
        squares &= ~knight_attacks(pop_lsb(cython.address(knights)))
    sliders: Bitboard = diagonal_sliders(pos) & pos.by_color[them]
    while sliders:
        squares &= ~bishop_attacks(pop_lsb(cython.address(sliders)), occupied)
    sliders = straight_sliders(pos) & pos.by_color[them]
    while sliders:
        squares &= ~rook_attacks(pop_lsb(cython.address(sliders)), occupied)
    return squares


def generate_king(pos: PositionPtr, out: cython.pointer[Move], targets: Bitboard) -> cython.pointer[Move]:
    """Write the king's single steps to *targets*; sliders see through the square that it leaves."""
    us: Color = pos.stm
    king: Square = king_square(pos, us)
    others: Bitboard = occupied(pos) ^ square_bb(king)
    return add_moves(out, king, safe_squares(pos, king_attacks(king) & targets, others))


def can_castle(pos: PositionPtr, rook: Square) -> cython.bint:
    """Return whether the side to move may castle with the unmoved *rook*. Requires: the right, and no check."""
    us: Color = pos.stm
    king: Square = king_square(pos, us)

    # Only king and rook may stand on the two paths.
    others: Bitboard = occupied(pos) & ~(square_bb(king) | square_bb(rook))
    if others & (king_path(us, king, rook) | rook_path(us, king, rook)):
        return False
    # In Chess960 the rook may shield the king from a slider on the back rank.
    if pos.pinned & square_bb(rook):
        return False
    passed: Bitboard = king_path(us, king, rook) & ~square_bb(king)
    return safe_squares(pos, passed, others) == passed


def generate_castling(pos: PositionPtr, out: cython.pointer[Move]) -> cython.pointer[Move]:
    """Write the castling moves. Requires: not in check."""
    rooks: Bitboard = pos.castling_rights & pos.by_color[pos.stm]
    while rooks:
        rook: Square = pop_lsb(cython.address(rooks))
        if not (between(king_square(pos, pos.stm), rook) & occupied(pos)) and can_castle(pos, rook):
            out[0] = make_special(CASTLING, king_square(pos, pos.stm), rook)
            out += 1
    return out


def generate_en_passant(pos: PositionPtr, out: cython.pointer[Move]) -> cython.pointer[Move]:
    """Write the en passant captures. Requires: an en passant square."""
    capturers: Bitboard = pawn_attacks(pos.stm ^ 1, pos.ep_square) & pieces(pos, pos.stm, PAWN)
    while capturers:
        from_: Square = pop_lsb(cython.address(capturers))
        if ep_is_legal(pos, from_):
            out[0] = make_special(EN_PASSANT, from_, pos.ep_square)
            out += 1
    return out


def generate(pos: PositionPtr, out: cython.pointer[MoveList], kind: GenType) -> cython.void:
    """Fill *out* with all legal moves of *kind*."""
    us: Color = pos.stm
    last: cython.pointer[Move] = out.moves
    targets: Bitboard = ~pos.by_color[us]
    if kind == NOISY_MOVES:
        targets = pos.by_color[us ^ 1]
    elif kind == QUIET_MOVES:
        targets = ~occupied(pos)

    # In double check only the king moves.
    if not more_than_one(pos.checkers):
        mask: Bitboard = check_mask(pos)
        pawns: Bitboard = pieces(pos, us, PAWN)
        pinned: Bitboard = pawns & pos.pinned
        if us == WHITE:
            last = generate_pawns(pos, last, WHITE, pawns ^ pinned, mask, kind)
        else:
            last = generate_pawns(pos, last, BLACK, pawns ^ pinned, mask, kind)
        while pinned:
            pawn: Square = pop_lsb(cython.address(pinned))
            lane: Bitboard = line(king_square(pos, us), pawn)
            last = generate_pawns(pos, last, us, square_bb(pawn), mask & lane, kind)
        if kind != QUIET_MOVES and pos.ep_square != NO_SQUARE:
            last = generate_en_passant(pos, last)
        last = generate_pieces(pos, last, targets & mask)
        if kind != NOISY_MOVES and pos.castling_rights and pos.checkers == 0:
            last = generate_castling(pos, last)
    last = generate_king(pos, last, targets)
    out.count = cython.cast(cython.int, last - out.moves)


def count_pieces(pos: PositionPtr, us: Color, targets: Bitboard) -> cython.int:
    """Count what generate_pieces would write."""
    all_pieces: Bitboard = occupied(pos)
    free: Bitboard = pos.by_color[us] & ~pos.pinned
    count: cython.int = 0
    knights: Bitboard = free & pos.by_type[KNIGHT]
    while knights:
        count += popcount(knight_attacks(pop_lsb(cython.address(knights))) & targets)
    sliders: Bitboard = free & diagonal_sliders(pos)
    while sliders:
        count += popcount(bishop_attacks(pop_lsb(cython.address(sliders)), all_pieces) & targets)
    sliders = free & straight_sliders(pos)
    while sliders:
        count += popcount(rook_attacks(pop_lsb(cython.address(sliders)), all_pieces) & targets)
    return count


def count_pinned(pos: PositionPtr, us: Color, mask: Bitboard) -> cython.int:
    """Count the moves of pinned pawns and sliders, which keep to the line through their king."""
    king: Square = king_square(pos, us)
    pinned: Bitboard = pos.pinned
    count: cython.int = 0
    while pinned:
        from_: Square = pop_lsb(cython.address(pinned))
        targets: Bitboard = mask & line(king, from_)
        if type_of(pos.board[from_]) == PAWN:
            count += count_pawns(us, square_bb(from_), ~occupied(pos), pos.by_color[us ^ 1], targets)
        elif type_of(pos.board[from_]) != KNIGHT:
            attacks: Bitboard = piece_attacks(type_of(pos.board[from_]), from_, occupied(pos))
            count += popcount(attacks & targets & ~pos.by_color[us])
    return count


def count_special(pos: PositionPtr, us: Color) -> cython.int:
    """Count en passant captures and castling."""
    count: cython.int = 0
    if pos.ep_square != NO_SQUARE:
        capturers: Bitboard = pawn_attacks(us ^ 1, pos.ep_square) & pieces(pos, us, PAWN)
        while capturers:
            count += ep_is_legal(pos, pop_lsb(cython.address(capturers)))
    rooks: Bitboard = pos.castling_rights & pos.by_color[us]
    if pos.checkers == 0:
        while rooks:
            rook: Square = pop_lsb(cython.address(rooks))
            # The common case first: a piece stands between king and rook.
            if not (between(king_square(pos, us), rook) & occupied(pos)):
                count += can_castle(pos, rook)
    return count


def count_for(pos: PositionPtr, us: Color) -> cython.int:
    """Count the legal moves of *us*, the side to move: a copy for each colour, for gcc to specialise."""
    king: Square = king_square(pos, us)
    targets: Bitboard = king_attacks(king) & ~pos.by_color[us]
    count: cython.int = 0
    if targets:
        count = popcount(safe_squares(pos, targets, occupied(pos) ^ square_bb(king)))
    if more_than_one(pos.checkers):
        return count
    mask: Bitboard = check_mask(pos)
    if pos.pinned:
        count += count_pinned(pos, us, mask)
    if pos.ep_square != NO_SQUARE or pos.castling_rights & pos.by_color[us]:
        count += count_special(pos, us)
    count += count_pieces(pos, us, mask & ~pos.by_color[us])
    pawns: Bitboard = pieces(pos, us, PAWN) & ~pos.pinned
    return count + count_pawns(us, pawns, ~occupied(pos), pos.by_color[us ^ 1], mask)


def count_legal(pos: PositionPtr) -> cython.int:
    """Return the number of legal moves."""
    return count_for(pos, WHITE) if pos.stm == WHITE else count_for(pos, BLACK)


def is_pawn_move(pos: PositionPtr, move: Move) -> cython.bint:
    """Return whether a pawn of the side to move can make *move*, king safety aside. Not for en passant."""
    us: Color = pos.stm
    from_: Bitboard = square_bb(from_sq(move))
    to: Bitboard = square_bb(to_sq(move))
    empty: Bitboard = ~occupied(pos)
    if ((to & relative_rank_bb(us, 7)) != 0) != (move_type(move) == PROMOTION):
        return False
    if (shift_forward_west(us, from_) | shift_forward_east(us, from_)) & to:
        return (pos.by_color[us ^ 1] & to) != 0
    single: Bitboard = shift_forward(us, from_) & empty
    return ((single | (shift_forward(us, single & relative_rank_bb(us, 2)) & empty)) & to) != 0


def is_legal(pos: PositionPtr, move: Move) -> cython.bint:
    """Return whether *move*, which may be any 16 bits, is one of the legal moves of *pos*."""
    us: Color = pos.stm
    from_: Square = from_sq(move)
    to: Square = to_sq(move)
    kind: cython.int = move_type(move)
    piece: Piece = pos.board[from_]
    king: Square = king_square(pos, us)

    # The moving piece is ours, and only promotions use the promotion bits.
    if piece == NO_PIECE or color_of(piece) != us:
        return False
    if kind != PROMOTION and promotion_type(move) != KNIGHT:
        return False
    if kind == CASTLING:
        rights: Bitboard = pos.castling_rights & pos.by_color[us]
        return from_ == king and (rights & square_bb(to)) != 0 and pos.checkers == 0 and can_castle(pos, to)
    if kind == EN_PASSANT:
        if to != pos.ep_square or type_of(piece) != PAWN:
            return False
        return (pawn_attacks(us, from_) & square_bb(to)) != 0 and ep_is_legal(pos, from_)
    if pos.by_color[us] & square_bb(to):
        return False

    # Its kind of piece can go there.
    piece_type: PieceType = type_of(piece)
    if piece_type == PAWN:
        if not is_pawn_move(pos, move):
            return False
    elif kind != NORMAL or not (piece_attacks(piece_type, from_, occupied(pos)) & square_bb(to)):
        return False

    # It leaves the king safe.
    if piece_type == KING:
        return not is_attacked(pos, to, us ^ 1, occupied(pos) ^ square_bb(from_))
    if more_than_one(pos.checkers) or not (check_mask(pos) & square_bb(to)):
        return False
    return not (pos.pinned & square_bb(from_)) or (line(king, from_) & square_bb(to)) != 0
