"""`lux games`: the games that were played in the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from lux.cli.console import TextConsole
from lux.cli.openings import find_opening
from lux.cli.options import JSON_OPTION
from lux.cli.output import result_file, say, say_json
from lux.cli.play.archive import KeptGame, for_others, kept_games
from lux.engine import Engine
from lux.pgn import Game, PgnError
from lux.searcher import StopSignal

PIPE_WIDTH = 1000
NARROW = 60  # columns: a table with less room is one column

EPILOG = """\b
Examples:
  lux games                      list the games
  lux games 3                    show the moves of the third, and its position
  lux games --unfinished         those that lux play --resume can continue
  lux games 3 --review           accuracy and the worst moves
  lux games --export mine.pgn    all of them in one PGN file
  lux games 3 --export - | lux analyse -"""


def played_at(record: Game) -> str:
    """Return the day and the minute at which a game began."""
    return f"{record.headers['Date'].replace('.', '-')} {record.headers.get('Time', '')[:5]}".strip()


def opening_of(record: Game) -> str:
    """Return code and name of a game's opening, or nothing."""
    return str(find_opening(record.end().board()) or "")


def games_table(games: Sequence[KeptGame], width: int) -> Table:
    """Return the games that could be read, one a row; what would not fit beside each other stands in one column."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=width >= NARROW)
    for name in ("", "began", "players", "result", "moves", "opening"):
        table.add_column(name, justify="right" if name in ("", "moves") else "left", overflow="fold")
    for game in games:
        record = game.record
        players = f"{record.headers['White']} - {record.headers['Black']}"
        result = "unfinished" if game.unfinished else record.result
        moves = (len(record.end().board().move_stack) + 1) // 2  # one of each side counts as one
        words = [played_at(record), players, result, str(moves), opening_of(record)]
        if width < NARROW:
            words[2:4] = [f"{result}, {words[3]} moves"]
            words = ["\n".join(words)]
        table.add_row(str(game.number), *words)
    return table


def list_games(games: Sequence[KeptGame]) -> None:
    """Print the table: a script gets whole rows without trailing blanks, a terminal wraps what is too long for it."""
    console = TextConsole(width=None if sys.stdout.isatty() else PIPE_WIDTH)
    with console.capture() as capture:
        console.print(games_table(games, console.width))
    for line in capture.get().splitlines():
        click.echo(line.rstrip())


def show(game: KeptGame, reviewed: bool) -> None:
    """Print a game: who, when, its moves and its last position, or instead its review."""
    record = for_others(game.record)
    heading = f"Game {game.number}, {played_at(record)}"
    if reviewed:
        from lux.cli.play.coach import review_report

        say(f"{heading}: {record.headers['White']} - {record.headers['Black']}")
        say(*review_report(Engine(), record, TextConsole(), StopSignal()).split("\n"))
        return
    board = record.end().board()
    say(f"{heading}, {opening_of(record) or 'opening without a name'}")
    say(*f"{record}\n\n{board}\n{board.fen()}\n".split("\n"), f"kept in {game.path}")


def delete(games: Sequence[KeptGame], sure: bool) -> None:
    """Remove the files of games, once the person has agreed."""
    numbers = ", ".join(str(game.number) for game in games)
    if not sure:
        click.confirm(f"Delete {'game' if len(games) == 1 else 'games'} {numbers}?", abort=True, err=True)
    for game in games:
        game.path.unlink()
    say(f"deleted: {numbers}", err=True)


def export(games: list[KeptGame], target: str) -> None:
    """Write games to a PGN file, or for '-' to standard output."""
    texts = [f"{for_others(game.record)}\n" for game in games]
    if target != "-" and Path(target).exists():
        raise click.ClickException(f"{target} is there already; games are not written over it")
    with result_file(target) as file:
        file.write("\n".join(texts))
    if target != "-":
        say(f"{len(games)} {'game' if len(games) == 1 else 'games'} written to {target}", err=True)


def game_json(game: KeptGame) -> dict[str, object]:
    """Return a game for a script."""
    record = for_others(game.record)
    return {
        "number": game.number,
        "file": str(game.path),
        "headers": dict(record.headers),
        "unfinished": game.unfinished,
        "moves": [node.move for node in record.mainline()],
        "opening": opening_of(record) or None,
    }


def choose(games: list[KeptGame], numbers: tuple[int, ...], unfinished: bool) -> list[KeptGame]:
    """Return the games of these numbers, or all, or those that are unfinished."""
    missing = sorted(set(numbers) - {game.number for game in games})
    if missing:
        raise click.ClickException(f"there is no game {missing[0]}; `lux games` lists them")
    return [game for game in games if (not numbers or game.number in numbers) and (game.unfinished or not unfinished)]


@click.command(epilog=EPILOG)
@click.argument("numbers", type=click.IntRange(1), nargs=-1, metavar="[NUMBER]...")
@click.option("--unfinished", is_flag=True, help="Only games that can be resumed.")
@click.option("--export", "target", metavar="FILE", help="Write the games as PGN to a new file, or to `-`.")
@click.option("--review", "reviewed", is_flag=True, help="Judge the moves: accuracy and the worst mistakes.")
@click.option("--delete", "deleted", is_flag=True, help="Delete the games of these numbers.")
@click.option("--yes", "sure", is_flag=True, help="Delete without asking.")
@JSON_OPTION
def games(
    numbers: tuple[int, ...],
    unfinished: bool,
    target: str | None,
    reviewed: bool,
    deleted: bool,
    sure: bool,
    as_json: bool,
) -> int:
    """List, show, review, export or delete the games that were played with `lux play`.

    Every game in which both sides have moved is kept, finished or not, in a file of its own. NUMBER is that of the
    list, which begins with the oldest.
    """
    if sum([target is not None, as_json, reviewed, deleted]) > 1:
        raise click.UsageError("--export, --json, --review and --delete exclude each other")
    if (reviewed or deleted) and not numbers:
        raise click.UsageError(f"{'--review' if reviewed else '--delete'} needs the numbers of the games")
    chosen = choose(kept_games(), numbers, unfinished)
    if deleted:
        delete(chosen, sure)
        return 0
    readable = [game for game in chosen if not isinstance(game.record, PgnError)]
    for game in chosen:
        if game not in readable:
            say(f"lux games: {game.path}: {game.record}", err=True)
    if as_json:
        say_json([game_json(game) for game in readable], indent=1)
    elif target is not None:
        export(readable, target)
    elif numbers:
        for game in readable:
            show(game, reviewed)
    elif readable:
        list_games(readable)
    elif not chosen:
        say("there is no unfinished game" if unfinished else "no game has been played yet", err=True)
    return 0 if len(readable) == len(chosen) else 1
