"""The pieces of a position: where they stand, what they attack, and how they are written (layer 5)."""

from typing import Literal

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.lux.rules.attacks import between, line, pawn_attacks, piece_attacks
from cython.cimports.lux.rules.bitboard import ALL_SQUARES, pop_lsb, square_bb
from cython.cimports.lux.rules.move import from_sq, to_sq
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.types import *
from cython.cimports.lux.text.fen import is_chess960_rook, parse_fen, position_epd, position_fen
from cython.cimports.lux.text.notation import parse_square, square_name

from lux.chess960 import start_number
from lux.text.fen import PIECE_LETTERS

STARTPOS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
UNICODE_PIECES = "♙♟♘♞♗♝♖♜♕♛♔♚"  # indexed by piece, as PIECE_LETTERS

# What a board holds before __init__, so that one whose subclass forgets to call it can be used too.
START = cython.declare(Position)
parse_fen(STARTPOS, False, cython.address(START))


@cython.cclass
class BaseBoard:
    """The positions of a game, with queries about the current one."""

    def __cinit__(self):
        self.start_ep = NO_SQUARE
        self.reserve(64)
        self.positions[0] = START

    def __dealloc__(self):
        free(self.positions)
        free(self.moves)

    def reserve(self, capacity: cython.int) -> cython.int:
        """Make room for *capacity* positions."""
        if capacity <= self.capacity:
            return 0
        positions = cython.cast(cython.pointer[Position], realloc(self.positions, capacity * cython.sizeof(Position)))
        if positions == cython.NULL:
            raise MemoryError
        self.positions = positions
        moves = cython.cast(cython.pointer[Move], realloc(self.moves, capacity * cython.sizeof(Move)))
        if moves == cython.NULL:
            raise MemoryError
        self.moves = moves
        self.capacity = capacity
        return 0

    def check(self) -> cython.int:
        """Check a position that was set up piece by piece; raises as set_fen, changing nothing."""
        pos: Position
        fen: str = position_fen(cython.address(self.positions[0]), self.start_ep, self.chess960, True)
        self.start_ep = parse_fen(fen, self.chess960, cython.address(pos))
        self.positions[0] = pos
        self.unchecked = False
        return 0

    def set_up(self) -> cython.pointer[Position]:
        """Begin a new game with this position and return it to be changed; it is checked on its next use."""
        self.start_ep = self.passed_square(self.played)
        self.positions[0] = self.placed()[0]
        self.positions[0].plies_from_null = 0
        self.positions[0].ep_square = NO_SQUARE
        self.played = 0
        self.unchecked = True
        return cython.address(self.positions[0])

    def passed_square(self, played: cython.int) -> Square:
        """Return the square that a pawn has just passed by a double push after so many moves, or NO_SQUARE."""
        if played == 0:
            return self.start_ep
        last: Move = self.moves[played - 1]
        to: Square = to_sq(last)
        double: cython.bint = from_sq(last) ^ to == 16 and type_of(self.positions[played].board[to]) == PAWN
        return to ^ 8 if double else NO_SQUARE

    # The position as text

    def fen(self, *, shredder: bool = False, en_passant: Literal["legal", "xfen", "fen"] = "legal") -> str:
        """Return the FEN of the position.

        Args:
            shredder: write castling rights as the rooks' files (HAha); by default as X-FEN (KQkq).
            en_passant: when to write the en passant square: if a capture there is "legal", if a pawn attacks it
                ("xfen"), or after every double push ("fen").

        Raises:
            ValueError: *en_passant* is not one of these.

        >>> Board().fen(shredder=True)
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        """
        pos: cython.pointer[Position] = self.placed()
        if en_passant not in ("legal", "xfen", "fen"):
            raise ValueError(f"en_passant must be 'legal', 'xfen' or 'fen', not {en_passant!r}")
        square: Square = pos.ep_square if en_passant == "legal" else self.passed_square(self.played)
        if en_passant == "xfen" and square != NO_SQUARE:
            if not pawn_attacks(pos.stm ^ 1, square) & pieces(pos, pos.stm, PAWN):
                square = NO_SQUARE
        return position_fen(pos, square, self.chess960, shredder)

    def epd(self, *, shredder: bool = False) -> str:
        """Return the first four fields of the FEN; they are equal if and only if the positions repeat."""
        return position_epd(self.placed(), self.placed().ep_square, self.chess960, shredder)

    def board_fen(self) -> str:
        """Return the first field of the FEN, the pieces."""
        return self.epd().partition(" ")[0]

    def chess960_pos(self) -> int | None:
        """Return the number of the Chess960 start position on the board, 0 to 959, or None; counters do not matter.

        >>> Board().chess960_pos()
        518
        """
        return start_number(self.epd(shredder=True))

    def drawing(self, letters: str) -> str:
        """Return the board as eight lines, White below, each piece drawn by its entry in *letters*."""
        pos: cython.pointer[Position] = self.placed()
        drawn = ["." if pos.board[square] == NO_PIECE else letters[pos.board[square]] for square in range(64)]
        return "\n".join([" ".join(drawn[begin : begin + 8]) for begin in range(56, -1, -8)])

    def unicode(self) -> str:
        """Return the board drawn with chess figures, White below."""
        return self.drawing(UNICODE_PIECES)

    def __str__(self) -> str:
        """Return the board drawn with letters, White below.

        >>> str(Board()).splitlines()[0]
        'r n b q k b n r'
        """
        return self.drawing(PIECE_LETTERS)

    # What a FEN says besides the pieces

    @property
    def turn(self) -> bool:
        """Get or set the side to move, WHITE (True) or BLACK (False); setting it begins a new game."""
        return self.placed().stm == 0

    @turn.setter
    def turn(self, color: bool) -> None:
        pos: cython.pointer[Position] = self.set_up()
        us: Color = not color
        if us != pos.stm:
            pos.game_ply += us - pos.stm
            pos.stm = us
            self.start_ep = NO_SQUARE

    @property
    def halfmove_clock(self) -> int:
        """Count the plies since the last capture or pawn move."""
        return self.placed().rule50

    @property
    def fullmove_number(self) -> int:
        """Get the move number: 1 at the start, one more after each move by Black."""
        return self.placed().game_ply // 2 + 1

    def ply(self) -> int:
        """Get the plies since the start of the game, from the move number and the side to move."""
        return self.placed().game_ply

    @property
    def ep_square(self) -> str | None:
        """Get the square that a pawn has just passed with a double push, or None; a capture there may be illegal."""
        square: Square = self.passed_square(self.played)
        return None if square == NO_SQUARE else square_name(square)

    def has_legal_en_passant(self) -> bool:
        """Return whether an en passant capture is legal."""
        return self.current().ep_square != NO_SQUARE

    @property
    def castling_rights(self) -> list[str]:
        """List the squares of the rooks that may still castle.

        >>> Board().castling_rights
        ['a1', 'h1', 'a8', 'h8']
        """
        return square_names(self.placed().castling_rights)

    def has_castling_rights(self, color: bool) -> bool:
        """Return whether a side may still castle, now or later."""
        us: Color = not color
        return self.placed().castling_rights & self.placed().by_color[us] != 0

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Return whether a side may still castle to the g-file."""
        return self.has_rights_beyond_king(color, True)

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Return whether a side may still castle to the c-file."""
        return self.has_rights_beyond_king(color, False)

    def has_rights_beyond_king(self, color: cython.bint, king_side: cython.bint) -> cython.bint:
        """Return whether a side may castle with a rook to the right of its king as White sees it, or to the left."""
        us: Color = not color
        left: Bitboard = square_bb(king_square(self.current(), us)) - 1
        rights: Bitboard = self.current().castling_rights & self.current().by_color[us]
        return (rights & ~left if king_side else rights & left) != 0

    def has_chess960_castling_rights(self) -> bool:
        """Return whether castling rights need Chess960: a king off the e-file, or a rook off its corner, may castle."""
        pos: cython.pointer[Position] = self.current()
        return any([is_chess960_rook(pos, rook[1] != "1", parse_square(rook)) for rook in self.castling_rights])

    @property
    def key(self) -> int:
        """Return the 64-bit Zobrist key; repetitions have equal keys."""
        return self.current().key

    # Pieces

    def piece_at(self, square: str) -> str | None:
        """Return the letter of the piece on *square*, upper case for White, or None.

        >>> Board().piece_at("e8")
        'k'
        """
        piece: cython.int = self.placed().board[parse_square(square)]
        return None if piece == NO_PIECE else PIECE_LETTERS[piece]

    def piece_type_at(self, square: str) -> str | None:
        """Return the type of the piece on *square* as an upper-case letter, or None."""
        piece = self.piece_at(square)
        return None if piece is None else piece.upper()

    def color_at(self, square: str) -> bool | None:
        """Return the colour of the piece on *square*, or None."""
        piece = self.piece_at(square)
        return None if piece is None else piece.isupper()

    def pieces(self, piece_type: str, color: bool) -> list[str]:
        """List the squares of a side's pieces of one type.

        Raises:
            ValueError: *piece_type* is not the letter of a piece.

        >>> Board().pieces("N", WHITE)
        ['b1', 'g1']
        """
        if len(piece_type) != 1 or piece_type not in PIECE_LETTERS:
            raise ValueError(f"not the letter of a piece: {piece_type!r}")
        us: Color = not color
        return square_names(pieces(self.placed(), us, PIECE_LETTERS.index(piece_type) // 2))

    def piece_map(self) -> dict[str, str]:
        """Map the occupied squares to the letters of their pieces, from a1 to h8.

        >>> Board("7k/8/8/8/8/8/8/K5R1 w - - 0 1").piece_map()
        {'a1': 'K', 'g1': 'R', 'h8': 'k'}
        """
        pos: cython.pointer[Position] = self.placed()
        return {square: PIECE_LETTERS[pos.board[parse_square(square)]] for square in square_names(occupied(pos))}

    def king(self, color: bool) -> str | None:
        """Return the square of a side's king; None if the board has none."""
        us: Color = not color
        return square_name(king_square(self.placed(), us)) if pieces(self.placed(), us, KING) else None

    # Attacks

    def attacks(self, square: str) -> list[str]:
        """List the squares that the piece on *square* attacks, none if it is empty; a pinned piece attacks, too.

        >>> Board().attacks("b1")
        ['d2', 'a3', 'c3']
        """
        pos: cython.pointer[Position] = self.placed()
        of: Square = parse_square(square)
        piece: cython.int = pos.board[of]
        if piece == NO_PIECE:
            return []
        if type_of(piece) == PAWN:
            return square_names(pawn_attacks(piece % 2, of))
        return square_names(piece_attacks(type_of(piece), of, occupied(pos)))

    def attackers(self, color: bool, square: str) -> list[str]:
        """List the squares of a side's pieces that attack *square*; pinned ones attack, too.

        >>> Board().attackers(WHITE, "f3")
        ['g1', 'e2', 'g2']
        """
        pos: cython.pointer[Position] = self.placed()
        by: Color = not color
        return square_names(attackers_to(pos, parse_square(square), occupied(pos)) & pos.by_color[by])

    def is_attacked_by(self, color: bool, square: str) -> bool:
        """Return whether a side attacks *square*."""
        by: Color = not color
        return is_attacked(self.placed(), parse_square(square), by, occupied(self.placed()))

    def checkers(self) -> list[str]:
        """List the squares of the pieces that give check."""
        return square_names(self.current().checkers)

    def is_check(self) -> bool:
        """Return whether the side to move is in check."""
        return self.current().checkers != 0

    def pin(self, color: bool, square: str) -> list[str]:
        """List the squares of the line on which a piece on *square* would be pinned to a side's king.

        These are all squares if it would not be pinned.

        >>> Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1").pin(WHITE, "e2")
        ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']
        """
        pos: cython.pointer[Position] = self.current()
        us: Color = not color
        king: Square = king_square(pos, us)
        shield: Bitboard = square_bb(parse_square(square))
        snipers: Bitboard = sliders_towards(pos, king, 0) & pos.by_color[us ^ 1]
        while snipers:
            sniper: Square = pop_lsb(cython.address(snipers))
            if between(sniper, king) & (occupied(pos) | shield) == shield:
                return square_names(line(sniper, king))
        return square_names(ALL_SQUARES)

    def is_pinned(self, color: bool, square: str) -> bool:
        """Return whether a piece on *square* would be pinned to a side's king."""
        return len(self.pin(color, square)) < 64


def square_names(squares: Bitboard) -> list:
    """Name the squares of a bitboard, a1 to h8."""
    names: list = []
    while squares:
        names.append(square_name(pop_lsb(cython.address(squares))))
    return names
