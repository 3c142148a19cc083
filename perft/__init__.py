"""Perft suites: positions with the number of leaf nodes of their legal move trees, by depth.

A suite is a text file with one position a line: `FEN ;D1 20 ;D2 400 ;D3 8902`. The README beside them says where each
comes from. Source: https://www.chessprogramming.org/Perft
"""

import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

SUITES = ("wiki", "tricky", "standard", "chess960", "chess960_xfen", "chess960_startpos")

COUNT = re.compile(r"D([1-9]\d*) +(\d+)")


class PerftLine(NamedTuple):
    fen: str
    counts: dict[int, int]  # leaf nodes by depth


def load_suite(name: str | Path) -> list[PerftLine]:
    """Load a suite: one that comes with Lux, by its name in `SUITES`, or any file, by its path.

    Empty lines and lines that start with `#` are skipped. Raises `ValueError` with file and line number for a line
    that is not `FEN ;D1 n ;D2 n ...`, and `OSError` for a file that cannot be read.

    >>> load_suite("wiki")[0].counts[3]
    8902
    """
    path = files(__name__) / f"{name}.epd" if name in SUITES else Path(name)
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        parse_line(line, f"{path}:{number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]


def parse_line(line: str, where: str) -> PerftLine:
    """Parse one line of a suite; *where* is what the error message begins with."""
    fen, *fields = (field.strip() for field in line.split(";"))
    if not fen:
        raise ValueError(f"{where}: no position before the first ';'")
    if not fields:
        raise ValueError(f"{where}: no node counts, expected 'FEN ;D1 n ;D2 n ...'")
    counts = {}
    for field in fields:
        match = COUNT.fullmatch(field)
        if match is None:
            raise ValueError(f"{where}: {field!r} is not a node count, expected 'D<depth> <nodes>'")
        counts[int(match[1])] = int(match[2])
    return PerftLine(fen, counts)
