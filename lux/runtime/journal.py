"""Record the progress of a long run in a file, to continue after a crash (layer 5).

A journal is a file of JSON lines: a header with the kind and the settings, then an entry for each step. A crash costs
at most the last line.
"""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from lux.runtime.errors import OneLineError
from lux.runtime.system import at_once, lock, named_errors, write_through


class JournalError(OneLineError, ValueError):
    """A journal cannot be used; the message begins with its path."""


def read_journal(path: Path, kind: str, what: str) -> tuple[dict[str, object], list[dict]]:
    """Return the header and the entries of a journal, without a line that a crash cut off.

    Args:
        path: the file.
        kind: the key of the header that identifies the kind of journal.
        what: what to call it in messages.

    Raises:
        JournalError: it is damaged or of another kind.
        OSError: it cannot be read.
    """
    with open(path, "rb", opener=at_once) as file:
        lines = file.read().split(b"\n")[:-1]
    entries: list[dict] = []
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            if number > 1:
                raise JournalError(f"{path}:{number}: not a line of a {what}")
            break
        entries.append(entry)
    if not entries or kind not in entries[0]:
        raise JournalError(f"{path}: not a {what}")
    return entries[0], entries[1:]


class Journal:
    """A journal to append to, new or existing; a context manager that locks it.

    Args:
        path: the file, created if missing.
        what: what to call it in messages.
        header: the first key is the kind, with all settings as its value or as further keys. They must match those in
            the file.

    Attributes:
        entries: the entries in the file.

    Raises:
        JournalError: it is in use, damaged, of another kind, or has other settings.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str | Path, what: str, header: Mapping[str, object]) -> None:
        self.path = Path(path)
        kind = next(iter(header))
        with ExitStack() as stack:
            self._file = open(self.path, "a+b", opener=at_once)  # noqa: SIM115
            stack.callback(self.close)
            try:
                lock(self._file)
            except BlockingIOError:
                raise JournalError(f"{self.path}: in use by another run") from None
            self._file.seek(0)
            found = self._file.read()
            line = json.dumps(header).encode() + b"\n"
            # New, or the crash came so early that there is no whole header.
            if line.startswith(found) and found != line:
                self._file.truncate(0)
                write_through(self._file, line)
                found = line
            before, self.entries = read_journal(self.path, kind, what)
            if isinstance(header[kind], Mapping) and isinstance(before[kind], dict):
                header, before = header[kind], before[kind]
            elif before[kind] != header[kind]:
                raise JournalError(f"{self.path}: not a {what}")
            for name, value in header.items():
                if before.get(name) != value:
                    raise JournalError(f"{self.path}: {what} with other {name}: {before.get(name)}, not {value}")
            self._file.truncate(found.rfind(b"\n") + 1)
            stack.pop_all()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with named_errors(self.path):  # what could not be written is tried again
            self._file.close()

    def append(self, *entries: dict[str, object]) -> None:
        """Add entries; once this returns they survive a crash."""
        write_through(self._file, b"".join(json.dumps(entry).encode() + b"\n" for entry in entries))
        self.entries += entries
