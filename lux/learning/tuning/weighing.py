"""Measure the Elo gain of many ideas with games, all at once or each alone (layer 7).

An idea is a change of some of the search's parameters. All at once (a factorial experiment): in every game the two
players differ in every idea, each with a random half of them. So a thousand games measure thirty ideas as precisely as
one, but miss ideas that help only together. Each alone: one player has one idea, the other none. Use this for large
changes such as leaving out a whole step of the search.

The Elo gains are the maximum-likelihood estimates if gains add up, as ratings do (Bradley and Terry's model).

Source: R. A. Fisher, "The Design of Experiments"; https://en.wikipedia.org/wiki/Bradley-Terry_model
"""

from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from lux.learning.tuning.experiment import Experiment

ELO = 400 / log(10)  # Elo for which the odds of winning grow by the factor e
ROUNDS = 50  # of Newton's method, which needs about six
# A prior of one drawn game for each idea: without it, an idea that never won a game would have no finite Elo.
PRIOR_GAMES = 1


class IdeaError(ValueError):
    """Ideas cannot be measured; the message says why."""


class Idea(NamedTuple):
    """An idea: the values of some parameters; the others keep the build's values."""

    name: str
    values: Mapping[str, int]


class Gain(NamedTuple):
    """The measured gain of an idea: games in which one player had it, Elo, and its standard error."""

    name: str
    games: int
    elo: float
    error: float


def check_ideas(ideas: Sequence[Idea], parameters: Mapping[str, int], alone: bool) -> None:
    """Raise IdeaError if there are none, a name or value is wrong, or two that are measured together set the same."""
    if not ideas:
        raise IdeaError("no ideas")
    owner: dict[str, str] = {}
    for idea in ideas:
        if not isinstance(idea.values, Mapping) or not idea.values:
            raise IdeaError(f"{idea.name}: expected parameters and their values")
        for name, value in idea.values.items():
            if name not in parameters:
                raise IdeaError(f"{idea.name}: no parameter {name}")
            if type(value) is not int:
                raise IdeaError(f"{idea.name}: {name} = {value!r}: expected a whole number")
            if not alone and name in owner:
                raise IdeaError(f"{owner[name]} and {idea.name} both set {name}: measure each alone, or one of them")
            owner[name] = idea.name


class Weighing(Experiment):
    """Measure ideas, all at once or each *alone* in turn; *parameters* are the build's values.

    Raises:
        IdeaError: the ideas cannot be measured.
    """

    def __init__(
        self, path: str | Path, ideas: Sequence[Idea], parameters: Mapping[str, int], *, alone: bool, **rest: object
    ) -> None:
        check_ideas(ideas, parameters, alone)
        self.ideas = list(ideas)
        self.parameters = dict(parameters)
        self.alone = alone
        named = [[idea.name, dict(idea.values)] for idea in ideas]  # in their order, by which they are dealt
        weighed = {"ideas": named, "parameters": self.parameters, "alone": alone}
        super().__init__(path, "weighing", weighed, **rest)

    def sides(self, step: int) -> list[int]:
        """Return which player has each idea in a step: 1 the first only, -1 the second only, 0 neither."""
        if self.alone:
            return [int(i == step % len(self.ideas)) for i in range(len(self.ideas))]
        random = self.random(step)
        return [random.choice((-1, 1)) for _ in self.ideas]

    def players(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the values of both players in the next step."""
        players = (dict(self.parameters), dict(self.parameters))
        for idea, side in zip(self.ideas, self.sides(self.done), strict=True):
            if side:
                players[side < 0].update(idea.values)
        return players

    def gains(self) -> list[Gain]:
        """Return the gains measured so far, the best first."""
        import numpy as np

        games = 2 * self.pairs
        sides = np.array([self.sides(step) for step in range(self.done)], float).reshape(-1, len(self.ideas))
        points = (games + np.array(self.scores)) / 2
        logits = np.zeros(len(self.ideas))
        prior = PRIOR_GAMES / 4 * np.eye(len(self.ideas))
        for _ in range(ROUNDS):
            expected = 1 / (1 + np.exp(-sides @ logits))
            weights = games * expected * (1 - expected)
            information = (sides.T * weights) @ sides + prior
            logits += np.linalg.solve(information, sides.T @ (points - games * expected) - prior @ logits)
        # Draws make results more even than wins and losses alone would be, and openings pairs more alike.
        freedom = max(1, len(points) - len(self.ideas))
        dispersion = ((points - games * expected) ** 2 / weights).sum() / freedom if len(points) else 1.0
        errors = np.sqrt(dispersion * np.linalg.inv(information).diagonal())
        played = games * np.abs(sides).sum(0).astype(int)
        names = [idea.name for idea in self.ideas]
        gains = map(Gain, names, played.tolist(), (ELO * logits).tolist(), (ELO * errors).tolist())
        return sorted(gains, key=lambda gain: -gain.elo)
