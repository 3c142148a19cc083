"""Attack tables: the lookups equal slow walks along the rays; tests/property compares them with python-chess."""

from collections.abc import Iterator
from itertools import islice, product

import chess
import pytest

from lux import inspection
from tests.zobrist import MASK, splitmix64


def subsets(mask: int) -> Iterator[int]:
    """Yield every subset of *mask*, by the carry-rippler."""
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def relevant_occupancy(letter: str, square: int) -> int:
    """Return the squares of the rays that have another one beyond them."""
    rays = inspection.slow_slider_attacks(letter, square, 0)
    return sum(
        1 << blocker
        for blocker in chess.scan_forward(rays)
        if inspection.slow_slider_attacks(letter, square, 1 << blocker) != rays
    )


@pytest.mark.parametrize(("letter", "entries"), [("R", 102_400), ("B", 5_248)])
def test_every_entry_of_the_slider_tables(letter, entries):
    seen = 0
    for square in chess.SQUARES:
        for occupied in subsets(relevant_occupancy(letter, square)):
            assert inspection.piece_attacks(letter, square, occupied) == inspection.slow_slider_attacks(
                letter, square, occupied
            ), (square, occupied)
            seen += 1
    assert seen == entries


def magic_of(seed: int) -> int:
    """Return the magic that follows from a seed: three numbers of SplitMix64, and what they share."""
    a, b, c = islice(splitmix64(seed), 3)
    return a & b & c


@pytest.mark.parametrize("letter", ["B", "R"])
def test_every_seed_gives_a_magic(letter):
    """Also where this build looks attacks up by PEXT."""
    for square in chess.SQUARES:
        magic = magic_of(inspection.magic_seed(letter, square))
        mask = relevant_occupancy(letter, square)
        slots: dict[int, int] = {}
        for occupied in subsets(mask):
            attacks = inspection.slow_slider_attacks(letter, square, occupied)
            assert slots.setdefault((magic * occupied & MASK) >> 64 - mask.bit_count(), attacks) == attacks


def test_between_and_line():
    for a, b in product(chess.SQUARES, repeat=2):
        assert inspection.between(a, b) == (chess.between(a, b) if a != b else 0)
        assert inspection.line(a, b) == (chess.ray(a, b) if a != b else 0)
