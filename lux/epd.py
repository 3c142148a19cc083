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
from lux.text.epd_line import move_words, position_lines, split_epd, unquoted

POINTS = re.compile(r"\d{1,9}", re.ASCII)
MATE = re.compile(r"-?0*[1-9]\d{0,3}", re.ASCII)  # in moves


class EpdError(ValueError):
    """A line of a test suite cannot be read: its number *line*, from 1, and the *reason*."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line, self.reason = line, reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True)
class Task:
    """A position and what to find there, moves as UCI.

    Any move of *best* solves it; a move of *avoid* does not. A mate must be found in at most *mate* moves, against the
    side to move if negative. *points* maps moves to points, as in the Strategic Test Suite; other moves get none.
    *problems* tells what of the line could not be read.
    """

    line: int
    id: str
    fen: str
    chess960: bool
    best: list[str]
    avoid: list[str]
    mate: int | None
    points: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def board(self) -> Board:
        """Return the position."""
        return Board(self.fen, chess960=self.chess960)

    def wanted(self) -> str:
        """Return the goal, in SAN.

        >>> Task(1, "", "6k1/8/6K1/8/8/8/8/R7 w - - 0 1", False, ["a1a8"], ["a1a2"], 1).wanted()
        'bm Ra8# am Ra2 dm 1'
        """
        board = self.board()
        goals = {"bm": self.best, "am": self.avoid}
        words = [" ".join([name, *map(board.san, moves)]) for name, moves in goals.items() if moves]
        return " ".join([*words, f"dm {self.mate}"] if self.mate else words)

    def is_solved(self, info: SearchInfo) -> bool:
        """Return whether a search has found what is asked for."""
        move = info.pv[0] if info.pv else None
        if (self.best and move not in self.best) or move in self.avoid:
            return False
        found = info.mate or 0
        return self.mate is None or (found * self.mate > 0 and abs(found) <= abs(self.mate))


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
    """Yield a Task, or an EpdError, for each line that is neither blank nor a remark."""
    for number, line in position_lines(lines):
        try:
            yield _read_task(line, number)
        except ValueError as error:
            yield EpdError(number, str(error))


def _read_task(line: str, number: int) -> Task:
    """Read one line; what cannot be read costs itself, and the task only if nothing is left to solve."""
    fen, operations = split_epd(line)
    chess960 = needs_chess960(fen)
    board = Board(fen, chess960=chess960)
    problems: list[str] = []
    best, avoid = (list(_read_moves(board, operations.get(name, ""), problems)) for name in ("bm", "am"))
    mate = int(operations["dm"]) if MATE.fullmatch(operations.get("dm", "")) else None
    if mate is None and "dm" in operations:
        problems.append(f"dm takes a number of moves, not {operations['dm'][:20]!r}")
    try:
        points = {board.parse_san(name): int(score) for name, score in _points(operations)}
    except ValueError as error:
        points = {}
        problems.append(f"no points are read: {error}")
    if not (best or avoid or mate):
        if not points:
            raise ValueError("; ".join(problems) or "nothing is asked for: no bm, am or dm")
        best = [move for move, score in points.items() if score == max(points.values())]
    name = unquoted(operations.get("id", "")).strip()
    return Task(number, name, fen, chess960, best, avoid, mate, points, problems)


def _read_moves(board: Board, operand: str, problems: list[str]) -> Iterator[str]:
    """Yield the legal moves of *operand*, and add the others to *problems*."""
    for word in move_words(operand):
        try:
            yield board.parse_san(word)
        except ValueError as error:
            problems.append(str(error))


def _points(operations: dict[str, str]) -> list[tuple[str, str]]:
    """Return moves and points of the Strategic Test Suite: c8 for the moves of c9 or c7, or both together in c0."""
    names = unquoted(operations.get("c9", operations.get("c7", ""))).split()
    scores = unquoted(operations.get("c8", "")).split()
    if names and len(names) == len(scores) and all(map(POINTS.fullmatch, scores)):
        return list(zip(names, scores, strict=True))
    parts = [part.strip().rpartition("=") for part in unquoted(operations.get("c0", "")).split(",") if part.strip()]
    # Anything else in these operations is a comment.
    if not all(name and " " not in name and POINTS.fullmatch(score) for name, _, score in parts):
        return []
    return [(name, score) for name, _, score in parts]


def solve(engine: Engine, task: Task, limits: Limits | None = None, **keywords: object) -> Solution:
    """Search a task's position with an empty hash table; limits and errors are those of Engine.search."""
    reports: list[SearchInfo] = []
    engine.new_game()
    info = engine.search(task.board(), limits, on_info=reports.append, **keywords).info
    found = None
    for report in reports:
        found = (found or report) if task.is_solved(report) else None
    return Solution(task, info, found)
