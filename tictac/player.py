"""A player of a given level: perfect at the highest, with human-like errors below."""

import random
import time
from collections.abc import Callable
from threading import Event

from tictac.rules import Game
from tictac.search import Info, Searcher

MAX_LEVEL = 10
DEFAULT_LEVEL = 5  # of a game with a person: it can be beaten, and does not give it away
# From this level on a player never overlooks a line that it can complete.
SEES_WINS = 3


class Player:
    """A player at a level from 0 (random moves) to 10 (the best move, and the trickiest among equals).

    Below 10 the search depth is random for every move: each further ply is searched with a probability of a tenth of
    the level, so deep threats are missed first. Among moves that look equal the player takes the most promising with
    the same probability, otherwise any. The same seed and the same games give the same moves.
    """

    def __init__(self, level: int = MAX_LEVEL, seed: int | None = None) -> None:
        self.level = level
        self._random = random.Random(seed)
        self._searcher = Searcher()

    def reseed(self, seed: int) -> None:
        """Restart the random numbers with a new seed."""
        self._random.seed(seed)

    def forget(self) -> None:
        """Clear the transposition table."""
        self._searcher.clear()

    def move(
        self,
        game: Game,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
        on_info: Callable[[Info], object] | None = None,
    ) -> tuple[int, Info]:
        """Return a move and the Info of the search; the limits are those of `Searcher.search`.

        Raises:
            ValueError: the game is over.
        """
        if game.is_over:
            raise ValueError("the game is over")
        shape = (game.width, game.height, game.in_a_row)
        if self._searcher.shape != shape:
            self._searcher = Searcher(*shape)
        if self.level < MAX_LEVEL:
            # Forget deeper results of earlier positions, which would raise the level.
            self._searcher.clear()
            depth = min(self._sight(len(game.legal_moves)), len(game.legal_moves) if depth is None else depth)
        deadline = None if seconds is None else time.monotonic() + seconds

        def left() -> float | None:
            # Each step leaves some time for those after it.
            return None if deadline is None else 0.7 * (deadline - time.monotonic())

        info = self._searcher.search(game, depth, nodes, left(), stop, on_info)
        best = info.best
        if self.level == MAX_LEVEL:
            best = self._searcher.trickiest(game, info, left(), stop)
        elif self._random.random() < self.level / MAX_LEVEL:
            best = best[:1]
        move = self._random.choice(best)
        if info.line[:1] != [move]:
            info = info._replace(line=self._searcher.line(game, move, len(info.line) or 1, left(), stop))
        return move, info

    def _sight(self, farthest: int) -> int:
        """Return a random search depth."""
        sight = int(self.level >= SEES_WINS)
        while sight < farthest and self._random.random() < self.level / MAX_LEVEL:
            sight += 1
        return sight
