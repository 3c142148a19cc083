"""Play weaker than one can, and plausibly (layer 6).

A limited player searches a number of nodes, and of the best lines that it finds it plays the one that looks best
once random noise has blurred the scores. A share of its moves are lapses: it searches so few nodes for them that it
sees only what can be taken at once. So it walks into forks and prefers second-best plans, but hardly ever hangs a piece
in plain sight. The more Elo, the more nodes, the fewer lapses and the less noise. Matches fixed the values.

A lapse is equally bad at every rating, only rarer at the higher ones. So the weaker of two players wins now and then.
With fewer nodes alone it would hardly ever win, since more nodes see nearly all that fewer see.

Source: the skill levels of Stockfish, which choose among four lines
"""

import math
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from lux.engine import SearchInfo

MIN_ELO, MAX_ELO = 1000, 2600
FULL_SKILL = 20
# A mate counts as this many centipawns less the moves to it: no noise hides one that is seen.
MATE_CP = 3000
# No player chooses a line that looks this many centipawns worse than the best: that would hang a piece in plain sight.
PLAIN_SIGHT_CP = 250
# In a lapse; enough for each move and the captures after it.
LAPSE_NODES = 40


class Limits(NamedTuple):
    """What makes a player weak.

    That is: nodes of the search, share of moves that are lapses, lines to choose from, and the standard deviation of
    the noise in centipawns.
    """

    nodes: int
    lapses: float
    lines: int
    noise_cp: float


# Found by matches, before Lux had a network, such that sunfish has 1837 and GNU Chess 6.2.7 2661 Elo, as they do among
# the engines of the CCRL lists, and that of two neighbours the weaker scores about one point in eleven. Stockfish's
# UCI_Elo is a steeper scale: its 1350 is about 1480 here, its 1500 about 1650, its 1800 about 2120. Between these
# points nodes grow geometrically and the rest linearly.
CALIBRATION = {
    1000: Limits(40, 1.00, 12, 140.0),
    1400: Limits(350, 0.88, 5, 50.0),
    1800: Limits(4500, 0.57, 3, 14.0),
    2200: Limits(10_500, 0.36, 2, 10.0),
    2600: Limits(35_000, 0.22, 2, 6.0),
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
        (1 - share) * weak.lapses + share * strong.lapses,
        round((1 - share) * weak.lines + share * strong.lines),
        (1 - share) * weak.noise_cp + share * strong.noise_cp,
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
        seed: of lapses and noise; the same seed gives the same choices. None for a random one.

    Raises:
        ValueError: *elo* is out of range.
    """

    def __init__(self, elo: int, seed: int | None = None) -> None:
        from random import Random  # costs time at the start, and most sessions never play weakly

        self.elo = elo
        self.limits = limits_for(elo)
        self._random = Random(seed)

    def attention(self) -> int:
        """Return the nodes to search for the next move: those of the rating, or LAPSE_NODES in a lapse."""
        return LAPSE_NODES if self._random.random() < self.limits.lapses else self.limits.nodes

    def choose(self, lines: Sequence[SearchInfo]) -> SearchInfo:
        """Return the line to play of those that a search found, the best first, at least one.

        It chooses among no more lines than `limits` has: in more, the noise would find more blunders.
        """
        worst = score_cp(lines[0]) - PLAIN_SIGHT_CP
        seen = [line for line in lines[: self.limits.lines] if score_cp(line) >= worst]
        return max(seen, key=lambda line: score_cp(line) + self._random.gauss(0, self.limits.noise_cp))


def score_cp(line: SearchInfo) -> float:
    """Return a line's score in centipawns, mates included."""
    if line.mate is None:
        return line.score_cp
    return math.copysign(MATE_CP, line.mate or -1) - line.mate
