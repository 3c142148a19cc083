"""An experiment with games between two settings of the search, step by step in a file (layer 7)."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from lux.runtime.journal import Journal, JournalError

# Plays a step: the two players' values by name, and a number that its games follow from. Returns by how many games the
# first player won more than it lost.
PlayStep = Callable[[dict[str, int], dict[str, int], int], int]

Settings = dict[str, object]


class Experiment:
    """Play the steps of an experiment, and keep their scores in a file; continue an existing file.

    All else follows from the settings and the scores.

    Args:
        path: the file, created if missing.
        kind: what it is, in its first line.
        settings: what the results depend on; those of an existing file must be the same, as what follows.
        pairs: pairs of games in a step.
        seed: of the random numbers and of the games.
        games: other settings that the results depend on, such as search limits; only compared.

    Attributes:
        scores: the first player's wins minus losses in each step.

    Raises:
        JournalError: the file is not such an experiment, belongs to another one, or is in use.
        OSError: it cannot be read or written.
    """

    def __init__(
        self, path: str | Path, kind: str, settings: Settings, *, pairs: int, seed: int, games: Settings
    ) -> None:
        self.pairs = pairs
        self.seed = seed
        self.scores: list[int] = []
        self.journal = Journal(path, kind, {kind: {**settings, "pairs": pairs, "seed": seed, **games}})
        for number, step in enumerate(self.journal.entries, 2):
            score = step.get("score")
            if type(score) is not int or abs(score) > 2 * self.pairs:
                self.journal.close()
                raise JournalError(f"{path}:{number}: not a step of this {kind}")
            self.learn(score)

    @property
    def done(self) -> int:
        """How many steps have been played."""
        return len(self.scores)

    def random(self, step: int) -> Random:
        """Return the random numbers of a step."""
        return Random(f"{self.seed}/{step}")

    def players(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the values of both players in the next step."""
        raise NotImplementedError

    def learn(self, score: int) -> None:
        """Take the score of the next step."""
        self.scores.append(score)

    def run(self, play_step: PlayStep, steps: int) -> Iterator[int]:
        """Play up to the given number of steps; yield each score once it is in the file."""
        while self.done < steps:
            score = play_step(*self.players(), Random(f"games {self.seed}/{self.done}").getrandbits(32))
            self.journal.append({"score": score})
            self.learn(score)
            yield score
