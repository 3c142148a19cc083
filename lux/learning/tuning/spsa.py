"""Tune many parameters at once with games: SPSA, simultaneous perturbation stochastic approximation (layer 7).

A step changes every parameter a little, up or down at random. A player with these values plays some games against one
with the opposite changes, and all parameters move a little towards the winner. So a step takes the same number of games
for fifty parameters as for one.

Source: J. C. Spall, https://www.jhuapl.edu/SPSA; the schedule and its terms are those of Fishtest.
"""

from collections.abc import Sequence
from math import floor
from pathlib import Path
from random import Random

from lux.learning.tuning.experiment import Experiment
from lux.uci.tunables import Tunable

ALPHA, GAMMA = 0.602, 0.101  # how the strides and the moves shrink, as recommended by Spall
DELAY = 0.1  # of all steps, by which the first strides are held back


class Tuning(Experiment):
    """Tune parameters.

    Args:
        steps: total number of steps; the schedule depends on it.
        rate: final learning rate: change per game won more than lost, relative to the step.
        rest: pairs, seed and games, as for Experiment.

    Attributes:
        course: the values at the beginning and after each step, in the order of the parameters.
    """

    def __init__(
        self, path: str | Path, parameters: Sequence[Tunable], *, steps: int, rate: float, **rest: object
    ) -> None:
        self.parameters = list(parameters)
        self.steps = steps
        self.rate = rate
        self.course = [[float(parameter.value) for parameter in parameters]]
        tuned = {"parameters": [[*parameter] for parameter in parameters], "steps": steps, "rate": rate}
        super().__init__(path, "tuning", tuned, **rest)

    @property
    def values(self) -> list[float]:
        """Get the current values."""
        return self.course[-1]

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
        random = self.random(self.done)
        players: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for parameter, value, sign in zip(self.parameters, self.values, self.signs(random), strict=True):
            for player, direction in zip(players, (sign, -sign), strict=True):
                moved = floor(value + direction * self.move(parameter) + random.random())
                player[parameter.name] = min(max(moved, parameter.low), parameter.high)
        return players

    def learn(self, score: int) -> None:
        """Move towards the better player."""
        moved = []
        signs = self.signs(self.random(self.done))
        for parameter, value, sign in zip(self.parameters, self.values, signs, strict=True):
            value += self.stride(parameter) * score * sign
            moved.append(min(max(value, float(parameter.low)), float(parameter.high)))
        self.course.append(moved)
        super().learn(score)
