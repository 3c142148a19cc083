"""Perft: every line of every suite, exact."""

import time

import pytest

from lux import Board
from perft import SUITES, load_suite
from tests.perft.conftest import Totals

DEFAULT_NODES = 5_000_000  # the largest count of a line that the default run checks
LONG_NODES = 200_000_000
LINES_PER_TEST = 240

CHUNKS = [
    pytest.param(suite, start, id=f"{suite}-{start + 1}")
    for suite in SUITES
    for start in range(0, len(load_suite(suite)), LINES_PER_TEST)
]


def mismatches(suite: str, start: int, low: int, high: int, totals: dict[str, Totals]) -> list[str]:
    """Compare every count above *low* up to *high* nodes in one chunk of a suite."""
    wrong = []
    seen = totals.setdefault(suite, Totals())
    for number, (fen, counts, *_) in enumerate(load_suite(suite)[start : start + LINES_PER_TEST], start + 1):
        begin = time.perf_counter()
        board = Board(fen, chess960=suite.startswith("chess960"))
        for depth, expected in counts.items():
            if low < expected <= high:
                nodes = board.perft(depth)
                seen.nodes += nodes
                if nodes != expected:
                    wrong.append(f"{suite}.epd:{number}: {fen}: depth {depth}: {nodes}, not {expected}")
        seen.lines += 1
        seen.seconds += time.perf_counter() - begin
    return wrong


@pytest.mark.parametrize(("suite", "start"), CHUNKS)
def test_counts(suite, start, totals):
    wrong = mismatches(suite, start, 0, DEFAULT_NODES, totals)
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize(("suite", "start"), CHUNKS)
def test_large_counts(suite, start, totals):
    wrong = mismatches(suite, start, DEFAULT_NODES, LONG_NODES, totals)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("suite", ["wiki", "tricky", "chess960_xfen"])
def test_counting_every_leaf_gives_the_same(suite):
    for fen, counts, *_ in load_suite(suite):
        board = Board(fen, chess960=suite.startswith("chess960"))
        for depth, expected in counts.items():
            if expected <= 100_000:
                assert board.perft(depth, bulk=False) == expected, f"{fen}: depth {depth}"


def test_divide_adds_up_to_perft():
    for fen, counts, *_ in load_suite("wiki"):
        divided = Board(fen).divide(3)
        assert len(divided) == counts[1]
        assert sum(divided.values()) == counts[3]


@pytest.mark.parametrize("suite", ["wiki", "tricky"])
def test_standard_positions_count_the_same_as_chess960(suite):
    for fen, counts, *_ in load_suite(suite):
        board = Board(fen, chess960=True)
        for depth, expected in counts.items():
            if expected <= 100_000:
                assert board.perft(depth) == expected, f"{fen}: depth {depth}"
