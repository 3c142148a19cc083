"""How a game ends (layer 5)."""

import enum
from typing import NamedTuple


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7


class Outcome(NamedTuple):
    """How a game ended. *winner* is WHITE, BLACK, or None for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """Return '1-0', '0-1' or '1/2-1/2'."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"
