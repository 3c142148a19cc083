"""Search the positions of many games with several engines at once."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from rich.progress import Progress, TaskID

from lux.cli.analyse.engine_pool import EnginePool
from lux.cli.analyse.review_text import title_of
from lux.engine import Engine
from lux.limits import Limits
from lux.pgn import Game, PgnError, open_pgn, read_games
from lux.review import Line, assess_game


class Searching(NamedTuple):
    """The settings of the searches."""

    limits: Limits
    hash_mib: int
    threads: int


class FoundGame(NamedTuple):
    """A game, its file and number there, and the error that ends it early.

    *game* is None if nothing could be read.
    """

    path: str
    number: int
    game: Game | None
    error: PgnError | None = None


class Ended(Exception):
    """The search is no longer needed."""


def find_games(paths: tuple[str, ...]) -> Iterator[FoundGame]:
    """Yield the games of all files."""
    for path in paths:
        with open_pgn(path) as file:
            for number, game in enumerate(read_games(file), 1):
                yield FoundGame(path, number, *((game.game, game) if isinstance(game, PgnError) else (game,)))


def search_here(
    games: Iterator[FoundGame], searching: Searching, jobs: int, progress: Progress
) -> Iterator[tuple[FoundGame, list[list[Line]] | None]]:
    """Yield the games in order, each with its assessments, or None if it could not be read."""
    pool = EnginePool(jobs, searching.hash_mib, searching.threads)

    def step(bar: TaskID, done: int, total: int) -> None:
        progress.update(bar, completed=done, total=total)
        if pool.ended:
            raise Ended

    def search(engine: Engine, found: FoundGame) -> tuple[FoundGame, list[list[Line]] | None]:
        if found.game is None:
            return found, None
        bar = progress.add_task(title_of(found.number, found.game))
        try:
            return found, assess_game(engine, found.game, searching.limits, on_progress=partial(step, bar))
        finally:
            progress.remove_task(bar)

    return pool.map(search, games)
