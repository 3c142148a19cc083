"""The whole tree of `negamax`, as rows to draw."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tictac.negamax import WIN, one_ply_on
from tictac.notation import value_text
from tictac.rules import Position


class TreeTooLargeError(ValueError):
    """The tree has more than the maximum number of nodes."""


@dataclass(slots=True)
class Row:
    """A node of the tree: the move that led there, the value for the side to move, the best move, the children."""

    position: Position
    label: str = ""
    value: int = 0
    best: "Row | None" = None
    nodes: int = 1  #: of the subtree
    branches: list["Row"] = field(default_factory=list)
    is_best: bool = False
    pruned: int = 0
    placement: str = ""

    @property
    def kind(self) -> str:
        """Get 'cut' if the move loses, 'all' if it wins, 'pv' for a draw."""
        return "cut" if self.value > 0 else "all" if self.value < 0 else "pv"

    @property
    def way(self) -> str:
        """Get the kind of the move, for counting."""
        return {"all": "winning", "cut": "losing", "pv": "drawing"}[self.kind]

    @property
    def parts(self) -> dict[str, str]:
        """Get the value of the position and its explanation."""
        position = self.position
        if position.winner:
            score, reason = f"{position.winner} has won", f"{position.board.in_a_row} in a row"
        else:
            score = value_text(position, self.value)
            reason = f"best is {self.best.label}" if self.best else "no square is empty"
        return {"score": score, "depth": f"{position.empty.bit_count()} empty", "reason": reason}


def grow(position: Position, most: int, on_node: Callable[[int], object] = lambda count: None) -> Row:
    """Return the tree of `negamax`, every position that can follow, with its value.

    `on_node` is called now and then with the number of nodes.

    Raises:
        TreeTooLargeError: there are more than *most* nodes.
    """
    count = 0

    def visit(position: Position, label: str) -> Row:
        nonlocal count
        count += 1
        if count > most:
            raise TreeTooLargeError(f"the tree has more than {most:,} nodes")
        if count % 10_000 == 0:
            on_node(count)
        node = Row(position, label, value=-WIN if position.winner else 0)
        node.branches = [visit(position.after(move), position.board.names[move]) for move in position.legal_moves]
        if node.branches:
            node.nodes += sum(below.nodes for below in node.branches)
            node.best = max(node.branches, key=lambda below: one_ply_on(-below.value))
            node.best.is_best, node.value = True, one_ply_on(-node.best.value)
        return node

    return visit(position, "")
