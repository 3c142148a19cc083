"""How far a long count is, on the terminal, and how speeds are written."""

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

PATIENCE_S = 1.0  # nothing is shown of work that takes less


def speed_text(nodes: int, seconds: float) -> str:
    """Write a speed for people, as in `567 Mnps`.

    >>> speed_text(119060324, 0.21)
    '567 Mnps'
    """
    nps = nodes / seconds if seconds > 0 else 0.0
    for unit, size in (("Gnps", 1e9), ("Mnps", 1e6), ("knps", 1e3)):
        if nps >= size:
            return f"{nps / size:.3g} {unit}"
    return f"{nps:.0f} nps"


class Meter:
    """A bar with rate and time left on standard error, from the first second on; nothing unless that is a terminal."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._console = Console(stderr=True)
        self._progress: Progress | None = None

    def __enter__(self) -> "Meter":
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, done: float, total: float, nodes: int) -> None:
        """Show that *done* of *total* is done, and the speed of *nodes* so far."""
        seconds = time.perf_counter() - self._start
        if not self._console.is_terminal or seconds < PATIENCE_S:
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
                # What is printed meanwhile goes above the bar, unless it goes to a file.
                redirect_stdout=sys.stdout.isatty(),
            )
            self._progress.start()
            self._progress.add_task("")
        speed = speed_text(nodes, seconds)
        task = self._progress.task_ids[0]
        self._progress.update(task, completed=done, total=total, description=speed)
