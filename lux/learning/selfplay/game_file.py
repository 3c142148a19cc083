"""Append games to a file; a crash costs at most the last block (layer 7).

The journal of a game file is FILE.jsonl beside it. The first line holds the settings that the games were played with;
each further line describes a complete block of games: their numbers, place, results and checksum. Anything after the
last block in the game file was left by a crash.
"""

import mmap
import os
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from lux import __version__
from lux.learning.packed import MOVE_BYTES, RECORD_BYTES, RESULT_BYTE
from lux.runtime import journal as journals
from lux.runtime.errors import OneLineError
from lux.runtime.system import at_once, named_errors, write_through

FORMAT = 1  # of the journal
KIND, WHAT = "lux_games", "journal of a file of games"


class GameFileError(OneLineError, ValueError):
    """A file of games or positions cannot be used; the message begins with its path."""


class Block(NamedTuple):
    """Describe consecutive games that were written together."""

    first: int  # number of the first game
    games: int
    offset: int  # of the first byte
    bytes: int
    positions: int
    nodes: int  # that were searched for them
    black_wins: int
    draws: int
    white_wins: int
    crc32: int

    @property
    def end(self) -> int:
        """Return the byte after the last one."""
        return self.offset + self.bytes

    def problem(self, data: memoryview) -> str | None:
        """Return what is wrong with its bytes in the file."""
        right = zlib.crc32(data[self.offset : self.end]) == self.crc32
        return None if right else f"bytes {self.offset} to {self.end}: the checksum is not the journal's"


def journal_path(path: Path) -> Path:
    """Return the path of a game file's journal."""
    return path.with_name(path.name + ".jsonl")


def read_journal(path: Path) -> tuple[dict[str, object], list[Block]]:
    """Return the settings and the blocks of a file of games, without a line that a crash cut off.

    Raises:
        JournalError: the file is damaged or not a journal.
        OSError: it cannot be read.
    """
    journal = journal_path(path)
    header, entries = journals.read_journal(journal, KIND, WHAT)
    return header, blocks_of(journal, entries)


def blocks_of(journal: Path, entries: Sequence[dict]) -> list[Block]:
    """Return the blocks that the entries of a journal describe; raises JournalError."""
    blocks: list[Block] = []
    for number, entry in enumerate(entries, 2):
        try:
            block = Block(**entry)
            if not all(type(value) is int and value >= 0 for value in block):
                raise TypeError
        except TypeError:
            raise journals.JournalError(f"{journal}:{number}: not a block of games") from None
        if block.offset != (blocks[-1].end if blocks else 0):
            raise journals.JournalError(f"{journal}:{number}: the block does not begin where the one before ends")
        blocks.append(block)
    return blocks


def map_file(path: Path) -> memoryview:
    """Map a file into memory."""
    with open(path, "rb", opener=at_once) as file:
        if os.fstat(file.fileno()).st_size == 0:
            return memoryview(b"")
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def complete_games(path: Path) -> memoryview:
    """Map the complete games of a file into memory: all, or those in the journal if there is one.

    Raises:
        GameFileError, JournalError: the journal is damaged, or it is not that of the file.
        OSError: one of them cannot be read.
    """
    data = map_file(path)
    if not journal_path(path).exists():
        return data
    blocks = read_journal(path)[1]
    problem = what_is_lost(blocks, len(data)) or next(filter(None, (block.problem(data) for block in blocks)), None)
    if problem:
        raise GameFileError(f"{path}: {problem}: see `lux data check`")
    return data[: blocks[-1].end if blocks else 0]


def what_is_lost(blocks: Sequence[Block], size: int) -> str | None:
    """Return what a file of this size lacks of its journal's blocks."""
    lost = sum(block.games for block in blocks if block.end > size)
    return f"ends at byte {size} instead of {blocks[-1].end}: {lost} games of the journal are lost" if lost else None


class GameWriter:
    """Append blocks of games to a file, new or existing; a context manager.

    Attributes:
        blocks: the blocks in the file.
        cut_bytes: bytes of an unfinished block that were cut off when the file was opened.

    Raises:
        GameFileError: the file is shorter than its journal says, or has none.
        JournalError: the file is in use, or belongs to other settings.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike, settings: dict[str, object]) -> None:
        self.path = Path(path)
        journal = journal_path(self.path)
        if self.path.exists() and self.path.stat().st_size and not journal.exists():
            raise GameFileError(f"{self.path}: has no journal {journal.name}, so nothing can be added to it")
        with ExitStack() as files:
            header = {KIND: FORMAT, "lux": __version__, **settings}
            self._journal = files.enter_context(journals.Journal(journal, WHAT, header))
            self.blocks = blocks_of(journal, self._journal.entries)
            self._games = files.enter_context(open(self.path, "a+b", opener=at_once))
            end = len(complete_games(self.path))
            self.cut_bytes = self._games.seek(0, os.SEEK_END) - end
            self._games.truncate(end)
            self._files = files.pop_all()

    def __enter__(self) -> "GameWriter":
        return self

    def __exit__(self, *exc_info: object) -> None:
        with self._files, named_errors(self.path):  # what could not be written is tried again
            self._games.close()

    def append(self, first: int, games: Sequence[bytes], nodes: int) -> Block:
        """Write the games numbered from *first* on; once this returns they survive a crash."""
        data = b"".join(games)
        results = [game[RESULT_BYTE] for game in games]
        block = Block(
            first=first,
            games=len(games),
            offset=self._games.seek(0, os.SEEK_END),
            bytes=len(data),
            positions=(len(data) - (RECORD_BYTES + MOVE_BYTES) * len(games)) // MOVE_BYTES,
            nodes=nodes,
            black_wins=results.count(0),
            draws=results.count(1),
            white_wins=results.count(2),
            crc32=zlib.crc32(data),
        )
        write_through(self._games, data)
        self._journal.append(block._asdict())
        self.blocks.append(block)
        return block
