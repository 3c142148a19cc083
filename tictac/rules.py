"""The rules of tic-tac-toe on any m,n,k board: `Game` knows legal moves and results.

Squares are numbered by rows from the lower left, as in chess: a1 is 0, b1 is 1; on the 3x3 board c3 is 8. A set of
squares is an int with one bit per square.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import cache

MAX_SIDE = 8


class Mark(IntEnum):
    """The mark on a square, or a player; X begins."""

    NONE = 0
    X = 1
    O = 2  # noqa: E741 - the name of the mark

    @property
    def other(self) -> "Mark":
        """Return the opponent's mark; NONE has none."""
        return Mark(-self % 3)


class IllegalMoveError(ValueError):
    """A square cannot be marked; the game is unchanged."""


class PositionError(ValueError):
    """A text is not a position, or no game can reach it."""


def bits(squares: int) -> Iterator[int]:
    """Yield the squares of a set, lowest first."""
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1


@cache
def win_lines(width: int, height: int, in_a_row: int) -> tuple[int, ...]:
    """Return every row, column and diagonal piece of `in_a_row` squares, as sets of squares."""
    lines = []
    for step_x, step_y in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for y in range(height):
            for x in range(width):
                end_x, end_y = x + step_x * (in_a_row - 1), y + step_y * (in_a_row - 1)
                if 0 <= end_x < width and end_y < height:
                    squares = {(y + i * step_y) * width + x + i * step_x for i in range(in_a_row)}
                    lines.append(sum(1 << square for square in squares))
    return tuple(dict.fromkeys(lines))  # one square in a row lies in four directions


class Game:
    """A game of `in_a_row` in a row on `width` by `height` squares, from its first mark to its end.

    Attributes:
        marks: the set of squares that hold X, and the set of those that hold O.
        winner: the side with `in_a_row` in a row, or NONE.
        history: the squares marked since the game began or was set up.

    Raises:
        ValueError: width or height is not from 1 to 8, or `in_a_row` does not fit.
    """

    def __init__(self, width: int = 3, height: int = 3, in_a_row: int = 3) -> None:
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise ValueError(f"a board has 1 to {MAX_SIDE} files and ranks, not {width}x{height}")
        if not 1 <= in_a_row <= max(width, height):
            raise ValueError(f"{in_a_row} in a row do not fit on {width}x{height}")
        self.width = width
        self.height = height
        self.in_a_row = in_a_row
        self._lines = win_lines(width, height, in_a_row)
        self._full = (1 << width * height) - 1
        self.marks = {Mark.X: 0, Mark.O: 0}
        self.winner = Mark.NONE
        self.history: list[int] = []

    @classmethod
    def from_text(cls, text: str) -> "Game":
        """Set up a position from text: rows from the top, side to move, and how many in a row win (3 by default).

        The format is `XO1/1X1/3 o 3`; Cute Chess's `Pp1/1P1/3[PPPppp] b - - 0 2` is read as well.

        Raises:
            PositionError: the text is malformed, or no game reaches such a position.
        """
        match = re.fullmatch(r"(\S+)\s+([xowb])(?:\s+(\d)|\s+-\s+-\s+\d+\s+\d+)?", text.strip())
        if match is None:
            raise PositionError("expected rows from the top, the side to move (x or o) and the number in a row")
        rows, side, in_a_row = match[1], match[2], int(match[3] or 3)
        rows, bracket, hand = rows.partition("[")
        cells = [re.sub(r"\d", lambda digit: "." * int(digit[0]), row) for row in rows.split("/")]
        if bad := re.search(r"[^.xXoOpP]", "".join(cells)):
            raise PositionError(f"a row holds X, O and digits, not {bad[0]!r}")
        if len(set(map(len, cells))) > 1:
            raise PositionError("the rows differ in length")
        try:
            game = cls(len(cells[0]), len(cells), in_a_row)
        except ValueError as error:
            raise PositionError(str(error)) from None
        for square, cell in enumerate("".join(reversed(cells))):
            if cell != ".":
                game.marks[Mark.X if cell in "xXP" else Mark.O] |= 1 << square
        game._check_reachable(Mark.X if side in "xw" else Mark.O)
        if bracket and sorted(hand) != sorted(game._hand() + "]"):
            raise PositionError(f"the hand should be [{game._hand()}]")
        return game

    def _check_reachable(self, side: Mark) -> None:
        """Raise PositionError unless a game can reach this position with `side` to move; find the winner."""
        x, o = (squares.bit_count() for squares in self.marks.values())
        if x - o not in (0, 1):
            raise PositionError(f"{x} X and {o} O: they take turns, and X begins")
        if side != self.turn:
            raise PositionError(f"with {x} X and {o} O it is {self.turn.name}'s turn")
        common = dict.fromkeys(self.marks, self._full)
        for mark, squares in self.marks.items():
            for line in self._lines:
                if squares & line == line:
                    common[mark] &= line
        last = self.turn.other
        # The last mark made the win: it lies in every line, and the opponent has none.
        if common[last] == 0 or common[last.other] != self._full:
            raise PositionError("the game would have been over before")
        if common[last] != self._full:
            self.winner = last

    # What there is to see

    @property
    def turn(self) -> Mark:
        """Return the side to move, by the number of marks, even if the game is over."""
        return Mark.X if self.marks[Mark.X].bit_count() == self.marks[Mark.O].bit_count() else Mark.O

    @property
    def is_over(self) -> bool:
        """Return whether a side has won or the board is full."""
        return self.winner != Mark.NONE or not self._empty

    @property
    def board(self) -> tuple[Mark, ...]:
        """Return the mark of every square."""
        x, o = self.marks[Mark.X], self.marks[Mark.O]
        return tuple(Mark((x >> square & 1) + 2 * (o >> square & 1)) for square in range(self.width * self.height))

    @property
    def legal_moves(self) -> list[int]:
        """Return the empty squares; none once the game is over."""
        return [] if self.is_over else list(bits(self._empty))

    @property
    def _empty(self) -> int:
        return self._full & ~(self.marks[Mark.X] | self.marks[Mark.O])

    @property
    def winning_squares(self) -> frozenset[int]:
        """Return the squares of the winner's completed lines, if any."""
        marked = self.marks.get(self.winner, 0)
        return frozenset(square for line in self._lines if marked & line == line for square in bits(line))

    # What can be done

    def place(self, square: int) -> None:
        """Mark a square for the side to move.

        Raises:
            IllegalMoveError: it is taken or off the board, or the game is over; the game is unchanged.
        """
        if self.is_over:
            raise IllegalMoveError("the game is over")
        if not 0 <= square < self.width * self.height:
            raise IllegalMoveError(f"there is no square {square}")
        if not self._empty >> square & 1:
            raise IllegalMoveError(f"{self.square_name(square)} is taken")
        mark = self.turn
        self.marks[mark] |= 1 << square
        self.history.append(square)
        if any(line >> square & 1 and self.marks[mark] & line == line for line in self._lines):
            self.winner = mark

    def undo(self) -> None:
        """Take back the last mark.

        Raises:
            IllegalMoveError: there is none to take back.
        """
        if not self.history:
            raise IllegalMoveError("there is no mark to take back")
        square = self.history.pop()
        self.marks[self.turn.other] &= ~(1 << square)
        self.winner = Mark.NONE  # the game went on until this mark

    def copy(self) -> "Game":
        """Return a game in the same position, with its history."""
        twin = Game(self.width, self.height, self.in_a_row)
        twin.marks, twin.winner, twin.history = {**self.marks}, self.winner, [*self.history]
        return twin

    # Text

    def square_name(self, square: int) -> str:
        """Return a square's name: file and rank, from a1."""
        rank, file = divmod(square, self.width)
        return "abcdefgh"[file] + str(rank + 1)

    def parse_square(self, name: str) -> int:
        """Return the square with that name, in either case.

        Raises:
            IllegalMoveError: there is no such square.
        """
        if re.fullmatch("[a-h][1-8]", name.lower()):
            file, rank = "abcdefgh".index(name[0].lower()), int(name[1]) - 1
            if file < self.width and rank < self.height:
                return rank * self.width + file
        raise IllegalMoveError(f"there is no square {name[:20]!r} on {self.width}x{self.height}")

    def text(self) -> str:
        """Return the position as text that `from_text` reads."""
        return f"{self._rows(' XO')} {self.turn.name.lower()} {self.in_a_row}"

    def cutechess_fen(self) -> str:
        """Return the position as Cute Chess writes it: P is X, p is O, the marks left to place are in brackets."""
        move_number = 1 + self.marks[Mark.O].bit_count()
        return f"{self._rows(' Pp')}[{self._hand()}] {'w' if self.turn == Mark.X else 'b'} - - 0 {move_number}"

    def _rows(self, letters: str) -> str:
        cells = "".join(letters[mark] for mark in self.board)
        rows = [cells[start : start + self.width] for start in range(0, len(cells), self.width)]
        return "/".join(re.sub(" +", lambda gap: str(len(gap[0])), row) for row in reversed(rows))

    def _hand(self) -> str:
        squares = self.width * self.height
        x, o = (marked.bit_count() for marked in self.marks.values())
        return "P" * ((squares + 1) // 2 - x) + "p" * (squares // 2 - o)
