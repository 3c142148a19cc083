"""The board of the search: which lines are open to either side, and how many marks they lack.

A line is open to a side if the other has no mark in it. The lines open to a side are one int of several fields with one
bit per line: the lowest field has the complete lines, the next those that lack one mark, and so on. So a mark moves all
lines through its square into the field below, in one shift.
"""

from typing import NamedTuple

from tictac.rules import MAX_SIDE, Board, Position, bits

# The weight of a complete line. A line weighs half for each mark that it lacks.
WHOLE = 1 << MAX_SIDE


class Lines:
    """What the search knows of the lines of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.count = len(board.lines)
        self.all = (1 << self.count) - 1
        self.squares = [bits(line) for line in board.lines]
        # The first bit of each field, and the weight of a line in it.
        self.fields = [(lacks * self.count, WHOLE >> lacks) for lacks in range(board.in_a_row + 1)]
        # The lines through each square, in every field.
        through = [sum(1 << i for i, line in enumerate(self.squares) if square in line) for square in bits(board.full)]
        self.through = [sum(lines << first for first, _ in self.fields) for lines in through]

    def node(self, position: Position) -> "Node":
        """Return the node of a position."""
        untouched = self.all << self.fields[-1][0]
        node = Node(self, 0, 0, untouched, untouched)
        x, o = bits(position.x), bits(position.o)
        for number in range(len(x) + len(o)):
            node = node.after((o if number % 2 else x)[number // 2])
        return node


class Node(NamedTuple):
    """A position from the side to move: the sets of squares that we and the opponent hold, and the lines open to us."""

    lines: Lines
    us: int
    them: int
    ours: int
    theirs: int

    @property
    def empty(self) -> int:
        """Return the set of empty squares."""
        return self.lines.board.full & ~(self.us | self.them)

    @property
    def is_lost(self) -> bool:
        """Return whether the opponent has completed a line."""
        return self.theirs & self.lines.all != 0

    def after(self, square: int) -> "Node":
        """Return the node after our move, with the sides exchanged."""
        lines, us, them, ours, theirs = self
        through = lines.through[square]
        nearer = ours & through
        return Node(lines, them, us | 1 << square, theirs & ~through, ours ^ nearer | nearer >> lines.count)

    def completing(self, side: int) -> list[int]:
        """Return the empty squares that complete one of these lines."""
        lines, squares = self.lines, 0
        for line in bits(side >> lines.count & lines.all):
            squares |= lines.board.lines[line]
        return bits(squares & self.empty)

    def cannot_win(self, side: int, to_move: bool) -> bool:
        """Return whether the opponent can keep a side from completing any of these lines, which are open to it.

        Erdos and Selfridge ("On a combinatorial game", 1973) found what the sum of weights means: if it is less than
        the weight of one complete line when the opponent is to move, or less than half of that when the side itself is,
        then the opponent can keep it so for ever.
        """
        total, every = 0, self.lines.all
        for first, weight in self.lines.fields:
            total += (side >> first & every).bit_count() * weight
        return total << to_move < WHOLE

    def by_weight(self) -> list[int]:
        """Return the empty squares sorted by the weight of the open lines through them, of either side."""
        worth = [0] * self.lines.board.full.bit_count()
        for first, weight in self.lines.fields:
            for side in self.ours, self.theirs:
                for line in bits(side >> first & self.lines.all):
                    for square in self.lines.squares[line]:
                        worth[square] += weight
        return sorted(bits(self.empty), key=worth.__getitem__, reverse=True)
