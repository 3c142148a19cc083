"""Play and examine a game from Python (layer 5).

Names and behaviour follow python-chess where it has the same thing. Moves are UCI strings, squares names as 'e4', sets
of squares lists of them, pieces letters, and piece types the letters of White's pieces, in either case. What has no
meaning here is left out:

* bitboards: `attackers_mask`, `attacks_mask`, `checkers_mask`, `pieces_mask`, `pin_mask`, `occupied`, `occupied_co`,
  `pawns`, `knights`, `bishops`, `rooks`, `queens`, `kings`, `promoted`, `clean_castling_rights`, `transform`,
  `apply_transform`;
* positions that nobody can play on, which a Board never holds: `clear`, `clear_board`, `empty`, `reset_board`,
  `status`, `is_valid`, `was_into_check`, `apply_mirror`;
* pseudo-legal moves, which Lux never makes: `pseudo_legal_moves`, `is_pseudo_legal`, `is_into_check`,
  `generate_pseudo_legal_moves`, `generate_pseudo_legal_captures`, `generate_pseudo_legal_ep`,
  `has_pseudo_legal_en_passant`;
* the same in other words: `generate_legal_moves` is `legal_moves`, of which `is_castling` and `is_en_passant` pick
  what `generate_castling_moves` and `generate_legal_ep` yield; `shredder_fen`, `castling_shredder_fen` and
  `castling_xfen` are `fen` and fields of it; `uci`, `xboard`, `parse_xboard` and `push_xboard` are `parse_uci` and
  `push_uci`; `starting_fen` is `STARTPOS`;
* variants of chess: `is_variant_end`, `is_variant_win`, `is_variant_draw`, `is_variant_loss`, `aliases`,
  `uci_variant`, `xboard_variant`, `captures_compulsory`, `connected_kings`, `one_king`, and the names of their endgame
  tables: `tbw_suffix`, `tbz_suffix`, `tbw_magic`, `tbz_magic`, `pawnless_tbw_suffix`, `pawnless_tbz_suffix`,
  `pawnless_tbw_magic`, `pawnless_tbz_magic`.

>>> board = Board()
>>> for san in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"):
...     _ = board.push_san(san)
>>> board.push_uci("h5f7")
'h5f7'
>>> board.is_checkmate(), board.result(), board.termination()
(True, '1-0', <Termination.CHECKMATE: 1>)
"""

import enum
from collections.abc import Callable, Iterable
from typing import NamedTuple

import cython
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.lux.rules.attacks import between, bishop_attacks, line, pawn_attacks, piece_attacks, rook_attacks
from cython.cimports.lux.rules.bitboard import ALL_SQUARES, DARK_SQUARES, pop_lsb, popcount, square_bb
from cython.cimports.lux.rules.memory import MAX_TABLE_MIB
from cython.cimports.lux.rules.move import CASTLING, EN_PASSANT, from_sq, move_type, to_sq
from cython.cimports.lux.rules.movegen import ALL_MOVES, MoveList, count_legal, generate
from cython.cimports.lux.rules.perft import (
    PerftCounts,
    perft,
    perft_by_kind,
    perft_hashed,
    perft_table_free,
    perft_table_resize,
    perft_without_bulk,
)
from cython.cimports.lux.rules.position import (
    Position,
    attackers_to,
    diagonal_sliders,
    do_move,
    gives_check,
    is_attacked,
    is_insufficient_material,
    king_square,
    occupied,
    pieces,
    straight_sliders,
)
from cython.cimports.lux.rules.types import (
    BISHOP,
    KING,
    KNIGHT,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    QUEEN,
    ROOK,
    Bitboard,
    Color,
    Move,
    Square,
    file_of,
    type_of,
    uint64_t,
)
from cython.cimports.lux.text.fen import parse_fen, position_epd, position_fen
from cython.cimports.lux.text.notation import find_san, find_uci, move_san, move_uci, parse_square, square_name

from lux.runtime.signature import ClassSignature
from lux.split_perft import SAFE_DEPTH, TASK_DEPTH, count_in_tasks
from lux.text.fen import COLOR_NAMES, PIECE_LETTERS, PIECE_NAMES, FenError
from lux.text.notation import AmbiguousMoveError, IllegalMoveError, InvalidMoveError

__all__ = [
    "BLACK",
    "PIECE_NAMES",
    "STARTPOS",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Outcome",
    "PerftStats",
    "PerftTable",
    "Termination",
    "needs_chess960",
    "side_name",
]

STARTPOS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WHITE = True
BLACK = False
UNICODE_PIECES = "♙♟♘♞♗♝♖♜♕♛♔♚"  # indexed by piece, as PIECE_LETTERS

# What a board holds before __init__, so that one whose subclass forgets to call it can be used too.
START = cython.declare(Position)
parse_fen(STARTPOS, False, cython.address(START))


@cython.embedsignature(False)
def side_name(color: bool) -> str:
    """Return the English name of a side: White or Black."""
    return COLOR_NAMES[not color]


@cython.embedsignature(False)
def needs_chess960(fen: str) -> bool:
    """Tell whether castling in *fen* is Chess960's: a king off the e-file or a rook off the corner has rights.

    Raises:
        FenError: it is not a position.

    >>> needs_chess960("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), needs_chess960("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")
    (False, True)
    """
    return Board(fen, chess960=True).has_chess960_castling_rights()


class Termination(enum.Enum):
    """Say why a game is over."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7


class Outcome(NamedTuple):
    """Say how a game ended: why, and who won, WHITE or BLACK, or None for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """Return '1-0', '0-1' or '1/2-1/2'."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class PerftStats(NamedTuple):
    """Break the leaves of a perft down by what the last move was, as the Chess Programming Wiki's tables do."""

    nodes: int
    captures: int  # en passant among them
    en_passant: int
    castles: int
    promotions: int
    checks: int  # the next two and the mates among them
    discovered_checks: int  # by one piece alone, and not the one that moved
    double_checks: int
    checkmates: int


@cython.embedsignature(False)
@cython.cclass
class PerftTable:
    """Remember the counts of positions, for any number of `Board.perft` calls and threads at once.

    An entry is known by 128 bits of hash, which rules out a wrong count at any depth within reach.

    Args:
        mib: size in MiB, at least 1.

    Raises:
        ValueError: *mib* is too small.
        MemoryError: there is not enough memory.
    """

    __signature__ = ClassSignature(lambda mib: None)

    def __cinit__(self, mib: int):
        if mib < 1:
            raise ValueError(f"a table takes at least 1 MiB: {mib}")
        if mib > MAX_TABLE_MIB or not perft_table_resize(cython.address(self.table), mib):
            raise MemoryError(f"no memory for a table of {mib} MiB")
        self.mib = mib

    def __dealloc__(self):
        perft_table_free(cython.address(self.table))

    def __repr__(self) -> str:
        return f"PerftTable({self.mib})"


@cython.embedsignature(False)
@cython.cclass
class Board:
    """Hold a game of chess: a position, the moves that led to it, and what the rules say of it.

    Args:
        fen: start of the game, in 4 to 6 fields; X-FEN and Shredder-FEN castling fields are both read.
        chess960: write castling as king takes rook (e1h1) in moves. Both ways are read wherever only one
            move can be meant. Also, let KQkq in a FEN mean the outermost rook where it stands in no corner.

    Raises:
        FenError: *fen* does not describe a position that can be played on from.

    >>> Board("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", chess960=True).san("e8h8")
    'O-O'
    """

    __signature__ = ClassSignature(lambda fen=STARTPOS, chess960=False: None)

    def __cinit__(self):
        self.positions = cython.NULL
        self.moves = cython.NULL
        self.played = 0
        self.start_ep = NO_SQUARE
        self.capacity = 0
        self.reserve(64)
        self.positions[0] = START

    def __init__(self, fen: str = STARTPOS, chess960: bool = False):
        self.chess960 = chess960
        self.set_fen(fen)

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

    def current(self) -> cython.pointer[Position]:
        """Return the position that is on the board now."""
        return cython.address(self.positions[self.played])

    def passed_square(self) -> Square:
        """Return the square that a pawn has just passed by a double push, or NO_SQUARE."""
        if self.played == 0:
            return self.start_ep
        last: Move = self.moves[self.played - 1]
        to: Square = to_sq(last)
        double: cython.bint = from_sq(last) ^ to == 16 and type_of(self.current().board[to]) == PAWN
        return to ^ 8 if double else NO_SQUARE

    def play(self, move: Move) -> cython.int:
        """Play a legal *move*."""
        if self.played + 1 == self.capacity:
            self.reserve(2 * self.capacity)
        self.moves[self.played] = move
        do_move(self.current(), cython.address(self.positions[self.played + 1]), move)
        self.played += 1
        return 0

    # Position

    @classmethod
    def from_chess960_pos(cls, number: int) -> Board:
        """Return the start position of Chess960 of that *number*, 0 to 959, as Scharnagl numbers them.

        >>> Board.from_chess960_pos(518).epd()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
        """
        from lux.chess960 import start_fen

        return cls(start_fen(number), chess960=True)

    def set_chess960_pos(self, number: int) -> None:
        """Start a new game of Chess960 from the start position of that *number*, 0 to 959."""
        from lux.chess960 import start_fen

        fen = start_fen(number)
        self.chess960 = True
        self.set_fen(fen)

    def chess960_pos(self) -> int | None:
        """Return the number of the start position of Chess960 that is on the board, None if it is none.

        >>> Board().chess960_pos()
        518
        """
        from lux.chess960 import start_number

        return start_number(self.fen())

    @classmethod
    def from_epd(
        cls, epd: str, *, chess960: bool = False
    ) -> tuple[Board, dict[str, str | int | float | list[str] | None]]:
        """Return the position of a line of Extended Position Description, and its operations.

        The operands of am, bm and pv are lists of moves in UCI notation, those of other operations a number, a text, or
        None without any.

        Raises:
            FenError: the position is wrong. Another ValueError: the rest of the line is.

        >>> board, operations = Board.from_epd('6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1; id "back rank";')
        >>> operations
        {'bm': ['a1a8'], 'dm': 1, 'id': 'back rank'}
        """
        board = cls(chess960=chess960)
        return board, board.set_epd(epd)

    def set_epd(self, epd: str) -> dict[str, str | int | float | list[str] | None]:
        """Start a new game from a line of Extended Position Description and return its operations; as from_epd."""
        from lux.text.epd_line import operand_value, split_epd

        fen, operands = split_epd(epd)
        board = Board(fen, self.chess960)
        operations: dict = {}
        for name, values in operands.items():
            if name in ("am", "bm"):
                operations[name] = [board.parse_san(san) for san in values]
            elif name == "pv":
                line = board.copy()
                operations[name] = [line.push_san(san) for san in values]
            else:
                operations[name] = operand_value(values)
        self.set_fen(fen)
        return operations

    def set_fen(self, fen: str) -> None:
        """Start a new game from *fen*.

        Raises:
            FenError: *fen* is wrong; the game stays as it was.
        """
        pos: Position
        self.start_ep = parse_fen(fen, self.chess960, cython.address(pos))
        self.positions[0] = pos
        self.played = 0

    def reset(self) -> None:
        """Start a new game from the usual start position."""
        self.set_fen(STARTPOS)

    def clear_stack(self) -> None:
        """Forget the moves that led here; a new game begins with this position."""
        self.start_ep = self.passed_square()
        self.positions[0] = self.current()[0]
        self.positions[0].plies_from_null = 0
        self.played = 0

    def fen(self, *, shredder: bool = False, en_passant: str = "legal") -> str:
        """Return the FEN of the position.

        Args:
            shredder: write castling rights as the files of the rooks; else as in X-FEN, which is KQkq in standard
                chess.
            en_passant: name the en passant square if a capture there is "legal"; if a pawn stands ready for it, legal
                or not ("xfen"); or after every double push ("fen").

        >>> Board().fen(shredder=True)
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        """
        pos: cython.pointer[Position] = self.current()
        square: Square = pos.ep_square
        if en_passant == "fen":
            square = self.passed_square()
        elif en_passant == "xfen":
            square = self.passed_square()
            if square != NO_SQUARE and not pawn_attacks(pos.stm ^ 1, square) & pieces(pos, pos.stm, PAWN):
                square = NO_SQUARE
        elif en_passant != "legal":
            raise ValueError(f"en_passant must be 'legal', 'xfen' or 'fen', not {en_passant!r}")
        return position_fen(pos, square, self.chess960, shredder)

    def epd(self, *, shredder: bool = False) -> str:
        """Return the first four fields of the FEN; equal texts mean the same position for the rule of repetition."""
        return position_epd(self.current(), self.current().ep_square, self.chess960, shredder)

    def board_fen(self) -> str:
        """Return the first field of the FEN, the pieces."""
        return self.epd().partition(" ")[0]

    def set_board_fen(self, fen: str) -> None:
        """Replace the pieces by those of the first field of a FEN; a new game begins there, as with set_piece_at."""
        if " " in fen.strip():
            raise FenError(f"expected the pieces alone, not a whole FEN: {fen.strip()[:100]!r}")
        rest = self.fen(shredder=True, en_passant="fen").partition(" ")[2]
        self.set_fen(f"{fen.strip()} {rest}")

    def set_castling_fen(self, castling: str) -> None:
        """Replace the castling rights by those of a FEN's third field; a new game begins with this position.

        Raises:
            FenError: it is no such field. Rights that do not fit the position are dropped.

        >>> board = Board()
        >>> board.set_castling_fen("Kq")
        >>> board.castling_rights
        ['h1', 'a8']
        """
        pieces, turn, _, *rest = self.fen(shredder=True, en_passant="fen").split()
        if len(castling.split()) != 1:
            raise FenError(f"expected castling rights, as 'KQkq', or '-', not {castling[:20]!r}")
        self.set_fen(" ".join([pieces, turn, castling, *rest]))

    @property
    def turn(self) -> bool:
        """Tell whose move it is: True (WHITE) or False (BLACK)."""
        return self.current().stm == 0

    @property
    def halfmove_clock(self) -> int:
        """Count the plies since the last capture or pawn move."""
        return self.current().rule50

    @property
    def fullmove_number(self) -> int:
        """Number the current move, 1 at the start and one more after each move of Black."""
        return self.current().game_ply // 2 + 1

    def ply(self) -> int:
        """Count the plies since move 1 of White, by the number of the move and the side to move."""
        return self.current().game_ply

    @property
    def ep_square(self) -> str | None:
        """Name the square that a pawn has just passed by a double push, or None; a capture there need not be legal."""
        square: Square = self.passed_square()
        return None if square == NO_SQUARE else square_name(square)

    def has_legal_en_passant(self) -> bool:
        """Tell whether an en passant capture is legal."""
        return self.current().ep_square != NO_SQUARE

    @property
    def castling_rights(self) -> list[str]:
        """List the squares of the rooks that may still castle.

        >>> Board().castling_rights
        ['a1', 'h1', 'a8', 'h8']
        """
        return square_names(self.current().castling_rights)

    def has_castling_rights(self, color: bool) -> bool:
        """Tell whether a side may still castle, now or later."""
        us: Color = not color
        return self.current().castling_rights & self.current().by_color[us] != 0

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Tell whether a side may still castle to the g-file."""
        return self.has_rights_beyond_king(color, True)

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Tell whether a side may still castle to the c-file."""
        return self.has_rights_beyond_king(color, False)

    def has_rights_beyond_king(self, color: cython.bint, king_side: cython.bint) -> cython.bint:
        """Tell whether a rook of a side may castle, on the king's right as White sees it, or on its left."""
        us: Color = not color
        left: Bitboard = square_bb(king_square(self.current(), us)) - 1
        rights: Bitboard = self.current().castling_rights & self.current().by_color[us]
        return (rights & ~left if king_side else rights & left) != 0

    def has_chess960_castling_rights(self) -> bool:
        """Tell whether a king off the e-file may castle, or a rook out of its corner: only Chess960 has that."""
        rights: Bitboard = self.current().castling_rights
        while rights:
            rook: Square = pop_lsb(cython.address(rights))
            king: Square = king_square(self.current(), 0 if rook < 8 else 1)
            if file_of(king) != 4 or file_of(rook) % 7 != 0:
                return True
        return False

    @property
    def key(self) -> int:
        """Return the 64-bit Zobrist key. Equal keys mean the same position for the rule of repetition."""
        return self.current().key

    def piece_at(self, square: str) -> str | None:
        """Return the letter of the piece on *square*, upper case for White, or None.

        >>> Board().piece_at("e8")
        'k'
        """
        piece: cython.int = self.current().board[parse_square(square)]
        return None if piece == NO_PIECE else PIECE_LETTERS[piece]

    def piece_type_at(self, square: str) -> str | None:
        """Return the type of the piece on *square* as White's letter, or None."""
        piece = self.piece_at(square)
        return None if piece is None else piece.upper()

    def color_at(self, square: str) -> bool | None:
        """Return whose piece stands on *square*, or None."""
        piece: cython.int = self.current().board[parse_square(square)]
        return None if piece == NO_PIECE else piece % 2 == 0

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
        return square_names(pieces(self.current(), us, PIECE_LETTERS.index(piece_type) // 2))

    def piece_map(self) -> dict[str, str]:
        """Map the squares that are not empty to the letters of their pieces, a1 to h8.

        >>> Board("7k/8/8/8/8/8/8/K5R1 w - - 0 1").piece_map()
        {'a1': 'K', 'g1': 'R', 'h8': 'k'}
        """
        pos: cython.pointer[Position] = self.current()
        return {
            square_name(square): PIECE_LETTERS[pos.board[square]]
            for square in range(64)
            if pos.board[square] != NO_PIECE
        }

    def set_piece_at(self, square: str, piece: str | None) -> None:
        """Put *piece*, a letter, on *square*, or nothing with None; a new game begins there.

        Castling rights and an en passant square that no longer fit are dropped.

        Raises:
            ValueError: *square* is not a square, or *piece* not a piece. FenError: the result would not be a position;
                the game stays as it was.
        """
        pieces = self.piece_map()
        pieces[square] = piece
        self.set_piece_map(pieces)

    def remove_piece_at(self, square: str) -> str | None:
        """Empty *square* and return what stood there; as set_piece_at."""
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: dict[str, str]) -> None:
        """Replace all pieces by those of a map as piece_map returns it; as set_piece_at."""
        pos: Position = self.current()[0]
        for square in range(64):
            pos.board[square] = NO_PIECE
        for name, piece in pieces.items():
            if piece is not None and (len(piece) != 1 or piece not in PIECE_LETTERS):
                raise ValueError(f"not a piece: {piece!r}")
            pos.board[parse_square(name)] = NO_PIECE if piece is None else PIECE_LETTERS.index(piece)
        self.set_fen(position_fen(cython.address(pos), self.passed_square(), self.chess960, True))

    def mirror(self) -> Board:
        """Return the same position for the other side: the board upside down, the colours exchanged.

        >>> Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").mirror().fen()
        '4k3/4p3/8/8/8/8/8/4K3 b - - 0 1'
        """
        pieces, turn, rights, passed, counters = self.fen(shredder=True, en_passant="fen").split(maxsplit=4)
        pieces = "/".join(reversed(pieces.split("/"))).swapcase()
        turn = "b" if turn == "w" else "w"
        passed = passed.translate({ord("3"): "6", ord("6"): "3"})
        return Board(f"{pieces} {turn} {rights.swapcase()} {passed} {counters}", self.chess960)

    def king(self, color: bool) -> str:
        """Name the square of a side's king."""
        us: Color = not color
        return square_name(king_square(self.current(), us))

    # Attacks

    def attacks(self, square: str) -> list[str]:
        """List the squares that the piece on *square* attacks, none if it is empty; a pinned piece attacks, too.

        >>> Board().attacks("b1")
        ['d2', 'a3', 'c3']
        """
        pos: cython.pointer[Position] = self.current()
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
        pos: cython.pointer[Position] = self.current()
        by: Color = not color
        return square_names(attackers_to(pos, parse_square(square), occupied(pos)) & pos.by_color[by])

    def is_attacked_by(self, color: bool, square: str) -> bool:
        """Tell whether a side attacks *square*."""
        by: Color = not color
        return is_attacked(self.current(), parse_square(square), by, occupied(self.current()))

    def checkers(self) -> list[str]:
        """List the squares of the pieces that give check."""
        return square_names(self.current().checkers)

    def pin(self, color: bool, square: str) -> list[str]:
        """List the squares of the line on which a piece on *square* would be pinned to a side's king.

        Those are all squares where it would not be pinned.

        >>> Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1").pin(WHITE, "e2")
        ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']
        """
        return square_names(self.pin_line(color, square))

    def is_pinned(self, color: bool, square: str) -> bool:
        """Tell whether a piece on *square* would be pinned to a side's king."""
        return self.pin_line(color, square) != ALL_SQUARES

    def pin_line(self, color: cython.bint, square: str) -> Bitboard:
        """Return the squares of `pin`."""
        pos: cython.pointer[Position] = self.current()
        us: Color = not color
        king: Square = king_square(pos, us)
        shield: Bitboard = square_bb(parse_square(square))
        snipers: Bitboard = rook_attacks(king, 0) & straight_sliders(pos)
        snipers |= bishop_attacks(king, 0) & diagonal_sliders(pos)
        snipers &= pos.by_color[us ^ 1]
        while snipers:
            sniper: Square = pop_lsb(cython.address(snipers))
            if between(sniper, king) & (occupied(pos) | shield) == shield:
                return line(sniper, king)
        return ALL_SQUARES

    # Moves

    def find(self, uci: str) -> Move:
        """Return the legal move *uci*; raises as parse_uci."""
        return find_uci(self.current(), uci, self.chess960)

    @property
    def legal_moves(self) -> list[str]:
        """List the legal moves as UCI strings.

        >>> Board("7k/8/8/8/8/8/8/K7 w - - 0 1").legal_moves
        ['a1b1', 'a1a2', 'a1b2']
        """
        moves: MoveList
        generate(self.current(), cython.address(moves), ALL_MOVES)
        return [move_uci(moves.moves[i], self.chess960) for i in range(moves.count)]

    @property
    def move_stack(self) -> list[str]:
        """List the moves played since the start of the game or the last set_fen, as UCI strings."""
        return [move_uci(self.moves[i], self.chess960) for i in range(self.played)]

    def parse_uci(self, uci: str) -> str:
        """Return the legal move *uci* as this board writes it.

        Raises:
            InvalidMoveError: *uci* is not a move in UCI notation.
            IllegalMoveError: the position does not allow it.
        """
        return move_uci(find_uci(self.current(), uci, self.chess960), self.chess960)

    def parse_san(self, san: str) -> str:
        """Return the legal move *san* as a UCI string.

        Raises:
            InvalidMoveError: *san* is not a move in standard algebraic notation.
            IllegalMoveError: the position does not allow it.
            AmbiguousMoveError: several legal moves answer to it.

        >>> Board().parse_san("Nf3")
        'g1f3'
        """
        return move_uci(find_san(self.current(), san), self.chess960)

    def is_legal(self, move: str) -> bool:
        """Tell whether the UCI *move* is legal.

        Raises:
            InvalidMoveError: *move* is not a move in UCI notation.
        """
        try:
            self.find(move)
        except IllegalMoveError:
            return False
        return True

    def generate_legal_captures(self) -> list[str]:
        """List the legal moves that take something, en passant captures included."""
        moves: MoveList
        generate(self.current(), cython.address(moves), ALL_MOVES)
        return [move_uci(moves.moves[i], self.chess960) for i in range(moves.count) if self.takes(moves.moves[i])]

    def find_move(self, from_square: str, to_square: str, promotion: str | None = None) -> str:
        """Return the legal move between two squares, a promotion to a queen unless told otherwise.

        Raises:
            ValueError: one of them is not a square, or *promotion* not a piece. IllegalMoveError: the move is not
                legal.

        >>> Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").find_move("a7", "a8")
        'a7a8q'
        """
        from_: Square = parse_square(from_square)
        to: Square = parse_square(to_square)
        piece: cython.int = self.current().board[from_]
        if promotion is None and piece != NO_PIECE and type_of(piece) == PAWN and to // 8 in (0, 7):
            promotion = "q"
        return self.parse_uci(f"{from_square}{to_square}{(promotion or '').lower()}")

    def is_capture(self, move: str) -> bool:
        """Tell whether the legal UCI *move* takes something; raises as parse_uci."""
        return self.takes(self.find(move))

    def takes(self, move: Move) -> cython.bint:
        """Tell whether a legal move takes something."""
        taken: cython.bint = self.current().board[to_sq(move)] != NO_PIECE and move_type(move) != CASTLING
        return taken or move_type(move) == EN_PASSANT

    def is_zeroing(self, move: str) -> bool:
        """Tell whether the legal UCI *move* takes something or moves a pawn; raises as parse_uci."""
        found: Move = self.find(move)
        return self.takes(found) or type_of(self.current().board[from_sq(found)]) == PAWN

    def is_irreversible(self, move: str) -> bool:
        """Tell whether no position before the legal UCI *move* can come again after it; raises as parse_uci.

        That is where it takes something, moves a pawn, or gives up castling rights or an en passant capture.
        """
        after: Position
        do_move(self.current(), cython.address(after), self.find(move))
        return (
            self.is_zeroing(move)
            or after.castling_rights != self.current().castling_rights
            or self.has_legal_en_passant()
        )

    def is_en_passant(self, move: str) -> bool:
        """Tell whether the legal UCI *move* captures en passant; raises as parse_uci."""
        return move_type(self.find(move)) == EN_PASSANT

    def is_castling(self, move: str) -> bool:
        """Tell whether the legal UCI *move* castles; raises as parse_uci."""
        return move_type(self.find(move)) == CASTLING

    def is_kingside_castling(self, move: str) -> bool:
        """Tell whether the legal UCI *move* castles to the g-file; raises as parse_uci."""
        found: Move = self.find(move)
        return move_type(found) == CASTLING and to_sq(found) > from_sq(found)

    def is_queenside_castling(self, move: str) -> bool:
        """Tell whether the legal UCI *move* castles to the c-file; raises as parse_uci."""
        found: Move = self.find(move)
        return move_type(found) == CASTLING and to_sq(found) < from_sq(found)

    def gives_check(self, move: str) -> bool:
        """Tell whether the legal UCI *move* gives check; raises as parse_uci."""
        return gives_check(self.current(), self.find(move))

    def san(self, move: str) -> str:
        """Return the legal UCI *move* in standard algebraic notation; raises as parse_uci."""
        return move_san(self.current(), find_uci(self.current(), move, self.chess960))

    def lan(self, move: str) -> str:
        """Return the legal UCI *move* in long algebraic notation; raises as parse_uci.

        >>> Board().lan("g1f3")
        'Ng1-f3'
        """
        found: Move = self.find(move)
        san: str = move_san(self.current(), found)
        if move_type(found) == CASTLING:
            return san
        letter = self.piece_type_at(move[:2]).replace("P", "")
        # What the short form says after the target: promotion, check and mate.
        tail = san[san.rindex(move[2:4]) + 2 :]
        return f"{letter}{move[:2]}{'x' if self.takes(found) else '-'}{move[2:4]}{tail}"

    def variation_san(self, variation: Iterable[str]) -> str:
        """Return a line of legal UCI moves from here as numbered text; raises as parse_uci.

        >>> Board().variation_san(["e2e4", "e7e5", "g1f3"])
        '1. e4 e5 2. Nf3'
        >>> Board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").variation_san(["e8e7", "e2e4"])
        '7... Ke7 8. e4'
        """
        board: Board = self.copy()
        words: list = []
        for move in variation:
            if board.turn or not words:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            words.append(board.san_and_push(move))
        return " ".join(words)

    def san_and_push(self, move: str) -> str:
        """Play the legal UCI *move* and return it in standard algebraic notation; raises as parse_uci."""
        found: Move = self.find(move)
        san: str = move_san(self.current(), found)
        self.play(found)
        return san

    def push(self, move: str) -> None:
        """Play the legal UCI *move*; raises as parse_uci, changing nothing."""
        self.play(self.find(move))

    def push_uci(self, uci: str) -> str:
        """Play the move *uci* and return it as this board writes it; raises as parse_uci, changing nothing."""
        move: Move = find_uci(self.current(), uci, self.chess960)
        self.play(move)
        return move_uci(move, self.chess960)

    def push_san(self, san: str) -> str:
        """Play the move *san* and return it as a UCI string; raises as parse_san, changing nothing."""
        move: Move = find_san(self.current(), san)
        self.play(move)
        return move_uci(move, self.chess960)

    def peek(self) -> str:
        """Return the last move.

        Raises:
            IndexError: no move has been played.
        """
        if self.played == 0:
            raise IndexError("no move has been played")
        return move_uci(self.moves[self.played - 1], self.chess960)

    def pop(self) -> str:
        """Take back the last move and return it.

        Raises:
            IndexError: no move has been played.
        """
        if self.played == 0:
            raise IndexError("no move to take back")
        self.played -= 1
        return move_uci(self.moves[self.played], self.chess960)

    # Rules

    def is_check(self) -> bool:
        """Tell whether the side to move is in check."""
        return self.current().checkers != 0

    def is_checkmate(self) -> bool:
        """Tell whether the side to move is checkmated."""
        return self.is_check() and count_legal(self.current()) == 0

    def is_stalemate(self) -> bool:
        """Tell whether the side to move has no legal move but is not in check."""
        return not self.is_check() and count_legal(self.current()) == 0

    def is_insufficient_material(self) -> bool:
        """Tell whether neither side can ever mate: bare kings, one minor piece, or bishops of one square colour."""
        return is_insufficient_material(self.current())

    def has_insufficient_material(self, color: bool) -> bool:
        """Tell whether a side can never mate, whatever the other side does.

        >>> Board("4k3/8/8/8/8/8/8/4KN2 w - - 0 1").has_insufficient_material(WHITE)
        True
        """
        pos: cython.pointer[Position] = self.current()
        us: Color = not color
        ours: Bitboard = pos.by_color[us]
        if ours & (pos.by_type[PAWN] | pos.by_type[ROOK] | pos.by_type[QUEEN]):
            return False
        if ours & pos.by_type[KNIGHT]:
            # A lone knight mates only a king that its own men hem in; a queen would take the knight.
            helpers: Bitboard = pos.by_color[us ^ 1] & ~pos.by_type[KING] & ~pos.by_type[QUEEN]
            return popcount(ours) == 2 and helpers == 0
        if ours & pos.by_type[BISHOP]:
            # Bishops of one square colour never attack a king on the other.
            bishops: Bitboard = pos.by_type[BISHOP]
            one_color: cython.bint = bishops & DARK_SQUARES == 0 or bishops & ~DARK_SQUARES == 0
            return one_color and (pos.by_type[PAWN] | pos.by_type[KNIGHT]) == 0
        return True

    def is_fifty_moves(self) -> bool:
        """Tell whether each side has made fifty moves without capture or pawn move, and it is not mate."""
        return self.current().rule50 >= 100 and count_legal(self.current()) > 0

    def is_repetition(self, count: int = 3) -> bool:
        """Tell whether the position has occurred at least *count* times in this game."""
        pos: cython.pointer[Position] = self.current()
        seen: cython.int = 1
        for back in range(4, min(pos.rule50, pos.plies_from_null) + 1, 2):
            if self.positions[self.played - back].key == pos.key:
                seen += 1
        return seen >= count

    def is_seventyfive_moves(self) -> bool:
        """Tell whether each side has made seventy-five such moves, which ends the game without a claim."""
        return self.current().rule50 >= 150 and count_legal(self.current()) > 0

    def is_fivefold_repetition(self) -> bool:
        """Tell whether the position has occurred five times, which ends the game without a claim."""
        return self.is_repetition(5)

    def can_claim_fifty_moves(self) -> bool:
        """Tell whether the side to move can claim a draw by the fifty-move rule, if need be with its next move."""
        return self.is_fifty_moves() or (self.current().rule50 >= 99 and self.can_claim_next(True))

    def can_claim_threefold_repetition(self) -> bool:
        """Tell whether the side to move can claim a threefold repetition, if need be with its next move."""
        return self.is_repetition(3) or self.can_claim_next(False)

    def can_claim_draw(self) -> bool:
        """Tell whether the side to move can claim a draw."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_next(self, fifty: cython.bint) -> cython.bint:
        """Tell whether a legal move completes fifty moves or, without *fifty*, a threefold repetition."""
        moves: MoveList
        generate(self.current(), cython.address(moves), ALL_MOVES)
        for i in range(moves.count):
            self.play(moves.moves[i])
            drawn: cython.bint = self.is_fifty_moves() if fifty else self.is_repetition(3)
            self.played -= 1
            if drawn:
                return True
        return False

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Return how the game has ended, or None while it goes on.

        Fifty moves and a third repetition end it only with *claim_draw*, and then as soon as the side to move can
        claim them; seventy-five moves and a fifth repetition do so by themselves.

        >>> Board("7k/8/8/8/8/8/8/KQ6 w - - 100 90").outcome(claim_draw=True)
        Outcome(termination=<Termination.FIFTY_MOVES: 6>, winner=None)
        """
        reason = self.dead_end()
        if reason is Termination.CHECKMATE:
            return Outcome(reason, not self.turn)
        if reason is None:
            if self.is_seventyfive_moves():
                reason = Termination.SEVENTYFIVE_MOVES
            elif self.is_fivefold_repetition():
                reason = Termination.FIVEFOLD_REPETITION
            elif claim_draw and self.can_claim_fifty_moves():
                reason = Termination.FIFTY_MOVES
            elif claim_draw and self.can_claim_threefold_repetition():
                reason = Termination.THREEFOLD_REPETITION
        return None if reason is None else Outcome(reason, None)

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Tell whether the game has ended; *claim_draw* as for `outcome`."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """Return '1-0', '0-1' or '1/2-1/2', or '*' while the game goes on; *claim_draw* as for `outcome`."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def termination(self) -> Termination | None:
        """Say why the game is over where draws need no claim, as between engines; None while it goes on.

        Unlike `outcome` with claims, it does not look at the next move.

        >>> Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").termination()
        <Termination.STALEMATE: 2>
        """
        reason = self.dead_end()
        if reason is None and self.is_fifty_moves():
            reason = Termination.FIFTY_MOVES
        elif reason is None and self.is_repetition(3):
            reason = Termination.THREEFOLD_REPETITION
        return reason

    def dead_end(self) -> object:
        """Return why the position itself ends the game: checkmate, dead material or stalemate; None otherwise."""
        stuck: cython.bint = count_legal(self.current()) == 0
        if stuck and self.current().checkers:
            return Termination.CHECKMATE
        if is_insufficient_material(self.current()):
            return Termination.INSUFFICIENT_MATERIAL
        return Termination.STALEMATE if stuck else None

    # Perft

    def perft(
        self,
        depth: int,
        *,
        bulk: bool = True,
        threads: int = 1,
        hash: int | PerftTable = 0,
        progress: Callable[[int, int, int], object] | None = None,
    ) -> int:
        """Count the legal move sequences of *depth* plies, exactly, however many there are.

        Args:
            bulk: count the last plies without playing them; otherwise every move is played, which is slower.
            threads: how many of them share the work.
            hash: remember the counts of positions in a table of this many MiB, or in one of your own that outlives
                the call; 0 counts every sequence. Only with *bulk*.
            progress: called a few times a second with tasks done, tasks in all, and nodes so far.

        It runs without the interpreter lock.

        >>> Board().perft(4)
        197281
        """
        if depth < 0:
            raise ValueError(f"depth must not be negative: {depth}")
        if threads < 1:
            raise ValueError(f"threads must be at least 1: {threads}")
        table = hash if isinstance(hash, PerftTable) else PerftTable(hash) if hash else None
        if table is not None and not bulk:
            raise ValueError("a table remembers counts, so it needs bulk")
        if depth > TASK_DEPTH:
            return count_in_tasks(self, depth, bulk, threads, table, progress)
        return self._perft_here(depth, bulk, table) if depth else 1

    def _perft_here(self, depth: cython.int, bulk: cython.bint, table: PerftTable | None) -> int:
        """Count at once, in this thread, *depth* plies from 1 to 8: the next may overflow 64 bits."""
        if not 1 <= depth <= SAFE_DEPTH:
            raise ValueError(f"depth must be from 1 to {SAFE_DEPTH}: {depth}")
        pos: Position = self.current()[0]
        nodes: uint64_t
        with cython.nogil:
            if not bulk:
                nodes = perft_without_bulk(cython.address(pos), depth)
            elif table is None:
                nodes = perft(cython.address(pos), depth)
            else:
                nodes = perft_hashed(cython.address(pos), depth, cython.address(table.table))
        return nodes

    def divide(self, depth: int, *, bulk: bool = True, threads: int = 1, hash: int | PerftTable = 0) -> dict[str, int]:
        """Return the perft of *depth* split by the first move; the arguments are those of `perft`.

        >>> Board("7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
        {'a1b1': 3, 'a1a2': 3, 'a1b2': 3}
        """
        if depth < 1:
            raise ValueError(f"depth must be at least 1: {depth}")
        table = hash if isinstance(hash, PerftTable) or not hash else PerftTable(hash)
        counts: dict = {}
        for uci in self.legal_moves:
            self.push_uci(uci)
            try:
                counts[uci] = self.perft(depth - 1, bulk=bulk, threads=threads, hash=table)
            finally:
                self.pop()
        return counts

    def perft_stats(self, depth: int) -> PerftStats:
        """Count the legal move sequences of *depth* plies by what their last move is. Every move is played.

        >>> Board().perft_stats(4)._asdict()["checkmates"]
        8
        """
        if depth < 1:
            raise ValueError(f"depth must be at least 1: {depth}")
        if depth >= TASK_DEPTH:
            totals = [0] * len(PerftStats._fields)
            for uci in self.legal_moves:
                self.push_uci(uci)
                try:
                    totals = [total + more for total, more in zip(totals, self.perft_stats(depth - 1), strict=True)]
                finally:
                    self.pop()
            return PerftStats(*totals)
        pos: Position = self.current()[0]
        plies: cython.int = depth
        counts: PerftCounts
        memset(cython.address(counts), 0, cython.sizeof(counts))
        with cython.nogil:
            perft_by_kind(cython.address(pos), plies, cython.address(counts))
        return PerftStats(
            counts.nodes,
            counts.captures,
            counts.en_passant,
            counts.castles,
            counts.promotions,
            counts.checks,
            counts.discovered_checks,
            counts.double_checks,
            counts.checkmates,
        )

    # Copies and text

    def copy(self) -> Board:
        """Return an independent copy of the game, history included."""
        board: Board = Board.__new__(Board)
        board.chess960 = self.chess960
        board.reserve(self.capacity)
        memcpy(board.positions, self.positions, (self.played + 1) * cython.sizeof(Position))
        memcpy(board.moves, self.moves, self.played * cython.sizeof(Move))
        board.played = self.played
        board.start_ep = self.start_ep
        return board

    def root(self) -> Board:
        """Return the start of the game: a new board without moves.

        >>> board = Board()
        >>> _ = board.push_san("e4")
        >>> board.root() == Board()
        True
        """
        board: Board = Board.__new__(Board)
        board.chess960 = self.chess960
        board.positions[0] = self.positions[0]
        board.start_ep = self.start_ep
        return board

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare the positions, counters included, but not the moves that led to them."""
        if not isinstance(other, Board):
            return NotImplemented
        return self.fen(shredder=True) == other.fen(shredder=True) and self.chess960 == other.chess960

    __hash__ = None

    def __reduce__(self):
        start: str = position_fen(cython.address(self.positions[0]), self.start_ep, self.chess960, True)
        return _replay, (start, self.chess960, self.move_stack)

    def drawing(self, letters: str) -> str:
        """Return the board as eight lines, White below, each piece drawn by its entry in *letters*."""
        pos: cython.pointer[Position] = self.current()
        ranks: list = []
        for rank in range(7, -1, -1):
            row: list = []
            for file in range(8):
                piece: cython.int = pos.board[8 * rank + file]
                row.append("." if piece == NO_PIECE else letters[piece])
            ranks.append(" ".join(row))
        return "\n".join(ranks)

    def unicode(self) -> str:
        """Return the board drawn with chess figures, White below."""
        return self.drawing(UNICODE_PIECES)

    def __str__(self) -> str:
        """Return the board drawn with letters, White below.

        >>> print(Board("7k/8/8/8/8/8/8/K7 w - - 0 1"))
        . . . . . . . k
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .
        """
        return self.drawing(PIECE_LETTERS)

    def _repr_svg_(self):
        """Draw the board for a notebook, with the last move and a check marked."""
        from lux import svg

        king = self.king(self.turn) if self.is_check() else None
        return svg.board(self, lastmove=self.peek() if self.played else None, check=king)

    def __repr__(self) -> str:
        return f"Board({self.fen()!r}" + (", chess960=True)" if self.chess960 else ")")


def square_names(squares: Bitboard) -> list:
    """Name the squares of a bitboard, a1 to h8."""
    names: list = []
    while squares:
        names.append(square_name(pop_lsb(cython.address(squares))))
    return names


def _replay(fen: str, chess960: bool, moves: list) -> Board:
    """Rebuild a pickled game."""
    board: Board = Board(fen, chess960)
    for move in moves:
        board.push_uci(move)
    return board
