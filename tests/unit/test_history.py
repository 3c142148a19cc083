"""History entries: gravity keeps them within bounds, and they move towards the bonus."""

import random

import pytest

from lux import inspection

TABLES = [("history", 16384), ("correction", 1024)]


@pytest.mark.parametrize(("kind", "limit"), TABLES)
def test_entries_stay_within_bounds(kind, limit):
    rng = random.Random(1)
    for _ in range(300):
        entry, largest = 0, rng.choice([1, 10, limit // 4, limit])
        lean = rng.random()
        for _ in range(200):
            bonus = rng.randint(0, largest) if rng.random() < lean else -rng.randint(0, largest)
            entry = inspection.updated_entry(kind, entry, bonus)
            assert -limit <= entry <= limit


@pytest.mark.parametrize(("kind", "limit"), TABLES)
def test_entries_move_towards_the_bonus(kind, limit):
    for entry in range(-limit + 1, limit, limit // 50):
        for bonus in (limit // 8, limit // 4, limit):
            assert inspection.updated_entry(kind, entry, bonus) > entry
            assert inspection.updated_entry(kind, entry, -bonus) < entry
        assert inspection.updated_entry(kind, entry, 0) == entry


@pytest.mark.parametrize(("kind", "limit"), TABLES)
def test_updates_are_symmetric(kind, limit):
    for entry in range(-limit, limit + 1, limit // 40):
        for bonus in range(-limit, limit + 1, limit // 40):
            assert inspection.updated_entry(kind, -entry, -bonus) == -inspection.updated_entry(kind, entry, bonus)


@pytest.mark.parametrize(("kind", "limit"), TABLES)
def test_extremes_stay(kind, limit):
    assert inspection.updated_entry(kind, limit, limit) == limit
    assert inspection.updated_entry(kind, -limit, -limit) == -limit
    assert inspection.updated_entry(kind, limit, -limit) == -limit
