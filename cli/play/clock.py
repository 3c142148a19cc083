"""The clocks of a game."""

import re
from math import inf
from time import monotonic
from typing import NamedTuple

from lux.board import BLACK, WHITE

NUMBER = r"\d{1,4}(?:\.\d{1,3})?"
TIME_CONTROL = re.compile(
    rf"(?:(?P<number>{NUMBER})(?P<unit>[ms]?) | (?:(?P<hours>\d{{1,2}}):)?(?P<minutes>\d{{1,2}}):(?P<seconds>[0-5]\d))"
    rf"(?:\s*[+|]\s*(?P<increment>{NUMBER})s?)?",
    re.VERBOSE | re.ASCII,
)


class TimeControl(NamedTuple):
    """Seconds for the game, and those added after each move; by default there is no limit."""

    base_s: float = inf
    increment_s: float = 0.0

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read a time and seconds a move: `5+3` or `5 | 3` (minutes), `90s`, `0:20+1`, `1:30:00`; raise ValueError."""
        match = TIME_CONTROL.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is not a time; write 5+3 (minutes+seconds), 0:20+1, 90s or 1:30:00")
        if match["number"]:
            base_s = float(match["number"]) * (1 if match["unit"] == "s" else 60)
        else:
            base_s = 3600 * int(match["hours"] or 0) + 60 * int(match["minutes"]) + int(match["seconds"])
        if not base_s:
            raise ValueError(f"{text!r} leaves no time for the first move")
        return cls(base_s, float(match["increment"] or 0))


class Clock:
    """The two clocks of a game; `left_s` holds each side's seconds as of the last stop, infinite without a limit."""

    def __init__(self, control: TimeControl | None = None) -> None:
        self.control = control or TimeControl()
        self.left_s = {WHITE: self.control.base_s, BLACK: self.control.base_s}
        self.running: bool | None = None
        self._started = 0.0

    @property
    def limited(self) -> bool:
        """Get whether there is a limit."""
        return self.control.base_s < inf

    def start(self, color: bool | None) -> None:
        """Start the clock of `color`, if it is one, unless one runs."""
        if self.running is None:
            self.running, self._started = color, monotonic()

    def stop(self) -> None:
        """Stop the clock that runs, if one does."""
        self.left_s = {color: self.remaining_s(color) for color in self.left_s}
        self.running = None

    def press(self, color: bool) -> None:
        """Stop the clocks at the end of a move of `color`, and add its increment."""
        self.stop()
        self.left_s[color] += self.control.increment_s

    def remaining_s(self, color: bool) -> float:
        """Return the seconds that `color` has left at this moment, 0 when the flag has fallen."""
        spent = monotonic() - self._started if self.running == color else 0.0
        return max(0.0, self.left_s[color] - spent)

    def running_out_s(self) -> float:
        """Return the seconds until a flag falls, infinite while no clock runs."""
        return inf if self.running is None else self.remaining_s(self.running)


def clock_text(seconds: float) -> str:
    """Return a clock's face: 1:02:03, 4:59, and tenths in the last twenty seconds."""
    if seconds < 20:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
