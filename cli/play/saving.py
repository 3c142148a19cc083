"""Games as PGN: those that a person saves, and the unfinished one that `--resume` goes on with."""

import os
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from cli.play.game import Game, TimeControl
from cli.play.players import Pace
from lux import pgn
from lux.board import BLACK, WHITE


class Settings(NamedTuple):
    """What a game is played with, as the command line gives it.

    `white` and `black` are what make_player takes; `elo` limits Lux; `fen` is the start, None for a random one of
    Chess960.
    """

    white: str
    black: str
    pace: Pace = Pace()
    elo: int | None = None
    hash_mib: int = 64
    control: TimeControl | None = None
    fen: str | None = None
    chess960: bool = False


def state_path() -> Path:
    """Return where the unfinished game is kept, by the XDG base directory specification."""
    base = os.environ.get("XDG_STATE_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state"
    return root / "lux" / "play.pgn"


def to_pgn(game: Game, names: dict[bool, str]) -> pgn.Game:
    """Return the game with its players, its outcome and, if it has clocks, their state after each move."""
    outcome = game.outcome
    headers = {
        "Event": "Lux in the terminal",
        "Date": date.today().strftime("%Y.%m.%d"),
        "White": names[WHITE],
        "Black": names[BLACK],
        "Result": outcome.result if outcome is not None else "*",
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


def append_game(path: Path, game: Game, names: dict[bool, str]) -> None:
    """Append the game to a PGN file; raises OSError."""
    separator = "\n" if path.exists() and path.stat().st_size else ""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{separator}{to_pgn(game, names)}\n")


def save_state(game: Game, names: dict[bool, str], settings: Settings) -> Path:
    """Keep an unfinished game for load_state, in place of the one kept before; raises OSError."""
    record = to_pgn(game, names)
    record.headers |= {
        "LuxWhite": settings.white,
        "LuxBlack": settings.black,
        "LuxDepth": str(settings.pace.depth or ""),
        "LuxMovetime": str(settings.pace.movetime_s or ""),
        "LuxElo": str(settings.elo or ""),
        "LuxHash": str(settings.hash_mib),
    }
    if game.clock is not None:
        record.headers["LuxClocks"] = f"{game.clock.left_s[WHITE]:.3f} {game.clock.left_s[BLACK]:.3f}"
    path = state_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written aside and moved into place: whatever happens now, one whole game is there.
    fresh = path.with_suffix(".new")
    fresh.write_text(f"{record}\n", encoding="utf-8")
    fresh.replace(path)
    return path


def load_state() -> tuple[Game, Settings]:
    """Return the kept game and what it is played with.

    Raises:
        OSError: there is none, or it cannot be read.
        ValueError: the file is not what save_state wrote.
    """
    record = next(pgn.read_games(state_path().read_text(encoding="utf-8")), None)
    if record is None:
        raise ValueError("there is no game in it")
    if isinstance(record, pgn.PgnError):
        raise record
    tags = record.headers
    try:
        pace = Pace(int(tags["LuxDepth"] or 0) or None, float(tags["LuxMovetime"] or 0) or None)
        base, _, increment = tags.get("TimeControl", "").partition("+")
        control = TimeControl(float(base), float(increment)) if base else None
        board = record.board()
        settings = Settings(
            tags["LuxWhite"], tags["LuxBlack"], pace, int(tags["LuxElo"] or 0) or None, int(tags["LuxHash"]), control,
            board.fen(), board.chess960,
        )  # fmt: skip
        game = Game(board, control)
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


def forget_state() -> None:
    """Remove the kept game."""
    with suppress(FileNotFoundError):
        state_path().unlink()
