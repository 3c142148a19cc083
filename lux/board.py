"""Play and examine a game from Python (layer 5).

>>> board = Board()
>>> for san in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"):
...     _ = board.push_san(san)
>>> board.push_uci("h5f7")
'h5f7'
>>> board.is_checkmate(), board.result(), board.termination()
(True, '1-0', <Termination.CHECKMATE: 1>)

Names and behaviour follow python-chess. The types are simpler: a move is a string in UCI notation (`lux.Move`, or a
plain string), a square a name such as 'e4' (`lux.squares`), a set of squares a list of names, a piece its FEN letter,
and a piece type a letter in either case. The documentation lists the names of python-chess that are missing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Self

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.lux.game.base_board import POSITION_KEYS
from cython.cimports.lux.game.move_board import MoveBoard
from cython.cimports.lux.rules.bitboard import relative_rank_bb, square_bb
from cython.cimports.lux.rules.movegen import ALL_MOVES, MoveList, count_legal, generate
from cython.cimports.lux.rules.position import *
from cython.cimports.lux.rules.reversible import earlier_occurrences
from cython.cimports.lux.rules.types import KING, NO_SQUARE, ROOK, Bitboard, Color, Move, Square
from cython.cimports.lux.text.fen import has_just_passed, parse_fen, position_fen
from cython.cimports.lux.text.notation import parse_square

from lux.chess960 import start_fen
from lux.game.base_board import STARTPOS
from lux.game.outcome import Outcome, Termination
from lux.game.perft import PerftStats, PerftTable, children, count_kinds, count_leaves
from lux.text.fen import COLOR_NAMES, PIECE_LETTERS, PIECE_NAMES, FenError
from lux.text.notation import AmbiguousMoveError, IllegalMoveError
from lux.text.uci_move import InvalidMoveError

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

WHITE = True
BLACK = False
Operations = dict[str, str | int | float | list[str] | None]  # of a line of Extended Position Description


def side_name(color: bool) -> str:
    """Return the English name of a side: White or Black."""
    return COLOR_NAMES[not color]


def needs_chess960(fen: str) -> bool:
    """Return whether *fen* needs Chess960 castling: a king off the e-file or a rook off its corner may castle.

    Raises:
        FenError: *fen* is not a position.

    >>> needs_chess960("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), needs_chess960("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")
    (False, True)
    """
    return Board(fen, chess960=True).has_chess960_castling_rights()


@cython.cclass
class Board(MoveBoard):
    """A game of chess: a position, the moves that led to it, and what the rules say about it.

    Args:
        fen: start of the game, in 4 to 6 fields; X-FEN and Shredder-FEN castling fields are both read.
        chess960: write castling as king takes rook (e1h1). Either notation is read if it is unambiguous. KQkq in a FEN
            may then mean a rook outside the corner, the outermost one.

    Raises:
        FenError: *fen* is malformed, or its position is illegal. On a board that was set up piece by piece, every
            method that needs a legal position.
        ValueError: from any method, for a name that is not a square or a letter that is not a piece.

    >>> Board("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", chess960=True).san("e8h8")
    'O-O'
    """

    def __init__(self, fen: str = STARTPOS, chess960: bool = False):
        self.chess960 = chess960
        self.set_fen(fen)

    # Set up

    @classmethod
    def from_chess960_pos(cls, number: int) -> Self:
        """Return the start position of Chess960 of that *number*, 0 to 959, as Scharnagl numbers them.

        >>> Board.from_chess960_pos(518).epd()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
        """
        return cls(start_fen(number), chess960=True)

    def set_chess960_pos(self, number: int) -> None:
        """Start a new game of Chess960 from the start position of that *number*, 0 to 959."""
        fen = start_fen(number)
        self.chess960 = True
        self.set_fen(fen)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, Operations]:
        """Return the position of a line of Extended Position Description, and its operations.

        am, bm and pv have lists of UCI moves; other operations have a number, a string, or None without an operand.

        Raises:
            FenError: the position is wrong.
            ValueError: an operation is wrong.

        >>> board, operations = Board.from_epd('6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1; id "back rank";')
        >>> operations
        {'bm': ['a1a8'], 'dm': 1, 'id': 'back rank'}
        """
        board = cls(chess960=chess960)
        return board, board.set_epd(epd)

    def set_epd(self, epd: str) -> Operations:
        """Start a new game from a line of Extended Position Description and return its operations; see `from_epd`."""
        from lux.text.epd_line import move_words, operand_value, split_epd

        fen, operands = split_epd(epd)
        board = Board(fen, self.chess960)
        operations: dict = {}
        for name, operand in operands.items():
            operations[name] = value = operand_value(operand)
            if name in ("am", "bm", "pv") and not isinstance(value, int | float):
                read = board.copy().push_san if name == "pv" else board.parse_san
                operations[name] = [read(san) for san in move_words(operand)]
        self.set_fen(fen)
        return operations

    def set_fen(self, fen: str) -> None:
        """Start a new game from *fen*.

        Raises:
            FenError: *fen* is wrong; the game is unchanged.
        """
        pos: Position
        self.start_ep = parse_fen(fen, self.chess960, cython.address(pos))
        self.positions[0] = pos
        self.played = 0
        self.unchecked = False

    def reset(self) -> None:
        """Start a new game from the usual start position."""
        self.set_fen(STARTPOS)

    def clear_stack(self) -> None:
        """Forget the moves so far; the current position becomes the start of the game."""
        self.set_up()

    # Set up piece by piece

    @classmethod
    def empty(cls, chess960: bool = False) -> Self:
        """Return an empty board, White to move, to set up with set_piece_at.

        >>> board = Board.empty()
        >>> board.set_piece_map({"e1": "K", "d2": "Q", "e8": "k"})
        >>> board.turn = BLACK
        >>> board.fen(), board.is_check(), board.is_valid()
        ('4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1', False, True)
        """
        board = cls(chess960=chess960)
        board.clear()
        return board

    def clear(self) -> None:
        """Remove all pieces, to set up a position; White is to move."""
        clear_position(self.set_up())
        self.start_ep = NO_SQUARE

    def status(self) -> str:
        """Return why the position is illegal, '' if it is legal.

        >>> Board.empty().status()
        'White has no king'
        """
        try:
            self.current()
        except FenError as error:
            return str(error)
        return ""

    def is_valid(self) -> bool:
        """Return whether the position is legal."""
        return not self.status()

    def set_board_fen(self, fen: str) -> None:
        """Set the pieces from the first field of a FEN; a new game begins with this position, as with set_piece_at.

        Raises:
            FenError: *fen* is malformed, has more fields, or makes an illegal position; the board is unchanged.
        """
        if " " in fen.strip():
            raise FenError(f"expected the pieces alone, not a whole FEN: {fen.strip()[:100]!r}")
        rest = self.fen(shredder=True, en_passant="fen").partition(" ")[2]
        self.set_fen(f"{fen.strip()} {rest}")

    def set_castling_fen(self, castling: str) -> None:
        """Set the castling rights from the third field of a FEN; a new game begins with this position.

        Raises:
            FenError: the field is malformed. Rights without king and rook in place are dropped.

        >>> board = Board()
        >>> board.set_castling_fen("Kq")
        >>> board.castling_rights
        ['h1', 'a8']
        """
        pieces, turn, _, *rest = self.fen(shredder=True, en_passant="fen").split()
        if len(castling.split()) != 1:
            raise FenError(f"expected castling rights, as 'KQkq', or '-', not {castling[:20]!r}")
        self.set_fen(" ".join([pieces, turn, castling, *rest]))

    def set_piece_at(self, square: str, piece: str | None) -> None:
        """Put *piece*, a FEN letter, on *square*; None empties it. A new game begins with this position.

        Castling rights and an en passant square that no longer fit are dropped. The position may be illegal while you
        set it up; then everything that needs moves, checks, draws or an evaluation raises FenError. See `is_valid` and
        `status`.

        Raises:
            ValueError: *square* is not a square, or *piece* not a piece; the board is unchanged.
        """
        self.set_piece_map(self.piece_map() | {square: piece})

    def remove_piece_at(self, square: str) -> str | None:
        """Empty *square* and return its piece or None; see set_piece_at."""
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: Mapping[str, str]) -> None:
        """Set all pieces from a dict like that of piece_map; see set_piece_at.

        Raises:
            ValueError: a key is not a square, or a value not a piece; the board is unchanged.
        """
        for piece in pieces.values():
            if piece is not None and (len(piece) != 1 or piece not in PIECE_LETTERS):
                raise ValueError(f"not a piece: {piece!r}")
        placed = [(parse_square(square), piece) for square, piece in pieces.items()]
        pos: cython.pointer[Position] = self.set_up()
        before: Position = pos[0]
        clear_position(pos)
        for square, piece in placed:
            if piece is not None:
                put_piece(pos, PIECE_LETTERS.index(piece), square)
        pos.stm = before.stm
        pos.rule50 = before.rule50
        pos.game_ply = before.game_ply
        for color in range(2):
            home: Bitboard = pos.by_color[color] & relative_rank_bb(color, 0)
            if pos.by_type[KING] & home:
                pos.castling_rights |= before.castling_rights & pos.by_type[ROOK] & home
        if self.start_ep != NO_SQUARE and not has_just_passed(pos, self.start_ep):
            self.start_ep = NO_SQUARE

    # The end of a game

    def is_checkmate(self) -> bool:
        """Return whether the side to move is checkmated."""
        return self.is_check() and count_legal(self.current()) == 0

    def is_stalemate(self) -> bool:
        """Return whether the side to move has no legal move but is not in check."""
        return not self.is_check() and count_legal(self.current()) == 0

    def is_insufficient_material(self) -> bool:
        """Return whether neither side can mate: bare kings, one minor piece, or all bishops on one square colour."""
        return is_insufficient_material(self.current())

    def has_insufficient_material(self, color: bool) -> bool:
        """Return whether a side cannot mate by any sequence of legal moves.

        >>> Board("4k3/8/8/8/8/8/8/4KN2 w - - 0 1").has_insufficient_material(WHITE)
        True
        """
        us: Color = not color
        return can_never_mate(self.current(), us)

    def is_fifty_moves(self) -> bool:
        """Return whether each side has made fifty moves without a capture or pawn move, and it is not checkmate."""
        return self.current().rule50 >= 100 and count_legal(self.current()) > 0

    def is_repetition(self, count: int = 3) -> bool:
        """Return whether the position has occurred at least *count* times in this game."""
        pos: cython.pointer[Position] = self.current()
        reach: cython.int = min(pos.rule50, pos.plies_from_null)
        return earlier_occurrences(cython.address(pos.key), POSITION_KEYS, pos.key, reach) + 1 >= count

    def is_seventyfive_moves(self) -> bool:
        """Return whether each side has made seventy-five moves without a capture or pawn move; no claim is needed."""
        return self.current().rule50 >= 150 and count_legal(self.current()) > 0

    def is_fivefold_repetition(self) -> bool:
        """Return whether the position has occurred five times; no claim is needed."""
        return self.is_repetition(5)

    def can_claim_fifty_moves(self) -> bool:
        """Return whether the side to move can claim a draw by the fifty-move rule, now or with its next move."""
        return self.is_fifty_moves() or (self.current().rule50 >= 99 and self.can_claim_next(True))

    def can_claim_threefold_repetition(self) -> bool:
        """Return whether the side to move can claim a threefold repetition, now or with its next move."""
        return self.is_repetition(3) or self.can_claim_next(False)

    def can_claim_draw(self) -> bool:
        """Return whether the side to move can claim a draw."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_next(self, fifty: cython.bint) -> cython.bint:
        """Return whether a legal move completes fifty moves or, without *fifty*, a threefold repetition."""
        moves: MoveList
        generate(self.current(), cython.address(moves), ALL_MOVES)
        for i in range(moves.count):
            self.push_move(moves.moves[i])
            drawn: cython.bint = self.is_fifty_moves() if fifty else self.is_repetition(3)
            self.played -= 1
            if drawn:
                return True
        return False

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Return how the game has ended, or None while it goes on.

        Seventy-five moves and a fivefold repetition end the game. Fifty moves and a threefold repetition end it only
        with *claim_draw*, as soon as the side to move can claim them.

        >>> Board("7k/8/8/8/8/8/8/KQ6 w - - 100 90").outcome(claim_draw=True)
        Outcome(termination=<Termination.FIFTY_MOVES: 6>, winner=None)
        """
        reason = (
            self.dead_end()
            or (self.is_seventyfive_moves() and Termination.SEVENTYFIVE_MOVES)
            or (self.is_fivefold_repetition() and Termination.FIVEFOLD_REPETITION)
            or (claim_draw and self.can_claim_fifty_moves() and Termination.FIFTY_MOVES)
            or (claim_draw and self.can_claim_threefold_repetition() and Termination.THREEFOLD_REPETITION)
        )
        return Outcome(reason, not self.turn if reason is Termination.CHECKMATE else None) if reason else None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Return whether the game has ended; *claim_draw* as for `outcome`."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """Return '1-0', '0-1' or '1/2-1/2', or '*' while the game goes on; *claim_draw* as for `outcome`."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def termination(self) -> Termination | None:
        """Return why the game is over if draws need no claim, as between engines; None while it goes on.

        Unlike `outcome` with claims, it does not look at the next move.

        >>> Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").termination()
        <Termination.STALEMATE: 2>
        """
        return (
            self.dead_end()
            or (Termination.FIFTY_MOVES if self.is_fifty_moves() else None)
            or (Termination.THREEFOLD_REPETITION if self.is_repetition(3) else None)
        )

    def dead_end(self) -> object:
        """Return why the position itself ends the game: checkmate, insufficient material or stalemate; else None."""
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
        """Count the legal move sequences of *depth* plies, as an exact int of any size.

        Args:
            bulk: count the last plies without making the moves; without it every move is made, which is slower.
            threads: number of threads.
            hash: size in MiB of a hash table of counts, or a PerftTable to share between calls; 0 for none. Needs
                *bulk*.
            progress: called a few times a second with tasks done, tasks in total, and nodes so far.

        The GIL is released meanwhile.

        Raises:
            ValueError: *depth* is not from 0 to 100, *threads* less than 1, or *hash* given without *bulk*.
            MemoryError: the table cannot be allocated.

        >>> Board().perft(4)
        197281
        """
        return count_leaves(self.epd(shredder=self.chess960), self.chess960, depth, bulk, threads, hash, progress)

    def divide(
        self,
        depth: int,
        *,
        bulk: bool = True,
        threads: int = 1,
        hash: int | PerftTable = 0,
        progress: Callable[[float, int, int], object] | None = None,
    ) -> dict[str, int]:
        """Return the perft of *depth* by first move.

        Args:
            bulk, threads, hash: those of `perft`.
            progress: called a few times a second with moves done, moves in total, and nodes so far.

        Raises:
            ValueError: *depth* is less than 1, or as for `perft`.

        >>> Board("7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
        {'a1b1': 3, 'a1a2': 3, 'a1b2': 3}
        """
        if depth < 1:
            raise ValueError(f"depth must be at least 1: {depth}")
        # One table serves all.
        table = hash if isinstance(hash, PerftTable) or not hash else PerftTable(hash)
        after = children(self.epd(shredder=self.chess960), self.chess960)
        counts: list = []

        def report(done: int, tasks: int, nodes: int) -> None:
            progress(len(counts) + done / tasks, len(after), sum(counts) + nodes)

        for epd in after:
            counts.append(count_leaves(epd, self.chess960, depth - 1, bulk, threads, table, progress and report))
        return dict(zip(self.legal_moves, counts, strict=True))

    def perft_stats(self, depth: int) -> PerftStats:
        """Count the legal move sequences of *depth* plies by kind of the last move. Every move is made.

        Raises:
            ValueError: *depth* is not from 1 to 100.

        >>> Board().perft_stats(4)._asdict()["checkmates"]
        8
        """
        return count_kinds(self.epd(shredder=self.chess960), self.chess960, depth)

    # Copies and text

    def copy(self, *, stack: bool | int = True) -> Self:
        """Return an independent copy of the game, or of its last *stack* moves, none for False.

        A subclass stays one; its constructor does not run, and attributes of its own are not copied.
        """
        board: Board = type(self).__new__(type(self))
        board.chess960 = self.chess960
        kept: cython.int = self.played if stack is True else min(max(int(stack), 0), self.played)
        first: cython.int = self.played - kept
        board.reserve(kept + 2)
        memcpy(board.positions, self.positions + first, (kept + 1) * cython.sizeof(Position))
        memcpy(board.moves, self.moves + first, kept * cython.sizeof(Move))
        board.played = kept
        board.start_ep = self.passed_square(first)
        board.unchecked = self.unchecked
        for i in range(kept + 1):
            # Earlier positions are not there to be compared.
            board.positions[i].plies_from_null = min(board.positions[i].plies_from_null, i)
        return board

    def root(self) -> Self:
        """Return the start of the game: a new board without moves.

        >>> board = Board()
        >>> _ = board.push_san("e4")
        >>> board.root() == Board()
        True
        """
        board: Board = self.copy()
        board.played = 0
        return board

    def mirror(self) -> Self:
        """Return the position with colours exchanged and the board flipped vertically.

        >>> Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").mirror().fen()
        '4k3/4p3/8/8/8/8/8/4K3 b - - 0 1'
        """
        board: Board = self.copy(stack=False)
        board.set_piece_map({f"{at[0]}{9 - int(at[1])}": piece.swapcase() for at, piece in self.piece_map().items()})
        board.turn = not self.turn
        passed: Square = self.passed_square(self.played)
        board.start_ep = passed if passed == NO_SQUARE else passed ^ 56
        board.positions[0].castling_rights = 0
        for rook in self.castling_rights:
            board.positions[0].castling_rights |= square_bb(parse_square(rook) ^ 56)
        return board

    def variation_san(self, variation: Iterable[str]) -> str:
        """Return a line of legal UCI moves as numbered SAN; raises as parse_uci.

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

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare the positions, counters included, but not the moves that led to them."""
        if not isinstance(other, Board):
            return NotImplemented
        return self.fen(shredder=True) == other.fen(shredder=True) and self.chess960 == other.chess960

    def __reduce__(self) -> tuple[object, ...]:
        self.current()
        start: str = position_fen(cython.address(self.positions[0]), self.start_ep, self.chess960, True)
        return _replay, (type(self), start, self.chess960, self.move_stack), getattr(self, "__dict__", None)

    def __setstate__(self, attributes: dict[str, object]) -> None:
        """Set the attributes that a subclass has added."""
        self.__dict__.update(attributes)

    def _repr_svg_(self):
        """Draw the board for a notebook, with the last move and a check marked."""
        from lux import svg

        king = self.king(self.turn) if self.is_valid() and self.is_check() else None
        return svg.board(self, lastmove=self.peek() if self.played else None, check=king)

    def __repr__(self) -> str:
        return f"Board({self.fen()!r}" + (", chess960=True)" if self.chess960 else ")")


def _replay(cls: type, fen: str, chess960: bool, moves: list) -> Board:
    """Rebuild a pickled game."""
    board: Board = cls.__new__(cls)
    board.chess960 = chess960
    board.set_fen(fen)
    for move in moves:
        board.push(move)
    return board
