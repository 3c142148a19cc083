"""Replace a file whole or not at all, with one writer at a time (layer 5)."""

import errno
import io
import os
import random
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from lux.runtime.system import WINDOWS, lock, named_errors

TRIES = 8  # of two that begin at the same time, until one of them is first

FilePath = str | os.PathLike[str]


class NamedFile(io.BufferedWriter):
    """A new file whose errors name the file that is *wanted*; those of `write` do not name any.

    The raw file is C's: Ctrl-C between its write and the buffer's count of it would write the same bytes again.
    """

    def __init__(self, path: Path, wanted: str, mode: str) -> None:
        self.path, self.wanted = path, wanted
        with named_errors(self.wanted):
            super().__init__(io.FileIO(path, mode))

    def write(self, data: bytes) -> int:
        """Write *data*, or raise OSError."""
        with named_errors(self.wanted):
            return super().write(data)

    def flush(self) -> None:
        """Write what waits in the buffer, or raise OSError."""
        with named_errors(self.wanted):
            super().flush()


def refuse_inputs(outputs: Sequence[FilePath | None], inputs: Sequence[FilePath | None]) -> None:
    """Raise OSError if an output is an input, too, or is named twice; None stands for no file."""
    taken = {os.path.realpath(path) for path in filter(None, inputs)}
    for path in filter(None, outputs):
        target = os.path.realpath(path)
        if target in taken:
            raise OSError(errno.EINVAL, "would be written over another file of this command", os.fspath(path))
        taken.add(target)


def is_locked(part: str) -> bool:
    """Return whether its writer still has a part; remove what a killed one has left."""
    try:
        with open(part, "r+b", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NOFOLLOW", 0))) as file:
            if lock(file) and not WINDOWS:  # which removes no open file
                os.unlink(part)
    except OSError as error:  # or it is a link, or gone by now
        return isinstance(error, BlockingIOError)
    return False


def new_part(target: Path, wanted: str) -> NamedFile:
    """Create and lock a file beside *target*, under a name that nobody can know before.

    Raises:
        BlockingIOError: another process writes the same target.
    """
    parts = re.compile(re.escape(target.name) + r"\.[0-9a-f]{8}\.part")
    for _ in range(TRIES):
        part = target.with_name(f"{target.name}.{os.urandom(4).hex()}.part")
        file = NamedFile(part, wanted, "x")
        with suppress(BlockingIOError):
            lock(file)
            file.seek(0)  # Windows locks a byte far behind
            # Each of two writers has its lock before it looks for others, so at least one sees the other.
            others = {name for name in os.listdir(target.parent) if parts.fullmatch(name)} - {part.name}
            if part.exists() and not any(is_locked(str(target.with_name(name))) for name in others):
                return file
        file.close()
        part.unlink(missing_ok=True)
        time.sleep(random.uniform(0.001, 0.03))
    raise BlockingIOError(errno.EAGAIN, "another process is writing it", wanted)


@contextmanager
def replacing(path: FilePath, *, binary: bool = False, keep: bool = False) -> Iterator[IO]:
    """Yield a file to write to, which replaces *path* when the block ends without an exception.

    Otherwise *path* is unchanged; with *keep* a file beside it keeps what was written, and a note of the exception says
    where. Pipes and devices are written directly. Text is UTF-8.

    Raises:
        BlockingIOError: another process is writing it.
        OSError: a file cannot be written; `filename` names it.
    """
    target = Path(os.path.realpath(path))
    direct = target.exists() and not target.is_file()
    raw = NamedFile(target, os.fspath(path), "w") if direct else new_part(target, os.fspath(path))
    file: IO = raw if binary else io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
    try:
        if not direct and target.exists():
            shutil.copymode(target, raw.path)
        yield file
        file.flush()
        if not direct:
            with named_errors(raw.wanted):
                os.fsync(file.fileno())
                if WINDOWS:  # which renames no open file
                    file.close()
                os.replace(raw.path, target)
    except BaseException as error:
        # What could not be written before cannot be written now either.
        with suppress(OSError):
            file.close()
        if keep and not direct and raw.path.exists() and raw.path.stat().st_size:
            kept = raw.path.with_suffix(".partial")  # which no later writer takes for what a killed one has left
            with suppress(OSError):
                os.replace(raw.path, kept)
            kept = kept if kept.exists() else raw.path
            error.add_note(f"{os.fspath(path)} was not written; the partial result is in {kept}")
        elif not direct:
            raw.path.unlink(missing_ok=True)
        raise
    file.close()
