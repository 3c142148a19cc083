"""The options that commands share: numbers, choices, files, limits of a search, hash tables, threads, JSON."""

from collections.abc import Callable, Iterable
from math import isfinite

import click

from lux.limits import Limits

MAX_HASH_MIB = 65536
MAX_THREADS = 1024  # as in lux.runtime.engine_options, which not every command needs

# Kinds of options

POSITIVE = click.FloatRange(0, min_open=True)


def number_option(
    name: str, text: str, default: int | None = None, least: int = 1, most: int | None = None, **more: object
) -> Callable:
    """Add an integer option with help *text*; *more* are arguments of click.option."""
    more = {"metavar": "N", "show_default": default is not None} | more
    return click.option(*name.split(), type=click.IntRange(least, most), default=default, help=text, **more)


def real_option(
    name: str, text: str, kind: click.FloatRange, default: float | None = None, metavar: str = "X", **more: object
) -> Callable:
    """Add an option with a finite number."""
    more = {"metavar": metavar, "show_default": default is not None, "callback": parsed_by(finite)} | more
    return click.option(*name.split(), type=kind, default=default, help=text, **more)


def finite(number: float) -> float:
    """Return a number; raise ValueError if it is none, which no range excludes, or infinite."""
    if not isfinite(number):
        raise ValueError(f"{number} is not a finite number")
    return number


def choice_option(name: str, text: str, choices: Iterable[str], default: str | None = None, **more: object) -> Callable:
    """Add an option with one of several words."""
    more = {"show_default": default is not None} | more
    return click.option(name, type=click.Choice([*choices], case_sensitive=False), default=default, help=text, **more)


def text_option(
    name: str, text: str, metavar: str, read: Callable = str, default: str | None = None, **more: object
) -> Callable:
    """Add an option with a word, which *read* turns into its value; it raises ValueError."""
    more = {"show_default": default is not None} | more
    return click.option(*name.split(), callback=parsed_by(read), metavar=metavar, default=default, help=text, **more)


def file_option(name: str, text: str, **kind: object) -> Callable:
    """Add an option with the name of a file; *kind* are arguments of click.Path."""
    return click.option(name, type=click.Path(dir_okay=False, **kind), help=text)


def together(*options: Callable) -> Callable:
    """Return a decorator that adds options in their order."""

    def add(command: Callable) -> Callable:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def parsed_by(parse: Callable) -> Callable:
    """Return a callback for click that lets *parse*, which raises ValueError, read an option or argument, if given."""

    def callback(context: click.Context, parameter: click.Parameter, given: object) -> object:
        try:
            return None if given is None else parse(given)
        except ValueError as error:
            raise click.BadParameter(str(error), context, parameter) from None

    return callback


# Searches

MAX_DEPTH = 245
MOVETIME_RANGE = click.FloatRange(0.01, 86400)

# A search ends at the first limit that it reaches.
limit_options = together(
    number_option("--depth", "Plies to search.", most=MAX_DEPTH),
    number_option("--nodes", "Limit of nodes; results are reproducible."),
    real_option("--movetime", "Time for a search.", MOVETIME_RANGE, metavar="SECONDS"),
)


def search_limits(
    default_movetime: float, depth: int | None = None, nodes: int | None = None, movetime: float | None = None
) -> Limits:
    """Return the limits of a search, with a default time if none is given."""
    if depth is None and nodes is None and movetime is None:
        movetime = default_movetime
    return Limits(depth=depth, nodes=nodes, movetime_ms=round(1000 * movetime) if movetime else None)


def threads_option(text: str, most: int | None = MAX_THREADS) -> Callable:
    """Add --threads with help *text*."""
    return number_option("--threads", text, 1, most=most)


def hash_option(text: str = "Size of the hash table in MiB.") -> Callable:
    """Add --hash, the MiB of the transposition table."""
    return number_option("--hash hash_mib", text, 64, most=MAX_HASH_MIB, metavar="MIB")


PERFT_HASH_OPTION = number_option("--hash hash_mib", "Hash table for Lux's counts, in MiB.", 0, least=0, metavar="MIB")
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
