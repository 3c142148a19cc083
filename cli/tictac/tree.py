"""`tictac tree`: the whole tree of negamax, drawn as that of `lux tree`."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TextIO

from lux import __version__
from lux.cli.tictac.match import draw
from lux.cli.tree_view import write_page
from tictac.rules import Game, Mark
from tictac.search import WIN
from tictac.tree import Node

LEGEND = (
    '<span class="all"><b>Blue</b></span>: the move wins; <span class="cut"><b>amber</b></span>: it loses; the others '
    "draw."
)
WAYS = {"all": "winning", "cut": "losing", "pv": "drawing"}


@dataclass
class Branch:
    """A node of the tree as a row; *turn* is the side to move in it, *empty* the squares that are left."""

    game: Game
    node: Node
    turn: Mark
    empty: int
    is_best: bool = False
    pruned: int = 0

    @property
    def label(self) -> str:
        """Get the move."""
        return "" if self.node.square is None else self.game.square_name(self.node.square)

    @property
    def kind(self) -> str:
        """Get 'cut' if the move loses, 'all' if it wins, 'pv' for a draw."""
        return "cut" if self.node.value > 0 else "all" if self.node.value < 0 else "pv"

    @property
    def way(self) -> str:
        """Get what the move does, for counting."""
        return WAYS[self.kind]

    @property
    def nodes(self) -> int:
        """Get the nodes of it and all below it."""
        return self.node.nodes

    @property
    def parts(self) -> dict[str, str]:
        """Get the value of the position and how it comes about."""
        value, plies = self.node.value, WIN - abs(self.node.value)
        winner = self.turn if value > 0 else self.turn.other
        if not value:
            score = "a draw"
        elif plies == 0:
            score = f"{winner.name} has won"
        else:
            score = f"{winner.name} wins in {plies} {'ply' if plies == 1 else 'plies'}"
        if plies == 0:
            reason = f"{self.game.in_a_row} in a row"
        elif self.node.best is None:
            reason = "no square is empty"
        else:
            reason = f"best is {self.game.square_name(self.node.best)}"
        return {"score": score, "depth": f"{self.empty} empty", "reason": reason}

    @property
    def branches(self) -> Sequence["Branch"]:
        """Get a row for each move."""
        return self._branches

    def __post_init__(self) -> None:
        best = self.node.best
        self._branches = [
            Branch(self.game, below, self.turn.other, self.empty - 1, below.square == best) for below in self.node.below
        ]


def root_of(game: Game, node: Node) -> Branch:
    """Return the tree of a game's position as rows."""
    return Branch(game, node, game.turn, len(game.legal_moves))


def write_tree_page(file: TextIO, game: Game, root: Branch, rows: int) -> None:
    """Write the tree as a page to unfold."""
    write_page(
        file,
        [root],
        rows,
        title=game.text(),
        summary=f"tictac {__version__}, negamax, {root.nodes:,} nodes",
        legend=LEGEND,
        board=f"<pre>{escape(draw(game, plain=True).plain)}</pre>",
    )
