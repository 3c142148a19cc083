"""`lux epd`: solve test suites."""

from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median

import click
from rich.table import Table

from lux.cli.analyse.engine_pool import EnginePool
from lux.cli.console import TextConsole
from lux.cli.options import JSON_OPTION, hash_option, limit_options, number_option, search_limits
from lux.cli.output import say, say_json
from lux.cli.progress import make_progress, short_number
from lux.engine import SearchInfo
from lux.epd import EpdError, Solution, Task, read_suite, solve
from lux.limits import Limits
from lux.searcher import Searcher
from lux.text.decoding import open_text

MOST_ERRORS = 10  # that are named for each file

EPILOG = """\b
Examples:
  lux epd wac.epd --movetime 1
  lux epd sts.epd eret.epd --nodes 200000 --jobs 2
  lux epd mates.epd --depth 12 --json > mates.json"""


@dataclass
class SolvedSuite:
    """A file's tasks, what cannot be read of it, and the solutions so far."""

    path: str
    tasks: list[Task] = field(default_factory=list)
    errors: list[EpdError] = field(default_factory=list)
    solutions: list[Solution] = field(default_factory=list)

    @property
    def solved(self) -> list[Solution]:
        """Return the correct solutions."""
        return [solution for solution in self.solutions if solution.solved]

    @property
    def points(self) -> int:
        """Return the points won."""
        return sum(solution.points for solution in self.solutions)

    @property
    def max_points(self) -> int:
        """Return the points that could be won."""
        return sum(most_points(solution.task) for solution in self.solutions)


def most_points(task: Task) -> int:
    """Return the points of a task's best move."""
    return max(task.points.values(), default=0)


def read_file(path: str) -> SolvedSuite:
    """Read a test suite and name its first errors; a file that begins with nothing else is rejected."""
    suite = SolvedSuite(path)
    with open_text(path) as file:
        for item in read_suite(file):
            if isinstance(item, Task):
                suite.tasks.append(item)
                suite.errors += [EpdError(item.line, problem) for problem in item.problems]
                continue
            suite.errors.append(item)
            if len(suite.errors) == MOST_ERRORS and not suite.tasks:
                reason = f"{path}: not a test suite: nothing in its first lines can be read ({suite.errors[0]})"
                raise click.ClickException(reason)
    for error in suite.errors[:MOST_ERRORS]:
        say(f"lux epd: {path}: {error}", err=True)
    if (more := len(suite.errors) - MOST_ERRORS) > 0:
        say(f"lux epd: {path}: and {more} more error{'s' * (more > 1)}", err=True)
    return suite


def failure_row(solution: Solution) -> str:
    """Return one line about a task that was not solved."""
    task, info = solution.task, solution.info
    points = f"  {solution.points}/{most_points(task)} points" if task.points else ""
    played = task.board().san(info.pv[0]) if info.pv else "none"
    return (
        f"{task.id or f'line {task.line}':<24} {task.wanted():<20} played {played:<7}"
        f" {info.score.white()!s:>7}  depth {info.depth}{points}"
    )


def summary_table(suites: list[SolvedSuite]) -> Table:
    """Return the counts of each suite and, if there are several, their total."""
    table = Table(title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.add_column("suite", no_wrap=True, overflow="ellipsis")
    for heading in ("solved", "%", "points", "mean s", "median s", "median depth", "nodes"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows = list(suites)
    if len(suites) > 1:
        rows.append(SolvedSuite("all", solutions=[solution for suite in suites for solution in suite.solutions]))
    for suite in rows:
        solved, count = suite.solved, len(suite.solutions)
        times = [solution.found.time_ms / 1000 for solution in solved]
        table.add_row(
            Path(suite.path).name,
            f"{len(solved)}/{count}",
            f"{100 * len(solved) / max(1, count):.1f}",
            f"{suite.points}/{suite.max_points}" if suite.max_points else "",
            f"{fmean(times):.2f}" if times else "",
            f"{median(times):.2f}" if times else "",
            f"{median(solution.info.depth for solution in suite.solutions):.0f}" if count else "",
            short_number(sum(solution.info.nodes for solution in suite.solutions)),
        )
    return table


def info_json(info: SearchInfo) -> dict[str, int]:
    return {"depth": info.depth, "nodes": info.nodes, "time_ms": info.time_ms}


def solution_json(solution: Solution) -> dict[str, object]:
    """Return a solution as plain data for JSON; scores are from White's point of view."""
    task, info = solution.task, solution.info
    board = task.board()
    return {
        "id": task.id,
        "line": task.line,
        "fen": task.fen,
        "best": task.best,
        "avoid": task.avoid,
        "mate": task.mate,
        "solved": solution.solved,
        "move": info.pv[0] if info.pv else None,
        "score": info.score.white().as_dict(),
        "pv": board.variation_san(info.pv),
        **info_json(info),
        "found": info_json(solution.found) if solution.found else None,
        **({"points": solution.points, "max_points": most_points(task)} if task.points else {}),
    }


def suites_json(suites: list[SolvedSuite], limits: Limits) -> dict[str, object]:
    """Return everything as plain data for JSON."""
    return {
        "limits": limits.given(),
        "suites": [
            {
                "path": suite.path,
                "count": len(suite.solutions),
                "solved": len(suite.solved),
                "points": suite.points,
                "max_points": suite.max_points,
                "errors": [{"line": error.line, "reason": error.reason} for error in suite.errors],
                "tasks": [solution_json(solution) for solution in suite.solutions],
            }
            for suite in suites
        ],
    }


@click.command(epilog=EPILOG)
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)
@limit_options
@number_option("--jobs", "Positions at a time.", 1, most=256)
@hash_option()
@JSON_OPTION
def epd(files: tuple[str, ...], jobs: int, hash_mib: int, as_json: bool, **limited: float | None) -> int:
    """Solve test suites: positions with a best move (bm), a move to avoid (am) or a mate (dm).

    Each line of a FILE is an EPD; `-` reads standard input. Points as in the Strategic Test Suite (c0, or c7 to c9) are
    counted. The output lists the unsolved positions, then the number solved and the time after which Lux found the
    solution and kept it. By default a position gets one second. Scores are from White's point of view.
    """
    limits = search_limits(1.0, **limited)
    suites = [read_file(path) for path in files]
    tasks = [(suite, task) for suite in suites for task in suite.tasks]
    if not tasks:
        raise click.ClickException("there is nothing to solve")
    console = TextConsole(stderr=as_json, soft_wrap=True)
    pool = EnginePool(min(jobs, len(tasks)), hash_mib)

    def work(engine: Searcher, place: tuple[SolvedSuite, Task]) -> tuple[SolvedSuite, Solution] | None:
        suite, task = place
        solution = solve(engine, task, limits, stop=pool.stop)
        return None if pool.stop.is_set() else (suite, solution)  # which was cut short

    status = 1 if any(suite.errors for suite in suites) else 0
    with make_progress(console) as progress, closing(pool.map(work, tasks)) as solutions:
        bar = progress.add_task("solving", total=len(tasks))
        try:
            for suite, solution in solutions:
                suite.solutions.append(solution)
                if not solution.solved and not as_json:
                    console.print(failure_row(solution))
                progress.advance(bar)
        except KeyboardInterrupt:
            status = 130
    if as_json:
        say_json(suites_json(suites, limits), indent=1)
    else:
        console.print(summary_table(suites))
    return status
