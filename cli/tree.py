"""`lux tree`: the tree that a search has looked at, folded to what matters."""

import click
from rich.console import Console
from rich.text import Text
from rich.tree import Tree as Drawing

from lux.board import Board
from lux.cli.options import hash_option, position_argument, set_up
from lux.cli.tree_page import write_page
from lux.search_trace import SearchTrace, trace_search
from lux.search_tree import Branch, Tree, Visit, folded_text, read_tree

MAX_DEPTH = 30
PAGE_ROWS, TERMINAL_ROWS = 5_000, 40
FILE_WIDTH = 400  # wide enough for the deepest rows
# Readable on a light background as on a dark one.
STYLES = {"pv": "bold", "cut": "dark_goldenrod", "all": "dark_cyan"}

EPILOG = """\b
Examples:
  lux tree --depth 4
  lux tree kiwipete --depth 6 --rows 100
  lux tree "8/8/8/4k3/8/8/4P3/4K3 w - -" --depth 10 --html tree.html"""


def visit_text(visit: Visit) -> str:
    """Return what a node was searched for, and what came of it."""
    depth = f"depth {visit.node.depth}" if visit.node.depth else "captures"
    return f"{visit.score}  {depth} {visit.window}  {visit.reason}"


def branch_text(branch: Branch) -> Text:
    """Return a branch in one line."""
    text = Text(no_wrap=True, overflow="ellipsis").append(
        f"{branch.label:<6}", STYLES[branch.last.kind] if not branch.is_best else "bold"
    )
    text.append(f" {visit_text(branch.last)}")
    if branch.history:
        text.append(f", {branch.history}")
    return text.append(f"  {branch.nodes:,}", "dim")


def draw(drawing: Drawing, branches: list[Branch], pruned: int, shown: set[int]) -> None:
    """Add the branches that are to be shown, and a line for the others."""
    folded = [branch for branch in branches if id(branch) not in shown]
    for branch in branches:
        if id(branch) in shown:
            below = drawing.add(branch_text(branch))
            draw(below, branch.branches, branch.last.pruned, shown)
    rest = folded_text(folded, pruned)
    if rest:
        drawing.add(Text(rest, style="dim", no_wrap=True, overflow="ellipsis"))


def print_tree(tree: Tree, rows: int) -> None:
    """Draw the tree on standard output."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = FILE_WIDTH
    shown = tree.shown(rows)
    for number, root in enumerate(tree.roots, 1):
        title = f"Window {number} of {len(tree.roots)}: " if len(tree.roots) > 1 else ""
        text = f"{title}{visit_text(root)}  {root.node.nodes:,} nodes"
        drawing = Drawing(Text(text, style="bold", no_wrap=True, overflow="ellipsis"))
        draw(drawing, root.branches, root.pruned, shown)
        console.print(drawing)


def search(board: Board, depth: int, hash_mib: int, most: int) -> SearchTrace:
    """Search while something moves on the terminal."""
    with Console(stderr=True).status("searching"):
        return trace_search(board, depth, hash_mib=hash_mib, max_nodes=most)


@click.command(epilog=EPILOG)
@position_argument
@click.option(
    "--depth", type=click.IntRange(1, MAX_DEPTH), default=4, show_default=True, metavar="N", help="Plies to search."
)
@click.option("--rows", type=click.IntRange(1), metavar="N", help="Branches to show; 40, in a page 5000.")
@click.option(
    "--html", type=click.Path(dir_okay=False), metavar="FILE", help="Write a page to unfold instead; - prints it."
)
@click.option(
    "--max-nodes",
    type=click.IntRange(1, 100_000_000),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Nodes to keep.",
)
@hash_option()
@click.option("--chess960", is_flag=True, help="The position is one of Chess960.")
def tree(
    fen: str, depth: int, rows: int | None, html: str | None, max_nodes: int, hash_mib: int, chess960: bool
) -> None:
    """Show the tree of the last iteration of a search, by default from the start of the game.

    It is the search that plays: no line is simplified. Each row has a move, its score, the remaining depth and the
    window, why the search of it ended, and the nodes it took. Scores are White's; >= and <= are bounds. A move that
    was searched more than once, at first reduced or in a closed window, says so. Shown are the branches with the most
    nodes and the best line; what is folded is summed up.
    """
    board = set_up(fen, chess960)
    if not board.legal_moves:
        click.echo("Stalemate or mate: there is nothing to search.")
        return
    trace = search(board, depth, hash_mib, max_nodes)
    found = read_tree(trace, board)
    if html is not None:
        with click.open_file(html, "w", encoding="utf-8") as file:
            write_page(file, board, found, rows or PAGE_ROWS)
    else:
        print_tree(found, rows or TERMINAL_ROWS)
    if not trace.complete:
        click.echo(f"lux tree: there were more than {max_nodes:,} nodes; the tree is cut off there", err=True)
