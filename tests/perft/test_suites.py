"""Perft: every line of every suite, exact."""

import os

import pytest

from lux import Board, PerftTable
from lux.board import needs_chess960
from lux.perft import SUITES, load_suite, run_suite

DEFAULT_NODES = 5_000_000  # the largest count of a line that the default run checks
LONG_NODES = 200_000_000
SLOW_NODES = 100_000  # of counts without bulk


@pytest.mark.parametrize("max_nodes", [DEFAULT_NODES, pytest.param(LONG_NODES, marks=pytest.mark.slow)])
@pytest.mark.parametrize("suite", SUITES)
def test_counts(suite, max_nodes):
    report = run_suite(suite, max_nodes=max_nodes, threads=os.cpu_count() or 1)
    assert report.ok, "\n".join(str(result) for result in report.results if result.status.name != "PASS")


@pytest.mark.parametrize("suite", ["wiki", "tricky", "lux", "chess960_xfen"])
def test_every_way_of_counting_gives_the_same(suite):
    """Every leaf by itself, with a table, and standard chess as Chess960."""
    table = PerftTable(4)
    for fen, counts, *_ in load_suite(suite):
        for chess960 in {True, needs_chess960(fen)}:
            board = Board(fen, chess960=chess960)
            for depth, expected in counts.items():
                if expected <= DEFAULT_NODES:
                    assert board.perft(depth, hash=table) == expected, f"{fen}: depth {depth}"
                if expected <= SLOW_NODES:
                    assert board.perft(depth) == board.perft(depth, bulk=False) == expected, f"{fen}: depth {depth}"
