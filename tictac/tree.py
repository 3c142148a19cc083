"""The whole tree of `negamax`, kept to be looked at."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tictac.rules import Game, Mark
from tictac.search import WIN


class TreeTooLargeError(ValueError):
    """The tree has more nodes than were asked for."""


@dataclass(slots=True)
class Node:
    """A position, by the square that led there: its value for the side to move, its first best move, what lies below.

    *nodes* counts it and all below it.
    """

    square: int | None
    value: int = 0
    best: int | None = None
    nodes: int = 1
    below: list["Node"] = field(default_factory=list)


def grow(game: Game, most: int, on_node: Callable[[int], object] | None = None) -> Node:
    """Return the tree of `negamax`: every position that can follow, with its value; the game is left as it is.

    `on_node` hears now and then how many there are.

    Raises:
        TreeTooLargeError: there are more than *most* nodes.
    """
    count = 0

    def visit(square: int | None) -> Node:
        nonlocal count
        count += 1
        if count > most:
            raise TreeTooLargeError(f"the tree has more than {most:,} nodes")
        if on_node is not None and count % 10_000 == 0:
            on_node(count)
        node = Node(square)
        if game.winner != Mark.NONE:
            node.value = -WIN
            return node
        for move in game.legal_moves:
            game.place(move)
            try:
                child = visit(move)
            finally:
                game.undo()
            node.nodes += child.nodes
            node.below.append(child)
            # As in negamax: every ply on the way takes one from the value.
            value = -child.value
            value += (value < 0) - (value > 0)
            if node.best is None or value > node.value:
                node.value, node.best = value, move
        return node

    return visit(None)
