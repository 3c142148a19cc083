"""Play below full strength, with human-like mistakes (layer 6).

A limited player searches a fixed number of nodes, adds random noise to the scores of its best lines, and plays the best
of them. Some of its moves are lapses: they get so few nodes that it sees only what can be captured at once. So it falls
for forks and prefers second-best plans, but rarely hangs a piece. A beginner, below 1300 Elo, hangs pieces, too: some
of its moves are oversights, random legal moves. A higher rating means more nodes, fewer oversights and lapses, and less
noise. The values were tuned in matches.

Lapses are equally bad at every rating, but rarer at higher ones, so the weaker of two players wins now and then. With
fewer nodes alone it would rarely win, since a larger search sees nearly everything that a smaller one sees.

Source: the skill levels of Stockfish, which choose among four lines
"""

from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from lux.engine import SearchInfo

MIN_ELO, MAX_ELO = 400, 2600
FULL_SKILL = 20
# No player that looks chooses a line this many centipawns worse than the best: that would hang a piece in plain sight.
PLAIN_SIGHT_CP = 250
# In a lapse; enough for each move and the captures after it.
LAPSE_NODES = 40


class Handicap(NamedTuple):
    """The handicap of a rating.

    Nodes of a search, share of oversights, share of lapses among the other moves, lines to choose from, and standard
    deviation of the noise in centipawns.
    """

    nodes: int
    oversights: float
    lapses: float
    lines: int
    noise_cp: float


# Found by matches of neighbours, such that of two players 300 Elo apart the weaker scores about one point in six, and
# random moves score as much against 400. It is close to Stockfish 15.1's UCI_Elo at 1400 to 1500; that is steeper, so
# that 1800 here is about 1600 there and 2200 about 1900, and does not go lower. Between these points nodes grow
# geometrically and the rest linearly.
CALIBRATION = {
    400: Handicap(350, 0.33, 0.90, 5, 100.0),
    700: Handicap(350, 0.19, 0.90, 5, 100.0),
    1000: Handicap(350, 0.06, 0.89, 5, 80.0),
    1300: Handicap(500, 0.00, 0.82, 5, 40.0),
    1600: Handicap(2600, 0.00, 0.66, 3, 22.0),
    1900: Handicap(5600, 0.00, 0.52, 3, 14.0),
    2200: Handicap(9000, 0.00, 0.40, 2, 11.0),
    2600: Handicap(24_000, 0.00, 0.28, 2, 6.0),
}


def limits_for(elo: int) -> Handicap:
    """Return the handicap of a rating from MIN_ELO to MAX_ELO; raise ValueError for any other."""
    if not MIN_ELO <= elo <= MAX_ELO:
        raise ValueError(f"Elo must be between {MIN_ELO} and {MAX_ELO}, not {elo}")
    points = sorted(CALIBRATION)
    index = min(bisect(points, elo), len(points) - 1)
    low, high = points[index - 1], points[index]
    share = (elo - low) / (high - low)
    weak, strong = CALIBRATION[low], CALIBRATION[high]
    nodes = round(weak.nodes * (strong.nodes / weak.nodes) ** share)
    oversights, lapses, lines, noise_cp = (a + share * (b - a) for a, b in zip(weak[1:], strong[1:], strict=True))
    return Handicap(nodes, oversights, lapses, round(lines), noise_cp)


def skill_elo(skill: int) -> int | None:
    """Return the rating of a skill level from 0 to 20, in even steps; None for 20, which is full strength."""
    if not 0 <= skill <= FULL_SKILL:
        raise ValueError(f"skill must be between 0 and {FULL_SKILL}, not {skill}")
    return None if skill == FULL_SKILL else MIN_ELO + (MAX_ELO - MIN_ELO) * skill // (FULL_SKILL - 1)


class Strength:
    """Choose moves like a player of a given rating.

    Args:
        elo: from MIN_ELO to MAX_ELO.
        seed: seed of oversights, lapses and noise; None for a random one.

    Raises:
        ValueError: *elo* is out of range.
    """

    def __init__(self, elo: int, seed: int | None = None) -> None:
        from random import Random  # costs time at the start, and most sessions never play weakly

        self.elo = elo
        self.limits = limits_for(elo)
        self._random = Random(seed)

    def attention(self, moves: Sequence[str]) -> dict[str, object]:
        """Return the arguments of Engine.search for the next move, one of *moves*.

        These are the rating's nodes and lines, LAPSE_NODES in a lapse, and a single move in an oversight.
        """
        if moves and self._random.random() < self.limits.oversights:
            return {"nodes": LAPSE_NODES, "multipv": 1, "searchmoves": [self._random.choice(moves)]}
        lapse = self._random.random() < self.limits.lapses
        return {"nodes": LAPSE_NODES if lapse else self.limits.nodes, "multipv": self.limits.lines}

    def choose(self, lines: Sequence[SearchInfo]) -> SearchInfo:
        """Return the line to play from the lines of a search, at least one, the best first.

        More lines than the handicap has are ignored, since noise would turn them into blunders.
        """
        # A mate is worth more than any evaluation, so that no noise hides one that is seen.
        worst = lines[0].score.as_cp() - PLAIN_SIGHT_CP
        seen = [line for line in lines[: self.limits.lines] if line.score.as_cp() >= worst]
        return max(seen, key=lambda line: line.score.as_cp() + self._random.gauss(0, self.limits.noise_cp))
