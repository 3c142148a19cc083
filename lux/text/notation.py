"""Read and write moves as UCI and SAN text (layer 5)."""

import re

import cython
from cython.cimports.cpython.ref import Py_INCREF, PyObject
from cython.cimports.lux.rules.bitboard import FILE_A_BB, RANK_1_BB, square_bb
from cython.cimports.lux.rules.move import *
from cython.cimports.lux.rules.movegen import ALL_MOVES, MoveList, count_legal, generate
from cython.cimports.lux.rules.position import Position, do_move, is_capture
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.text.fen import position_fen

from lux.text.fen import FILES
from lux.text.uci_move import NULL_UCI, UCI_PATTERN, InvalidMoveError, uci_text
from lux.text.uci_move import Move as UciMove

TYPE_LETTERS = "PNBRQK"  # indexed by piece type
# A move and its marks, which are passed over. Dashes and multiplication signs may be those of word processors.
SAN_PATTERN = re.compile(
    r"(?P<move>(?P<zero>[O0])-(?P=zero)(?P<long>-(?P=zero))?"
    r"|(?P<piece>[PNBRQK])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:\xd7\u2010-\u2013]?(?P<target>[a-h][1-8])"
    r"(?:[=/]?(?P<promotion>[nbrqNBRQ])|\((?P<bracketed>[NBRQ])\))?)"
    r"(?:\s*(?:[+#!?\u2020\u2021]|ch|mate|e\.?p\.?))*\Z"
)


class IllegalMoveError(ValueError):
    """A well-formed move is not legal in the position."""


class AmbiguousMoveError(ValueError):
    """SAN text fits several legal moves."""


def square_name(square: Square) -> str:
    return chr(ord("a") + file_of(square)) + chr(ord("1") + rank_of(square))


def parse_square(name: str) -> Square:
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise ValueError(f"not a square: {name!r}")
    return square_at(name, 0)


def square_at(text: str, index: cython.int) -> Square:
    """Return the square whose name begins at *index*."""
    return make_square(ord(text[index]) - ord("a"), ord(text[index + 1]) - ord("1"))


def written_to(move: Move, chess960: cython.bint) -> Square:
    """Return the target square that UCI writes.

    Castling that moves the king one square or none is always king takes rook: otherwise it would read as another move.
    """
    to: Square = to_sq(move)
    if move_type(move) == CASTLING and not chess960:
        king_to: Square = make_square(6 if to > from_sq(move) else 2, rank_of(to))
        if abs(king_to - from_sq(move)) > 1:
            return king_to
    return to


def move_uci(move: Move, chess960: cython.bint) -> object:
    slot: cython.pointer[cython.pointer[PyObject]] = cython.address(WRITTEN_MOVES[1 if chess960 else 0][move])
    if slot[0] == cython.NULL:
        to: Square = written_to(move, chess960)
        text = NULL_UCI if move == NULL_MOVE else square_name(from_sq(move)) + square_name(to)
        if move_type(move) == PROMOTION:
            text += TYPE_LETTERS[promotion_type(move)].lower()
        made = str.__new__(UciMove, text)
        Py_INCREF(made)
        slot[0] = cython.cast(cython.pointer[PyObject], made)
    return cython.cast(object, slot[0])


def find_uci(pos: PositionPtr, uci: object, chess960: cython.bint) -> cython.int:
    """Castling may also be written in the other notation where that names no other move; a promotion letter may be
    upper or lower case. Instead of text it may be an object whose uci() returns it, as python-chess's Move.
    """
    uci = uci_text(uci)
    if not isinstance(uci, str) or not UCI_PATTERN.match(uci):
        raise InvalidMoveError(f"not a move in UCI notation: {repr(uci)[:24]}")
    # Not checked: C takes no subclass of str, as Move is one.
    text: str = cython.cast(str, uci)
    from_: Square = square_at(text, 0)
    to: Square = square_at(text, 2)
    promotion: PieceType = TYPE_LETTERS.index(text[4].upper()) if len(text) == 5 else NO_PIECE_TYPE
    moves: MoveList
    generate(pos, cython.address(moves), ALL_MOVES)
    for notation in (chess960, not chess960):
        for i in range(moves.count):
            move: Move = moves.moves[i]
            if from_sq(move) != from_ or written_to(move, notation) != to:
                continue
            if (promotion_type(move) if move_type(move) == PROMOTION else NO_PIECE_TYPE) == promotion:
                return move
    raise IllegalMoveError(f"illegal move {uci} in {position_fen(pos, pos.ep_square, chess960, chess960)}")


def disambiguation(pos: PositionPtr, move: Move) -> str:
    """Return the file, rank or both that tell the moving piece from others of its kind with the same target."""
    from_: Square = from_sq(move)
    moves: MoveList
    generate(pos, cython.address(moves), ALL_MOVES)
    rivals: Bitboard = 0
    for i in range(moves.count):
        other: Square = from_sq(moves.moves[i])
        if other != from_ and to_sq(moves.moves[i]) == to_sq(move) and pos.board[other] == pos.board[from_]:
            rivals |= square_bb(other)
    name = square_name(from_)
    if rivals == 0:
        return ""
    if not rivals & FILE_A_BB << file_of(from_):
        return name[0]
    return name if rivals & RANK_1_BB << 8 * rank_of(from_) else name[1]


def move_san(pos: PositionPtr, move: Move) -> str:
    if move == NULL_MOVE:
        return "--"
    from_: Square = from_sq(move)
    to: Square = to_sq(move)
    kind: PieceType = type_of(pos.board[from_])
    if move_type(move) == CASTLING:
        text = "O-O" if to > from_ else "O-O-O"
    else:
        captures: cython.bint = is_capture(pos, move)
        if kind == PAWN:
            text = square_name(from_)[0] if captures else ""
        else:
            text = TYPE_LETTERS[kind] + (disambiguation(pos, move) if kind != KING else "")
        text += ("x" if captures else "") + square_name(to)
        if move_type(move) == PROMOTION:
            text += "=" + TYPE_LETTERS[promotion_type(move)]
    after: Position
    do_move(pos, cython.address(after), move)
    if after.checkers:
        text += "+" if count_legal(cython.address(after)) else "#"
    return text


def find_san(pos: PositionPtr, san: str) -> cython.int:
    """Check marks and annotations (+ # ! ?) are skipped. Castling may be written with zeros, promotions without '='. A
    move that names both its squares needs no piece, as g1f3; castling is then a move of the king, unless it makes one.
    """
    match = SAN_PATTERN.match(san.strip())
    if not match:
        raise InvalidMoveError(f"not a move in SAN: {san[:20]!r}")
    text, zero, long, letter, file, rank, target, equals, brackets = match.groups()
    to: Square = square_at(target, 0) if target else NO_SQUARE
    origin: Square = square_at(file + rank, 0) if file and rank else NO_SQUARE
    from_file: cython.int = FILES.index(file) if file else -1
    from_rank: cython.int = int(rank) - 1 if rank else -1
    kind: PieceType = TYPE_LETTERS.index(letter or "P")
    any_kind: cython.bint = letter is None and origin != NO_SQUARE
    # A pawn move without a file is a push, as e4, never a capture.
    if kind == PAWN and not file and target:
        from_file = file_of(to)
    new: str = equals or brackets
    promotion: PieceType = TYPE_LETTERS.index(new.upper()) if new else NO_PIECE_TYPE

    moves: MoveList
    generate(pos, cython.address(moves), ALL_MOVES)
    castling: Move = NO_MOVE
    candidates: list = []
    for i in range(moves.count):
        move: Move = moves.moves[i]
        from_: Square = from_sq(move)
        if not (any_kind or type_of(pos.board[from_]) == kind or zero):
            continue
        if move_type(move) == CASTLING:
            named: cython.bint = from_ == origin and not new and (to_sq(move) == to or written_to(move, False) == to)
            if (to_sq(move) > from_) == (long is None) if zero else named:
                castling = move
        elif (
            to_sq(move) == to
            and (promotion_type(move) if move_type(move) == PROMOTION else NO_PIECE_TYPE) == promotion
            and (from_file < 0 or file_of(from_) == from_file)
            and (from_rank < 0 or rank_of(from_) == from_rank)
        ):
            candidates.append(move)
    if not candidates and castling != NO_MOVE:
        return castling
    if len(candidates) == 1:
        return candidates[0]
    fen = position_fen(pos, pos.ep_square, False, False)
    if not candidates:
        raise IllegalMoveError(f"illegal move {text} in {fen}")
    names = " ".join(move_uci(move, False) for move in candidates)
    raise AmbiguousMoveError(f"ambiguous move {text}, one of {names}, in {fen}")
