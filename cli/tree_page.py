"""The tree of a search as one page to unfold, which needs neither a script nor anything from elsewhere."""

import html
from collections.abc import Sequence
from importlib.resources import files
from string import Template
from typing import TextIO

from lux.cli.tree_rows import Row, choose, folded_text

OPEN_PLIES = 2  # that are unfolded at first


def write_page(
    file: TextIO, roots: Sequence[Row], rows: int, *, title: str, summary: str, legend: str, board: str
) -> None:
    """Write the page; *legend* and *board* are HTML, what the colours mean and a picture of the root."""
    template = Template((files("lux.cli") / "data" / "tree.html").read_text(encoding="utf-8"))
    chosen = choose(roots, rows)
    sections = "\n".join(root_html(root, chosen) for root in roots)
    texts = {"title": html.escape(title), "summary": html.escape(summary)}
    file.write(template.substitute(texts, legend=legend, board=board, roots=sections))


def root_html(root: Row, chosen: set[int]) -> str:
    """Return one of the roots with all below it."""
    below = below_html(root, chosen, OPEN_PLIES, root.nodes)
    return f"<section><h2>{html.escape(root.label)} {parts_html(root)}</h2>{below}</section>"


def below_html(row: Row, chosen: set[int], open_plies: int, total: int) -> str:
    """Return the rows below one as a list, those not shown summed up."""
    rows = [row_html(below, chosen, open_plies, total) for below in row.branches if id(below) in chosen]
    rest = folded_text([below for below in row.branches if id(below) not in chosen], row.pruned)
    if rest:
        rows.append(f'<li class="rest">{html.escape(rest)}</li>')
    return f"<ul>{''.join(rows)}</ul>" if rows else ""


def row_html(row: Row, chosen: set[int], open_plies: int, total: int) -> str:
    """Return a row: what it came to, and what lies below, folded from some ply on except along the best line."""
    below = below_html(row, chosen, open_plies - 1, total)
    share = min(100 * row.nodes / max(1, total), 100)
    head = (
        f"<b>{html.escape(row.label)}</b> "
        f'<span class="nodes" style="--share:{share:.2f}%">{row.nodes:,}</span> {parts_html(row)}'
    )
    kind = f"{row.kind} best" if row.is_best else row.kind
    if not below:
        return f'<li class="{kind}">{head}</li>'
    opened = " open" if row.is_best and open_plies > 0 else ""
    return f'<li class="{kind}"><details{opened}><summary>{head}</summary>{below}</details></li>'


def parts_html(row: Row) -> str:
    """Return what is to be said of a row."""
    return " ".join(f'<span class="{name}">{html.escape(text)}</span>' for name, text in row.parts.items() if text)
