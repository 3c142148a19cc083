"""The whole tree of `negamax`, as rows to draw."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tictac.negamax import WIN, one_ply_on
from tictac.rules import Game, Mark

WAYS = {"all": "winning", "cut": "losing", "pv": "drawing"}


class TreeTooLargeError(ValueError):
    """The tree has more than the maximum number of nodes."""


@dataclass(slots=True)
class Node:
    """A node of the tree: the square that led there, the value for the side to move, the best move, the children.

    *empty* is the number of empty squares, *nodes* the size of the subtree; *game* names the squares.
    """

    game: Game
    square: int | None
    turn: Mark
    empty: int
    value: int = 0
    best: int | None = None
    nodes: int = 1
    branches: list["Node"] = field(default_factory=list)
    is_best: bool = False
    pruned: int = 0
    placement: str = ""

    @property
    def label(self) -> str:
        """Get the move."""
        return "" if self.square is None else self.game.square_name(self.square)

    @property
    def kind(self) -> str:
        """Get 'cut' if the move loses, 'all' if it wins, 'pv' for a draw."""
        return "cut" if self.value > 0 else "all" if self.value < 0 else "pv"

    @property
    def way(self) -> str:
        """Get the kind of the move, for counting."""
        return WAYS[self.kind]

    @property
    def parts(self) -> dict[str, str]:
        """Get the value of the position and its explanation."""
        plies, winner = WIN - abs(self.value), self.turn if self.value > 0 else self.turn.other
        score = f"{winner.name} wins in {plies} {'ply' if plies == 1 else 'plies'}" if self.value else "a draw"
        if plies == 0:
            score, reason = f"{winner.name} has won", f"{self.game.in_a_row} in a row"
        elif self.best is None:
            reason = "no square is empty"
        else:
            reason = f"best is {self.game.square_name(self.best)}"
        return {"score": score, "depth": f"{self.empty} empty", "reason": reason}


def grow(game: Game, most: int, on_node: Callable[[int], object] | None = None) -> Node:
    """Return the tree of `negamax`, every position that can follow, with its value; the game does not change.

    `on_node` is called now and then with the number of nodes.

    Raises:
        TreeTooLargeError: there are more than *most* nodes.
    """
    count = 0

    def visit(square: int | None, empty: int) -> Node:
        nonlocal count
        count += 1
        if count > most:
            raise TreeTooLargeError(f"the tree has more than {most:,} nodes")
        if on_node is not None and count % 10_000 == 0:
            on_node(count)
        node = Node(game, square, game.turn, empty)
        if game.winner != Mark.NONE:
            node.value = -WIN
            return node
        best = None
        for move in game.legal_moves:
            game.place(move)
            try:
                child = visit(move, empty - 1)
            finally:
                game.undo()
            node.nodes += child.nodes
            node.branches.append(child)
            value = one_ply_on(-child.value)
            if best is None or value > node.value:
                node.value, best = value, child
        if best is not None:
            node.best, best.is_best = best.square, True
        return node

    return visit(None, len(game.legal_moves))
