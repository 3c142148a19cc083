"""Replace a file whole or not at all (layer 5)."""

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


class NamedFile(io.BufferedWriter):
    """A new file whose errors name the file; those of `write` do not.

    The raw file is C's: Ctrl-C between its write and the buffer's count of it would write the same bytes again.
    """

    def __init__(self, path: Path, wanted: str) -> None:
        self.wanted = wanted
        with self.named_errors():
            super().__init__(io.FileIO(path, "w"))

    def write(self, data: bytes) -> int:
        """Write *data*, or raise OSError."""
        with self.named_errors():
            return super().write(data)

    def flush(self) -> None:
        """Write what waits in the buffer, or raise OSError."""
        with self.named_errors():
            super().flush()

    @contextmanager
    def named_errors(self) -> Iterator[None]:
        """Set the file of an OSError."""
        try:
            yield
        except OSError as error:
            error.filename = self.wanted
            raise


def part_of(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file's new contents until they are complete."""
    return Path(f"{os.path.realpath(path)}.part")


@contextmanager
def replacing(path: str | os.PathLike[str], *, binary: bool = False) -> Iterator[IO]:
    """Yield a file to write to, which replaces *path* when the block ends without an exception.

    Otherwise *path* is unchanged, and FILE.part keeps what was written. Pipes and devices are written directly. Text is
    UTF-8.

    Raises:
        OSError: a file cannot be written; `filename` names it.
    """
    target = Path(os.path.realpath(path))
    direct = target.exists() and not target.is_file()
    part = target if direct else part_of(path)
    file: IO = NamedFile(part, os.fspath(path))
    if not binary:
        file = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    try:
        yield file
        file.flush()
        if not direct:
            os.fsync(file.fileno())
    except BaseException:
        # What could not be written before cannot be written now either.
        with suppress(OSError):
            file.close()
        if not direct and part.stat().st_size == 0:
            part.unlink()
        raise
    file.close()
    if not direct:
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
