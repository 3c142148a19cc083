"""Build the tree of a recorded search, with the reason why each node ended (layer 6).

>>> from lux.analysis.search_trace import trace_search
>>> board = Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
>>> (root,) = read_tree(trace_search(board, 1), board)
>>> [branch.label for branch in root.branches if branch.is_best]
['Qg7#']
"""

from dataclasses import dataclass, field

from lux.analysis.search_trace import SearchTrace, TracedNode
from lux.board import Board
from lux.text.uci_move import NULL_UCI


@dataclass
class Branch:
    """A move and the search of the position after it, or another search of the same position, as *label* says.

    Where a reduced or null-window search failed high and was re-searched, *node* is the last search, whose result
    counted, and *earlier* holds those before. *branches* lie below all of them, and *nodes* are the moves made there
    and its own, which is made once. *pruned* counts legal moves that were left out without a search, where no move
    failed high. *best* is the SAN of the best move; *placement* has the pieces, as the first field of a FEN.
    """

    label: str
    node: TracedNode
    placement: str
    best: str
    nodes: int
    pruned: int = 0
    is_best: bool = False
    branches: list["Branch"] = field(default_factory=list)
    earlier: list["Branch"] = field(default_factory=list)

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
        at_least = (self.kind == "cut") == self.node.value.turn
        sign = "" if self.kind == "pv" else ">=" if at_least else "<="
        return f"{sign}{self.node.value.white()}"

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
        """Get, as words, what it was searched for, window and score for White, and what came of it and before it."""
        depth = f"depth {self.node.depth}" if self.node.depth else "captures"
        low, high = sorted(end.white() for end in (self.node.alpha, self.node.beta))
        window = f"({low}, {high})".replace("inf", "oo")
        earlier = ", ".join(f"{branch.score} at depth {branch.node.depth}" for branch in self.earlier)
        history = f"after {earlier}" if earlier else ""
        return {"score": self.score, "depth": depth, "window": window, "reason": self.reason, "history": history}

    @property
    def way(self) -> str:
        """Get how it ended in a word or two, for counting."""
        if self.node.end == "searched":
            return {"cut": "refuted", "all": "improving", "pv": "exact"}[self.kind]
        return self.node.end


def read_tree(trace: SearchTrace, board: Board) -> list[Branch]:
    """Return the trees of a search of *board*, one for each window that was tried at the root, as their labels say."""
    below: dict[int, list[int]] = {}
    for place, node in enumerate(trace.nodes):
        below.setdefault(node.parent, []).append(place)

    def read(place: int, label: str, board: Board) -> Branch:
        node = trace.nodes[place]
        best = board.san(node.best_move) if node.best_move is not None else ""
        branch = Branch(label, node, board.board_fen(), best, node.nodes + (node.move is not None))
        for child in below.get(place, []):
            move = trace.nodes[child].move
            after = board.copy()
            if move is not None:
                after.push(move)
            found = read(child, _label(trace.nodes[child], board), after)
            found.is_best = move is not None and move == node.best_move
            # Another search of the same move goes with those before.
            if move is not None and branch.branches and branch.branches[-1].label == found.label:
                last = branch.branches.pop()
                found.earlier = [*last.earlier, last]
                found.branches = last.branches + found.branches
                found.nodes += last.nodes - 1
            branch.branches.append(found)
        if node.end == "searched" and branch.kind != "cut" and node.depth > 0 and node.excluded is None:
            moves = {trace.nodes[child].move for child in below.get(place, [])}
            branch.pruned = len(board.legal_moves) - len(moves - {None, NULL_UCI})
        return branch

    roots = below.get(-1, [])
    labels = [f"Window {number} of {len(roots)}:" if len(roots) > 1 else "" for number in range(1, len(roots) + 1)]
    return [read(place, label, board.copy()) for place, label in zip(roots, labels, strict=True)]


def _label(node: TracedNode, board: Board) -> str:
    if node.move == NULL_UCI:
        return "(pass)"
    if node.move is not None:
        return board.san(node.move)
    if node.excluded is not None:
        return f"(without {board.san(node.excluded)})"
    return "(captures alone)" if node.depth == 0 else "(again without passing)"
