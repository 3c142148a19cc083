"""The rules of tic-tac-toe: squares a1 to c3 are numbered 0 to 8 by rows, X begins."""

SQUARES = [file + rank for rank in "123" for file in "abc"]
# Three in a row, a column or a diagonal, as bit masks over the squares.
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777


class Game:
    """A game in progress: the marks of both sides as bit masks, X's first, and the squares marked so far."""

    def __init__(self) -> None:
        self.marks = (0, 0)
        self.history: list[int] = []

    @property
    def turn(self) -> int:
        """Return the side to move: 0 for X, 1 for O."""
        return len(self.history) % 2

    @property
    def winner(self) -> int | None:
        """Return the side that has three in a row, or None."""
        for side, marks in enumerate(self.marks):
            if any(marks & line == line for line in LINES):
                return side
        return None

    @property
    def is_over(self) -> bool:
        """Tell whether somebody has won or the board is full."""
        return self.winner is not None or self.marks[0] | self.marks[1] == FULL

    @property
    def legal_moves(self) -> list[int]:
        """List the free squares; there are none once the game is over."""
        taken = self.marks[0] | self.marks[1]
        return [] if self.is_over else [square for square in range(9) if not taken >> square & 1]

    def place(self, square: int) -> None:
        """Mark `square` for the side to move; raise ValueError, changing nothing, if that is not legal."""
        if square not in self.legal_moves:
            raise ValueError(f"illegal move {SQUARES[square]}")
        x, o = self.marks
        self.marks = (x, o | 1 << square) if self.turn else (x | 1 << square, o)
        self.history.append(square)

    def undo(self) -> None:
        """Take back the last mark."""
        clear = ~(1 << self.history.pop())
        self.marks = (self.marks[0] & clear, self.marks[1] & clear)
