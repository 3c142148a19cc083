"""History entries: gravity keeps them within bounds, and they move towards the bonus."""

import random

import pytest

from lux import inspection

TABLES = [(inspection.updated_history, 16384), (inspection.updated_correction, 1024)]


@pytest.mark.parametrize(("update", "limit"), TABLES, ids=["history", "correction"])
def test_entries_stay_within_bounds(update, limit):
    rng = random.Random(1)
    for _ in range(300):
        entry, largest = 0, rng.choice([1, 10, limit // 4, limit])
        lean = rng.random()
        for _ in range(200):
            bonus = rng.randint(0, largest) if rng.random() < lean else -rng.randint(0, largest)
            entry = update(entry, bonus)
            assert -limit <= entry <= limit


@pytest.mark.parametrize(("update", "limit"), TABLES, ids=["history", "correction"])
def test_entries_move_towards_the_bonus(update, limit):
    for entry in range(-limit + 1, limit, limit // 50):
        for bonus in (limit // 8, limit // 4, limit):
            assert update(entry, bonus) > entry
            assert update(entry, -bonus) < entry
        assert update(entry, 0) == entry


@pytest.mark.parametrize(("update", "limit"), TABLES, ids=["history", "correction"])
def test_updates_are_symmetric(update, limit):
    for entry in range(-limit, limit + 1, limit // 40):
        for bonus in range(-limit, limit + 1, limit // 40):
            assert update(-entry, -bonus) == -update(entry, bonus)


@pytest.mark.parametrize(("update", "limit"), TABLES, ids=["history", "correction"])
def test_extremes_stay(update, limit):
    assert update(limit, limit) == limit
    assert update(-limit, -limit) == -limit
    assert update(limit, -limit) == -limit
