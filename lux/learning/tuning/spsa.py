"""Tune many parameters at once with games: SPSA, simultaneous perturbation stochastic approximation (layer 7).

A step changes every parameter a little, up or down at random. A player with these values plays some games against one
with the opposite changes, and all parameters move a little towards the winner. So a step takes the same number of games
for fifty parameters as for one.

A tuning run continues from the last line of its file.

Source: J. C. Spall, https://www.jhuapl.edu/SPSA; the schedule and its terms are those of Fishtest.
"""

from collections.abc import Mapping, Sequence
from math import floor
from pathlib import Path
from random import Random

from lux.learning.tuning.experiment import Experiment
from lux.runtime.journal import read_journal
from lux.uci.tunables import Tunable

ALPHA, GAMMA = 0.602, 0.101  # how the strides and the moves shrink, as recommended by Spall
DELAY = 0.1  # of all steps, by which the first strides are held back


class Tuning(Experiment):
    """Tune parameters, with all steps in a file; continue an existing file.

    Args:
        path: the file, created if missing.
        parameters: what is tuned.
        steps: total number of steps; the schedule depends on it.
        rate: final learning rate: change per game won more than lost, relative to the step.
        seed: of the random moves and of the games.
        games: other settings that the results depend on, such as search limits; only compared.

    Attributes:
        values: the current values, in the order of the parameters.

    Raises:
        JournalError: the file is not a tuning, belongs to another one, or is in use.
        OSError: it cannot be read or written.
    """

    def __init__(
        self,
        path: str | Path,
        parameters: Sequence[Tunable],
        *,
        steps: int,
        rate: float,
        seed: int,
        games: Mapping[str, object],
    ) -> None:
        self.parameters = list(parameters)
        self.steps = steps
        self.rate = rate
        described = [[*parameter] for parameter in parameters]
        super().__init__(path, "tuning", {"parameters": described, "steps": steps, "rate": rate, "seed": seed, **games})
        self.values = [float(parameter.value) for parameter in parameters]
        if self.done:
            self.values = [*self.journal.entries[-1]["values"]]

    def fits(self, step: dict) -> bool:
        """Return whether each parameter has a value within its range."""
        values = step.get("values")
        return (
            isinstance(values, list)
            and len(values) == len(self.parameters)
            and all(type(value) in (int, float) for value in values)
            and all(part.low <= value <= part.high for part, value in zip(self.parameters, values, strict=True))
        )

    def move(self, parameter: Tunable) -> float:
        """Return the perturbation of a parameter in the next step."""
        return parameter.step * (self.steps / (self.done + 1)) ** GAMMA

    def stride(self, parameter: Tunable) -> float:
        """Return the change of a parameter in the next step per game won."""
        delay = DELAY * self.steps
        strength = self.rate * parameter.step**2 * ((delay + self.steps) / (delay + self.done + 1)) ** ALPHA
        return strength / self.move(parameter)

    def signs(self, random: Random) -> list[int]:
        """Return the direction of each parameter of the first player in the next step."""
        return [random.choice((-1, 1)) for _ in self.parameters]

    def players(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the values of both players in the next step, randomly rounded up or down."""
        random = self.random()
        players: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for parameter, value, sign in zip(self.parameters, self.values, self.signs(random), strict=True):
            for player, direction in zip(players, (sign, -sign), strict=True):
                moved = floor(value + direction * self.move(parameter) + random.random())
                player[parameter.name] = min(max(moved, parameter.low), parameter.high)
        return players

    def learn(self, score: int) -> None:
        """Move towards the better player by *score*, the first one's wins minus losses; record the step."""
        for i, (parameter, sign) in enumerate(zip(self.parameters, self.signs(self.random()), strict=True)):
            value = self.values[i] + self.stride(parameter) * score * sign
            # Rounded as in the file, so that an interruption changes nothing.
            self.values[i] = round(min(max(value, float(parameter.low)), float(parameter.high)), 4)
        self.journal.append({"score": score, "values": [*self.values]})


def read_tuning(path: str | Path) -> tuple[list[Tunable], list[list[float]]]:
    """Return the parameters of a tuning, and their values at its beginning and after each step.

    Raises:
        JournalError: it is not a tuning.
    """
    header, steps = read_journal(Path(path), "tuning", "tuning")
    parameters = [Tunable(*fields) for fields in header["tuning"]["parameters"]]
    return parameters, [[float(parameter.value) for parameter in parameters], *(step["values"] for step in steps)]
