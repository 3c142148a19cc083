"""The search of large boards: `alpha_beta` by iterations, with a transposition table shared by symmetric positions.

Values are from the side to move's point of view: 0 for a draw, WIN minus the plies to it for a win, the negative for a
loss. Positions beyond the horizon count 0, too; `Info.exact` says whether a value is proven. Two things shorten the
search: a threat leaves the opponent one reply, and if the weights of `tictac.lines` show that neither side can complete
a line any more, the game is a draw.
"""

import time
from collections.abc import Callable
from threading import Event
from typing import NamedTuple

from tictac.lines import Lines
from tictac.negamax import WIN
from tictac.rules import Game, Mark, bits
from tictac.symmetry import images, symmetries

# A value beyond this is a forced win.
DECISIVE = WIN // 2
# The depth of a table entry that touched no horizon: it holds at any depth.
SOLVED = 99
EXACT, LOWER, UPPER = range(3)
TABLE_ENTRIES = 1 << 19
# Nodes between two looks at the clock: more than the 3x3 board takes, so its search is always finished.
POLL_NODES = 1024
# How far ahead replies are looked into for traps.
TRAP_DEPTH = 5
# With at most this many squares empty, the traps after the next move are counted, too.
DEEP_TRAP_SQUARES = 8
# What may be spent, once the value is known, on the choice among equal moves and on the line after it.
EXTRA_NODES = 20_000


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
    """Search positions on boards of one size; the transposition table is kept between searches."""

    def __init__(self, width: int = 3, height: int = 3, in_a_row: int = 3) -> None:
        self.shape = (width, height, in_a_row)
        self._size = (width, height)
        self._lines = Lines(*self.shape)
        # By key: value from that position on, bound, depth, best move in the frame of the key.
        self._table: dict[int, tuple[int, int, int, int]] = {}
        # By the key of the position after a move: the chance that a random reply is an error.
        self._errors: dict[int, float] = {}

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self._table.clear()
        self._errors.clear()

    def search(
        self, game: Game, limits: Limits = NO_LIMITS, on_info: Callable[[Info], object] = lambda info: None
    ) -> Info:
        """Search deeper, ply by ply, until the position is solved or a limit is reached; return the last Info.

        `on_info` is called after every iteration. The game does not change.
        """
        self._start(game, limits)
        if game.is_over:
            return self._info(0, -WIN if game.winner != Mark.NONE else 0, True, [], [])
        us, empty = game.turn - 1, len(game.legal_moves)
        info = self._info(0, 0, False, self._lines.by_weight(us, self._lines.empty()), [])
        try:
            for depth in range(1, empty + 1 if limits.depth is None else min(limits.depth, empty) + 1):
                self._horizon = 0
                value, best = self._root(us, depth, info.best[0])
                solved = self._horizon == 0
                length = WIN - abs(value) if value else empty if solved else depth
                # A win that the table has from a deeper search need not be the shortest.
                exact = solved or (value != 0 and length <= depth)
                info = self._info(depth, value, exact, best, best)
                info = info._replace(line=self._line(us, best[0], length))
                on_info(info)
                if exact:
                    break
            if info.depth:
                # Which other moves are as good is asked only now: it costs more than the value itself. What the table
                # has proven in few plies may need the whole line here.
                _, best = self._root(us, length if info.exact else info.depth, info.best[0], ties=True)
                info = info._replace(best=best)
        except Stopped:
            pass
        return info._replace(nodes=self._nodes, seconds=time.monotonic() - self._began)

    def trickiest(self, game: Game, info: Info, limits: Limits = NO_LIMITS) -> list[int]:
        """Return the best moves that give the opponent the most chances to go wrong, as far as the limits allow.

        A reply is wrong if its value is worse than the best reply's. In a drawn position with few squares, later errors
        count, too.
        """
        self._start(game, limits._replace(nodes=EXTRA_NODES))
        chances: dict[int, float] = {}
        try:
            for square in info.best:
                chances[square] = self._chance_of_error(game.turn - 1, square, info.value)
        except Stopped:
            chances = chances or {info.best[0]: 0}
        # Sums in another order differ in their last bits.
        most = max(chances.values()) - 1e-9
        return [square for square, chance in chances.items() if chance >= most]

    def line(self, game: Game, first: int, length: int, limits: Limits = NO_LIMITS) -> list[int]:
        """Return best play of that length from one of the best moves on, or the move alone if a limit is reached."""
        self._start(game, limits._replace(nodes=EXTRA_NODES))
        try:
            return self._line(game.turn - 1, first, length)
        except Stopped:
            return [first]

    def _start(self, game: Game, limits: Limits) -> None:
        self._lines.take_over(game)
        self._limits = limits
        self._began = time.monotonic()
        self._nodes = 0
        self._poll_at = POLL_NODES if limits.nodes is None else min(limits.nodes, POLL_NODES)

    def _poll(self) -> None:
        """Raise Stopped if a limit is reached; the board is not restored."""
        _, nodes, seconds, stop = self._limits
        self._poll_at += POLL_NODES
        if nodes is not None:
            if self._nodes >= nodes:
                raise Stopped
            self._poll_at = min(self._poll_at, nodes)
        if stop is not None and stop.is_set():
            raise Stopped
        if seconds is not None and time.monotonic() >= self._began + seconds:
            raise Stopped

    def _info(self, depth: int, value: int, exact: bool, best: list[int], line: list[int]) -> Info:
        hashfull = 1000 * len(self._table) // TABLE_ENTRIES
        return Info(depth, value, exact, best, line, self._nodes, time.monotonic() - self._began, hashfull)

    # The tree

    def _root(self, us: int, depth: int, first: int | None = None, ties: bool = False) -> tuple[int, list[int]]:
        """Return the value of the position and its best move, with `ties` all best moves; `depth` is at least 1.

        `first` is tried before the others.
        """
        lines = self._lines
        if winning := lines.completing(us):
            return WIN - 1, sorted(winning)
        blocks = lines.completing(1 - us) if depth > 1 else set()
        if len(blocks) > 1:
            return -(WIN - 2), sorted(blocks)
        moves = list(blocks) or lines.by_weight(us, lines.empty())
        if first in moves:
            moves.insert(0, moves.pop(moves.index(first)))
        best_value, best = -WIN, []
        values: dict[int, int] = {}  # of one move of those that are the same up to symmetry
        for square in moves:
            key = self._key_after(us, square)
            if key not in values:
                change = lines.place(us, square)
                # With ties, the window still tells an equal value from a lower one.
                values[key] = -self._negamax(1 - us, square, depth - 1, 1, -WIN, ties - best_value)
                lines.undo(us, square, change)
            if values[key] > best_value:
                best_value, best = values[key], [square]
            elif ties and values[key] == best_value:
                best.append(square)
        return best_value, best

    def _negamax(self, us: int, last: int, depth: int, ply: int, alpha: int, beta: int) -> int:
        """Return the value of a position in which we cannot complete a line at once, within or beyond the window.

        The opponent's new threats run through its last mark; `last` is -1 where that is not known.
        """
        if self._nodes >= self._poll_at:
            self._poll()
        self._nodes += 1
        lines, them = self._lines, 1 - us
        empty = lines.empty()

        # Step 1. A side that can no longer complete a line cannot win.
        if beta > 0 and lines.cannot_win(us, to_move=True):
            beta = 0
        if alpha < 0 and lines.cannot_win(them, to_move=False):
            alpha = 0
        if alpha >= beta or not empty:
            return 0

        # Step 2. A threat must be answered, two cannot be.
        if depth > 1:
            blocks = lines.completing(them, last)
            if len(blocks) > 1:
                return -(WIN - ply - 2)
        if depth <= 2:
            # Without threats there is nothing more to see.
            self._horizon += empty.bit_count() > depth
            return 0

        # Step 3. No game ends sooner than in three plies for us, in four for the opponent.
        alpha, beta = max(alpha, -(WIN - ply - 4)), min(beta, WIN - ply - 3)
        if alpha >= beta:
            return alpha

        # Step 4. The transposition table.
        same = images(*lines.marks, *self._size)
        key = min(same)
        frame = symmetries(*self._size)[same.index(key)]
        hint = None
        if (entry := self._table.get(key)) is not None:
            value, bound, entry_depth, move = entry
            value += -ply if value > DECISIVE else ply if value < -DECISIVE else 0
            cuts = bound == EXACT or (value >= beta if bound == LOWER else value <= alpha)
            if cuts and entry_depth >= depth:
                self._horizon += entry_depth < SOLVED
                return value
            hint = frame.index(move)

        # Step 5. The moves: forced ones, or else the best of last time and then by weight.
        moves = list(blocks) or lines.by_weight(us, empty)
        if hint in moves:
            moves.insert(0, moves.pop(moves.index(hint)))
        horizon, lower = self._horizon, alpha
        best, best_move = -WIN, moves[0]
        for square in moves:
            change = lines.place(us, square)
            value = -self._negamax(them, square, depth - 1, ply + 1, -beta, -alpha)
            lines.undo(us, square, change)
            if value > best:
                best, best_move = value, square
                alpha = max(alpha, value)
                if value >= beta:
                    break

        # Step 6. Remember it.
        if len(self._table) >= TABLE_ENTRIES:
            self._table.clear()
        bound = LOWER if best >= beta else UPPER if best <= lower else EXACT
        stored = best + (ply if best > DECISIVE else -ply if best < -DECISIVE else 0)
        reached = SOLVED if self._horizon == horizon else depth
        self._table[key] = (stored, bound, reached, frame[best_move])
        return best

    def _line(self, us: int, first: int, length: int) -> list[int]:
        """Return `first` and the best play after it, `length` moves in all."""
        side, line, changes = us, [first], []
        while True:
            changes.append(self._lines.place(side, line[-1]))
            side = 1 - side
            if len(line) == length:
                break
            line.append(self._root(side, length - len(line))[1][0])
        while changes:
            side = 1 - side
            self._lines.undo(side, line[len(changes) - 1], changes.pop())
        return line

    # Traps

    def _key_after(self, us: int, square: int) -> int:
        """Return the key of the position after a move."""
        marks = list(self._lines.marks)
        marks[us] |= 1 << square
        return min(images(*marks, *self._size))

    def _chance_of_error(self, us: int, square: int, value: int) -> float:
        """Return the probability that a random reply to a move of that value is an error."""
        lines, them, key = self._lines, 1 - us, self._key_after(us, square)
        if key in self._errors:
            return self._errors[key]
        due = value + 2 * (value > 0) - 2 * (value < 0)  # two plies on, a win is nearer by two
        depth = max(TRAP_DEPTH, WIN - abs(due) if due else 0)
        wins = square in lines.completing(us)
        change = lines.place(us, square)
        squares = lines.empty().bit_count()
        errors = 0.0
        for reply in set() if wins else set(bits(lines.empty())) - lines.completing(them):
            reply_change = lines.place(them, reply)
            if lines.completing(us) or self._negamax(us, -1, depth, 0, due, due + 1) > due:
                errors += 1
            elif value == 0 and 1 < squares <= DEEP_TRAP_SQUARES:
                drawing = self._root(us, squares, ties=True)[1]
                errors += max(self._chance_of_error(us, move, value) for move in drawing)
            lines.undo(them, reply, reply_change)
        lines.undo(us, square, change)
        self._errors[key] = errors / max(squares, 1)
        return self._errors[key]
