"""Search a fixed set of positions to a fixed depth: the signature of a build's search and a measure of its speed."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from lux.board import Board, needs_chess960
from lux.engine import Engine
from lux.searcher import StopSignal
from lux.text.epd_line import position_lines

BENCH_DEPTH = 14
BENCH_HASH_MIB = 16
BENCH_FILE = Path(__file__).parent.with_name("data") / "bench.epd"


def bench_positions() -> list[Board]:
    """Return the positions in their order; those whose castling field names files are Chess960."""
    lines = position_lines(BENCH_FILE.read_text(encoding="ascii").splitlines())
    return [Board(fen, chess960=needs_chess960(fen)) for _, fen in lines]


def run_bench(
    depth: int = BENCH_DEPTH,
    report: Callable[[str], None] | None = None,
    *,
    stop: StopSignal | None = None,
) -> tuple[int, float]:
    """Search each bench position to `depth` with an empty hash table; return the total nodes and seconds.

    The nodes depend only on `depth`, the search and the network. `report` gets a progress line for each position. To
    end the bench early, set `stop` and raise from `report`.
    """
    engine = Engine(hash_mib=BENCH_HASH_MIB)
    boards = bench_positions()
    total_nodes, total_seconds = 0, 0.0
    for number, board in enumerate(boards, 1):
        engine.new_game()
        start = perf_counter()
        result = engine.search(board, depth=depth, stop=stop)
        total_seconds += perf_counter() - start
        total_nodes += result.info.nodes
        if report is not None:
            report(f"{number:2}/{len(boards)}  {result.info.nodes:>10} nodes  {result.best_move:<6} {board.fen()}")
    return total_nodes, total_seconds
