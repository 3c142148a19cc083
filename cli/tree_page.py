"""The tree of a search as one page to unfold, which needs neither a script nor anything from elsewhere."""

import html
from importlib.resources import files
from string import Template
from typing import TextIO

from lux import __version__
from lux.board import Board
from lux.search_tree import Branch, Tree, Visit, folded_text
from lux.svg import board as draw_board

OPEN_PLIES = 2  # that are unfolded at first


def write_page(file: TextIO, board: Board, tree: Tree, rows: int) -> None:
    """Write the page."""
    template = Template((files("lux.cli") / "data" / "tree.html").read_text(encoding="utf-8"))
    shown = tree.shown(rows)
    nodes = sum(root.node.nodes for root in tree.roots)
    depth = tree.roots[0].node.depth if tree.roots else 0
    roots = "\n".join(root_html(root, number, len(tree.roots), shown) for number, root in enumerate(tree.roots, 1))
    file.write(
        template.substitute(
            fen=html.escape(board.fen()),
            summary=f"Lux {__version__}, depth {depth}, {nodes:,} nodes in the last iteration",
            board=draw_board(board),
            roots=roots,
        )
    )


def root_html(root: Visit, number: int, count: int, shown: set[int]) -> str:
    """Return one of the root's windows."""
    title = f"Window {number} of {count} " if count > 1 else ""
    below = branches_html(root.branches, root.pruned, shown, OPEN_PLIES, root.node.nodes)
    return f"<section><h2>{title}{visit_html(root)}</h2>{below}</section>"


def branches_html(branches: list[Branch], pruned: int, shown: set[int], open_plies: int, total: int) -> str:
    """Return the branches of a node as a list, those not shown summed up."""
    rows = [branch_html(branch, shown, open_plies, total) for branch in branches if id(branch) in shown]
    rest = folded_text([branch for branch in branches if id(branch) not in shown], pruned)
    if rest:
        rows.append(f'<li class="rest">{html.escape(rest)}</li>')
    return f"<ul>{''.join(rows)}</ul>" if rows else ""


def branch_html(branch: Branch, shown: set[int], open_plies: int, total: int) -> str:
    """Return a branch: what it came to, and what lies below, folded from some ply on except along the best line."""
    below = branches_html(branch.branches, branch.last.pruned, shown, open_plies - 1, total)
    share = 100 * branch.nodes / max(1, total)
    history = f' <span class="history">{html.escape(branch.history)}</span>' if branch.history else ""
    head = (
        f"<b>{html.escape(branch.label)}</b> {visit_html(branch.last)}{history} "
        f'<span class="nodes" style="--share:{min(share, 100):.2f}%">{branch.nodes:,}</span>'
    )
    kind = f"{branch.last.kind} best" if branch.is_best else branch.last.kind
    if not below:
        return f'<li class="{kind}">{head}</li>'
    opened = " open" if branch.is_best and open_plies > 0 else ""
    return f'<li class="{kind}"><details{opened}><summary>{head}</summary>{below}</details></li>'


def visit_html(visit: Visit) -> str:
    """Return a node's score, depth, window, and why it ended."""
    depth = f"depth {visit.node.depth}" if visit.node.depth else "captures"
    parts = {"score": visit.score, "depth": depth, "window": visit.window, "reason": visit.reason}
    return " ".join(f'<span class="{name}">{html.escape(text)}</span>' for name, text in parts.items())
