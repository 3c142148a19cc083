"""Perft: count the games and positions of every length, to verify the rules."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tictac.rules import O, Position, X
from tictac.symmetry import images


class Ply(NamedTuple):
    """The counts at one depth."""

    ply: int
    nodes: int  #: sequences of that many moves: the perft number
    x_wins: int  #: those of them that end the game so
    o_wins: int
    draws: int
    positions: int  #: different positions
    classes: int  #: those that differ by more than a rotation or reflection


def perft(position: Position, depth: int) -> Iterator[Ply]:
    """Yield the counts for 0, 1, ... `depth` moves after a position, until all games have ended.

    A position reached by several move orders is expanded once, with the number of paths to it.
    """
    board = position.board
    # The marks of X and O, and the ways that lead there.
    layer = Counter({(position.x, position.o): 1})
    for ply in range(depth + 1):
        ended: Counter[str] = Counter()
        following: Counter[tuple[int, int]] = Counter()
        for (x, o), ways in layer.items():
            before = Position(board, x, o)
            if before.is_over:
                ended[before.winner] += ways
            elif ply < depth:
                for square in before.legal_moves:
                    mark = 1 << square
                    following[(x | mark, o) if before.turn == X else (x, o | mark)] += ways
        classes = len({min(images(board, *marks)) for marks in layer})
        yield Ply(ply, layer.total(), ended[X], ended[O], ended[""], len(layer), classes)
        if not following:
            return
        layer = following
