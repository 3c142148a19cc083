"""The tree of a search, folded to its largest branches: as rows in the terminal, or as a page.

The page is self-contained. A script shows the position of a chosen row on the board; the rest works without it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from string import Template
from typing import Protocol, TextIO

from rich.text import Text
from rich.tree import Tree as Drawing

from lux.cli.console import TextConsole
from lux.cli.options import file_option, number_option, together
from lux.cli.output import result_file
from lux.text.display import markup

# Branches shown by default.
TERMINAL_ROWS = 40
PAGE_ROWS = 5_000
FILE_WIDTH = 400  # wide enough for the deepest rows
# By what a node was for. Readable on a light background as on a dark one.
STYLES = {"cut": "dark_goldenrod", "all": "dark_cyan"}
OPEN_PLIES = 2  # of a page that are unfolded at first


# How much of a tree to show, and where.
tree_options = together(
    number_option("--rows", f"Branches to show; by default {TERMINAL_ROWS}, on a page {PAGE_ROWS}."),
    file_option("--html", "Write a page with folding branches instead; - for standard output."),
)


class Row(Protocol):
    """A move and its result, or a root."""

    label: str  # the move, '' for a single root
    parts: dict[str, str]  # its columns, in order: score, depth, window and the like
    kind: str  # of the node after it: 'cut', 'all' or 'pv'
    way: str  # how it ended in a word, for counting
    nodes: int  # of it and all below it
    is_best: bool  # the best move of its node
    pruned: int  # moves below it that were never tried
    placement: str  # the pieces after the move as in a FEN, '' if the board is not of chess
    branches: Sequence["Row"]


def walk(roots: Sequence[Row]) -> Iterator[Row]:
    """Yield all rows below the roots."""
    waiting = [row for root in roots for row in root.branches]
    while waiting:
        row = waiting.pop()
        yield row
        waiting += row.branches


def choose(roots: Sequence[Row], count: int) -> set[int]:
    """Return the ids of about *count* rows that matter: those with the most nodes, and the best line.

    No row has fewer nodes than its descendants, and ties go to the ancestor, so the chosen rows form a tree.
    """
    chosen = {id(row) for row in sorted(walk(roots), key=lambda row: -row.nodes)[:count]}
    for row in roots:
        while best := [below for below in row.branches if below.is_best]:
            row = best[0]
            chosen.add(id(row))
    return chosen


def folded_text(row: Row, chosen: set[int]) -> str:
    """Describe the folded rows below a row in one line."""
    words, folded = [], [below for below in row.branches if id(below) not in chosen]
    if folded:
        ways = Counter(row.way for row in folded)
        counts = ", ".join(f"{count} {way}" for way, count in ways.most_common())
        nodes = sum(row.nodes for row in folded)
        words.append(f"{len(folded)} more ({nodes:,} node{'' if nodes == 1 else 's'}): {counts}")
    if row.pruned:
        words.append(f"{row.pruned} pruned unseen")
    return "; ".join(words)


def row_text(row: Row) -> Text:
    """Return a row in one line."""
    text = Text(no_wrap=True, overflow="ellipsis")
    if row.label:
        text.append(f"{row.label:<6} ", "bold" if row.is_best else STYLES.get(row.kind, ""))
    text.append("  ".join(part for part in row.parts.values() if part))
    return text.append(f"  {row.nodes:,}", "dim")


def draw(drawing: Drawing, row: Row, chosen: set[int]) -> None:
    """Add the rows below one that are to be shown, and a line for the others."""
    for below in row.branches:
        if id(below) in chosen:
            draw(drawing.add(row_text(below)), below, chosen)
    if rest := folded_text(row, chosen):
        drawing.add(Text(rest, style="dim", no_wrap=True, overflow="ellipsis"))


def show_tree(roots: Sequence[Row], rows: int | None, html: str | None, **page: str) -> None:
    """Draw the trees on standard output, or write them as a page, as the options ask for."""
    if html is not None:
        with result_file(html) as file:
            write_page(file, roots, rows or PAGE_ROWS, **page)
        return
    console = TextConsole()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    chosen = choose(roots, rows or TERMINAL_ROWS)
    for root in roots:
        drawing = Drawing(row_text(root).append(" nodes", "dim"))
        draw(drawing, root, chosen)
        console.print(drawing)


def write_page(
    file: TextIO, roots: Sequence[Row], rows: int, *, title: str, summary: str, legend: str, board: str
) -> None:
    """Write the page; *legend*, the meaning of the colours, and *board*, the root position, are HTML."""
    template = Template((files("lux.cli") / "data" / "tree.html").read_text(encoding="utf-8"))
    chosen = choose(roots, rows)
    sections = "\n".join(
        f"<section><h2>{markup(root.label)} {parts_html(root)}</h2>"
        f"{below_html(root, chosen, OPEN_PLIES, root.nodes)}</section>"
        for root in roots
    )
    texts = {"title": markup(title), "summary": markup(summary)}
    file.write(template.substitute(texts, legend=legend, board=board, roots=sections))


def below_html(row: Row, chosen: set[int], open_plies: int, total: int) -> str:
    """Return the rows below a row as a list, with totals of the folded ones."""
    rows = [row_html(below, chosen, open_plies, total) for below in row.branches if id(below) in chosen]
    if rest := folded_text(row, chosen):
        rows.append(f'<li class="rest">{markup(rest)}</li>')
    return f"<ul>{''.join(rows)}</ul>" if rows else ""


def row_html(row: Row, chosen: set[int], open_plies: int, total: int) -> str:
    """Return a row and the rows below it, folded from some ply on except along the best line."""
    below = below_html(row, chosen, open_plies - 1, total)
    share = min(100 * row.nodes / max(1, total), 100)
    head = (
        f"<b>{markup(row.label)}</b> "
        f'<span class="nodes" style="--share:{share:.2f}%">{row.nodes:,}</span> {parts_html(row)}'
    )
    if below:
        opened = " open" if row.is_best and open_plies > 0 else ""
        head = f"<details{opened}><summary>{head}</summary>{below}</details>"
    kind = f"{row.kind} best" if row.is_best else row.kind
    place = f' data-placement="{row.placement}"' if row.placement else ""
    return f'<li class="{kind}"{place}>{head}</li>'


def parts_html(row: Row) -> str:
    """Return the columns of a row."""
    return " ".join(f'<span class="{name}">{markup(text)}</span>' for name, text in row.parts.items() if text)
