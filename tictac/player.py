"""A player of a given level: perfect at the highest, with human-like errors below."""

import random
import time
from collections.abc import Callable
from contextlib import suppress

from tictac.negamax import WIN
from tictac.rules import Board, Position
from tictac.search import NO_LIMITS, Info, Limits, Searcher, Stopped
from tictac.symmetry import images

MAX_LEVEL = 10
DEFAULT_LEVEL = 5  # of a game with a person: it can be beaten, and does not give it away
# From this level on a player never overlooks a line that it can complete.
SEES_WINS = 3
# How far ahead replies are looked into for traps.
TRAP_DEPTH = 5
# With at most this many squares empty, the traps after the next move are counted, too.
DEEP_TRAP_SQUARES = 8
# What may be spent, once the value is known, on the choice among equal moves and on the line after it.
EXTRA_NODES = 20_000


class Player:
    """A player at a level from 0 (random moves) to 10 (the best move, and the trickiest among equals).

    Below 10 the search depth is random for every move: each further ply is searched with a probability of a tenth of
    the level, so deep threats are missed first. Among moves that look equal the player takes the most promising with
    the same probability, otherwise any. The same seed and the same games give the same moves.
    """

    def __init__(self, level: int = MAX_LEVEL, seed: int | None = None) -> None:
        self.level = level
        self._random = random.Random(seed)
        self._searcher = Searcher(Board())

    def forget(self) -> None:
        """Clear the transposition table."""
        self._searcher.clear()

    def move(
        self, position: Position, limits: Limits = NO_LIMITS, on_info: Callable[[Info], object] = lambda info: None
    ) -> tuple[int, Info]:
        """Return a move and the Info of the search.

        Raises:
            ValueError: the game is over.
        """
        if position.is_over:
            raise ValueError("the game is over")
        if self._searcher.board != position.board:
            self._searcher = Searcher(position.board)
        if self.level < MAX_LEVEL:
            # Forget deeper results of earlier positions, which would raise the level.
            self._searcher.clear()
            sight = int(self.level >= SEES_WINS)
            while sight < len(position.legal_moves) and self._random.random() < self.level / MAX_LEVEL:
                sight += 1
            limits = limits._replace(depth=sight if limits.depth is None else min(sight, limits.depth))
        began = time.monotonic()

        def rest(nodes: int | None) -> Limits:
            # Each step leaves some time for those after it.
            seconds = limits.seconds and 0.7 * (began + limits.seconds - time.monotonic())
            return limits._replace(nodes=nodes, seconds=seconds)

        info = self._searcher.search(position, rest(limits.nodes), on_info)
        # The choice among equal moves and the line after it have half each of the nodes that are left.
        extra = EXTRA_NODES if limits.nodes is None else min(EXTRA_NODES, (limits.nodes - info.nodes) // 2)
        best = info.best
        if self.level == MAX_LEVEL:
            best = trickiest(self._searcher, position, info, rest(extra))
        elif self._random.random() < self.level / MAX_LEVEL:
            best = best[:1]
        move = self._random.choice(best)
        if info.line[:1] != [move]:
            self._searcher.start(rest(extra))
            info = info._replace(line=self._searcher.line(*position.sides, move, len(info.line)))
        return move, info


def trickiest(searcher: Searcher, position: Position, info: Info, limits: Limits = NO_LIMITS) -> list[int]:
    """Return the best moves that give the opponent the most chances to go wrong, as far as the limits allow.

    A reply is wrong if its value is worse than the best reply's. In a drawn position with few squares, later errors
    count, too.
    """
    due = info.value + 2 * (info.value > 0) - 2 * (info.value < 0)  # two plies on, a win is nearer by two
    depth = max(TRAP_DEPTH, WIN - abs(due) if due else 0)
    known: dict[int, float] = {}

    def chance_of_error(position: Position) -> float:
        """Return the probability that a random reply to one of the best moves is an error."""
        key = min(images(position.board, position.x, position.o))
        if key not in known:
            replies = position.legal_moves
            known[key] = sum(map(error, map(position.after, replies))) / max(len(replies), 1)
        return known[key]

    def error(position: Position) -> float:
        """Return 1 if we are better off than the value says, or else the probability of a later error."""
        if position.winner:
            return 0
        sides, empty = position.sides, position.empty.bit_count()
        if searcher.completing(*sides) or searcher.value(*sides, depth, due, due + 1) > due:
            return 1
        deep = info.value == 0 and 0 < empty < DEEP_TRAP_SQUARES
        drawing = searcher.root(*sides, empty, ties=True)[1] if deep else []
        return max([chance_of_error(position.after(move)) for move in drawing], default=0)

    searcher.start(limits)
    chances: dict[int, float] = {info.best[0]: 0}
    with suppress(Stopped):
        for square in info.best:
            chances[square] = chance_of_error(position.after(square))
    # Sums in another order differ in their last bits.
    most = max(chances.values()) - 1e-9
    return [square for square, chance in chances.items() if chance >= most]
