"""Perft: count the games and positions of every length, to verify the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from tictac.rules import Game, Mark, bits, win_lines
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


def perft(game: Game, depth: int) -> Iterator[Ply]:
    """Yield the counts for 0, 1, ... `depth` moves after a position, until all games have ended.

    A position reached by several move orders is expanded once, with the number of paths to it.
    """
    lines = win_lines(game.width, game.height, game.in_a_row)
    full = (1 << game.width * game.height) - 1
    x_to_move = game.turn == Mark.X
    # Marks of X and O: the ways that lead there.
    layer = {(game.marks[Mark.X], game.marks[Mark.O]): 1}
    for ply in range(depth + 1):
        ended = {Mark.X: 0, Mark.O: 0, Mark.NONE: 0}
        following: dict[tuple[int, int], int] = {}
        for (x, o), ways in layer.items():
            last = o if x_to_move else x
            if any(last & line == line for line in lines):
                ended[Mark.O if x_to_move else Mark.X] += ways
            elif x | o == full:
                ended[Mark.NONE] += ways
            elif ply < depth:
                for square in bits(full & ~(x | o)):
                    after = (x | 1 << square, o) if x_to_move else (x, o | 1 << square)
                    following[after] = following.get(after, 0) + ways
        classes = len({min(images(x, o, game.width, game.height)) for x, o in layer})
        yield Ply(ply, sum(layer.values()), ended[Mark.X], ended[Mark.O], ended[Mark.NONE], len(layer), classes)
        if not following:
            return
        layer, x_to_move = following, not x_to_move
