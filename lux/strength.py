"""Play weaker than one can, and plausibly (layer 6).

A limited player sees little, because its search is cut off after a number of nodes, and judges badly what it sees:
of the best moves that it finds it plays the one that looks best after each score was blurred by random noise. So it
overlooks what takes depth to see and prefers second-best plans, but hangs no piece in plain sight. The more Elo, the
more nodes and the less noise, between fixed points that were found by matches against Stockfish's UCI_Elo.

Source: the skill levels of Stockfish, which choose among four lines
"""

import math
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from lux.engine import SearchInfo

MIN_ELO, MAX_ELO = 1000, 2600
FULL_SKILL = 20
# A mate that is seen counts as this many centipawns less the moves to it: the noise hides none.
MATE_CP = 3000


class Limits(NamedTuple):
    """What makes a player weak: nodes of the search, lines to choose from, noise in centipawns (one deviation)."""

    nodes: int
    lines: int
    noise_cp: float


# Found by matches; between them nodes grow geometrically and the noise linearly.
CALIBRATION = {
    1000: Limits(120, 7, 70.0),
    1400: Limits(1100, 4, 21.0),
    1800: Limits(4000, 2, 10.0),
    2200: Limits(30_000, 2, 5.0),
    2600: Limits(350_000, 1, 0.0),
}


def limits_for(elo: int) -> Limits:
    """Return the limits of a rating between MIN_ELO and MAX_ELO; raise ValueError for any other."""
    if not MIN_ELO <= elo <= MAX_ELO:
        raise ValueError(f"Elo must be between {MIN_ELO} and {MAX_ELO}, not {elo}")
    points = sorted(CALIBRATION)
    index = min(bisect(points, elo), len(points) - 1)
    low, high = points[index - 1], points[index]
    share = (elo - low) / (high - low)
    weak, strong = CALIBRATION[low], CALIBRATION[high]
    return Limits(
        round(weak.nodes * (strong.nodes / weak.nodes) ** share),
        round(weak.lines + (strong.lines - weak.lines) * share),
        weak.noise_cp + (strong.noise_cp - weak.noise_cp) * share,
    )


def skill_elo(skill: int) -> int | None:
    """Return the rating of a skill level from 0 to 20, in even steps; None for 20, which is full strength."""
    if not 0 <= skill <= FULL_SKILL:
        raise ValueError(f"skill must be between 0 and {FULL_SKILL}, not {skill}")
    return None if skill == FULL_SKILL else MIN_ELO + (MAX_ELO - MIN_ELO) * skill // (FULL_SKILL - 1)


class Strength:
    """Choose moves as a player of some rating does.

    Args:
        elo: from MIN_ELO to MAX_ELO.
        seed: of the noise; the same seed gives the same choices. None for one that nobody can foresee.

    Raises:
        ValueError: *elo* is out of range.
    """

    def __init__(self, elo: int, seed: int | None = None) -> None:
        from random import Random  # costs time at the start, and most sessions never play weakly

        self.elo = elo
        self.limits = limits_for(elo)
        self._random = Random(seed)

    def choose(self, lines: Sequence[SearchInfo]) -> SearchInfo:
        """Return the line to play of those that a search with `limits` found, the best first, at least one."""
        return max(lines, key=lambda line: score_cp(line) + self._random.gauss(0, self.limits.noise_cp))


def score_cp(line: SearchInfo) -> float:
    """Return a line's score in centipawns, mates included."""
    if line.mate is None:
        return line.score_cp
    return math.copysign(MATE_CP, line.mate or -1) - line.mate
