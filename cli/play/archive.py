"""The games that `lux play` keeps: each in a PGN file of its own, in the user's data folder."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from lux.pgn import Game, PgnError, open_pgn, read_games
from lux.runtime.replacing import replacing


def games_folder() -> Path:
    """Return where the games are kept."""
    return user_data_path("lux", appauthor=False) / "games"


class Keeper:
    """Keep one game in a file, in place of what was kept of it before.

    If another process has written the file since, as when the same game was resumed twice, the game continues in a new
    file. The name of a file is the time at which the game was first kept.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._ours = _version(path)

    def save(self, record: Game) -> None:
        """Write the game, whole or not at all; raises OSError."""
        if self.path is None or _version(self.path) != self._ours:
            self.path = _fresh_path(games_folder())
        try:
            with replacing(self.path) as file:
                file.write(f"{record}\n")
        except OSError:
            if not self.path.stat().st_size:
                self.path.unlink()
                self.path = None
            raise
        self._ours = _version(self.path)

    def forget(self) -> None:
        """Remove the game, if it has been kept and is still ours; raises OSError."""
        if self.path is not None and _version(self.path) == self._ours:
            self.path.unlink(missing_ok=True)
            self.path = None


def _version(path: Path | None) -> tuple[int, int] | None:
    """Return what changes whenever a file is replaced or written, None without a file."""
    try:
        status = path.stat() if path is not None else None
    except FileNotFoundError:
        return None
    return (status.st_ino, status.st_mtime_ns) if status is not None else None


def _fresh_path(folder: Path) -> Path:
    """Create and return a new, empty file, named by the time down to the microsecond."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.pgn"
    path.open("x").close()
    return path


@dataclass(frozen=True)
class KeptGame:
    """A game of the archive, or what is wrong with its file; *number* counts the files from the oldest."""

    number: int
    path: Path
    record: Game | PgnError

    @property
    def unfinished(self) -> bool:
        """Return whether the game can be resumed."""
        return isinstance(self.record, Game) and self.record.result == "*"

    @property
    def last_played(self) -> float:
        """Return when the file was written, in seconds since the epoch."""
        return self.path.stat().st_mtime


def kept_games() -> list[KeptGame]:
    """Return all games that are kept, the oldest first; raises OSError."""
    games = []
    # An empty file is that of a game whose first move is being written.
    paths = [path for path in games_folder().glob("*.pgn") if path.stat().st_size]
    for number, path in enumerate(sorted(paths, key=lambda path: path.stem), 1):
        with open_pgn(str(path)) as file:
            record = next(read_games(file), None)
        games.append(KeptGame(number, path, record or PgnError(1, 1, "there is no game in it")))
    return games
