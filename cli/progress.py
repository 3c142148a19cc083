"""Progress bars and human-readable numbers."""

import sys
import time
from datetime import timedelta

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column

from lux.cli.console import TextConsole
from lux.cli.output import say

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
    """Progress on standard error: a bar, words and the time left; without a terminal, a line every ten seconds.

    Work that takes less than a second shows nothing. What is *lasting* is shown at once, and its last words stay.
    """

    def __init__(self, lasting: bool = False) -> None:
        self._console = TextConsole(stderr=True)
        self._lasting = lasting
        self._due = time.perf_counter()
        if not lasting:
            self._due += PATIENCE_S if self._console.is_terminal else LINE_S
        self._first: tuple[float, float, int] | None = None
        self._words = ""
        self._progress = Progress(
            BarColumn(20),
            TaskProgressColumn(),
            TextColumn("{task.description}", markup=False, table_column=Column()),  # which may wrap
            TimeRemainingColumn(),
            TextColumn("left"),
            console=self._console,
            transient=True,
            # Other output goes above the bar, unless it goes to a file.
            redirect_stdout=sys.stdout.isatty(),
        )
        self._bar = self._progress.add_task("")

    def __enter__(self) -> "Meter":
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._progress.live.is_started:
            self._progress.stop()
        if self._lasting and self._words:
            say(self._words, err=True)

    def __call__(self, done: float, total: float, nodes: int) -> None:
        """Show that *done* of *total* is done, and the speed of *nodes* so far."""
        now = time.perf_counter()
        # Not zero in a count that goes on from a checkpoint.
        start, _, nodes_before = self._first = self._first or (now, done, nodes)
        self.show(f"{nodes:,} nodes, {speed_text(nodes - nodes_before, now - start)}", done, total)

    def show(self, words: str, done: float, total: float | None = None) -> None:
        """Show *words*, and how much is done if the *total* is known."""
        now = time.perf_counter()
        start, done_before, _ = self._first = self._first or (now, done, 0)
        self._words = words
        if now < self._due:
            return
        if self._console.is_terminal:
            self._progress.update(self._bar, completed=done, total=total, description=words)
            self._progress.start()
        elif done > done_before:
            self._due = now + LINE_S
            if total:
                left = timedelta(seconds=round((now - start) * (total - done) / (done - done_before)))
                words = f"{done / total:.1%} done, {words}, {left} left"
            say(words, err=True)
