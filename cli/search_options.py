"""What the commands that search have in common: limits, hash table, and how numbers are shown."""

from collections.abc import Callable

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lux.engine import Engine

LIMIT_OPTIONS = (
    click.option("--depth", type=click.IntRange(1, 245), help="Plies to search."),
    click.option("--nodes", type=click.IntRange(1), help="Moves to make at most: the same result every time."),
    click.option("--movetime", type=click.FloatRange(0.01, 86400), metavar="SECONDS", help="Time for a search."),
)
HASH_OPTION = click.option(
    "--hash",
    "hash_mib",
    type=click.IntRange(1, 65536),
    default=64,
    show_default=True,
    metavar="MIB",
    help="Size of the hash table in MiB.",
)
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def limit_options(command: Callable) -> Callable:
    """Add --depth, --nodes and --movetime; a search ends with the first that is reached."""
    for option in reversed(LIMIT_OPTIONS):
        command = option(command)
    return command


def search_limits(
    depth: int | None, nodes: int | None, movetime: float | None, default_movetime: float
) -> dict[str, int]:
    """Return the limits as arguments of Engine.search, with a default for the time if there is none."""
    if depth is None and nodes is None and movetime is None:
        movetime = default_movetime
    limits = {"depth": depth, "nodes": nodes, "movetime_ms": round(1000 * movetime) if movetime else None}
    return {name: limit for name, limit in limits.items() if limit is not None}


def make_engine(hash_mib: int, threads: int = 1) -> Engine:
    """Return an engine; a hash table for which there is no memory is a mistake in the command line."""
    try:
        return Engine(hash_mib=hash_mib, threads=threads, move_overhead_ms=0)
    except MemoryError:
        raise click.BadParameter(f"no memory for {hash_mib} MiB.", param_hint="--hash") from None


def make_progress(console: Console) -> Progress:
    """Return a bar on the console or, where that is no terminal, on standard error, or none at all."""
    shown = console if console.is_terminal else Console(stderr=True)
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)


def short_number(number: float) -> str:
    """Return a count in few characters.

    >>> [short_number(number) for number in (0, 999, 12_345, 1_234_567, 9_876_543_210)]
    ['0', '999', '12.3k', '1.23M', '9.88G']
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return str(round(number))
