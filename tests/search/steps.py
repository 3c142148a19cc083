"""What each step of the search saves: nodes of the bench to a fixed depth, with the step and without it.

    python -m tests.search.steps

builds a search for study, measures, and writes the table into lux/README.md.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.search.study import build_variant, run_study
from tests.sources import ROOT

PAGE = ROOT / "lux" / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
BENCH = """
import sys
from lux.uci.bench import run_bench

print(run_bench(int(sys.argv[1]))[0])
"""


class Step(NamedTuple):
    """A step of the page: the bits that it stands for, and a depth that is reached without it in a minute or so."""

    name: str
    bits: tuple[str, ...]
    depth: int


# Without a window there are no closed ones. Where windows are never closed, nothing is pruned: that goes by nodes.
STEPS = (
    Step("alpha and beta", ("WINDOW", "CLOSED_WINDOWS"), 3),
    Step("iterative deepening", ("ITERATION",), 10),
    Step("transposition table", ("TABLE",), 10),
    Step("move ordering", ("ORDER",), 10),
    Step("quiescence search", ("QUIESCENCE",), 10),
    Step("closed windows", ("CLOSED_WINDOWS",), 10),
    Step("null move pruning", ("NULL_MOVE",), 10),
    Step("pruning by margins and counts", ("PRUNING",), 8),
    Step("reductions", ("REDUCTIONS",), 10),
    Step("extensions", ("EXTENSIONS",), 10),
)


def bench_nodes(folder: Path, depth: int, without: tuple[str, ...] = ()) -> int:
    """Return the nodes of the bench to a depth, without some steps."""
    return int(run_study(folder, BENCH, without, str(depth)))


def table(folder: Path) -> str:
    """Return the figures as a table in Markdown."""
    lines = ["| step | depth | nodes | nodes without it | ratio |", "|---|---|---|---|---|"]
    whole = {depth: bench_nodes(folder, depth) for depth in {step.depth for step in STEPS}}
    for number, step in enumerate(STEPS, 1):
        nodes = bench_nodes(folder, step.depth, step.bits)
        ratio = nodes / whole[step.depth]
        figures = f"{step.depth} | {whole[step.depth]:,} | {nodes:,} | {ratio:.{2 if ratio < 10 else 0}f}"
        lines.append(f"| {number}. {step.name} | {figures} |")
    return "\n".join(lines) + "\n"


def table_on_page() -> str:
    """Return the table that the page has."""
    return PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        build_variant(Path(name), "LUX_STUDY")
        figures = table(Path(name))
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + figures + END + rest.split(END)[1], encoding="utf-8")
    print(figures, end="")
