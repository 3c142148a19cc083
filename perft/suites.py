"""Read perft suites: positions with the number of leaf nodes of their trees of legal moves, by depth.

Two kinds of file are read. In EPD a line is a position and its counts; all spellings in use are read:

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
    8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - D4 43238; id "position 3";
    3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1; perft 6 = 1134888
    4k3/8/8/8/8/8/8/4K3 w - - 0 1,5,25

A file `NAME.perft` has blocks of `id NAME`, `epd POSITION` and any number of `perft DEPTH NODES`. Empty lines and lines
that begin with `#`, `//` or `%` are skipped in both. `FEN,5,4865609` is a count at depth 5 unless 5 is the number of
legal moves. Source: https://www.chessprogramming.org/Perft
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import lux
from lux.board import STARTPOS
from lux.game.perft import MAX_DEPTH
from lux.text.decoding import open_text
from lux.text.epd_line import position_lines, split_operation, split_operations, split_position, unquoted

SUITES = ("wiki", "tricky", "standard", "lux", "chess960", "chess960_xfen", "chess960_startpos")

# Positions that a command line may call by name.
POSITIONS = {
    "startpos": STARTPOS,
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}

COUNT = re.compile(r"(?:d|depth|perft)\s*\(?0*([1-9]\d?|100)\)?(?:\s*[=:]\s*|\s+)(\d{1,100})(?!\S)\s*", re.IGNORECASE)
# Counts of depths 1, 2, 3 ... after commas, or a depth and its count.
LISTED = re.compile(r"(?:\s*,\s*\d{1,30})+")
MOST_REPLIES = 218  # legal moves in a position
# The opcodes of the EPD standard: none concerns perft, but `id` and the comments name the position.
OPCODE = re.compile(r"id|[cv]\d|ac[dns]|am|bm|ce|dm|draw_\w+|eco|fmvn|hmvc|ni?c|noop|p[mv]|rc|resign|sm|tc\w+")


class PerftLine(NamedTuple):
    """One position of a suite."""

    fen: str  # 4 to 6 fields, as the file has it
    counts: dict[int, int]  # leaf nodes by depth, in the file's order; beyond 64 bits too
    id: str  # its name in the file, else `suite:line`
    source: str  # `file:line`

    def within(self, max_nodes: int, max_depth: int | None = None) -> dict[int, int]:
        """Return the counts within the limits, shallow ones first."""
        return {
            depth: nodes
            for depth, nodes in sorted(self.counts.items())
            if nodes <= max_nodes and (max_depth is None or depth <= max_depth)
        }


class Problem(NamedTuple):
    """A malformed line of a suite."""

    source: str  # `file:line`
    text: str

    def __str__(self) -> str:
        return f"{self.source}: {self.text}"


@dataclass(frozen=True)
class Suite:
    """A suite: its well-formed lines, and the problems of the others."""

    name: str
    lines: list[PerftLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def load_suite(name: str | Path) -> list[PerftLine]:
    """Load a suite: one that comes with Lux, by its name in `SUITES`, or any file, by its path.

    Raises `ValueError`, with file and line number, for the first malformed line, and `OSError` for a file that cannot
    be read. `read_suite` continues after a malformed line.

    >>> load_suite("wiki")[0].counts[3]
    8902
    """
    suite = read_suite(name)
    if suite.problems:
        raise ValueError(str(suite.problems[0]))
    return suite.lines


def read_suite(name: str | Path) -> Suite:
    """Read a suite by name or path, as `load_suite` does, but collect malformed lines in `problems`."""
    path = files("lux.perft") / f"{name}.epd" if name in SUITES else Path(name)
    suite = Suite(Path(path.name).stem)
    shown = path.name if name in SUITES else str(path)
    with open_text(str(path)) as file:
        for number, line in join_blocks(position_lines(file), shown, suite.problems):
            try:
                read, problems = parse_line(line, f"{suite.name}:{number}", f"{shown}:{number}")
            except ValueError as error:
                suite.problems.append(Problem(f"{shown}:{number}", str(error)))
            else:
                suite.lines.append(read)
                suite.problems.extend(problems)
    if not suite.lines and not suite.problems:
        suite.problems.append(Problem(shown, "no position in it"))
    return suite


def parse_line(line: str, name: str, source: str) -> tuple[PerftLine, list[Problem]]:
    """Return the position of a line of EPD, and its operations that are neither counts nor known.

    Raises:
        ValueError: there is no position or no count, or it is not clear which count is right.
    """
    fen, rest = split_position(line)
    board = lux.Board(fen)
    counts: dict[int, int] = {}
    names: dict[str, str] = {}
    problems: list[Problem] = []
    if LISTED.fullmatch(rest):
        counts = listed_counts([int(number) for number in rest.split(",")[1:]], len(board.legal_moves))
        rest = ""
    for operation in split_operations(rest):
        opcode, operand = split_operation(operation)
        if OPCODE.fullmatch(opcode):
            names[opcode] = unquoted(operand).strip()
        elif not read_counts(operation, counts):
            problems.append(Problem(source, f"{operation[:40]!r} is not a node count, expected 'D<depth> <nodes>'"))
    if not counts:
        raise ValueError(problems[0].text if problems else "no node counts, expected 'FEN ;D1 n ;D2 n ...'")
    return PerftLine(fen, counts, names.get("id") or names.get("c0") or name, source), problems


def listed_counts(numbers: list[int], legal_moves: int) -> dict[int, int]:
    """Return the counts of depths 1, 2, 3 ..., or a single one after its depth, as the number of moves decides."""
    if numbers[0] == legal_moves and all(b <= a * MOST_REPLIES for a, b in itertools.pairwise(numbers)):
        return dict(enumerate(numbers, 1))
    if len(numbers) == 2 and 0 < numbers[0] <= min(numbers[1], MAX_DEPTH):
        return {numbers[0]: numbers[1]}
    raise ValueError(
        f"depth 1 has {legal_moves} nodes, not {numbers[0]}: expected counts from depth 1 on, or DEPTH,NODES"
    )


def read_counts(text: str, counts: dict[int, int]) -> bool:
    """Add the counts that *text* is made of, as in `D1 20` or `D1 20 D2 400`; return whether it is nothing else."""
    end = 0
    while match := COUNT.match(text, end):
        depth, nodes = int(match[1]), int(match[2])
        if counts.setdefault(depth, nodes) != nodes:
            raise ValueError(f"two counts for depth {depth}: {counts[depth]} and {nodes}")
        end = match.end()
    return end == len(text)


def join_blocks(numbered: Iterable[tuple[int, str]], path: str, problems: list[Problem]) -> Iterator[tuple[int, str]]:
    """Turn the blocks of a `.perft` file into lines of EPD, each with the line number of its `epd`; pass on others."""
    name, position, counts = "", None, []
    for number, line in itertools.chain(numbered, [(0, "id")]):
        word, _, rest = line.partition(" ")
        if word in ("id", "epd"):
            # Either begins a block, unless it is the `epd` that the `id` before it waits for.
            if position is not None:
                yield position[0], "; ".join([position[1], *counts, f'id "{name}"'])
                name, position, counts = "", None, []
            if word == "id":
                name = rest.strip('" ').replace('"', "'")
            else:
                position = (number, rest.strip())
        elif word != "perft":
            yield number, line
        elif position is not None:
            counts.append(line)
        else:
            problems.append(Problem(f"{path}:{number}", f"{line[:40]!r} is outside a block of 'id', 'epd', 'perft'"))
