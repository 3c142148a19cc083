"""Progress bars and human-readable numbers."""

import sys
import time

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from lux.cli.console import TextConsole

PATIENCE_S = 1.0  # work that takes less shows nothing
LINE_S = 10.0  # between lines where no terminal shows a bar


def short_number(number: float, unit: str = "") -> str:
    """Return a number in a few characters, with a prefix for thousands, millions, billions.

    >>> [short_number(number) for number in (0, 999, 12_345, 1_234_567, 9_876_543_210)]
    ['0', '999', '12.3k', '1.23M', '9.88G']
    >>> short_number(567_000_000, " nps")
    '567 Mnps'
    """
    space = " " * unit.startswith(" ")
    for prefix, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{space}{prefix}{unit.strip()}"
    return f"{number:.0f}{unit}"


def speed_text(nodes: int, seconds: float) -> str:
    """Return a human-readable speed.

    >>> speed_text(119060324, 0.21)
    '567 Mnps'
    """
    return short_number(nodes / seconds if seconds > 0 else 0.0, " nps")


def make_progress(console: TextConsole) -> Progress:
    """Return a bar on the console or, if that is not a terminal, on standard error; hidden if neither is one."""
    shown = console if console.is_terminal else TextConsole(stderr=True)
    columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)


class Meter:
    """A bar on standard error, with speed and time left, once the work has taken a second.

    If that is not a terminal, there is a line every ten seconds.
    """

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._line_due = self._start + LINE_S
        self._first: tuple[float, float, int] | None = None
        self._console = TextConsole(stderr=True)
        self._progress: Progress | None = None

    def __enter__(self) -> "Meter":
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, done: float, total: float, nodes: int) -> None:
        """Show that *done* of *total* is done, and the speed of *nodes* so far."""
        now = time.perf_counter()
        if self._first is None:
            self._first = now, done, nodes  # not zero in a count that goes on from a checkpoint
        start, done_before, nodes_before = self._first
        speed = speed_text(nodes - nodes_before, now - start)
        if not self._console.is_terminal:
            if now >= self._line_due:
                self._line_due = now + LINE_S
                moved = done - done_before
                left = f", {(now - start) * (total - done) / moved:.0f} s left" if moved else ""
                print(f"{done / (total or 1):.1%} done, {nodes:,} nodes, {speed}{left}", file=sys.stderr, flush=True)
            return
        if now < self._start + PATIENCE_S:
            return
        if self._progress is None:
            self._progress = Progress(
                BarColumn(),
                TaskProgressColumn(),
                TextColumn("{task.description}", markup=False),
                TimeRemainingColumn(),
                TextColumn("left"),
                console=self._console,
                transient=True,
                # Other output goes above the bar, unless it goes to a file.
                redirect_stdout=sys.stdout.isatty(),
            )
            self._progress.start()
            self._progress.add_task("")
        task = self._progress.task_ids[0]
        self._progress.update(task, completed=done, total=total, description=f"{nodes:,} nodes, {speed}")
