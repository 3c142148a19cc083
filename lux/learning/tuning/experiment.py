"""An experiment with games between two settings of the search, step by step in a file (layer 7)."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from lux.runtime.journal import Journal, JournalError

# Plays a step: the two players' values by name, and a number that its games follow from. Returns by how many games the
# first player won more than it lost.
Play = Callable[[dict[str, int], dict[str, int], int], int]


class Experiment:
    """Play the steps of an experiment, each of them kept in a file; continue an existing file.

    Args:
        path: the file, created if missing.
        kind: what it is, in its first line.
        settings: what the results depend on, a seed among it; those of an existing file must be the same.

    Raises:
        JournalError: the file is not such an experiment, belongs to another one, or is in use.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str | Path, kind: str, settings: dict[str, object]) -> None:
        self.seed = settings["seed"]
        self.journal = Journal(path, kind, {kind: settings})
        for number, step in enumerate(self.journal.entries, 2):
            if type(step.get("score")) is not int or not self.fits(step):
                self.journal.close()
                raise JournalError(f"{path}:{number}: not a step of this {kind}")

    @property
    def done(self) -> int:
        """How many steps have been played."""
        return len(self.journal.entries)

    def random(self) -> Random:
        """Return the random numbers of the next step."""
        return Random(f"{self.seed}/{self.done}")

    def fits(self, step: dict) -> bool:
        """Return whether a step of the file can be one of this experiment."""
        raise NotImplementedError

    def players(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the values of both players in the next step."""
        raise NotImplementedError

    def learn(self, score: int) -> None:
        """Record the next step, *score* being the first player's wins minus losses."""
        raise NotImplementedError

    def run(self, play: Play, steps: int) -> Iterator[int]:
        """Play up to the given number of steps; yield each score once it is in the file."""
        while self.done < steps:
            score = play(*self.players(), Random(f"games {self.seed}/{self.done}").getrandbits(32))
            self.learn(score)
            yield score
