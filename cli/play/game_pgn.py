"""A game of `lux play` as PGN, with all that is needed to resume it."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from lux import pgn
from lux.board import BLACK, WHITE
from lux.cli.play.game import Game, TimeControl
from lux.cli.play.players import Pace

# The prefix of Lux's own tags.
OWN_TAG = "Lux"
NO_BOOK = "-"


class Settings(NamedTuple):
    """The settings of a game, as the command line gives them.

    `white` and `black` are what make_player takes; `elo` or `level` limits Lux; `fen` is the start, None for a random
    one of Chess960. `book` is a file in PolyGlot's format, empty for Lux's own.
    """

    white: str
    black: str
    pace: Pace = Pace()
    elo: int | None = None
    hash_mib: int = 64
    control: TimeControl | None = None
    fen: str | None = None
    chess960: bool = False
    use_book: bool = True
    book: str = ""
    level: int | None = None


def to_pgn(game: Game, names: dict[bool, str]) -> pgn.Game:
    """Return the game with its players, its outcome and, if it has clocks, their state after each move."""
    outcome = game.outcome
    headers = {
        "Event": "Lux in the terminal",
        "Date": game.began.strftime("%Y.%m.%d"),
        "White": names[WHITE],
        "Black": names[BLACK],
        "Result": outcome.result if outcome is not None else "*",
        "Time": game.began.strftime("%H:%M:%S"),
    }
    if game.clock is not None:
        headers["TimeControl"] = f"{game.clock.control.base_s:g}+{game.clock.control.increment_s:g}"
    record = pgn.Game.from_board(game.board, headers)
    if outcome is not None:
        record.end().comment = outcome.reason
    if game.clock is not None:
        after = [ply.clocks_s for ply in game.plies[1:]] + [(game.clock.left_s[WHITE], game.clock.left_s[BLACK])]
        for index, (node, clocks_s) in enumerate(zip(record.mainline(), after, strict=False)):
            seconds = int(clocks_s[0 if (index % 2 == 0) == game.first_turn else 1])
            node.set_command("clk", f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}")
    return record


def append_record(path: Path, record: pgn.Game) -> None:
    """Append a game to a PGN file; raises OSError."""
    separator = "\n" if path.exists() and path.stat().st_size else ""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{separator}{record}\n")


def to_kept(game: Game, names: dict[bool, str], settings: Settings) -> pgn.Game:
    """Return the game with Lux's own tags, which say how to resume it."""
    record = to_pgn(game, names)
    record.headers |= {
        "LuxWhite": settings.white,
        "LuxBlack": settings.black,
        "LuxDepth": str(settings.pace.depth or ""),
        "LuxMovetime": str(settings.pace.movetime_s or ""),
        "LuxElo": str(settings.elo or ""),
        "LuxLevel": str(settings.level if settings.level is not None else ""),
        "LuxHash": str(settings.hash_mib),
        "LuxBook": settings.book if settings.use_book else NO_BOOK,
    }
    if game.clock is not None:
        left_s = (game.clock.remaining_s(color) for color in (WHITE, BLACK))
        record.headers["LuxClocks"] = " ".join(f"{seconds:.3f}" for seconds in left_s)
    return record


def from_kept(record: pgn.Game) -> tuple[Game, Settings]:
    """Return a kept game and its settings.

    Raises:
        ValueError: it is not what to_kept returned.
    """
    tags = record.headers
    try:
        pace = Pace(int(tags["LuxDepth"] or 0) or None, float(tags["LuxMovetime"] or 0) or None)
        base, _, increment = tags.get("TimeControl", "").partition("+")
        control = TimeControl(float(base), float(increment)) if base else None
        board = record.board()
        settings = Settings(
            tags["LuxWhite"], tags["LuxBlack"], pace, int(tags["LuxElo"] or 0) or None, int(tags["LuxHash"]), control,
            board.fen(), board.chess960, tags["LuxBook"] != NO_BOOK, tags["LuxBook"].removeprefix(NO_BOOK),
            int(tags["LuxLevel"]) if tags.get("LuxLevel") else None,
        )  # fmt: skip
        game = Game(board, control)
        game.began = datetime.strptime(f"{tags['Date']} {tags['Time']}", "%Y.%m.%d %H:%M:%S")
        for node in record.mainline():
            mover = game.board.turn
            game.push(node.move)
            if game.clock is not None:
                hours, minutes, seconds = (node.command("clk") or "").split(":")
                game.clock.left_s[mover] = 3600 * int(hours) + 60 * int(minutes) + float(seconds)
        if game.clock is not None:
            game.clock.left_s = dict(zip((WHITE, BLACK), map(float, tags["LuxClocks"].split()), strict=True))
    except KeyError as error:
        raise ValueError(f"the tag {error} is missing") from None
    return game, settings


def for_others(record: pgn.Game) -> pgn.Game:
    """Remove Lux's own tags from a kept game and return it."""
    record.headers = {name: value for name, value in record.headers.items() if not name.startswith(OWN_TAG)}
    return record
