"""Read and write FEN (layer 5).

FENs have 4, 5 or 6 fields. Castling rights are read as KQkq (X-FEN: the outermost rook), as rook files in
Shredder-FEN (HAha), or as any mixture. Rights without king and rook in place, which unless the position is one of
Chess960 are the e-file and the corners, and an en passant square without a legal capture, are dropped; any other error
raises FenError.

Source: https://www.chessprogramming.org/Forsyth-Edwards_Notation and .../X-FEN
"""

import cython
from cython.cimports.lux.rules.bitboard import pop_lsb, popcount, relative_rank_bb, square_bb
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.types import *

PIECE_LETTERS = "PpNnBbRrQqKk"  # indexed by piece
FILES = "abcdefgh"
CASTLING_LETTERS = "kq" + FILES
EMPTY_SQUARES = str.maketrans({str(count): " " * count for count in range(1, 9)})
COLOR_NAMES = ("White", "Black")
PIECE_NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


class FenError(ValueError):
    """A FEN does not describe a legal position; the message says what is wrong and where."""


def parse_fen(fen: str, chess960: cython.bint, pos: cython.pointer[Position]) -> Square:
    """Fill *pos* from *fen*; return the square that a pawn has just passed by a double push, or NO_SQUARE.

    *pos* has that as its en passant square only if a capture there is legal.

    Raises:
        FenError: a field is malformed, or the position is illegal: kings missing or doubled, the side not to move in
            check, pawns on the first or last rank, more pieces than a side can have.
    """
    fields: list = fen.split()
    if not 4 <= len(fields) <= 6:
        raise FenError(f"expected 4 to 6 fields, found {len(fields)}: {fen.strip()[:100]!r}")
    clear_position(pos)
    parse_board(fields[0], pos)
    if fields[1] not in ("w", "b"):
        raise FenError(f"side to move must be 'w' or 'b', not {fields[1][:20]!r}")
    pos.stm = WHITE if fields[1] == "w" else BLACK
    check_position(pos)
    parse_castling(fields[2], chess960, pos)
    parse_ep_square(fields[3], pos)
    parse_counters(fields[4:], pos)
    passed: Square = pos.ep_square
    set_state(pos)
    return passed


def parse_board(field: str, pos: cython.pointer[Position]) -> cython.void:
    """Place the pieces of the first field."""
    ranks: list = field.split("/")
    if len(ranks) != 8:
        raise FenError(f"the board needs 8 ranks, found {len(ranks)}: {field[:100]!r}")
    for index, text in enumerate(ranks):
        rank: cython.int = 7 - index
        squares: str = text.translate(EMPTY_SQUARES)
        other: str = squares.lstrip(" " + PIECE_LETTERS)
        if other:
            raise FenError(f"rank {rank + 1} has {other[0]!r}, which is not a piece: {text[:20]!r}")
        if len(squares) != 8:
            raise FenError(f"rank {rank + 1} has {len(squares)} squares instead of 8: {text[:20]!r}")
        for file, letter in enumerate(squares):
            if letter == " ":
                continue
            if letter in "Pp" and (rank == 0 or rank == 7):
                raise FenError(f"pawn on {FILES[file]}{rank + 1}: pawns cannot stand on rank {rank + 1}")
            put_piece(pos, PIECE_LETTERS.index(letter), 8 * rank + file)


def check_position(pos: PositionPtr) -> cython.void:
    """Raise FenError unless the pieces on the board can be those of a game."""
    for color in range(2):
        kings: cython.int = popcount(pieces(pos, color, KING))
        if kings != 1:
            raise FenError(f"{COLOR_NAMES[color]} has {f'{kings} kings' if kings else 'no king'}")
        count: cython.int = popcount(pos.by_color[color])
        if count > 16:
            raise FenError(f"{COLOR_NAMES[color]} has {count} pieces, more than 16")
    them: Color = pos.stm ^ 1
    if is_attacked(pos, king_square(pos, them), pos.stm, occupied(pos)):
        raise FenError(f"{COLOR_NAMES[them]} is in check, but {COLOR_NAMES[pos.stm]} is to move")


def outermost_rook(pos: PositionPtr, color: Color, king_side: cython.bint) -> Square:
    """Return the rook farthest out on that side of the king on the back rank, or NO_SQUARE."""
    left: Bitboard = square_bb(king_square(pos, color)) - 1
    rooks: Bitboard = pieces(pos, color, ROOK) & relative_rank_bb(color, 0) & (~left if king_side else left)
    rook: Square = NO_SQUARE
    while rooks and (king_side or rook == NO_SQUARE):
        rook = pop_lsb(cython.address(rooks))
    return rook


def is_chess960_rook(pos: PositionPtr, color: Color, rook: Square) -> cython.bint:
    return file_of(king_square(pos, color)) != 4 or (file_of(rook) != 0 and file_of(rook) != 7)


def parse_castling(field: str, chess960: cython.bint, pos: cython.pointer[Position]) -> cython.void:
    """Read castling rights; a right whose king or rook is not in place is dropped."""
    if field == "-":
        return
    for letter in field:
        color: Color = WHITE if letter.isupper() else BLACK
        side: str = letter.lower()
        if not letter.isascii() or side not in CASTLING_LETTERS:
            raise FenError(
                f"castling field has {letter!r}; it takes KQkq, rook files A-H and a-h, or '-': {field[:20]!r}"
            )
        rook: Square = FILES.index(side) + 56 * color if side in FILES else outermost_rook(pos, color, side == "k")
        if rook == NO_SQUARE or relative_rank(color, king_square(pos, color)) != 0:
            continue
        if pos.board[rook] == make_piece(color, ROOK) and (chess960 or not is_chess960_rook(pos, color, rook)):
            pos.castling_rights |= square_bb(rook)
    # A side castles with one rook on either side of its king at most.
    for color in (WHITE, BLACK):
        king: Square = king_square(pos, color)
        rights: Bitboard = pos.castling_rights & pos.by_color[color]
        if popcount(rights & (square_bb(king) - 1)) > 1 or popcount(rights & ~(square_bb(king) - 1)) > 1:
            raise FenError(
                f"castling field names two rooks of {COLOR_NAMES[color]} on one side of the king: {field[:20]!r}"
            )


def parse_ep_square(field: str, pos: cython.pointer[Position]) -> cython.void:
    """Read the en passant square and drop one that cannot be; set_state drops it later if no capture is legal."""
    if field == "-":
        return
    if len(field) != 2 or field[0] not in FILES or field[1] not in "12345678":
        raise FenError(f"en passant field must be a square or '-', not {field[:20]!r}")
    square: Square = 8 * (int(field[1]) - 1) + FILES.index(field[0])
    if relative_rank(pos.stm, square) == 5 and has_just_passed(pos, square):
        pos.ep_square = square


def has_just_passed(pos: PositionPtr, square: Square) -> cython.bint:
    pawn: Square = square ^ 8
    origin: Square = square + square - pawn
    return pos.board[pawn] == make_piece(pos.stm ^ 1, PAWN) and pos.board[square] == pos.board[origin] == NO_PIECE


def parse_counters(fields: list, pos: cython.pointer[Position]) -> cython.void:
    """Read the halfmove clock and the move number, 0 and 1 when missing; 0 counts as 1 for a move number."""
    texts = [*fields, "0", "0"]
    limits = (("halfmove clock", MAX_HALFMOVE_CLOCK), ("move number", MAX_MOVE_NUMBER))
    for text, (name, limit) in zip(texts, limits, strict=False):
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= limit):
            raise FenError(f"{name} must be a number from 0 to {limit}, not {text[:20]!r}")
    pos.rule50 = int(texts[0])
    pos.game_ply = 2 * (max(1, int(texts[1])) - 1) + pos.stm


def castling_field(pos: PositionPtr, chess960: cython.bint, shredder: cython.bint) -> str:
    """Return the castling field: KQkq where they are read as the same rook, its file otherwise or in Shredder-FEN."""
    text = ""
    for color in range(2):
        rights: Bitboard = pos.castling_rights & pos.by_color[color]
        letters = ""
        while rights:
            rook: Square = pop_lsb(cython.address(rights))
            king_side: cython.bint = rook > king_square(pos, color)
            named = rook == outermost_rook(pos, color, king_side) and (
                chess960 or not is_chess960_rook(pos, color, rook)
            )
            # Rooks come from the a-file on, but the king's side is written first.
            letters = (FILES[file_of(rook)] if shredder or not named else "qk"[king_side]) + letters
        text += letters if color == BLACK else letters.upper()
    return text or "-"


def position_epd(pos: PositionPtr, ep_square: Square, chess960: cython.bint, shredder: cython.bint) -> str:
    squares: list = ["1" if pos.board[i] == NO_PIECE else PIECE_LETTERS[pos.board[i]] for i in range(64)]
    placement: str = "/".join(["".join(squares[begin : begin + 8]) for begin in range(56, -1, -8)])
    for run in range(8, 1, -1):
        placement = placement.replace("1" * run, str(run))
    ep = "-" if ep_square == NO_SQUARE else f"{FILES[file_of(ep_square)]}{rank_of(ep_square) + 1}"
    turn = "w" if pos.stm == WHITE else "b"
    return f"{placement} {turn} {castling_field(pos, chess960, shredder)} {ep}"


def position_fen(pos: PositionPtr, ep_square: Square, chess960: cython.bint, shredder: cython.bint) -> str:
    move_number: cython.int = pos.game_ply // 2 + 1
    return f"{position_epd(pos, ep_square, chess960, shredder)} {pos.rule50} {move_number}"
