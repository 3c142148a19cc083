"""Build the tree of a recorded search, with the reason why each node ended (layer 6).

>>> from lux.board import Board
>>> board = Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
>>> (root,) = read_tree(trace_search(board, 1), board).roots
>>> [branch.label for branch in root.branches if branch.is_best]
['Qg7#']
"""

from dataclasses import dataclass, field

from lux.analysis.search_trace import SearchTrace, TracedNode, trace_search
from lux.board import Board
from lux.text.uci_move import NULL_UCI

__all__ = ["Branch", "Tree", "Visit", "read_tree", "trace_search"]


@dataclass
class Visit:
    """A search of a node: its record, what it was searched for, and the branches below it, in their order.

    *pruned* counts legal moves that were left out without a search, in a node where no move failed high.
    """

    node: TracedNode
    white: bool
    fen: str
    branches: list["Branch"] = field(default_factory=list)
    best: str = ""
    pruned: int = 0

    @property
    def kind(self) -> str:
        """Get 'pv', 'cut' or 'all': the score is exact, a lower bound or an upper bound."""
        node = self.node
        if node.alpha < node.value < node.beta:
            return "pv"
        return "cut" if node.value >= node.beta else "all"

    @property
    def score(self) -> str:
        """Get the score for White, with a sign before a bound."""
        at_least = (self.kind == "cut") == self.white
        sign = "" if self.kind == "pv" else ">=" if at_least else "<="
        return f"{sign}{self.node.value.white()}"

    @property
    def window(self) -> str:
        """Get the window for White."""
        low, high = sorted(end.white() for end in (self.node.alpha, self.node.beta))
        return f"({low}, {high})".replace("inf", "oo")

    @property
    def reason(self) -> str:
        """Get why the search of the node ended."""
        if self.node.end != "searched":
            return self.node.meaning
        if self.node.value.mate == 0:
            return "no legal move"
        if self.kind == "cut":
            return f"{self.best} fails high" if self.best else "fails high"
        if self.best:
            return f"best is {self.best}"
        return "no move raises alpha" if self.node.depth else "no capture raises alpha"

    @property
    def parts(self) -> dict[str, str]:
        """Get what it was searched for and what came of it, as words: score, depth, window, reason."""
        depth = f"depth {self.node.depth}" if self.node.depth else "captures"
        return {"score": self.score, "depth": depth, "window": self.window, "reason": self.reason}


@dataclass
class Branch:
    """A move with the searches of the position after it, or another search of the same position, as *label* says.

    There is more than one visit if a reduced or null-window search failed high and was re-searched.
    """

    label: str
    visits: list[Visit]
    is_best: bool = False

    @property
    def nodes(self) -> int:
        """Get the moves made below it, and its own, which is made once however often it is searched."""
        return (self.last.node.move is not None) + sum(visit.node.nodes for visit in self.visits)

    @property
    def last(self) -> Visit:
        """Get the search whose result counted."""
        return self.visits[-1]

    @property
    def kind(self) -> str:
        """Get what the score is, as for a visit."""
        return self.last.kind

    @property
    def parts(self) -> dict[str, str]:
        """Get the words on the search that counted, and on how the move came to it."""
        return {**self.last.parts, "history": self.history}

    @property
    def way(self) -> str:
        """Get how it ended in a word or two, for counting."""
        if self.last.node.end == "searched":
            return {"cut": "refuted", "all": "improving", "pv": "exact"}[self.kind]
        return self.last.node.end

    @property
    def placement(self) -> str:
        """Get the pieces after the move, as the first field of a FEN."""
        return self.last.fen.partition(" ")[0]

    @property
    def pruned(self) -> int:
        """Get how many moves below it were left out without a search."""
        return self.last.pruned

    @property
    def branches(self) -> list["Branch"]:
        """Get what lies below all of its searches."""
        return [branch for visit in self.visits for branch in visit.branches]

    @property
    def history(self) -> str:
        """Get how the move came to its result, if one search was not enough."""
        words = [f"{visit.score} at depth {visit.node.depth}" for visit in self.visits[:-1]]
        return f"after {', '.join(words)}" if words else ""


@dataclass
class Tree:
    """The trees of the last iteration, one for each window that was tried at the root: their *label* says which.

    *complete* is False if the record had no room for all.
    """

    roots: list[Branch]
    complete: bool


def read_tree(trace: SearchTrace, board: Board) -> Tree:
    """Return the tree of a search of *board*."""
    below: dict[int, list[int]] = {}
    for place, node in enumerate(trace.nodes):
        below.setdefault(node.parent, []).append(place)
    reader = _Reader(trace.nodes, below)
    windows = [reader.visit(place, board.copy()) for place in below.get(-1, [])]
    many = len(windows) > 1
    roots = [
        Branch(f"Window {number} of {len(windows)}:" if many else "", [visit])
        for number, visit in enumerate(windows, 1)
    ]
    return Tree(roots, trace.complete)


class _Reader:
    """Build visits from the record, with a board that follows."""

    def __init__(self, nodes: list[TracedNode], below: dict[int, list[int]]) -> None:
        self._nodes = nodes
        self._below = below

    def visit(self, place: int, board: Board) -> Visit:
        """Return a node with all below it; *board* is the position."""
        node = self._nodes[place]
        visit = Visit(node, board.turn, board.fen())
        if node.best_move is not None:
            visit.best = board.san(node.best_move)
        for child in self._below.get(place, []):
            self._add(visit, child, board)
        if node.end == "searched" and visit.kind != "cut" and node.depth > 0 and node.excluded is None:
            moves = {self._nodes[child].move for child in self._below.get(place, [])} - {None, NULL_UCI}
            visit.pruned = len(board.legal_moves) - len(moves)
        return visit

    def _add(self, parent: Visit, place: int, board: Board) -> None:
        """Add a node to its parent: another search of the same move goes with those before."""
        node = self._nodes[place]
        after = board.copy()
        if node.move is not None:
            after.push(node.move)
        visit = self.visit(place, after)
        label = self._label(parent, node, board)
        if parent.branches and parent.branches[-1].label == label and node.move is not None:
            parent.branches[-1].visits.append(visit)
            return
        is_best = node.move is not None and node.move == parent.node.best_move
        parent.branches.append(Branch(label, [visit], is_best))

    def _label(self, parent: Visit, node: TracedNode, board: Board) -> str:
        if node.move == NULL_UCI:
            return "(pass)"
        if node.move is not None:
            return board.san(node.move)
        if node.excluded is not None:
            return f"(without {board.san(node.excluded)})"
        return "(captures alone)" if node.depth == 0 else "(again without passing)"
