"""The rules of tic-tac-toe on any m,n,k board.

Squares are numbered by rows from the lower left, as in chess: a1 is 0, b1 is 1; on the 3x3 board c3 is 8. A set of
squares is an int with one bit per square. Boards and positions never change: a move makes a new position.
"""

from dataclasses import dataclass
from functools import cached_property

MAX_SIDE = 8
X, O = "X", "O"  # noqa: E741 - the names of the marks, and of the players


class IllegalMoveError(ValueError):
    """A square cannot be marked."""


def other(mark: str) -> str:
    """Return the opponent of a player."""
    return O if mark == X else X


def bits(squares: int) -> list[int]:
    """Return the squares of a set, lowest first."""
    return [square for square, bit in enumerate(reversed(f"{squares:b}")) if bit == "1"]


@dataclass(frozen=True)
class Board:
    """Squares in `width` files and `height` ranks, where `in_a_row` in a row win.

    Raises:
        ValueError: width or height is not from 1 to 8, or `in_a_row` does not fit.
    """

    width: int = 3
    height: int = 3
    in_a_row: int = 3

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise ValueError(f"a board has 1 to {MAX_SIDE} files and ranks, not {self.width}x{self.height}")
        if not 1 <= self.in_a_row <= max(self.width, self.height):
            raise ValueError(f"{self.in_a_row} in a row do not fit on {self.width}x{self.height}")

    @cached_property
    def full(self) -> int:
        """Return the set of all squares."""
        return (1 << self.width * self.height) - 1

    @cached_property
    def names(self) -> list[str]:
        """Return the name of each square: file and rank, from a1."""
        return [file + str(rank + 1) for rank in range(self.height) for file in "abcdefgh"[: self.width]]

    def square(self, name: str) -> int:
        """Return the square with that name, in either case.

        Raises:
            IllegalMoveError: there is no such square.
        """
        if name.lower() not in self.names:
            raise IllegalMoveError(f"there is no square {name[:20]!r} on {self.width}x{self.height}")
        return self.names.index(name.lower())

    @cached_property
    def lines(self) -> list[int]:
        """Return every row, column and diagonal piece of `in_a_row` squares, as sets of squares."""
        lines = []
        for step_x, step_y in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for square in bits(self.full):
                y, x = divmod(square, self.width)
                end_x, end_y = x + step_x * (self.in_a_row - 1), y + step_y * (self.in_a_row - 1)
                if 0 <= end_x < self.width and end_y < self.height:
                    step = step_y * self.width + step_x
                    lines.append(sum(1 << square + i * step for i in range(self.in_a_row)))
        return list(dict.fromkeys(lines))  # one square in a row lies in four directions

    def completed(self, squares: int) -> list[int]:
        """Return the lines that lie in a set of squares."""
        return [line for line in self.lines if squares & line == line]


@dataclass(frozen=True)
class Position:
    """The sets of squares that hold X and O; X begins."""

    board: Board = Board()
    x: int = 0
    o: int = 0

    @property
    def turn(self) -> str:
        """Return the side to move, by the number of marks, even if the game is over."""
        return X if self.x.bit_count() == self.o.bit_count() else O

    @property
    def sides(self) -> tuple[int, int]:
        """Return the sets of squares that the side to move and the other one hold."""
        return (self.x, self.o) if self.turn == X else (self.o, self.x)

    @cached_property
    def winner(self) -> str:
        """Return the side that has completed a line, or ''."""
        # Only the side that has just moved can have.
        return other(self.turn) if self.board.completed(self.sides[1]) else ""

    @property
    def empty(self) -> int:
        """Return the set of empty squares."""
        return self.board.full & ~(self.x | self.o)

    @property
    def is_over(self) -> bool:
        """Return whether a side has won or the board is full."""
        return self.winner != "" or not self.empty

    @property
    def legal_moves(self) -> list[int]:
        """Return the empty squares; none once the game is over."""
        return [] if self.winner else bits(self.empty)

    def after(self, square: int) -> "Position":
        """Return the position after the side to move marks a square.

        Raises:
            IllegalMoveError: it is taken or off the board, or the game is over.
        """
        if self.is_over:
            raise IllegalMoveError("the game is over")
        if not 0 <= square < len(self.board.names):
            raise IllegalMoveError(f"there is no square {square}")
        mark = 1 << square
        if not self.empty & mark:
            raise IllegalMoveError(f"{self.board.names[square]} is taken")
        if self.turn == X:
            return Position(self.board, self.x | mark, self.o)
        return Position(self.board, self.x, self.o | mark)

    def rows(self, marks: str = " XO") -> list[str]:
        """Return the rows from the top, a character for each square: those of an empty one, X and O."""
        cells = "".join(marks[(self.x >> square & 1) + 2 * (self.o >> square & 1)] for square in bits(self.board.full))
        return [cells[start : start + self.board.width] for start in range(0, len(cells), self.board.width)][::-1]
