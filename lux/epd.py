"""Read test suites in Extended Position Description, and let the engine solve them.

>>> task = next(read_suite(['6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 1; id "back rank";']))
>>> task.id, task.best, task.mate
('back rank', ['a1a8'], 1)
>>> from lux.engine import Engine
>>> solve(Engine(), task, depth=3).solved
True

Source: https://www.chessprogramming.org/Extended_Position_Description
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lux.board import Board, needs_chess960
from lux.engine import Engine, SearchInfo
from lux.limits import Limits
from lux.text.epd_line import split_epd, unquoted

POINTS = re.compile(r"([^\s,=]+(?:=[NBRQ][+#]?)?)=(\d+)(?:,\s*|$)")


class EpdError(ValueError):
    """A line of a test suite cannot be read: its number *line*, from 1, and the *reason*."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True)
class Task:
    """A position and what to find there, moves as UCI.

    Any move of *best* solves it; a move of *avoid* does not. A mate must be found in at most *mate* moves. *points*
    maps moves to points, as in the Strategic Test Suite; other moves get none.
    """

    line: int
    id: str
    fen: str
    chess960: bool
    best: list[str]
    avoid: list[str]
    mate: int | None
    points: dict[str, int] = field(default_factory=dict)

    def board(self) -> Board:
        """Return the position."""
        return Board(self.fen, chess960=self.chess960)

    def wanted(self) -> str:
        """Return the goal, in SAN.

        >>> Task(1, "", "6k1/8/6K1/8/8/8/8/R7 w - - 0 1", False, ["a1a8"], ["a1a2"], 1).wanted()
        'bm Ra8# am Ra2 dm 1'
        """
        board = self.board()
        words = []
        for name, moves in (("bm", self.best), ("am", self.avoid)):
            if moves:
                words += [name, *map(board.san, moves)]
        return " ".join([*words, *([f"dm {self.mate}"] if self.mate else [])])

    def is_solved(self, info: SearchInfo) -> bool:
        """Return whether a search has found what is asked for."""
        move = info.pv[0] if info.pv else None
        if (self.best and move not in self.best) or move in self.avoid:
            return False
        return self.mate is None or (info.mate is not None and 0 < info.mate <= self.mate)


@dataclass(frozen=True)
class Solution:
    """The engine's last result, and the first iteration from which on it stayed right, or None."""

    task: Task
    info: SearchInfo
    found: SearchInfo | None

    @property
    def solved(self) -> bool:
        """Return whether the engine was right in the end."""
        return self.found is not None

    @property
    def points(self) -> int:
        """Return the points of the move."""
        return self.task.points.get(self.info.pv[0], 0) if self.info.pv else 0


def read_suite(lines: Iterable[str]) -> Iterator[Task | EpdError]:
    """Yield a Task, or an EpdError, for each line that is neither empty nor begins with #."""
    for number, line in enumerate(lines, 1):
        line = line.strip("\ufeff \t\r\n")
        if not line or line.startswith("#"):
            continue
        try:
            yield _read_task(line, number)
        except ValueError as error:
            yield EpdError(number, str(error))


def _read_task(line: str, number: int) -> Task:
    """Read one line: four fields, or the six of a FEN, then operations."""
    fen, operands = split_epd(line)
    operations = {name: unquoted(values) for name, values in operands.items()}
    chess960 = needs_chess960(fen)
    board = Board(fen, chess960=chess960)
    mate = None
    if "dm" in operations:
        if not operations["dm"] or not operations["dm"][0].isdecimal() or operations["dm"][0] == "0":
            raise ValueError("dm takes a number of moves")
        mate = int(operations["dm"][0])
    best, avoid = ([board.parse_san(text) for text in operations.get(name, [])] for name in ("bm", "am"))
    points = _read_points(board, operations)
    if not (best or avoid or mate):
        if not points:
            raise ValueError("nothing is asked for: no bm, am or dm")
        best = [move for move, score in points.items() if score == max(points.values())]
    return Task(number, " ".join(operations.get("id", [])).strip(), fen, chess960, best, avoid, mate, points)


def _read_points(board: Board, operations: dict[str, list[str]]) -> dict[str, int]:
    """Return the points of the Strategic Test Suite: c8 for the moves of c9 or c7, or both together in c0."""
    names = " ".join(operations.get("c9", operations.get("c7", []))).split()
    scores = " ".join(operations.get("c8", [])).split()
    pairs = list(zip(names, scores, strict=False))
    if len(names) != len(scores) or not all(score.isdecimal() for score in scores):
        pairs = []
    comment = " ".join(operations.get("c0", []))
    # Anything else in these operations is a comment.
    if not pairs and not POINTS.sub("", comment):
        pairs = POINTS.findall(comment)
    return {board.parse_san(name): int(score) for name, score in pairs}


def solve(engine: Engine, task: Task, limits: Limits | None = None, **keywords: object) -> Solution:
    """Search a task's position with an empty hash table; limits and errors are those of Engine.search."""
    found: SearchInfo | None = None

    def watch(info: SearchInfo) -> None:
        nonlocal found
        if not task.is_solved(info):
            found = None
        elif found is None:
            found = info

    engine.new_game()
    info = engine.search(task.board(), limits, on_info=watch, **keywords).info
    return Solution(task, info, found)
