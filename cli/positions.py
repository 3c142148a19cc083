"""Positions on the command line: a name, or a FEN, possibly without its last fields."""

import re
from collections.abc import Callable

import click

from lux.board import Board, FenError, needs_chess960
from lux.cli.options import parsed_by

# What stands for the fields of a FEN that are left out, as in python-chess.
DEFAULT_FIELDS = ["w", "-", "-", "0", "1"]
# What comes before a position in the logs of GUIs, and in what an engine says to `d`.
COMMAND = r"(?i:^\s*(?:position\s+)?(?:fen:?\s+)?)"


def named_positions() -> dict[str, str]:
    """Return the positions that a command line may name, as FEN."""
    from lux.perft.suites import POSITIONS  # it brings all that counts with it, which most commands do not need

    return POSITIONS


def find_fen(text: str) -> str:
    """Return the FEN of a name, a FEN completed by its missing fields, or that of a `position` command.

    Raises:
        FenError: it is not a position; the message lists the names.
    """
    text, *moves = re.split(r"\s+moves\b", re.sub(COMMAND, "", text), maxsplit=1)
    fen = text if "/" in text else named_positions().get(text.strip().lower(), text)
    fields = fen.split()
    if len(fields) in (1, 2, 3) and fields[0].count("/") == 7:
        fen = " ".join(fields + DEFAULT_FIELDS[len(fields) - 1 :])
    try:
        board = set_up(fen)
        for move in " ".join(moves).split():
            board.push_uci(move)
    except ValueError as error:
        hint = "" if moves or " " in text.strip() else f" (positions with a name: {', '.join(named_positions())})"
        raise FenError(f"{error}{hint}") from None
    return board.fen() if moves else fen


def set_up(fen: str, chess960: bool = False) -> Board:
    """Return the board of a FEN, for Chess960 if requested or if its castling rights need it."""
    return Board(fen, chess960=chess960 or needs_chess960(fen))


def complete_position(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the names of positions that begin like the word, for a shell."""
    return [name for name in named_positions() if name.startswith(begun.lower())]


def position_argument(command: Callable) -> Callable:
    """Add the argument FEN, a position in full or by name."""
    return click.argument(
        "fen",
        nargs=-1,
        callback=parsed_by(lambda words: find_fen(" ".join(words) or "startpos")),
        shell_complete=complete_position,
        metavar=f"[FEN | {' | '.join(named_positions())}]",
    )(command)
