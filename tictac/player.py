"""A player of a given level: perfect at the highest, with human-like errors below."""

import random
import time
from collections.abc import Callable

from tictac.rules import Game
from tictac.search import NO_LIMITS, Info, Limits, Searcher

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
        self, game: Game, limits: Limits = NO_LIMITS, on_info: Callable[[Info], object] = lambda info: None
    ) -> tuple[int, Info]:
        """Return a move and the Info of the search.

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
            sight = self._sight(len(game.legal_moves))
            limits = limits._replace(depth=sight if limits.depth is None else min(sight, limits.depth))
        began = time.monotonic()

        def rest() -> Limits:
            # Each step leaves some time for those after it.
            seconds = limits.seconds
            return limits if seconds is None else limits._replace(seconds=0.7 * (began + seconds - time.monotonic()))

        info = self._searcher.search(game, rest(), on_info)
        best = info.best
        if self.level == MAX_LEVEL:
            best = self._searcher.trickiest(game, info, rest())
        elif self._random.random() < self.level / MAX_LEVEL:
            best = best[:1]
        move = self._random.choice(best)
        if info.line[:1] != [move]:
            info = info._replace(line=self._searcher.line(game, move, len(info.line) or 1, rest()))
        return move, info

    def _sight(self, farthest: int) -> int:
        """Return a random search depth."""
        sight = int(self.level >= SEES_WINS)
        while sight < farthest and self._random.random() < self.level / MAX_LEVEL:
            sight += 1
        return sight
