"""Search the positions of many games with several engines at once."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from rich.progress import Progress, TaskID

from lux import __version__
from lux.cli.analyse.engine_pool import EnginePool
from lux.client import EngineError
from lux.limits import Limits
from lux.pgn import Game, PgnError, open_pgn, read_games
from lux.review import Line, assess_game
from lux.runtime.journal import Journal, JournalError
from lux.score import Score
from lux.searcher import Searcher
from lux.text.display import visible


class Searching(NamedTuple):
    """The settings of the searches."""

    limits: Limits
    hash_mib: int
    threads: int
    syzygy: str | None = None
    engine: str | None = None  # the command of another one


class FoundGame(NamedTuple):
    """A game, its file and its number there from 1, and the error that ends it early.

    *game* is None if nothing could be read; it *is_end* if Ctrl-C has left only the end of a game.
    """

    path: str
    number: int
    game: Game | None
    error: PgnError | EngineError | None = None
    is_end: bool = False

    @property
    def title(self) -> str:
        """Get the number and the players, as a heading."""
        return visible(f"Game {self.number}: {self.game.headers['White']} - {self.game.headers['Black']}")

    @property
    def problem(self) -> str:
        """Get what ends it early, for people; empty if nothing does."""
        return "" if self.error is None else f"{self.error}{'; analysed up to there' if self.game else ''}"


Assessments = list[list[Line]]


class Kept:
    """What was found in whole games, in a file with which the same command goes on; nothing without a *path*.

    Raises:
        JournalError: the file is something else, or was made with other settings.
    """

    def __init__(self, path: str | None, searching: Searching, stack: ExitStack) -> None:
        self._found: dict[str, Assessments] = {}
        self._journal, self._lock = None, Lock()
        if path is not None:
            settings = {"version": __version__, **searching._asdict(), "limits": searching.limits.given()}
            self._journal = stack.enter_context(Journal(path, "file of --resume", {"lux analyse": settings}))
            for entry in self._journal.entries:
                try:
                    lines = [[Line(Score(cp), [*moves]) for cp, moves in found] for found in entry["lines"]]
                    self._found[entry["game"]] = lines
                except (KeyError, TypeError, ValueError):
                    raise JournalError(f"{path}: an entry is damaged") from None

    def get(self, game: Game) -> Assessments | None:
        """Return what was found in a game with the same moves."""
        return self._found.get(_key(game))

    def add(self, game: Game, assessments: Assessments) -> None:
        """Keep what was found in a game, from any thread."""
        lines = [[(line.score.as_cp(), line.moves) for line in lines] for lines in assessments]
        if self._journal is not None:
            with self._lock:
                self._journal.append({"game": _key(game), "lines": lines})


def _key(game: Game) -> str:
    """Return what identifies the start and the moves of a game."""
    board = game.board()
    moves = " ".join(node.move for node in game.mainline())
    return sha256(f"{board.fen()} {board.chess960} {moves}".encode()).hexdigest()


def find_games(paths: tuple[str, ...]) -> Iterator[FoundGame]:
    """Yield the games of all files."""
    for path in paths:
        with open_pgn(path) as file:
            for number, game in enumerate(read_games(file), 1):
                yield FoundGame(path, number, *((game.game, game) if isinstance(game, PgnError) else (game,)))


def count_games(paths: tuple[str, ...]) -> int:
    """Return about how many games there are, for a bar: the Event tags of the files."""
    total = 0
    for path in filter(os.path.isfile, paths):  # what comes through a pipe comes once
        with open(path, "rb") as file:
            total += sum(line.startswith(b"[Event ") for line in file)
    return total


def search_here(
    games: Iterator[FoundGame], searching: Searching, jobs: int, progress: Progress, total: int, kept: Kept
) -> Iterator[tuple[FoundGame, Assessments | None]]:
    """Yield the games in order, each with its assessments, or None if it could not be read; *kept* is not done again.

    After Ctrl-C come the ends of the games that were under way, with their assessments, which are kept in no file.

    Raises:
        EngineError: another engine fails.
    """
    pool = EnginePool(jobs, searching.hash_mib, searching.threads, searching.syzygy, searching.engine)
    whole = progress.add_task("all games", total=total, visible=total > 1)

    def step(bar: TaskID, done: int, positions: int) -> bool:
        progress.update(bar, completed=done, total=positions)
        progress.advance(whole, 1 / positions)
        return not pool.stop.is_set()

    def search(engine: Searcher, found: FoundGame) -> tuple[FoundGame, Assessments | None] | None:
        if found.game is None:
            return found, None
        if found.game.board().chess960 and searching.engine and "uci_chess960" not in engine.options:
            reason = EngineError(f"game {found.number}: {engine.name} has no option UCI_Chess960")
            return found._replace(game=None, error=reason), None
        if known := kept.get(found.game):
            progress.advance(whole)
            return found, known
        bar = progress.add_task(found.title)
        try:
            lines = assess_game(engine, found.game, searching.limits, on_progress=partial(step, bar), stop=pool.stop)
        finally:
            progress.remove_task(bar)
        if stopped := pool.stop.is_set():
            # The first of the positions was being searched when it ended.
            lines = lines[1:]
            if len(lines) < 2:
                return None
            found = found._replace(game=end_of(found.game, len(lines)), is_end=True)
        if not all(lines):
            raise EngineError(f"{searching.engine or 'Lux'} gave a position no score or no legal move")
        if not stopped:
            kept.add(found.game, lines)
        return found, lines

    return pool.map(search, games)


def end_of(game: Game, positions: int) -> Game:
    """Return the end of a game, which loses it: that many positions of its main line."""
    start = [game, *game.mainline()][-positions]
    board = start.board()
    end = Game(game.headers | {"SetUp": "1", "FEN": board.fen(shredder=board.chess960)})
    end.variations = start.variations
    for node in end.variations:
        node.parent = end
    return end
