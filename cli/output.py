"""Files that commands write their results to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from lux.runtime.replacing import replacing


@contextmanager
def result_file(path: str) -> Iterator[IO[str]]:
    """Yield a text file to write a result to, `-` for standard output; it replaces *path* once it is complete.

    If the block raises, *path* is unchanged, and the error names the file with the unfinished result.
    """
    if path == "-":
        with click.open_file("-", "w", encoding="utf-8") as file:
            yield file
        return
    try:
        with replacing(path, keep=True) as file:
            yield file
    except BaseException as error:
        for note in getattr(error, "__notes__", ()):
            click.echo(note, err=True)
        error.__notes__ = []  # an outer file's are said once
        raise
