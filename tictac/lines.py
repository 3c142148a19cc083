"""The board of the search: the weight of every line for either side, updated incrementally.

A line in which the opponent has no mark is open, and weighs 2 to the power of our marks in it; a blocked line weighs
nothing. Erdos and Selfridge ("On a combinatorial game", 1973) found what the sum of these weights means: if it is less
than the weight of one complete line when the opponent is to move, or less than half of that when we are, then the
opponent can keep it so for ever, and we never complete a line.
"""

from tictac.rules import Game, bits, win_lines


class Lines:
    """A position; side 0 is X, side 1 is O. Marks are placed and undone like a stack."""

    def __init__(self, width: int, height: int, in_a_row: int) -> None:
        self.lines = [tuple(bits(line)) for line in win_lines(width, height, in_a_row)]
        self.full = (1 << width * height) - 1
        # The lines through each square and, at the index -1, all lines.
        self.through = [[i for i, line in enumerate(self.lines) if square in line] for square in range(width * height)]
        self.through.append(list(range(len(self.lines))))
        # The weight of a complete line, and the marks of a line that lacks one.
        self.whole = 1 << in_a_row
        self.threat = in_a_row - 1
        self.clear()

    def clear(self) -> None:
        """Empty the board."""
        self.marks = [0, 0]
        self.weight = [len(self.lines)] * 2
        self.count = [[0] * len(self.lines), [0] * len(self.lines)]

    def take_over(self, game: Game) -> None:
        """Set up the position of a game on a board of the same size."""
        self.clear()
        for side, squares in enumerate(game.marks.values()):
            for square in bits(squares):
                self.place(side, square)

    def place(self, us: int, square: int) -> tuple[int, int]:
        """Mark a square; return what `undo` needs."""
        ours, theirs = self.count[us], self.count[1 - us]
        gain = loss = 0
        for line in self.through[square]:
            if not theirs[line]:
                gain += 1 << ours[line]
            if not ours[line]:
                loss += 1 << theirs[line]
            ours[line] += 1
        self.weight[us] += gain
        self.weight[1 - us] -= loss
        self.marks[us] |= 1 << square
        return gain, loss

    def undo(self, us: int, square: int, change: tuple[int, int]) -> None:
        """Take back the last mark."""
        ours = self.count[us]
        for line in self.through[square]:
            ours[line] -= 1
        self.weight[us] -= change[0]
        self.weight[1 - us] += change[1]
        self.marks[us] ^= 1 << square

    def empty(self) -> int:
        """Return the set of empty squares."""
        return self.full & ~(self.marks[0] | self.marks[1])

    def completing(self, us: int, through: int = -1) -> set[int]:
        """Return the squares that complete a line of ours, of those lines that run through a square (-1: all)."""
        ours, theirs = self.count[us], self.count[1 - us]
        empty = self.empty()
        return {
            square
            for line in self.through[through]
            if ours[line] == self.threat and not theirs[line]
            for square in self.lines[line]
            if empty >> square & 1
        }

    def cannot_win(self, us: int, to_move: bool) -> bool:
        """Return whether the opponent can keep us from completing any line, by the sum of weights."""
        return self.weight[us] << to_move < self.whole

    def by_weight(self, us: int, squares: int) -> list[int]:
        """Return the squares sorted by the weight that they add to our lines and take from the opponent's."""
        ours, theirs = self.count[us], self.count[1 - us]

        def worth(square: int) -> int:
            return sum(
                (not theirs[line] and 1 << ours[line]) + (not ours[line] and 1 << theirs[line])
                for line in self.through[square]
            )

        return sorted(bits(squares), key=worth, reverse=True)
