"""Keep what a long run of games has found so far in a file, and go on after an interruption (layer 7).

A course is a file of lines of JSON: what it is and its settings, then a line for each step.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path


class CourseError(ValueError):
    """Tell why a file cannot be gone on with."""


class Course:
    """A file to append steps to; what a crash left of a last line is cut off.

    Args:
        path: the file, which is made if there is none.
        kind: what it holds the course of.
        settings: what its steps depend on. Compared with those in the file, not understood.

    Attributes:
        steps: the lines after the first.

    Raises:
        CourseError: the file is of another course, or of none.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str | Path, kind: str, settings: Mapping[str, object]) -> None:
        self.path = Path(path)
        self.steps: list[dict] = []
        if not self.path.exists() or not self.path.stat().st_size:
            self._write({kind: settings})
            return
        text = self.path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        before, self.steps = parse(whole, kind, self.path)
        if other := [name for name, value in settings.items() if before.get(name) != value]:
            raise CourseError(f"{self.path} is a {kind} with other {other[0]}")
        if len(whole) < len(text):
            os.truncate(self.path, len(whole.encode()))

    def append(self, step: dict[str, object]) -> None:
        """Add a step."""
        self._write(step)
        self.steps.append(step)

    def _write(self, line: Mapping[str, object]) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def parse(text: str, kind: str, path: Path) -> tuple[dict, list[dict]]:
    """Return the settings and the steps in a file's whole lines.

    Raises:
        CourseError: they are not of that kind.
    """
    try:
        head, *steps = map(json.loads, text.splitlines())
        return dict(head[kind]), steps
    except (ValueError, KeyError, TypeError):
        raise CourseError(f"{path} is no {kind}") from None
