"""Perft: every line of every suite, exact."""

import os

import pytest

from lux import Board
from lux.perft import SUITES, load_suite, run_suite
from tests.perft.conftest import Totals

DEFAULT_NODES = 5_000_000  # the largest count of a line that the default run checks
LONG_NODES = 200_000_000


def check_counts(suite: str, max_nodes: int, totals: dict[str, Totals]) -> None:
    """Compare every count up to *max_nodes*."""
    report = run_suite(suite, max_nodes=max_nodes, threads=os.cpu_count() or 1)
    totals[suite] = Totals(len(report.results), report.nodes, report.seconds)
    assert report.ok, "\n".join(str(result) for result in report.results if result.status.name != "PASS")


@pytest.mark.parametrize("suite", SUITES)
def test_counts(suite, totals):
    check_counts(suite, DEFAULT_NODES, totals)


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES)
def test_large_counts(suite, totals):
    check_counts(suite, LONG_NODES, totals)


@pytest.mark.parametrize("suite", ["wiki", "tricky", "lux", "chess960_xfen"])
def test_counting_every_leaf_gives_the_same(suite):
    for fen, counts, *_ in load_suite(suite):
        board = Board(fen, chess960=suite.startswith("chess960"))
        for depth, expected in counts.items():
            if expected <= 100_000:
                assert board.perft(depth, bulk=False) == expected, f"{fen}: depth {depth}"


@pytest.mark.parametrize("suite", ["wiki", "tricky", "lux"])
def test_standard_positions_count_the_same_as_chess960(suite):
    for fen, counts, *_ in load_suite(suite):
        board = Board(fen, chess960=True)
        for depth, expected in counts.items():
            if expected <= 100_000:
                assert board.perft(depth) == expected, f"{fen}: depth {depth}"
