"""The options that `lux tree` and `tictac tree` share."""

from collections.abc import Callable

import click

# Branches shown by default.
TERMINAL_ROWS = 40
PAGE_ROWS = 5_000


def tree_options(command: Callable) -> Callable:
    """Add --rows and --html: how much of a tree to show, and where."""
    rows = click.option(
        "--rows",
        type=click.IntRange(1),
        metavar="N",
        help=f"Branches to show; by default {TERMINAL_ROWS}, in a page {PAGE_ROWS}.",
    )
    html = click.option(
        "--html", type=click.Path(dir_okay=False), metavar="FILE", help="Write a page to unfold instead; - prints it."
    )
    return rows(html(command))
