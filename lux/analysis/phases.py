"""Divide a game into opening, middlegame and endgame (layer 6).

Source: the division of Lichess's program scalachess, which also looks at how far the two sides have mingled
"""

import enum
from collections.abc import Iterable
from functools import partial
from itertools import accumulate

from lux.board import Board

# The most that are left in a middlegame, and in an endgame, of the 14 pieces other than kings and pawns.
MIDDLEGAME_PIECES, ENDGAME_PIECES = 10, 6
# The fewest pieces that each side has on its first rank before the middlegame.
BACK_RANK_PIECES = 4


class Phase(enum.Enum):
    """A phase of a game."""

    OPENING = "opening"
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"


def find_phases(boards: Iterable[Board]) -> list[Phase]:
    """Return the phase of each position of a game; no game returns to an earlier phase.

    The middlegame begins when ten pieces are left or a first rank is deserted, the endgame with six pieces.

    >>> find_phases([Board(), Board("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w Q - 0 1"), Board()])
    [<Phase.OPENING: 'opening'>, <Phase.ENDGAME: 'endgame'>, <Phase.ENDGAME: 'endgame'>]
    """
    return list(accumulate(map(_phase_of, boards), partial(max, key=list(Phase).index)))


def _phase_of(board: Board) -> Phase:
    placement = board.board_fen()
    pieces = sum(letter in "NBRQnbrq" for letter in placement)
    if pieces <= ENDGAME_PIECES:
        return Phase.ENDGAME
    ranks = placement.split("/")
    on_back_rank = min(sum(map(str.isupper, ranks[7])), sum(map(str.islower, ranks[0])))
    return Phase.MIDDLEGAME if on_back_rank < BACK_RANK_PIECES or pieces <= MIDDLEGAME_PIECES else Phase.OPENING
