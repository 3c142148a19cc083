"""The kept games in words: a table of all, and the description of one."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from lux.cli.openings import find_opening
from lux.cli.play.archive import KeptGame
from lux.pgn import Game


def played_at(record: Game) -> str:
    """Return the day and the minute at which a game began."""
    return f"{record.headers['Date'].replace('.', '-')} {record.headers.get('Time', '')[:5]}".strip()


def opening_of(record: Game) -> str:
    """Return code and name of a game's opening, or nothing."""
    opening = find_opening(record.end().board())
    return f"{opening.eco} {opening.name}" if opening is not None else ""


def full_moves(record: Game) -> int:
    """Return how many moves were made, one of each side counting as one."""
    return (sum(1 for _ in record.mainline()) + 1) // 2


def games_table(games: Sequence[KeptGame]) -> Table:
    """Return the games that could be read, one a row."""
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    for name, justify in (
        ("", "right"),
        ("began", "left"),
        ("players", "left"),
        ("result", "left"),
        ("moves", "right"),
    ):
        table.add_column(name, justify=justify, no_wrap=True, overflow="ellipsis")
    table.add_column("opening", no_wrap=True, overflow="ellipsis", ratio=1)
    for game in games:
        record = game.record
        players = f"{record.headers['White']} - {record.headers['Black']}"
        result = "unfinished" if game.unfinished else record.result
        words = (str(game.number), played_at(record), players, result, str(full_moves(record)), opening_of(record))
        table.add_row(*map(Text, words))
    return table
