"""Scores with their point of view, and the chances to win, draw and lose that they stand for (layer 5).

Names follow python-chess's PovScore. Winning chances follow Lichess's model, https://lichess.org/page/accuracy.

With material m on the board, a score of x wins with probability 1 / (1 + exp((a - x) / b)) and loses with the winning
probability of -x; a and b are cubic polynomials in m. So a is the score with a 50 % chance to win, which UCI shows as
+1.00.

Source: the win rate model of Stockfish, https://github.com/official-stockfish/WDL_model. The coefficients were fitted
by maximum likelihood (docs/learning.md) to 1,400 games of generation 9 against itself, at about 9,000 nodes/move, from
random openings: 130,249 positions with a score between -400 and 400. As many games of generation 11, at about 10,000
nodes/move, give values of a that are at most 4 % larger.
"""

import functools
import math
from typing import NamedTuple

# Of the win rate model: factors of (material / 58), the lowest power first, and where there were enough games.
A = (400.7, -750.5, 771.1, -286.8)
B = (69.1, -87.5, 200.9, -94.5)
MIN_MATERIAL, MAX_MATERIAL = 8, 78
USUAL_MATERIAL = 58
MATE_CP = 100_000  # a mate in n moves is this less n, as centipawns too: no evaluation comes near
LONGEST_MATE = 1000
TB_WIN_CP = 20_000  # a win by tablebases, less the plies to it


class Wdl(NamedTuple):
    """Chances in permille."""

    wins: int
    draws: int
    losses: int

    def expectation(self) -> float:
        """Return the expected result, 0 to 1."""
        return (self.wins + self.draws / 2) / sum(self)


def parameters(material: int) -> tuple[float, float]:
    """Return a and b of the win rate model, both in the engine's own centipawns."""
    share = min(max(material, MIN_MATERIAL), MAX_MATERIAL) / 58
    a, b = (sum(factor * share**power for power, factor in enumerate(factors)) for factors in (A, B))
    return a, b


def wdl(score_cp: float, material: int) -> Wdl:
    """Return the chances to win, draw and lose, in permille, for the side with this score in the engine's centipawns.

    >>> sum(wdl(35, 78))
    1000
    """
    a, b = parameters(material)
    win, loss = (round(1000 / (1 + math.exp(min((a - score) / b, 50)))) for score in (score_cp, -score_cp))
    return Wdl(win, 1000 - win - loss, loss)


def normalized_cp(score_cp: int, material: int) -> int:
    """Return the engine's score scaled so that 100 is a 50 % chance to win; tablebase wins are not scaled."""
    if abs(score_cp) >= TB_WIN_CP - 1000:
        return score_cp
    return round(100 * score_cp / parameters(material)[0])


@functools.total_ordering
class Score:
    """Centipawns or the moves to a mate, from the point of view of *turn*, White if it is True.

    Give either *cp* or *mate*. *mate* is the number of moves, negative for the side that gets mated, 0 if it is
    checkmated. Scores from one point of view are ordered: a faster mate is better, a slower loss is better. Scores from
    different points of view are never equal, and comparing them raises TypeError.

    Raises:
        ValueError: both or neither of *cp* and *mate* are given, or the mate takes 1,000 moves or more.

    >>> Score(35) < Score(mate=5) < Score(mate=2), Score(mate=-2) < Score(mate=-5) < Score(-900)
    (True, True)
    >>> print(Score(35), -Score(35), Score(mate=3), Score(mate=-2, turn=False).white(), Score(mate=0))
    +0.35 -0.35 #3 #2 #
    """

    __slots__ = ("_value", "turn")

    def __init__(self, cp: float | None = None, *, mate: int | None = None, turn: bool = True) -> None:
        if (cp is None) == (mate is None):
            raise ValueError("a score is either centipawns or a mate")
        if mate is not None and abs(mate) >= LONGEST_MATE:
            raise ValueError(f"a mate in {mate} moves is longer than any")
        self._value = cp if mate is None else MATE_CP - mate if mate > 0 else -MATE_CP - mate
        self.turn = turn

    @property
    def cp(self) -> float | None:
        """Get the centipawns; None for a mate."""
        return None if self.winner is not None else self._value

    @property
    def mate(self) -> int | None:
        """Get the moves to mate, negative for the side that gets mated, 0 if it is checkmated; None for centipawns."""
        if self.winner is None:
            return None
        return int(MATE_CP - self._value if self._value > 0 else -MATE_CP - self._value)

    @property
    def winner(self) -> bool | None:
        """Get the side that mates, WHITE or BLACK; None for centipawns."""
        if not MATE_CP - LONGEST_MATE < abs(self._value) <= MATE_CP:
            return None
        return self.turn if self._value > 0 else not self.turn

    def pov(self, turn: bool) -> "Score":
        """Return the score from a side's point of view."""
        return self if turn == self.turn else -self

    def white(self) -> "Score":
        """Return the score from White's point of view."""
        return self.pov(True)

    def black(self) -> "Score":
        """Return the score from Black's point of view."""
        return self.pov(False)

    @property
    def relative(self) -> "Score":
        """Get the score from the point of view of *turn*: itself."""
        return self

    def is_mate(self) -> bool:
        """Return whether it is a mate."""
        return self.winner is not None

    def score(self, *, mate_score: int | None = None) -> float | None:
        """Return the centipawns; for a mate None, or with *mate_score* what as_cp returns."""
        return self.cp if mate_score is None else self.as_cp(mate_score)

    def wdl(self, material: int = USUAL_MATERIAL) -> "Wdl":
        """Return the chances to win, draw and lose.

        Args:
            material: total value of the pieces on the board; `lux.analysis.material` counts it.

        >>> Score(35).wdl(), Score(mate=2).wdl().expectation()
        (Wdl(wins=244, draws=629, losses=127), 1.0)
        """
        if self.winner is not None:
            return Wdl(1000, 0, 0) if self._value > 0 else Wdl(0, 0, 1000)
        return wdl(self._value, material)

    def __neg__(self) -> "Score":
        """Return the score from the other side's point of view."""
        return Score(-self._value, turn=not self.turn)

    def as_cp(self, mate_cp: int = MATE_CP) -> float:
        """Return centipawns; a mate in n counts *mate_cp* - n, by default more than any evaluation."""
        if self.winner is None:
            return self._value
        return math.copysign(mate_cp - abs(self.mate), self._value)

    def as_dict(self) -> dict[str, float]:
        """Return {"cp": centipawns} or {"mate": moves}."""
        return {"cp": self._value} if self.winner is None else {"mate": self.mate}

    def winning_chances(self) -> float:
        """Return the winning chances, -1 to 1, with a mate as ten pawns.

        >>> [round(score.winning_chances(), 2) for score in (Score(0), Score(100), Score(-300), Score(mate=1))]
        [0.0, 0.18, -0.5, 0.95]
        """
        cp = max(-MATE_CP, min(self._value, MATE_CP)) if self.winner is None else math.copysign(1000, self._value)
        return 2 / (1 + math.exp(-0.00368208 * cp)) - 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return (self._value, self.turn) == (other._value, other.turn)

    def __lt__(self, other: "Score") -> bool:
        if not isinstance(other, Score) or self.turn != other.turn:
            return NotImplemented
        return self._value < other._value

    def __hash__(self) -> int:
        return hash((self._value, self.turn))

    def __repr__(self) -> str:
        if self._value == MATE_CP:
            return f"-{-self!r}"  # the side has given mate, which only the other side's score can say
        value = f"mate={self.mate}" if self.winner is not None else f"{self._value}"
        return f"Score({value}{'' if self.turn else ', turn=False'})"

    def __str__(self) -> str:
        """Return the score in pawns, as in +0.35, or as a mate: #3, #-2, and # for checkmate."""
        if self.winner is None:
            return f"{self._value / 100:+.2f}"
        return f"#{self.mate or ''}"
