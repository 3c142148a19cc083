"""What commands print, and the files that they write their results to."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from lux.runtime.replacing import replacing
from lux.text.display import json_text, visible, visible_lines


def say(*lines: object, err: bool = False) -> None:
    """Print lines of text, by default an empty one, on standard output or standard error."""
    click.echo("\n".join(visible(str(line)) for line in lines), err=err)


def say_json(value: object, indent: int | None = None) -> None:
    """Print *value* as JSON."""
    click.echo(json_text(value, indent))


class Shown(io.TextIOBase):
    """Standard output where it is a terminal: shows text, and obeys nothing in it."""

    def write(self, text: str) -> int:
        """Print text, which may be a part of a line."""
        click.echo(visible_lines(text), nl=False)
        return len(text)


@contextmanager
def result_file(path: str) -> Iterator[IO[str]]:
    """Yield a text file to write a result to, `-` for standard output; it replaces *path* once it is complete.

    If the block raises, *path* is unchanged, and the error names the file with the unfinished result.
    """
    if path == "-":
        with Shown() if sys.stdout.isatty() else click.open_file("-", "w", encoding="utf-8") as file:
            yield file
        return
    try:
        with replacing(path, keep=True) as file:
            yield file
    except BaseException as error:
        for note in getattr(error, "__notes__", ()):
            say(note, err=True)
        error.__notes__ = []  # an outer file's are said once
        raise
