"""Show the core's internals to Python, for tests and tools (layer 5).

Bitboards and keys are ints, squares run a1 = 0 to h8 = 63, pieces are named by the letters PNBRQK, moves by their
16 bits (see move.pxd). Nothing here changes a board.
"""

import cython
import cython.cimports.lux.attacks as attacks
import cython.cimports.lux.movegen as movegen
import cython.cimports.lux.notation as notation
import cython.cimports.lux.position as position
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.lux.board import Board
from cython.cimports.lux.movegen import ALL_MOVES, NOISY_MOVES, QUIET_MOVES, GenType, MoveList
from cython.cimports.lux.position import Position
from cython.cimports.lux.types import (
    BLACK,
    WHITE,
    Color,
    Move,
    PieceType,
    Square,
)

from lux.notation import TYPE_LETTERS

GENERATORS = {"all": ALL_MOVES, "noisy": NOISY_MOVES, "quiet": QUIET_MOVES}


def check_square(square: cython.int) -> Square:
    """Return *square*, or raise ValueError if it is not on the board."""
    if not 0 <= square < 64:
        raise ValueError(f"not a square: {square}")
    return square


def check_piece(letter: str, allowed: str) -> PieceType:
    """Return the piece type that *letter* names, or raise ValueError if it is none of those *allowed*."""
    if len(letter) != 1 or letter not in allowed:
        raise ValueError(f"piece must be one of {allowed}, not {letter!r}")
    return TYPE_LETTERS.index(letter)


# Attacks


def piece_attacks(letter: str, square: int, occupied: int) -> int:
    """Return what a piece other than a pawn attacks, from the lookup tables."""
    return attacks.piece_attacks(check_piece(letter, "NBRQK"), check_square(square), occupied)


def slow_slider_attacks(letter: str, square: int, occupied: int) -> int:
    """Return what a bishop or rook attacks, by walking along its rays."""
    return attacks.slow_slider_attacks(check_square(square), occupied, check_piece(letter, "BR"))


def pawn_attacks(white: bool, square: int) -> int:
    """Return what a pawn attacks."""
    return attacks.pawn_attacks(WHITE if white else BLACK, check_square(square))


def between(a: int, b: int) -> int:
    """Return the squares strictly between two squares on one line, else none."""
    return attacks.between(check_square(a), check_square(b))


def line(a: int, b: int) -> int:
    """Return the whole line through two squares, ends included, else none."""
    return attacks.line(check_square(a), check_square(b))


def attackers_to(board: Board, square: int) -> int:
    """Return the pieces of both colours that attack *square*."""
    return position.attackers_to(board.current(), check_square(square), position.occupied(board.current()))


def is_attacked(board: Board, square: int, white: bool) -> bool:
    """Tell whether White, or else Black, attacks *square*."""
    by: Color = WHITE if white else BLACK
    return position.is_attacked(board.current(), check_square(square), by, position.occupied(board.current()))


# Position


def position_bytes(board: Board) -> bytes:
    """Return the 192 bytes of the position, `plies_from_null` set to zero: FENs do not tell it."""
    pos: Position = board.current()[0]
    pos.plies_from_null = 0
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(pos)), cython.sizeof(Position))


def null_move_bytes(board: Board) -> bytes:
    """Return what position_bytes says after a null move; raises ValueError if the side to move is in check."""
    if board.current().checkers:
        raise ValueError("no null move in check")
    pos: Position
    position.do_null_move(board.current(), cython.address(pos))
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(pos)), cython.sizeof(Position))


def checkers(board: Board) -> int:
    """Return the pieces that give check."""
    return board.current().checkers


def pinned(board: Board) -> int:
    """Return the pieces of the side to move that shield their king."""
    return board.current().pinned


def keys(board: Board) -> tuple[int, int, int, int]:
    """Return the keys as the moves kept them: full, pawns, White's other pieces, Black's other pieces."""
    pos: cython.pointer[Position] = board.current()
    return pos.key, pos.pawn_key, pos.non_pawn_key[0], pos.non_pawn_key[1]


def keys_from_scratch(board: Board) -> tuple[int, int, int, int]:
    """Return the same keys computed from the board."""
    pos: cython.pointer[Position] = board.current()
    return (
        position.key_from_scratch(pos),
        position.pawn_key_from_scratch(pos),
        position.non_pawn_key_from_scratch(pos, WHITE),
        position.non_pawn_key_from_scratch(pos, BLACK),
    )


# Moves


def generate(board: Board, kind: str) -> list[int]:
    """Return the legal moves that are "noisy" (captures and promotions), "quiet" (the others), or "all"."""
    gen_type: GenType = GENERATORS[kind]
    moves: MoveList
    movegen.generate(board.current(), cython.address(moves), gen_type)
    return [moves.moves[i] for i in range(moves.count)]


def count_legal(board: Board) -> int:
    """Count the legal moves as perft's last ply does."""
    return movegen.count_legal(board.current())


def is_legal(board: Board, move: int) -> bool:
    """Tell whether any 16 bits are a legal move."""
    bits: Move = move
    return movegen.is_legal(board.current(), bits)


def find_move(board: Board, uci: str) -> int:
    """Return the 16 bits of a legal move; raises as Board.parse_uci."""
    return notation.find_uci(board.current(), uci, board.chess960)


def gives_check(board: Board, uci: str) -> bool:
    """Tell whether a legal move gives check, by the shortcut that plays only special moves."""
    return position.gives_check(board.current(), notation.find_uci(board.current(), uci, board.chess960))


def is_noisy(board: Board, uci: str) -> bool:
    """Tell whether a legal move captures or promotes."""
    return position.is_noisy(board.current(), notation.find_uci(board.current(), uci, board.chess960))


def see_value(letter: str) -> int:
    """Return what a piece counts in the static exchange."""
    return position.see_value(check_piece(letter, TYPE_LETTERS))


def see_ge(board: Board, uci: str, threshold: int) -> bool:
    """Tell whether the exchange that a legal move starts on its target square wins at least *threshold*."""
    move: Move = notation.find_uci(board.current(), uci, board.chess960)
    return position.see_ge(board.current(), move, threshold)
