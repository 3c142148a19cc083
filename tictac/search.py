"""The search of large boards: `alpha_beta` by iterations, with a transposition table shared by symmetric positions.

Values are those of `tictac.negamax`. Positions beyond the horizon count 0, too; `Info.exact` says whether a value is
proven. Two things shorten the search: a threat leaves the opponent one reply, and a game in which neither side can
complete a line any more is a draw. A position is two sets of squares here: ours, the side to move's, and theirs.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event
from typing import NamedTuple

from tictac.negamax import WIN, one_ply_back, one_ply_on
from tictac.rules import MAX_SIDE, Board, Position, bits
from tictac.symmetry import images, symmetries

# The weight of a complete line. A line weighs half for each mark that it lacks.
WHOLE = 1 << MAX_SIDE
# The depth of a table entry that touched no horizon: it holds at any depth.
SOLVED = 99
EXACT, LOWER, UPPER = range(3)
TABLE_ENTRIES = 1 << 19
# Nodes times squares before a search looks at the clock: the 3x3 board takes less, so its search is always finished.
UNTIMED_WORK = 1 << 13


class Limits(NamedTuple):
    """What a search may take, None without a limit; `stop` ends it from another thread."""

    depth: int | None = None  #: in plies
    nodes: int | None = None
    seconds: float | None = None
    stop: Event | None = None


NO_LIMITS = Limits()


class Info(NamedTuple):
    """The result of an iteration."""

    depth: int  #: plies looked ahead
    value: int  #: for the side to move
    exact: bool  #: the value is proven: a draw is one, a win the shortest, a loss the longest
    #: The moves of that value, the most promising first: all, unless a limit was reached; against two threats those
    #: that parry one.
    best: list[int]
    line: list[int]  #: best play, as far as it is known
    nodes: int
    seconds: float
    hashfull: int  #: the used part of the transposition table in thousandths

    @property
    def plies(self) -> int | None:
        """Return the plies to a win, negative for a loss, or None."""
        return WIN - self.value if self.value > 0 else -WIN - self.value if self.value < 0 else None


class Stopped(Exception):
    """The search is out of time or nodes, or was told to stop."""


class Searcher:
    """Search positions on one board; the transposition table is kept between searches."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._lines = [(line, bits(line)) for line in board.lines]
        # By key: value, bound, depth, best move in the frame of the key.
        self._table: dict[int, tuple[int, int, int, int]] = {}
        self.start(NO_LIMITS)

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self._table.clear()

    def start(self, limits: Limits, untimed: int = 0) -> None:
        """Count nodes and time from now on; beyond the limits `root` and `value` raise Stopped.

        The clock and `limits.stop` count after `untimed` nodes.
        """
        self._limits = limits
        self._untimed = untimed
        self._began = time.monotonic()
        self._nodes = self._horizon = 0

    def search(
        self, position: Position, limits: Limits = NO_LIMITS, on_info: Callable[[Info], object] = lambda info: None
    ) -> Info:
        """Search deeper, ply by ply, until the position is solved or a limit is reached; return the last Info.

        `on_info` is called after every iteration.
        """
        self.start(limits, UNTIMED_WORK // len(self.board.names))
        if position.is_over:
            return self._info(0, -WIN if position.winner else 0, True, [], [])
        us, them = position.sides
        empty = len(position.legal_moves)
        info = self._info(0, 0, False, self.by_weight(us, them), [])
        try:
            for depth in range(1, empty + 1 if limits.depth is None else min(limits.depth, empty) + 1):
                self._horizon = 0
                value, best = self.root(us, them, depth, info.best[0])
                solved = self._horizon == 0
                length = WIN - abs(value) if value else empty if solved else depth
                # A win that the table has from a deeper search need not be the shortest.
                exact = solved or (value != 0 and length <= depth)
                info = self._info(depth, value, exact, best, self.line(us, them, best[0], length))
                on_info(info)
                if exact:
                    break
            if info.depth:
                # Which other moves are as good is asked only now: it costs more than the value itself. What the table
                # has proven in few plies may need the whole line here.
                _, best = self.root(us, them, length if info.exact else info.depth, info.best[0], ties=True)
                info = info._replace(best=best)
        except Stopped:
            pass
        return info._replace(nodes=self._nodes, seconds=time.monotonic() - self._began)

    def _info(self, depth: int, value: int, exact: bool, best: list[int], line: list[int]) -> Info:
        hashfull = 1000 * len(self._table) // TABLE_ENTRIES
        return Info(depth, value, exact, best, line, self._nodes, time.monotonic() - self._began, hashfull)

    def _count(self) -> None:
        """Count a node, unless a limit is reached."""
        _, nodes, seconds, stop = self._limits
        if self._nodes == nodes:
            raise Stopped
        self._nodes += 1
        if self._nodes > self._untimed:
            if stop is not None and stop.is_set():
                raise Stopped
            if seconds is not None and time.monotonic() >= self._began + seconds:
                raise Stopped

    def root(
        self, us: int, them: int, depth: int, first: int | None = None, ties: bool = False
    ) -> tuple[int, list[int]]:
        """Return the value of a position and its best move, with `ties` all best moves; `depth` is at least 1.

        `first` is tried before the others.
        """
        if winning := self.completing(us, them):
            return WIN - 1, winning
        blocks = self.completing(them, us) if depth > 1 else []
        if len(blocks) > 1:
            return -(WIN - 2), blocks
        best_value, best = -WIN, []
        values: dict[int, int] = {}  # of one move of those that are the same up to symmetry
        for square in self._moves(us, them, blocks, first):
            after = us | 1 << square
            key = min(images(self.board, them, after))
            if key not in values:
                # With ties, the window still tells an equal value from a lower one.
                beta = -one_ply_back(best_value - ties)
                values[key] = one_ply_on(-self.value(them, after, depth - 1, -WIN, beta))
            if values[key] > best_value:
                best_value, best = values[key], [square]
            elif ties and values[key] == best_value:
                best.append(square)
        return best_value, best

    def value(self, us: int, them: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a position in which we cannot complete a line at once, within or beyond the window."""
        self._count()
        empty = self.board.full & ~(us | them)

        # Step 1. A side that can no longer complete a line cannot win.
        if beta > 0 and self._cannot_win(us, them, to_move=True):
            beta = 0
        if alpha < 0 and self._cannot_win(them, us, to_move=False):
            alpha = 0
        if alpha >= beta or not empty:
            return 0

        # Step 2. A threat must be answered, two cannot be.
        blocks = self.completing(them, us) if depth > 1 else []
        if len(blocks) > 1:
            return -(WIN - 2)
        if depth <= 2:
            # Without threats there is nothing more to see.
            self._horizon += empty.bit_count() > depth
            return 0

        # Step 3. No game ends sooner than in three plies for us, in four for the opponent.
        alpha, beta = max(alpha, -(WIN - 4)), min(beta, WIN - 3)
        if alpha >= beta:
            return alpha

        # Step 4. The transposition table.
        same = images(self.board, us, them)
        key = min(same)
        frame = symmetries(self.board)[same.index(key)]
        hint = None
        if (entry := self._table.get(key)) is not None:
            value, bound, entry_depth, move = entry
            cuts = bound == EXACT or (value >= beta if bound == LOWER else value <= alpha)
            if cuts and entry_depth >= depth:
                self._horizon += entry_depth < SOLVED
                return value
            hint = frame.index(move)

        # Step 5. The moves: forced ones, or else the best of last time and then by weight.
        horizon, lower = self._horizon, alpha
        best, best_move = -WIN, -1
        for square in self._moves(us, them, blocks, hint):
            window = -one_ply_back(beta), -one_ply_back(alpha)
            value = one_ply_on(-self.value(them, us | 1 << square, depth - 1, *window))
            if value > best:
                best, best_move = value, square
                alpha = max(alpha, value)
                if value >= beta:
                    break

        # Step 6. Remember it.
        if len(self._table) >= TABLE_ENTRIES:
            self._table.clear()
        bound = LOWER if best >= beta else UPPER if best <= lower else EXACT
        self._table[key] = (best, bound, SOLVED if self._horizon == horizon else depth, frame[best_move])
        return best

    def _moves(self, us: int, them: int, blocks: list[int], first: int | None) -> Iterator[int]:
        """Yield the moves in the order in which they are tried: `first`, if it is one, and then by weight."""
        if first is not None and (first in blocks or not blocks):
            yield first
        for square in blocks or self.by_weight(us, them):
            if square != first:
                yield square

    def line(self, us: int, them: int, first: int, length: int) -> list[int]:
        """Return `first` and the best play after it, `length` moves in all or as many as the limits allow."""
        line = [first]
        with suppress(Stopped):
            while len(line) < length:
                us, them = them, us | 1 << line[-1]
                line.append(self.root(us, them, length - len(line))[1][0])
        return line

    # What the lines say

    def completing(self, side: int, other: int) -> list[int]:
        """Return the empty squares that complete a line of a side."""
        squares = 0
        for line, _ in self._lines:
            lacking = line & ~side
            if not lacking & other and lacking.bit_count() == 1:
                squares |= lacking
        return bits(squares)

    def _cannot_win(self, side: int, other: int, to_move: bool) -> bool:
        """Return whether the opponent can keep a side from completing a line.

        Erdos and Selfridge ("On a combinatorial game", 1973) found what the sum of weights means: if it is less than
        the weight of one complete line when the opponent is to move, or less than half of that when the side itself is,
        then the opponent can keep it so for ever.
        """
        total = sum([WHOLE >> (line & ~side).bit_count() for line, _ in self._lines if not line & other])
        return total << to_move < WHOLE

    def by_weight(self, us: int, them: int) -> list[int]:
        """Return the empty squares sorted by the weight of the lines through them that are open to either side."""
        empty = self.board.full & ~(us | them)
        worth = [0] * len(self.board.names)
        for line, squares in self._lines:
            if not (line & us and line & them):
                # One that nobody has touched is open to both.
                weight = WHOLE >> (line & empty).bit_count() << (line & empty == line)
                for square in squares:
                    worth[square] += weight
        return sorted(bits(empty), key=worth.__getitem__, reverse=True)
