"""The games that `lux play` keeps: each in a PGN file of its own, in the user's data folder, with its settings."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from lux import pgn
from lux.board import BLACK, WHITE
from lux.cli.play.clock import TimeControl
from lux.cli.play.game import Game
from lux.cli.play.players import Settings
from lux.pgn import PgnError, open_pgn, read_games
from lux.runtime.replacing import replacing

# The settings that have tags of Lux's own, which other programs do not get; an empty tag is None.
OWN_TAGS: dict[str, tuple[str, Callable[[str], object]]] = {
    "LuxWhite": ("white", str),
    "LuxBlack": ("black", str),
    "LuxDepth": ("depth", int),
    "LuxMovetime": ("movetime_s", float),
    "LuxElo": ("elo", int),
    "LuxLevel": ("level", int),
    "LuxHash": ("hash_mib", int),
    "LuxBook": ("book", str),
}


def to_pgn(game: Game, names: dict[bool, str]) -> pgn.Game:
    """Return the game with its players, its outcome and, if it has clocks, their state after each move."""
    outcome, clock = game.outcome, game.clock
    headers = {
        "Event": "Lux in the terminal",
        "Date": game.began.strftime("%Y.%m.%d"),
        "White": names[WHITE],
        "Black": names[BLACK],
        "Result": outcome.result if outcome is not None else "*",
        "Time": game.began.strftime("%H:%M:%S"),
    }
    if clock.limited:
        headers["TimeControl"] = f"{clock.control.base_s:g}+{clock.control.increment_s:g}"
    record = pgn.Game.from_board(game.board, headers)
    if outcome is not None:
        record.end().comment = outcome.reason
    if clock.limited:
        after = [*(ply.left_s for ply in game.plies[1:]), clock.left_s]
        for ply, (node, left_s) in enumerate(zip(record.mainline(), after, strict=False)):
            minutes, seconds = divmod(int(left_s[game.first_turn ^ ply % 2]), 60)
            node.set_command("clk", f"{minutes // 60}:{minutes % 60:02}:{seconds:02}")
    return record


def to_kept(game: Game, names: dict[bool, str], settings: Settings) -> pgn.Game:
    """Return the game with Lux's own tags, which say how to resume it."""
    record = to_pgn(game, names)
    for tag, (name, _) in OWN_TAGS.items():
        value = getattr(settings, name)
        record.headers[tag] = "" if value is None else str(value)
    if game.clock.limited:
        record.headers["LuxClocks"] = " ".join(f"{game.clock.remaining_s(color):.3f}" for color in (WHITE, BLACK))
    return record


def from_kept(record: pgn.Game) -> tuple[Game, Settings]:
    """Return a kept game and its settings.

    Raises:
        ValueError: it is not what to_kept returned.
    """
    tags, board = record.headers, record.board()
    try:
        base, _, increment = tags.get("TimeControl", "").partition("+")
        control = TimeControl(float(base), float(increment)) if base else None
        own = {name: kind(tags[tag]) for tag, (name, kind) in OWN_TAGS.items() if kind is str or tags.get(tag)}
        settings = Settings(**own, control=control, fen=board.fen(), chess960=board.chess960)
        game = Game(board, control)
        game.began = datetime.strptime(f"{tags['Date']} {tags['Time']}", "%Y.%m.%d %H:%M:%S")
        for node in record.mainline():
            mover = game.board.turn
            game.push(node.move)
            if control is not None:
                game.clock.left_s[mover] = node.clock() or game.clock.left_s[mover]
        if control is not None:
            game.clock.left_s = dict(zip((WHITE, BLACK), map(float, tags["LuxClocks"].split()), strict=True))
    except KeyError as error:
        raise ValueError(f"the tag {error} is missing") from None
    return game, settings


def for_others(record: pgn.Game) -> pgn.Game:
    """Remove Lux's own tags from a kept game and return it."""
    record.headers = {name: value for name, value in record.headers.items() if not name.startswith("Lux")}
    return record


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
        self._ours = self._version()

    def _version(self) -> tuple[int, int] | None:
        """Return what changes whenever the file is replaced or written, None without a file."""
        if self.path is None or not self.path.exists():
            return None
        status = self.path.stat()
        return status.st_ino, status.st_mtime_ns

    def save(self, record: pgn.Game) -> None:
        """Write the game, whole or not at all; raises OSError."""
        if self.path is None or self._version() != self._ours:
            folder = games_folder()
            folder.mkdir(parents=True, exist_ok=True)
            self.path = folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.pgn"
            self.path.open("x").close()
        try:
            with replacing(self.path) as file:
                file.write(f"{record}\n")
        except OSError:
            if not self.path.stat().st_size:
                self.path.unlink()
                self.path = None
            raise
        self._ours = self._version()

    def forget(self) -> None:
        """Remove the game, if it has been kept and is still ours; raises OSError."""
        if self.path is not None and self._version() == self._ours:
            self.path.unlink(missing_ok=True)
            self.path = None


@dataclass(frozen=True)
class KeptGame:
    """A game of the archive, or what is wrong with its file; *number* counts the files from the oldest."""

    number: int
    path: Path
    record: pgn.Game | PgnError

    @property
    def unfinished(self) -> bool:
        """Return whether the game can be resumed."""
        return isinstance(self.record, pgn.Game) and self.record.result == "*"


def kept_games() -> list[KeptGame]:
    """Return all games that are kept, the oldest first."""
    games = []
    # An empty file is that of a game whose first move is being written.
    paths = [path for path in games_folder().glob("*.pgn") if not path.exists() or path.stat().st_size]
    for number, path in enumerate(sorted(paths), 1):
        try:
            with open_pgn(str(path)) as file:
                record = next(read_games(file), None)
        except OSError as error:
            record = PgnError(1, 1, error.strerror)
        games.append(KeptGame(number, path, record or PgnError(1, 1, "there is no game in it")))
    return games
