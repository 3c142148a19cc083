"""Scores with their point of view (layer 5).

Names follow python-chess's PovScore. Winning chances follow Lichess's model, https://lichess.org/page/accuracy
"""

import functools
import math

_MATE = 100_000  # a mate in n moves is this less n: no evaluation comes near


@functools.total_ordering
class Score:
    """Centipawns or the moves to a mate, from the point of view of *turn*, White if it is True.

    Give either *cp* or *mate*. *mate* is the number of moves, negative for the side that gets mated, 0 if it is
    checkmated. Scores from one point of view are ordered: a faster mate is better, a slower loss is better. Scores from
    different points of view are never equal, and comparing them raises TypeError.

    Raises:
        ValueError: both or neither of *cp* and *mate* are given.

    >>> Score(35) < Score(mate=5) < Score(mate=2), Score(mate=-2) < Score(mate=-5) < Score(-900)
    (True, True)
    >>> print(Score(35), -Score(35), Score(mate=3), Score(mate=-2, turn=False).white(), Score(mate=0))
    +0.35 -0.35 #3 #2 #
    """

    __slots__ = ("_value", "turn")

    def __init__(self, cp: float | None = None, *, mate: int | None = None, turn: bool = True) -> None:
        if (cp is None) == (mate is None):
            raise ValueError("a score is either centipawns or a mate")
        self._value = cp if mate is None else _MATE - mate if mate > 0 else -_MATE - mate
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
        return int(_MATE - self._value if self._value > 0 else -_MATE - self._value)

    @property
    def winner(self) -> bool | None:
        """Get the side that mates, WHITE or BLACK; None for centipawns."""
        if not _MATE - 1000 < abs(self._value) <= _MATE:
            return None
        return self.turn if self._value > 0 else not self.turn

    def pov(self, turn: bool) -> "Score":
        """Return the score from a side's point of view."""
        return self if turn == self.turn else -self

    def white(self) -> "Score":
        """Return the score from White's point of view."""
        return self.pov(True)

    def __neg__(self) -> "Score":
        """Return the score from the other side's point of view."""
        return Score(-self._value, turn=not self.turn)

    def as_cp(self, mate_cp: int) -> float:
        """Return centipawns; a mate in n counts *mate_cp* - n."""
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
        cp = self._value if self.winner is None else math.copysign(1000, self._value)
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
        value = f"mate={self.mate}" if self.winner is not None else f"{self._value}"
        return f"Score({value}{'' if self.turn else ', turn=False'})"

    def __str__(self) -> str:
        """Return the score in pawns, as in +0.35, or as a mate: #3, #-2, and # for checkmate."""
        if self.winner is None:
            return f"{self._value / 100:+.2f}"
        return f"#{self.mate or ''}"
