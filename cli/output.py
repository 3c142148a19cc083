"""Files that commands write their results to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import click

from lux.runtime.replacing import part_of, replacing


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
        with replacing(path) as file:
            yield file
    except BaseException:
        if part_of(path).exists():
            click.echo(f"{path} was not written; the partial result is in {part_of(path)}", err=True)
        raise
