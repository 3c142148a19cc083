"""Read and write opening books in the format of PolyGlot (layer 6).

A book is a sorted file of 16-byte entries, big-endian: key (8 bytes), move (2), weight (2), learn (4). It is
searched by bisection, and memory-mapped if it is large.

Source: https://www.chessprogramming.org/PolyGlot and the book-format page of PolyGlot's author, Fabien Letouzey
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import takewhile
from mmap import ACCESS_READ, mmap
from os import PathLike, fstat
from pathlib import Path
from random import Random
from struct import Struct
from typing import NamedTuple, Self

from lux.board import Board
from lux.runtime.replacing import replacing
from lux.runtime.system import at_once
from lux.squares import SQUARES, square_file

ENTRY = Struct(">QHHI")
RANDOM64_FILE = Path(__file__).with_name("data") / "random64.txt"

# Indices into Random64: twelve kinds of piece by 64 squares, four castling rights, eight en passant files, the turn.
PIECES = "pPnNbBrRqQkK"
CASTLING = 768
EN_PASSANT = 772
TURN = 780
# A move's bits: promotion 14-12, from square 11-6, to square 5-0.
PROMOTIONS = ("", "n", "b", "r", "q")
MAX_WEIGHT = 0xFFFF
MAX_READ_BYTES = 64 << 20


class BookError(ValueError):
    """A file is not a PolyGlot book."""


class BookMove(NamedTuple):
    """A book move as a UCI string, and its weight relative to the other moves."""

    uci: str
    weight: int


@cache
def random64() -> list[int]:
    """Return the 781 random numbers of the format."""
    return [int(line, 16) for line in RANDOM64_FILE.read_text(encoding="ascii").split()]


def board_key(board: Board) -> int:
    """Return the 64-bit PolyGlot key. The en passant square counts if a pawn attacks it, legally or not.

    >>> f"{board_key(Board()):016x}"
    '463b96181691fc9c'
    """
    numbers = random64()
    key = numbers[TURN] if board.turn else 0
    for square, piece in board.piece_map().items():
        key ^= numbers[64 * PIECES.index(piece) + SQUARES.index(square)]
    for rook in board.castling_rights:
        white = rook[1] == "1"
        key ^= numbers[CASTLING + (0 if white else 2) + (rook < board.king(white))]
    passed = board.fen(en_passant="xfen").split()[3]
    if passed != "-":
        key ^= numbers[EN_PASSANT + square_file(passed)]
    return key


class Book:
    """An opening book on disk; a context manager that closes it.

    Args:
        path: a file in PolyGlot's format, conventionally `*.bin`.

    Raises:
        OSError: the file cannot be read.
        BookError: it is empty, or not a whole number of entries.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        with open(path, "rb", opener=at_once) as file:
            size = fstat(file.fileno()).st_size
            if size == 0 or size % ENTRY.size:
                raise BookError(f"not a PolyGlot book: {size} bytes are not a number of {ENTRY.size}-byte entries")
            # A mapped file that is cut while it is open ends the process: that is for books too large to be read.
            self._entries = file.read() if size <= MAX_READ_BYTES else mmap(file.fileno(), 0, access=ACCESS_READ)

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries) // ENTRY.size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if isinstance(self._entries, mmap):
            self._entries.close()

    def _entry(self, index: int) -> tuple[int, int, int, int]:
        return ENTRY.unpack_from(self._entries, index * ENTRY.size)

    def moves(self, board: Board) -> list[BookMove]:
        """Return the legal book moves of a position, in the book's order."""
        key = board_key(board)
        begin = bisect_left(range(len(self)), key, key=lambda index: self._entry(index)[0])
        entries = takewhile(lambda entry: entry[0] == key, map(self._entry, range(begin, len(self))))
        moves = ((_legal(board, packed), weight) for _, packed, weight, _ in entries)
        return [BookMove(uci, weight) for uci, weight in moves if uci is not None]

    def choose(self, board: Board, random: Random) -> BookMove | None:
        """Choose a move with probability proportional to its weight; None if no move has a positive weight."""
        moves = [move for move in self.moves(board) if move.weight]
        return random.choices(moves, [move.weight for move in moves])[0] if moves else None


def _legal(board: Board, packed: int) -> str | None:
    """Return a book's move as the board writes it; None if it is not legal, as where two positions share a key."""
    try:
        return board.parse_uci(SQUARES[packed >> 6 & 63] + SQUARES[packed & 63] + PROMOTIONS[packed >> 12 & 7])
    except (IndexError, ValueError):
        return None


def write_book(path: str | PathLike[str], moves: Iterable[tuple[Board, str, int]]) -> int:
    """Write a book of positions, each with a legal UCI move and its weight; return the number of entries.

    Raises:
        OSError: the file cannot be written.
        ValueError: a weight is not between 0 and 65535, or a move is not legal.
    """
    entries = []
    for board, uci, weight in moves:
        if not 0 <= weight <= MAX_WEIGHT:
            raise ValueError(f"the weight of {uci} is {weight}, not between 0 and {MAX_WEIGHT}")
        entries.append((board_key(board), -weight, _packed(board, uci)))
    # By key, as the format demands, and the likeliest move first.
    data = b"".join(ENTRY.pack(key, packed, -negative, 0) for key, negative, packed in sorted(entries))
    with replacing(path, binary=True) as file:
        file.write(data)
    return len(entries)


def _packed(board: Board, uci: str) -> int:
    """Return a legal move in the format of books, with castling as king takes rook; raises as Board.parse_uci."""
    chess960 = Board(board.fen(shredder=True), chess960=True)
    move = chess960.parse_uci(board.parse_uci(uci))
    return PROMOTIONS.index(move[4:]) << 12 | SQUARES.index(move[:2]) << 6 | SQUARES.index(move[2:4])
