"""What the commands of `lux` have in common: positions, limits of a search, hash tables, threads, JSON."""

from collections.abc import Callable

import click

from lux.board import Board, FenError, needs_chess960
from lux.engine import MAX_THREADS
from lux.limits import Limits

MAX_HASH_MIB = 65536

# Positions


# What stands for the fields of a FEN that are left out, as in python-chess.
DEFAULT_FIELDS = ["w", "-", "-", "0", "1"]


def named_positions() -> dict[str, str]:
    """Return the positions that a command line may name, as FEN."""
    from lux.perft.suites import POSITIONS  # it brings all that counts with it, which most commands do not need

    return POSITIONS


def find_fen(text: str) -> str:
    """Return the FEN that a command line gives by name, or in full except for fields after the board.

    Raises:
        FenError: it is not a position; the message lists the names.
    """
    fen = text if "/" in text else named_positions().get(text.strip().lower(), text)
    fields = fen.split()
    if len(fields) in (1, 2, 3) and fields[0].count("/") == 7:
        fen = " ".join(fields + DEFAULT_FIELDS[len(fields) - 1 :])
    try:
        Board(fen)
    except FenError as error:
        hint = "" if " " in text.strip() else f" (positions with a name: {', '.join(named_positions())})"
        raise FenError(f"{error}{hint}") from None
    return fen


def set_up(fen: str, chess960: bool = False) -> Board:
    """Return the board of a FEN: for Chess960 if that is asked for, or if its castling rights need it."""
    return Board(fen, chess960=chess960 or needs_chess960(fen))


def read_position(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...] | str | None
) -> str | None:
    """Return the FEN of an argument of any number of words, the start position without one, or of an option."""
    if given is None:
        return None
    try:
        return find_fen(given if isinstance(given, str) else " ".join(given) or "startpos")
    except FenError as error:
        raise click.BadParameter(str(error), context, parameter) from None


def complete_position(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the names of positions that begin like the word, for a shell."""
    return [name for name in named_positions() if name.startswith(begun.lower())]


def position_argument(command: Callable) -> Callable:
    """Add the argument FEN, a position in full or by name."""
    return click.argument(
        "fen",
        nargs=-1,
        callback=read_position,
        shell_complete=complete_position,
        metavar=f"[FEN | {' | '.join(named_positions())}]",
    )(command)


# Extras


def missing_extra(option: str, extra: str, library: str) -> click.ClickException:
    """Return the error for an option that needs a missing library, with the way to get it."""
    wanted = f"'lux-chess[{extra}]'"
    recipe = f"pip install {wanted}, or with pipx: pipx inject lux-chess {wanted}"
    return click.ClickException(f"{option} needs {library}, which comes with the extra {extra}: {recipe}")


# Searches

DEPTH_RANGE = click.IntRange(1, 245)
MOVETIME_RANGE = click.FloatRange(0.01, 86400)
LIMIT_OPTIONS = (
    click.option("--depth", type=DEPTH_RANGE, metavar="N", help="Plies to search."),
    click.option(
        "--nodes", type=click.IntRange(1), metavar="N", help="The most moves to make: the same result every time."
    ),
    click.option("--movetime", type=MOVETIME_RANGE, metavar="SECONDS", help="Time for a search."),
)


def limit_options(command: Callable) -> Callable:
    """Add --depth, --nodes and --movetime; a search ends at the first that it reaches."""
    for option in reversed(LIMIT_OPTIONS):
        command = option(command)
    return command


def search_limits(depth: int | None, nodes: int | None, movetime: float | None, default_movetime: float) -> Limits:
    """Return the limits of a search, with a default for the time if there is none."""
    if depth is None and nodes is None and movetime is None:
        movetime = default_movetime
    return Limits(depth=depth, nodes=nodes, movetime_ms=round(1000 * movetime) if movetime else None)


# Machine and output


def threads_option(text: str, most: int | None = MAX_THREADS) -> Callable:
    """Add --threads, explained by *text*."""
    return click.option("--threads", type=click.IntRange(1, most), default=1, show_default=True, metavar="N", help=text)


def hash_option(text: str = "Size of the hash table in MiB.") -> Callable:
    """Add --hash, the MiB of a table that searches need."""
    size = click.IntRange(1, MAX_HASH_MIB)
    return click.option("--hash", "hash_mib", type=size, default=64, show_default=True, metavar="MIB", help=text)


def perft_hash_option(text: str) -> Callable:
    """Add --hash, the MiB of a table of counts, 0 for none."""
    return click.option(
        "--hash", "hash_mib", type=click.IntRange(0), default=0, show_default=True, metavar="MIB", help=text
    )


JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
