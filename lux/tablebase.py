"""Probe Syzygy tablebases from Python (layer 5).

Names and behaviour follow chess.syzygy of python-chess.

>>> from lux import Board
>>> Tablebase().probe_wdl(Board("8/8/8/4k3/8/8/8/4K3 w - - 0 1"))
0
"""

import os
import re
from contextlib import suppress

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.lux.board import Board
from cython.cimports.lux.rules.bitboard import popcount
from cython.cimports.lux.rules.position import Position, occupied
from cython.cimports.lux.syzygy.probe import Tablebases, add_table, free_tables, probe_dtz, probe_wdl
from cython.cimports.lux.syzygy.table import DTZ, MAX_TABLE_PIECES, NO_VALUE, WDL

from lux.runtime.system import at_once, system_handle

TABLE_NAME = re.compile(r"(KQ*R*B*N*P*)v(KQ*R*B*N*P*)")
SUFFIXES = {".rtbw": WDL, ".rtbz": DTZ}
# By the status that add_table returns.
PROBLEMS = (
    "",
    "not a Syzygy table",
    "truncated",
    "holds other pieces than its name says",
    "damaged",
    "cannot be mapped",
)


class MissingTableError(KeyError):
    """The position is not in the tables: its table is missing or damaged, or the position has castling rights."""


@cython.cclass
class Tablebase:
    """The Syzygy tablebases in one or more directories.

    The files are memory-mapped. Several threads may probe at once, but not while a directory is added.

    Args:
        path: directories, separated by os.pathsep.

    Attributes:
        problems: one line for each file that was skipped because it is damaged or cannot be read.

    Raises:
        OSError: one of the directories cannot be read.
    """

    def __cinit__(self):
        self.problems = []
        self.tables = cython.cast(cython.pointer[Tablebases], calloc(1, cython.sizeof(Tablebases)))
        if self.tables == cython.NULL:
            raise MemoryError("no memory for the list of tables")

    def __init__(self, path: str | os.PathLike[str] = ""):
        for directory in filter(None, os.fspath(path).split(os.pathsep)):
            self.add_directory(directory)

    def __dealloc__(self):
        if self.tables != cython.NULL:
            free_tables(self.tables)
        free(self.tables)

    def __repr__(self) -> str:
        tables = f"{self.wdl_count} WDL and {self.dtz_count} DTZ tables"
        return f"<Tablebase of {tables}, up to {self.max_pieces} pieces>"

    @property
    def wdl_count(self) -> int:
        """Count the WDL tables."""
        return self.tables.file_count[WDL]

    @property
    def dtz_count(self) -> int:
        """Count the DTZ tables."""
        return self.tables.file_count[DTZ]

    @property
    def max_pieces(self) -> int:
        """Return the number of pieces, kings included, of the largest WDL table; 0 without tables."""
        return self.tables.max_pieces

    def add_directory(self, directory: str | os.PathLike[str]) -> int:
        """Add the tables of a directory; return how many files were added.

        Of files with the same name the first counts. Damaged files are skipped and reported in `problems`.

        Raises:
            OSError: the directory cannot be read.
        """
        before = self.wdl_count + self.dtz_count
        for name in sorted(os.listdir(directory)):
            stem, suffix = os.path.splitext(name)
            count = count_pieces(stem)
            if suffix in SUFFIXES and count is not None:
                self.add_file(os.path.join(os.fspath(directory), name), count, SUFFIXES[suffix])
        return self.wdl_count + self.dtz_count - before

    def add_file(self, path: str, count: object, kind: cython.int) -> object:
        """Add one file, or note in `problems` why not."""
        counts: cython.int[12] = count
        try:
            with open(path, "rb", buffering=0, opener=at_once) as file:
                size = os.fstat(file.fileno()).st_size
                problem = PROBLEMS[add_table(self.tables, counts, kind, system_handle(file.fileno()), size)]
        except OSError as error:
            problem = error.strerror
        if problem:
            self.problems.append(f"{path}: {problem}")

    def probed(self, board: Board) -> cython.pointer[Position]:
        """Return the board's position if tables could hold it, else raise MissingTableError."""
        pos: cython.pointer[Position] = board.current()
        if pos.castling_rights:
            raise MissingTableError(f"tables hold no positions with castling rights: {board.fen()}")
        if popcount(occupied(pos)) > MAX_TABLE_PIECES:
            raise MissingTableError(f"tables hold at most {MAX_TABLE_PIECES} pieces: {board.fen()}")
        return pos

    def probe_wdl(self, board: Board) -> int:
        """Return the WDL value, as if the last move had been a capture or pawn move.

        From the side to move's point of view: 2 is a win, 0 a draw, -2 a loss. 1 is a cursed win and -1 a blessed loss:
        the fifty-move rule makes them draws.

        Raises:
            MissingTableError: the position is not in the tables.
        """
        wdl: cython.int = probe_wdl(self.tables, self.probed(board))
        if wdl == NO_VALUE:
            raise MissingTableError(f"no table for {board.fen()}")
        return wdl

    def probe_dtz(self, board: Board) -> int:
        """Return the plies to the next capture or pawn move in best play, with the sign of probe_wdl.

        Cursed wins and blessed losses are 100 further from 0: 101 means that a zeroing move leads to a cursed win.
        Checkmate is -1. A table that counts in moves may be one ply off.

        Raises:
            MissingTableError: a table that is needed is missing, or the position has castling rights.
        """
        dtz: cython.int = probe_dtz(self.tables, self.probed(board))
        if dtz == NO_VALUE:
            raise MissingTableError(f"no table for {board.fen()}")
        return dtz

    def get_wdl(self, board: Board, default: int | None = None) -> int | None:
        """Return the value of probe_wdl, or *default* if the position is not in the tables."""
        with suppress(MissingTableError):
            return self.probe_wdl(board)
        return default

    def get_dtz(self, board: Board, default: int | None = None) -> int | None:
        """Return the value of probe_dtz, or *default* if the position is not in the tables."""
        with suppress(MissingTableError):
            return self.probe_dtz(board)
        return default


def count_pieces(name: str) -> object:
    """Return how many of each piece a table such as KRPvKN holds, or None if it is not the name of a table."""
    sides = TABLE_NAME.fullmatch(name)
    if sides is None or not 3 <= len(name) - 1 <= MAX_TABLE_PIECES:
        return None
    return [side.count(letter) for letter in "PNBRQK" for side in sides.groups()]
