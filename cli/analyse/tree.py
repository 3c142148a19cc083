"""`lux tree`: the tree of a search, folded to its largest branches."""

import click

from lux import __version__
from lux.analysis.search_trace import trace_search
from lux.analysis.search_tree import read_tree
from lux.cli.console import TextConsole
from lux.cli.options import hash_option, number_option
from lux.cli.output import say
from lux.cli.positions import position_argument, set_up
from lux.cli.tree_view import show_tree, tree_options
from lux.svg import board as draw_board
from lux.svg import definitions

MAX_DEPTH = 30
LEGEND = (
    "Scores and windows are White's; &gt;= and &lt;= are bounds. "
    '<span class="cut"><b>Amber</b></span>: the side to move after it has a refutation or stands pat; '
    '<span class="all"><b>blue</b></span>: it has not. The board shows the position after the move that is chosen.'
)

EPILOG = """\b
Examples:
  lux tree --depth 4
  lux tree kiwipete --depth 6 --rows 100
  lux tree "8/8/8/4k3/8/8/4P3/4K3 w - -" --depth 10 --html tree.html"""


@click.command(epilog=EPILOG)
@position_argument
@number_option("--depth", "Plies to search.", 4, most=MAX_DEPTH)
@tree_options
@number_option("--max-nodes", "Nodes to keep.", 1_000_000, most=100_000_000)
@hash_option()
@click.option("--chess960", is_flag=True, help="Read the position as Chess960.")
def tree(
    fen: str, depth: int, rows: int | None, html: str | None, max_nodes: int, hash_mib: int, chess960: bool
) -> None:
    """Show the tree of the last iteration of a search, by default from the start of the game.

    This is the real search, not a simplified one. Each row has a move, its score, the remaining depth and the window,
    the reason why its search ended, and its nodes. Scores are from White's point of view; >= and <= are bounds.
    Re-searches, after a reduced or null-window search, are marked. You see the best line and the largest branches;
    the others are folded into totals.
    """
    board = set_up(fen, chess960)
    if not board.legal_moves:
        say("Checkmate or stalemate: there is nothing to search.")
        return
    with TextConsole(stderr=True).status("searching"):
        trace = trace_search(board, depth, hash_mib=hash_mib, max_nodes=max_nodes)
    roots = read_tree(trace, board)
    nodes = sum(root.nodes for root in roots)
    summary = f"Lux {__version__}, depth {depth}, {nodes:,} nodes in the last iteration"
    # Moves may promote to pieces that the picture has no figure of.
    others = sorted(set("NBRQnbrq") - set(board.piece_map().values()))
    picture = f'{draw_board(board)}<svg id="figures">{definitions(others)}</svg>'
    show_tree(roots, rows, html, title=board.fen(), summary=summary, legend=LEGEND, board=picture)
    if not trace.complete:
        say(f"lux tree: more than {max_nodes:,} nodes; the tree ends there (raise --max-nodes)", err=True)
