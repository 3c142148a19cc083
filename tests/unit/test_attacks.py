"""Attack tables: the lookups equal slow walks along the rays, and those equal python-chess."""

import random
from collections.abc import Iterator

import chess
import pytest

from lux import inspection

WORD = 2**64 - 1
RANDOM_OCCUPANCIES = 50  # for each square and density


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


def occupancies(seed: int) -> list[int]:
    """Return random occupancies, half of the squares taken in some and a quarter in others."""
    rng = random.Random(seed)
    full = [rng.getrandbits(64) for _ in range(RANDOM_OCCUPANCIES)]
    return full + [some & rng.getrandbits(64) for some in full]


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
    magic = WORD
    for place in range(1, 4):
        mixed = seed + place * 0x9E3779B97F4A7C15 & WORD
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        magic &= mixed ^ mixed >> 31
    return magic


@pytest.mark.parametrize("letter", ["B", "R"])
def test_every_seed_gives_a_magic(letter):
    """Also where this build looks attacks up by PEXT."""
    for square in chess.SQUARES:
        magic = magic_of(inspection.magic_seed(letter, square))
        mask = relevant_occupancy(letter, square)
        slots: dict[int, int] = {}
        for occupied in subsets(mask):
            attacks = inspection.slow_slider_attacks(letter, square, occupied)
            assert slots.setdefault((magic * occupied & WORD) >> 64 - mask.bit_count(), attacks) == attacks


@pytest.mark.parametrize("square", chess.SQUARES)
def test_sliders_on_random_boards(square):
    for occupied in occupancies(seed=square):
        bishop = inspection.slow_slider_attacks("B", square, occupied)
        rook = inspection.slow_slider_attacks("R", square, occupied)
        assert bishop == chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
        assert rook == (
            chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
            | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
        )
        assert inspection.piece_attacks("B", square, occupied) == bishop
        assert inspection.piece_attacks("R", square, occupied) == rook
        assert inspection.piece_attacks("Q", square, occupied) == bishop | rook


@pytest.mark.parametrize("square", chess.SQUARES)
def test_leapers(square):
    assert inspection.piece_attacks("N", square, 0) == chess.BB_KNIGHT_ATTACKS[square]
    assert inspection.piece_attacks("K", square, 0) == chess.BB_KING_ATTACKS[square]
    for white in (True, False):
        assert inspection.pawn_attacks(white, square) == chess.BB_PAWN_ATTACKS[white][square]


@pytest.mark.parametrize("a", chess.SQUARES)
def test_between_and_line(a):
    for b in chess.SQUARES:
        assert inspection.between(a, b) == (chess.between(a, b) if a != b else 0)
        assert inspection.line(a, b) == (chess.ray(a, b) if a != b else 0)


def test_squares_and_pieces_are_checked():
    for square in (-1, 64):
        with pytest.raises(ValueError, match=f"not a square: {square}"):
            inspection.piece_attacks("R", square, 0)
    for letter in ("P", "r", "", "RB"):
        with pytest.raises(ValueError, match="piece must be one of BR"):
            inspection.slow_slider_attacks(letter, 0, 0)
