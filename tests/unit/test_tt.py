"""The transposition table: what is stored comes back, and the right entry makes room."""

import random
from functools import partial

import pytest

from lux import Engine
from lux.inspection import hashfull, new_search, probe, store, struct_sizes

UPPER, LOWER, EXACT = 1, 2, 3
MATE, TABLE_WIN, TABLE_WIN_IN_MAX_PLY, NONE = 32000, 31753, 31507, 32002
DEEPEST = 245


def cluster_mates(count: int) -> list[int]:
    """Return keys that meet in one cluster: their high bits are the same."""
    return [0x1234 << 48 | number for number in range(1, count + 1)]


@pytest.fixture
def table() -> Engine:
    return Engine(hash_mib=1)


def test_sizes():
    assert struct_sizes() == (192, 10, 32)


def test_empty_table_knows_nothing(table):
    assert all(probe(table, key) is None for key in (0, 1, 1 << 63, (1 << 64) - 1))
    assert hashfull(table) == 0


def test_random_entries_come_back(table):
    rng = random.Random(1)
    for _ in range(5000):
        key = rng.getrandbits(64)
        entry = {
            "move": rng.getrandbits(16),
            "value": rng.randint(-TABLE_WIN_IN_MAX_PLY + 1, TABLE_WIN_IN_MAX_PLY - 1),
            "static_eval": rng.choice([rng.randint(-30000, 30000), NONE]),
            "depth": rng.randint(0, DEEPEST),
            "bound": rng.choice([UPPER, LOWER, EXACT]),
            "was_pv": rng.random() < 0.5,
        }
        table.clear_hash()
        store(table, key, ply=rng.randint(0, DEEPEST), **entry)
        assert probe(table, key, ply=rng.randint(0, DEEPEST)) == entry
        assert probe(table, key ^ 1) is None


def test_an_evaluation_alone_comes_back(table):
    """What the search stores at the first visit: no value, no bound, no move."""
    entry = {"move": 0, "value": NONE, "static_eval": -123, "depth": 0, "bound": 0, "was_pv": True}
    store(table, 5, ply=3, **entry)
    assert probe(table, 5, ply=9) == entry


@pytest.mark.parametrize("bound", [UPPER, LOWER, EXACT])
def test_a_bound_without_a_value_is_none(table, bound):
    """Two threads that write at once may leave it."""
    store(table, 5, value=NONE, bound=bound)
    assert probe(table, 5)["bound"] == 0


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("won", [MATE, TABLE_WIN])
def test_scores_of_wins_count_from_the_node(table, won, sign):
    rng = random.Random(2)
    for _ in range(2000):
        stored_at, met_at = rng.randint(0, 100), rng.randint(0, 100)
        plies = rng.randint(0, 100)  # from the node to the mate
        store(table, 7, ply=stored_at, value=sign * (won - stored_at - plies))
        assert probe(table, 7, ply=met_at)["value"] == sign * (won - met_at - plies)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("won", [MATE, TABLE_WIN])
def test_a_win_beyond_the_fifty_move_rule_says_nothing(table, won, sign):
    store(table, 7, value=sign * (won - 21))
    assert probe(table, 7, rule50=79)["value"] == sign * (won - 21)
    late = probe(table, 7, rule50=80)
    assert (late["value"], late["bound"]) == (NONE, 0)


@pytest.mark.parametrize("value", [0, 1, -1, TABLE_WIN_IN_MAX_PLY - 1, 1 - TABLE_WIN_IN_MAX_PLY])
def test_other_scores_do_not_depend_on_the_ply(table, value):
    store(table, 7, ply=50, value=value)
    assert probe(table, 7, ply=3)["value"] == value


@pytest.mark.parametrize(("depths", "age", "leaves"), [((12, 4, 9), 0, 1), ((20, 2, 2), 15, 0)])
def test_what_makes_room_in_a_cluster(table, depths, age, leaves):
    """It holds three. Of one age the shallowest goes, and old entries before deep ones; nobody inherits a move."""
    *keys, newcomer = cluster_mates(4)
    for key, depth, searches in zip(keys, depths, (age, 0, 0), strict=True):
        store(table, key, depth=depth, move=100)
        for _ in range(searches):
            new_search(table)
    assert [probe(table, key)["depth"] for key in keys] == [*depths]
    store(table, newcomer, depth=1, move=0)
    assert [number for number, key in enumerate(keys) if probe(table, key) is None] == [leaves]
    assert (probe(table, newcomer)["depth"], probe(table, newcomer)["move"]) == (1, 0)


@pytest.mark.parametrize(
    ("first", "then", "search", "stays"),
    [
        ((20, EXACT), (3, UPPER), "the same", True),
        *(((3, EXACT), (20, bound), "the same", False) for bound in (UPPER, LOWER, EXACT)),
        ((20, LOWER), (1, EXACT), "the same", False),
        ((20, LOWER), (1, LOWER), "a later", False),
    ],
)
def test_what_stays_of_two_entries_of_a_position(table, first, then, search, stays):
    for depth, bound in (first, then):
        store(table, 7, depth=depth, value=depth, bound=bound)
        if search == "a later":
            new_search(table)
    entry = probe(table, 7)
    kept = first if stays else then
    assert (entry["depth"], entry["value"], entry["bound"]) == (kept[0], *kept)


def test_a_store_without_a_move_keeps_the_old_one(table):
    store(table, 7, depth=3, move=100)
    store(table, 7, depth=20, move=0)
    assert (probe(table, 7)["move"], probe(table, 7)["depth"]) == (100, 20)


def test_generations_wrap_round(table):
    for number in range(100):
        new_search(table)
        store(table, number << 48 | 5, depth=1)
        assert probe(table, number << 48 | 5)["depth"] == 1


def test_hashfull_counts_this_search_only(table):
    rng = random.Random(3)
    for _ in range(400_000):
        store(table, rng.getrandbits(64), depth=1)
    assert hashfull(table) > 900
    new_search(table)
    assert hashfull(table) == 0


def test_clear_and_resize_forget(table):
    resized = [partial(setattr, table, "hash_mib", mib) for mib in (2, 3, 1)]
    for forget in (table.clear_hash, *resized):
        store(table, 7, depth=1)
        assert probe(table, 7)
        forget()
        assert probe(table, 7) is None
        assert hashfull(table) == 0


@pytest.mark.parametrize("mib", [16, 257])
def test_clearing_leaves_nothing(mib):
    """Of a large table the pages go back to the system."""
    table = Engine(hash_mib=mib)
    keys = [(place << 64) // 5000 + 7 for place in range(5000)]
    for key in keys:
        store(table, key, depth=1)
    table.clear_hash()
    assert not any(probe(table, key) for key in keys)


def test_resize_that_fails_keeps_the_table(table):
    store(table, 7, depth=1)
    with pytest.raises(MemoryError):
        table.hash_mib = 1 << 40
    assert probe(table, 7)


@pytest.mark.parametrize("mib", [1, 2, 3, 7, 16, 33])
def test_every_size_works(mib):
    """The first and the last cluster belong to the table: sanitizers watch."""
    table = Engine(hash_mib=mib)
    for key in (0, 1, (1 << 64) - 1):
        store(table, key, depth=9)
        assert probe(table, key)["depth"] == 9
