"""The transposition table: what is stored comes back, and the right entry makes room."""

import random

import pytest

from lux import inspection

UPPER, LOWER, EXACT = 1, 2, 3
MATE, TABLE_WIN, TABLE_WIN_IN_MAX_PLY, NONE = 32000, 31753, 31507, 32002
DEEPEST = 245


def cluster_mates(count: int) -> list[int]:
    """Return keys that meet in one cluster: their high bits are the same."""
    return [0x1234 << 48 | number for number in range(1, count + 1)]


@pytest.fixture
def table() -> inspection.Table:
    return inspection.Table(1)


def test_sizes():
    assert inspection.struct_sizes() == {"Position": 192, "TTEntry": 10, "TTCluster": 32}


def test_empty_table_knows_nothing(table):
    assert all(table.probe(key) is None for key in (0, 1, 1 << 63, (1 << 64) - 1))
    assert table.hashfull() == 0


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
        table.clear()
        table.store(key, ply=rng.randint(0, DEEPEST), **entry)
        assert table.probe(key, ply=rng.randint(0, DEEPEST)) == entry
        assert table.probe(key ^ 1) is None


def test_an_evaluation_alone_comes_back(table):
    """What the search stores at the first visit: no value, no bound, no move."""
    entry = {"move": 0, "value": NONE, "static_eval": -123, "depth": 0, "bound": 0, "was_pv": True}
    table.store(5, ply=3, **entry)
    assert table.probe(5, ply=9) == entry


@pytest.mark.parametrize("bound", [UPPER, LOWER, EXACT])
def test_a_bound_without_a_value_is_none(table, bound):
    """Two threads that write at once may leave it."""
    table.store(5, value=NONE, bound=bound)
    assert table.probe(5)["bound"] == 0


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("won", [MATE, TABLE_WIN])
def test_scores_of_wins_count_from_the_node(table, won, sign):
    rng = random.Random(2)
    for _ in range(2000):
        stored_at, met_at = rng.randint(0, 100), rng.randint(0, 100)
        plies = rng.randint(0, 100)  # from the node to the mate
        table.store(7, ply=stored_at, value=sign * (won - stored_at - plies))
        assert table.probe(7, ply=met_at)["value"] == sign * (won - met_at - plies)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("won", [MATE, TABLE_WIN])
def test_a_win_beyond_the_fifty_move_rule_says_nothing(table, won, sign):
    table.store(7, value=sign * (won - 21))
    assert table.probe(7, rule50=79)["value"] == sign * (won - 21)
    late = table.probe(7, rule50=80)
    assert (late["value"], late["bound"]) == (NONE, 0)


@pytest.mark.parametrize("value", [0, 1, -1, TABLE_WIN_IN_MAX_PLY - 1, 1 - TABLE_WIN_IN_MAX_PLY])
def test_other_scores_do_not_depend_on_the_ply(table, value):
    table.store(7, ply=50, value=value)
    assert table.probe(7, ply=3)["value"] == value


@pytest.mark.parametrize(("depths", "age", "leaves"), [((12, 4, 9), 0, 1), ((20, 2, 2), 15, 0)])
def test_what_makes_room_in_a_cluster(table, depths, age, leaves):
    """It holds three. Of one age the shallowest goes, and old entries before deep ones; nobody inherits a move."""
    *keys, newcomer = cluster_mates(4)
    for key, depth, searches in zip(keys, depths, (age, 0, 0), strict=True):
        table.store(key, depth=depth, move=100)
        for _ in range(searches):
            table.new_search()
    assert [table.probe(key)["depth"] for key in keys] == [*depths]
    table.store(newcomer, depth=1, move=0)
    assert [number for number, key in enumerate(keys) if table.probe(key) is None] == [leaves]
    assert (table.probe(newcomer)["depth"], table.probe(newcomer)["move"]) == (1, 0)


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
        table.store(7, depth=depth, value=depth, bound=bound)
        if search == "a later":
            table.new_search()
    entry = table.probe(7)
    kept = first if stays else then
    assert (entry["depth"], entry["value"], entry["bound"]) == (kept[0], *kept)


def test_a_store_without_a_move_keeps_the_old_one(table):
    table.store(7, depth=3, move=100)
    table.store(7, depth=20, move=0)
    assert (table.probe(7)["move"], table.probe(7)["depth"]) == (100, 20)


def test_generations_wrap_round(table):
    for number in range(100):
        table.new_search()
        table.store(number << 48 | 5, depth=1)
        assert table.probe(number << 48 | 5)["depth"] == 1


def test_hashfull_counts_this_search_only(table):
    rng = random.Random(3)
    for _ in range(400_000):
        table.store(rng.getrandbits(64), depth=1)
    assert table.hashfull() > 900
    table.new_search()
    assert table.hashfull() == 0


def test_clear_and_resize_forget(table):
    for forget in (table.clear, lambda: table.resize(2), lambda: table.resize(3), lambda: table.resize(1)):
        table.store(7, depth=1)
        assert table.probe(7)
        forget()
        assert table.probe(7) is None
        assert table.hashfull() == 0


@pytest.mark.parametrize("mib", [16, 257])
def test_clearing_leaves_nothing(mib):
    """Of a large table the pages go back to the system."""
    table = inspection.Table(mib)
    keys = [(place << 64) // 5000 + 7 for place in range(5000)]
    for key in keys:
        table.store(key, depth=1)
    table.clear()
    assert not any(map(table.probe, keys))


def test_resize_that_fails_keeps_the_table(table):
    table.store(7, depth=1)
    assert not table.resize(1 << 40)
    assert table.probe(7)


@pytest.mark.parametrize("mib", [1, 2, 3, 7, 16, 33])
def test_every_size_works(mib):
    """The first and the last cluster belong to the table: sanitizers watch."""
    table = inspection.Table(mib)
    for key in (0, 1, (1 << 64) - 1):
        table.store(key, depth=9)
        assert table.probe(key)["depth"] == 9
