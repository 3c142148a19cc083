"""Pack positions into 32 bytes and unpack them; damaged bytes are rejected (layer 7).

Rooks that may still castle are marked, so that Chess960 is not a special case.

Source: https://github.com/cosmobobak/viriformat
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.lux.rules.bitboard import RANK_1_BB, RANK_8_BB, pop_lsb, popcount, square_bb
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.types import *


def pack_board(pos: cython.pointer[cython.const[Position]], packed: cython.pointer[PackedBoard]) -> cython.void:
    """Pack a position. The counters are cut to what their fields hold: 255 plies, 65535 moves."""
    memset(packed, 0, cython.sizeof(PackedBoard))
    packed.occupancy = occupied(pos)
    squares: Bitboard = packed.occupancy
    index: cython.int = 0
    while squares:
        square: Square = pop_lsb(cython.address(squares))
        kind: cython.int = type_of(pos.board[square])
        if pos.castling_rights & square_bb(square):
            kind = UNMOVED_ROOK
        code: cython.int = color_of(pos.board[square]) << 3 | kind
        packed.pieces[index >> 1] |= code << (4 * (index & 1))
        index += 1
    packed.stm_ep = pos.stm << 7 | pos.ep_square
    packed.rule50 = min(pos.rule50, 255)
    packed.move_number = min(pos.game_ply // 2 + 1, 65535)


def unpack_pieces(packed: cython.pointer[cython.const[PackedBoard]], pos: cython.pointer[Position]) -> cython.int:
    """Set up the pieces, castling rights and side to move of a packed board; return BOARD_OK or what is wrong."""
    if packed.occupancy == 0 or popcount(packed.occupancy) > 32:
        return BAD_OCCUPANCY
    if packed.result > WHITE_WINS:
        return BAD_RESULT
    clear_position(pos)
    squares: Bitboard = packed.occupancy
    index: cython.int = 0
    while squares:
        square: Square = pop_lsb(cython.address(squares))
        code: cython.int = packed.pieces[index >> 1] >> (4 * (index & 1)) & 15
        index += 1
        kind: cython.int = code & 7
        if kind == 7:
            return BAD_PIECE
        if kind == UNMOVED_ROOK:
            kind = ROOK
            pos.castling_rights |= square_bb(square)
        put_piece(pos, make_piece(code >> 3, kind), square)
    pos.stm = packed.stm_ep >> 7
    return check_pieces(pos)


def unpack_board(packed: cython.pointer[cython.const[PackedBoard]], pos: cython.pointer[Position]) -> cython.int:
    """Set up the position of a packed board; return BOARD_OK or what is wrong with it."""
    wrong: cython.int = unpack_pieces(packed, pos)
    if wrong != BOARD_OK:
        return wrong
    ep_square: Square = packed.stm_ep & 127
    if ep_square > NO_SQUARE:
        return BAD_EN_PASSANT
    if ep_square != NO_SQUARE:
        pawn: Square = ep_square ^ 8
        if (
            relative_rank(pos.stm, ep_square) != 5
            or pos.board[ep_square] != NO_PIECE
            or pos.board[pawn] != make_piece(pos.stm ^ 1, PAWN)
        ):
            return BAD_EN_PASSANT
        pos.ep_square = ep_square
    if is_attacked(pos, king_square(pos, pos.stm ^ 1), pos.stm, occupied(pos)):
        return BAD_CHECK
    pos.rule50 = packed.rule50
    # Positions before this one are unknown, so repetition must not look for them.
    pos.plies_from_null = 0
    pos.game_ply = 2 * (max(1, min(packed.move_number, 30000)) - 1) + pos.stm
    set_state(pos)
    return BOARD_OK


def check_pieces(pos: cython.pointer[cython.const[Position]]) -> cython.int:
    """Return BOARD_OK if pieces and castling rights are possible, or what is wrong with them."""
    if pos.by_type[PAWN] & (RANK_1_BB | RANK_8_BB):
        return BAD_MATERIAL
    for color in range(2):
        if popcount(pieces(pos, color, KING)) != 1 or popcount(pos.by_color[color]) > 16:
            return BAD_MATERIAL
        rights: Bitboard = pos.castling_rights & pos.by_color[color]
        if rights == 0:
            continue
        back_rank: Bitboard = RANK_8_BB if color == BLACK else RANK_1_BB
        king: Square = king_square(pos, color)
        if rights & ~back_rank or not back_rank & square_bb(king):
            return BAD_CASTLING
        # One rook on either side of the king at most.
        if popcount(rights & (square_bb(king) - 1)) > 1 or popcount(rights & ~(square_bb(king) - 1)) > 1:
            return BAD_CASTLING
    return BOARD_OK
