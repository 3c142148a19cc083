"""What each step of the search saves: nodes of the bench to a fixed depth, with the step and without it.

    python -m tests.search.steps

makes a tuning build, measures, and writes the table into lux/README.md.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from lux.uci.bench import bench_positions
from tests.search.tuning_build import build_for_tuning, run_without
from tests.sources import ROOT

PAGE = ROOT / "lux" / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
BENCH = """
import sys
from lux.uci.bench import run_bench

print(run_bench(int(sys.argv[1]))[0])
"""


class Step(NamedTuple):
    """A step of the page: what turns it off in steps.toml, and a depth that is reached without it in a minute or so."""

    name: str
    off: tuple[str, ...]
    depth: int


PRUNING = (
    "no-reverse-futility-pruning",
    "no-razoring",
    "no-late-move-pruning",
    "no-futility-pruning",
    "no-history-pruning",
    "no-pruning-by-exchange",
)
REDUCTIONS = ("no-late-move-reduction", "no-aspiration-reduction")
STEPS = (
    Step("alpha and beta", (), 3),
    Step("iterative deepening", ("no-iterative-deepening",), 10),
    Step("transposition table", ("no-transposition-table",), 10),
    Step("move ordering", ("no-order-of-captures-and-checks", "no-history"), 10),
    Step("quiescence search", ("no-quiescence-search",), 10),
    Step("null windows", ("no-null-windows", "no-aspiration-windows"), 7),
    Step("null move pruning", ("no-null-move-pruning",), 10),
    Step("pruning by margins and counts", PRUNING, 8),
    Step("reductions", REDUCTIONS, 10),
    Step("extensions", ("no-singular-extension",), 10),
)


def bench_nodes(folder: Path, depth: int, off: tuple[str, ...] = ()) -> int:
    """Return the nodes of the bench to a depth, with some steps turned off."""
    return int(run_without(folder, BENCH, off, str(depth)))


def minimax_nodes(depth: int) -> int:
    """Return the moves that minimax makes to search the bench to a depth."""
    return sum(board.perft(plies) for board in bench_positions() for plies in range(1, depth + 1))


def table(folder: Path) -> str:
    """Return the figures as a table in Markdown."""
    lines = ["| step | depth | nodes | nodes without it | ratio |", "|---|---|---|---|---|"]
    whole = {depth: bench_nodes(folder, depth) for depth in {step.depth for step in STEPS}}
    for number, step in enumerate(STEPS, 1):
        nodes = bench_nodes(folder, step.depth, step.off) if step.off else minimax_nodes(step.depth)
        ratio = nodes / whole[step.depth]
        figures = f"{step.depth} | {whole[step.depth]:,} | {nodes:,} | {ratio:.{2 if ratio < 10 else 0}f}"
        lines.append(f"| {number}. {step.name} | {figures} |")
    return "\n".join(lines) + "\n"


def table_on_page() -> str:
    """Return the table that the page has."""
    return PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        build_for_tuning(Path(name))
        figures = table(Path(name))
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + figures + END + rest.split(END)[1], encoding="utf-8")
    print(figures, end="")
