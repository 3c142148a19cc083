"""History entries: gravity keeps them within bounds, and they move towards the bonus."""

import random

import pytest

from lux import inspection

LIMITS = [16384, 1024]  # of histories and of corrections


@pytest.mark.parametrize("limit", LIMITS)
def test_entries_stay_within_bounds(limit):
    rng = random.Random(1)
    for _ in range(300):
        entry, largest = 0, rng.choice([1, 10, limit // 4, limit])
        lean = rng.random()
        for _ in range(200):
            bonus = rng.randint(0, largest) if rng.random() < lean else -rng.randint(0, largest)
            entry = inspection.updated_entry(entry, bonus, limit)
            assert -limit <= entry <= limit


@pytest.mark.parametrize("limit", LIMITS)
def test_entries_move_towards_the_bonus_by_the_same_in_either_direction(limit):
    for entry in range(-limit, limit + 1, limit // 32):
        for bonus in range(0, limit + 1, limit // 32):
            updated = inspection.updated_entry(entry, bonus, limit)
            assert updated > entry or entry == limit or bonus < limit // 8
            assert updated == entry or bonus > 0
            assert updated == limit or bonus < limit
            assert inspection.updated_entry(-entry, -bonus, limit) == -updated
