"""The command line of `lux play`."""

import random
import shlex
import signal
import sys

import click
from click.core import ParameterSource

from lux.board import STARTPOS
from lux.chess960 import start_fen
from lux.cli.console import TextConsole
from lux.cli.options import (
    MAX_DEPTH,
    MOVETIME_RANGE,
    choice_option,
    file_option,
    hash_option,
    number_option,
    real_option,
    text_option,
)
from lux.cli.play.archive import Keeper, KeptGame, from_kept, kept_games
from lux.cli.play.clock import TimeControl
from lux.cli.play.drawing import THEMES
from lux.cli.play.game import Game
from lux.cli.play.players import HUMAN, LUX, NO_BOOK, Settings
from lux.cli.play.screen import Screen, Terminal
from lux.cli.play.session import Session
from lux.cli.positions import complete_position, find_fen
from lux.pgn import PgnError
from lux.polyglot import BookError
from lux.runtime.system import HANGUP_SIGNALS
from lux.text.display import visible
from lux.uci.strength import FULL_SKILL, MAX_ELO, MIN_ELO

NOT_WITH_RESUME = "--resume continues the game as it was, without --{}"
EPILOG = """\b
Examples:
  lux play --elo 1400 --time 5+3          a game against a club player
  lux play --color black --chess960       Chess960, Lux begins
  lux play --white human --black human    two people at one board
  lux play --white lux --black stockfish  watch two engines
  lux play --resume                       continue an unfinished game"""


def read_start(text: str) -> str:
    """Return the number of a start position of Chess960, or 'random'; raise ValueError for another text."""
    if text == "random" or (text.isascii() and text.isdigit() and len(text) < 4 and int(text) < 960):
        return text
    raise ValueError(f"{text!r} is not a number from 0 to 959")


def read_player(text: str) -> str:
    """Return HUMAN or LUX, however it is written, or the command of an engine."""
    return text.lower() if text.lower() in (HUMAN, LUX) else text


def choose_sides(color: str | None, white: str | None, black: str | None) -> dict[str, str]:
    """Return what plays White and Black: a person against Lux, unless the options say otherwise."""
    if color is not None and (white, black) != (None, None):
        raise click.UsageError("--color and --white or --black exclude each other")
    if white is None and black is None:
        white = {"black": LUX, "random": random.choice((HUMAN, LUX))}.get(color, HUMAN)
    other = LUX if HUMAN in (white, black) else HUMAN
    return {"white": other if white is None else white, "black": other if black is None else black}


def choose_start(fen: str | None, chess960: str | None) -> str | None:
    """Return the FEN of the start, None for a random one of Chess960."""
    if fen is not None and chess960 not in (None, "random"):
        raise click.UsageError("--fen and the number of a start position exclude each other")
    if fen is not None or chess960 is None:
        return fen or STARTPOS
    return None if chess960 == "random" else start_fen(int(chess960))


def at_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def choose_unfinished(number: str) -> KeptGame:
    """Return the game of a number, or of those that are unfinished the one that the person chooses."""
    games = {str(game.number): game for game in kept_games()}
    if number:
        if number not in games:
            raise click.ClickException(f"there is no game {number}; `lux games` lists them")
        if isinstance(games[number].record, PgnError):
            raise click.ClickException(f"{games[number].path} cannot be read: {games[number].record}")
        if not games[number].unfinished:
            raise click.ClickException(f"game {number} is finished")
        return games[number]
    unfinished = {number: game for number, game in games.items() if game.unfinished}
    if not unfinished:
        raise click.ClickException("there is no unfinished game to continue")
    last = max(unfinished, key=lambda number: unfinished[number].path.stat().st_mtime)
    if len(unfinished) == 1 or not at_terminal():
        return unfinished[last]
    from lux.cli.play.games import games_table

    console = TextConsole()
    console.print(games_table([*unfinished.values()], console.width))
    answer = click.prompt("Go on with game", default=last, type=click.Choice([*unfinished]), show_choices=False)
    return unfinished[answer]


def resumed(context: click.Context, number: str) -> tuple[Game, Settings, Keeper]:
    """Return an unfinished game; options that would begin another one must not be given with it."""
    given = {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    if other := sorted(given - {"resume", "theme", "ascii_only", "coach", "bell", "white", "black"}):
        raise click.UsageError(NOT_WITH_RESUME.format(other[0].replace("_", "-")))
    chosen = choose_unfinished(number)
    try:
        game, settings = from_kept(chosen.record)
    except ValueError as error:
        raise click.ClickException(f"{chosen.path} cannot be resumed: {error}") from None
    engines = {side: engine_of(context, chosen, side, getattr(settings, side)) for side in ("white", "black")}
    return game, settings._replace(**engines), Keeper(chosen.path)


def engine_of(context: click.Context, kept: KeptGame, side: str, spec: str) -> str:
    """Return a side's player in a kept game; an engine, a command in a file, has to be named again, or agreed to."""
    named = context.params[side]
    if spec in (HUMAN, LUX):
        if named is not None:
            raise click.UsageError(NOT_WITH_RESUME.format(side))
        return spec
    if named is None and at_terminal():
        click.confirm(f"The game names an engine to start: {visible(spec)}\nStart it?", abort=True)
    elif named is None:
        wanted = f"lux play --resume {kept.number} --{side} {shlex.quote(spec)}"
        raise click.ClickException(f"game {kept.number} names an engine to start: if it is yours, {wanted}")
    return named or spec


def leave_on_signal(number: int, _: object) -> None:
    """End the process in an orderly way, so that the game is kept."""
    raise SystemExit(128 + number)


def make_screen(theme: str, ascii_only: bool) -> Screen:
    """Return a screen that is redrawn in place on a terminal that can do that, and one of plain text elsewhere."""
    console = TextConsole()
    kind = Terminal if console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty() else Screen
    return kind(console, theme, ascii_only)


@click.command(epilog=EPILOG)
@choice_option("--color", "Your side against Lux.", ["white", "black", "random"], show_default="white")
@text_option("--white", "Who plays White: human, lux, or the command of a UCI engine.", "PLAYER", read_player)
@text_option("--black", "Who plays Black.", "PLAYER", read_player)
@text_option(
    "--time control",
    "Clocks: a time for the game as 5 (minutes), 90s, 0:20 or 1:30:00, and seconds added after each move.",
    "TIME[+SEC]",
    TimeControl.parse,
)
@number_option("--elo", "Rating that Lux plays at.", least=MIN_ELO, most=MAX_ELO, show_default="its best")
@number_option("--level", "Strength as a level; 20 is full strength.", most=FULL_SKILL)
@number_option("--depth", "Plies that engines search for a move.", most=MAX_DEPTH)
@real_option(
    "--movetime",
    "Time that engines take for a move.",
    MOVETIME_RANGE,
    metavar="SECONDS",
    show_default="1, or what the clock allows",
)
@text_option("--fen", "Position to begin with, in full or by name.", "FEN", find_fen, shell_complete=complete_position)
@text_option(
    "--chess960",
    "Play Chess960, from start position N (0 to 959) or a random one.",
    "[N]",
    read_start,
    is_flag=False,
    flag_value="random",
)
@file_option(
    "--book", "Opening book in PolyGlot's format for Lux, in place of its own.", exists=True, resolve_path=True
)
@click.option("--no-book", is_flag=True, help="Let Lux find its first moves itself.")
@hash_option("Size of each engine's hash table in MiB.")
@click.option("--coach", is_flag=True, help="Show which side is better, and what is wrong with a bad move of yours.")
@choice_option("--theme", "Colours of the board.", THEMES, "wood")
@click.option("--ascii", "ascii_only", is_flag=True, help="Letters instead of chess figures.")
@click.option("--bell", is_flag=True, help="Ring the terminal's bell when it is your turn.")
@text_option(
    "--resume",
    "Continue an unfinished game: the only one, number N in `lux games`, or one to choose.",
    "[N]",
    is_flag=False,
    flag_value="",
)
@click.pass_context
def play(
    context: click.Context,
    color: str | None,
    white: str | None,
    black: str | None,
    movetime: float | None,
    fen: str | None,
    chess960: str | None,
    book: str | None,
    no_book: bool,
    coach: bool,
    theme: str,
    ascii_only: bool,
    bell: bool,
    resume: str | None,
    **given: object,
) -> None:
    """Play a game in the terminal: against Lux, another engine or another person, or watch engines play."""
    for one, other in (("depth", "movetime"), ("elo", "level"), ("book", "no_book")):
        if context.params[one] is not None and context.params[other] not in (None, False):
            raise click.UsageError(f"--{one} and --{other.replace('_', '-')} exclude each other")
    game = keeper = None
    if resume is not None:
        game, settings, keeper = resumed(context, resume)
    else:
        sides = choose_sides(color, white, black)
        for name in ("elo", "level", "book"):
            if context.params[name] is not None and LUX not in sides.values():
                raise click.UsageError(f"--{name} is for Lux, which does not play in this game")
        settings = Settings(
            **sides,
            movetime_s=movetime,
            book=NO_BOOK if no_book else book or "",
            fen=choose_start(fen, chess960),
            chess960=chess960 is not None,
            **given,
        )
    for number in HANGUP_SIGNALS:
        signal.signal(number, leave_on_signal)
    try:
        screen = make_screen(theme, ascii_only)
        screen.bell = bell
        Session(screen, settings, game, keeper, coach).run()
    except BookError as error:
        raise click.ClickException(f"{settings.book}: {error}") from None
