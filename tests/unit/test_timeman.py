"""The clock: limits are positive and never above what is there."""

from itertools import product

import pytest

from lux import Engine, Limits, inspection

CLOCKS = [0, 1, 2, 3, 5, 10, 19, 20, 21, 50, 99, 100, 500, 1000, 3000, 60_000, 300_000, 5_400_000, 2**31 - 1, 2**40]
INCREMENTS = [-1, 0, 1, 10, 100, 1000, 30_000, 2**31 - 1, 2**40]
MOVESTOGO = [0, 1, 2, 3, 10, 40, 1000]
OVERHEADS = [0, 10, 100, 5000]
ENGINE = Engine(hash_mib=1)


def time_limits(overhead_ms=0, overshoot_ms=0, **limits):
    """Return the soft and the hard limit of White."""
    ENGINE.move_overhead_ms = overhead_ms
    return inspection.time_limits(ENGINE, Limits(**limits), overshoot_ms)


@pytest.mark.parametrize("movestogo", MOVESTOGO)
@pytest.mark.parametrize("overhead_ms", OVERHEADS)
def test_limits_are_positive_and_within_the_clock(movestogo, overhead_ms):
    for time_ms, inc_ms in product(CLOCKS, INCREMENTS):
        soft, hard = time_limits(wtime_ms=time_ms, winc_ms=inc_ms, movestogo=movestogo, overhead_ms=overhead_ms)
        assert 1 <= soft <= hard, (time_ms, inc_ms)
        assert hard <= max(1, time_ms - min(overhead_ms, time_ms // 2)), (time_ms, inc_ms)


def test_a_minute_is_neither_wasted_nor_spent_at_once():
    for movestogo in MOVESTOGO[2:]:
        soft, hard = time_limits(wtime_ms=60_000, movestogo=movestogo)
        assert 60_000 / max(60, 2 * movestogo) <= soft <= 30_000
        assert hard <= 45_000


@pytest.mark.parametrize("field", ["wtime_ms", "winc_ms"])
def test_more_on_the_clock_never_gives_less(field):
    for movestogo in MOVESTOGO:
        limits = [
            time_limits(**{"wtime_ms": 1000, "movestogo": movestogo, "overhead_ms": 10, field: milliseconds})
            for milliseconds in CLOCKS
        ]
        assert limits == sorted(limits)
        assert [hard for _, hard in limits] == sorted(hard for _, hard in limits)


@pytest.mark.parametrize("other", [{"movetime_ms": 100}, {"nodes": 5}])
def test_clocks_at_zero_and_increments_alone_count_only_by_themselves(other):
    for clock in ({"wtime_ms": 0}, {"winc_ms": 100}, {"wtime_ms": 0, "winc_ms": 100}):
        assert time_limits(**clock, **other) == time_limits(**other)


def test_the_last_move_before_more_time_keeps_a_fifth():
    """A busy machine may wake the engine late, and there is no next move to save on."""
    for time_ms in (100, 1000, 60_000):
        _, hard = time_limits(wtime_ms=time_ms, movestogo=1)
        assert 0.7 * time_ms < hard <= 0.8 * time_ms


@pytest.mark.parametrize(
    ("time_ms", "movestogo", "overhead_ms", "inc_ms"),
    [(60_000, 40, 500, 0), (60_000, 40, 500, 200), (180_000, 40, 1000, 0), (10_000, 10, 300, 0), (1000, 40, 10, 0)],
)
def test_every_move_to_the_time_control_has_its_overhead(time_ms, movestogo, overhead_ms, inc_ms):
    for left in range(movestogo, 0, -1):
        soft, _ = time_limits(overhead_ms, wtime_ms=time_ms, winc_ms=inc_ms, movestogo=left)
        time_ms -= soft + overhead_ms
        assert time_ms >= 0, left
        time_ms += inc_ms


def test_a_move_time_keeps_at_least_half():
    assert [time_limits(overhead_ms, movetime_ms=100)[1] for overhead_ms in OVERHEADS] == [100, 90, 50, 50]


def test_an_overshoot_leaves_less_time():
    for time_ms in CLOCKS:
        limits = [time_limits(wtime_ms=time_ms, overhead_ms=10, overshoot_ms=ms) for ms in (0, 5, 50, 500)]
        assert limits == sorted(limits, reverse=True)
        assert limits[3] == time_limits(wtime_ms=time_ms, overhead_ms=510)
    assert time_limits(movetime_ms=100, overshoot_ms=50) == time_limits(movetime_ms=100)


def test_more_moves_to_go_never_give_more():
    for time_ms in CLOCKS:
        limits = [time_limits(wtime_ms=time_ms, movestogo=movestogo) for movestogo in range(1, 60)]
        assert limits == sorted(limits, reverse=True)


def test_clocks_that_are_none():
    for limits in ({}, {"winc_ms": 0}, {"wtime_ms": 1000, "winc_ms": 10, "infinite": True}):
        assert time_limits(**limits) == (-1, -1)
    # But an increment alone is a clock at zero.
    assert time_limits(winc_ms=1000) == time_limits(wtime_ms=0, winc_ms=1000)


@pytest.mark.parametrize("movetime_ms", [0, 1, 5, 10, 11, 100, 10_000, 2**40])
@pytest.mark.parametrize("overhead_ms", OVERHEADS)
def test_movetime_is_a_hard_limit(movetime_ms, overhead_ms):
    soft, hard = time_limits(movetime_ms=movetime_ms, overhead_ms=overhead_ms)
    assert soft == -1
    assert 1 <= hard <= max(1, movetime_ms)
    assert hard >= movetime_ms - overhead_ms


def test_the_tighter_of_movetime_and_clock_counts():
    _, clock = time_limits(wtime_ms=10_000)
    assert time_limits(wtime_ms=10_000, movetime_ms=clock // 2)[1] == clock // 2
    assert time_limits(wtime_ms=10_000, movetime_ms=10 * clock)[1] == clock


@pytest.mark.parametrize(
    ("spent", "clocks"),
    [
        ("soft", [(1000, 10), (4000, 40), (60_000, 600), (100, 100)]),
        ("hard", [(1000, 10), (4000, 40), (60_000, 600), (100, 100)]),
        ("busy", [(1000, 10), (4000, 40), (60_000, 600)]),
    ],
)
def test_no_game_is_lost_on_time(spent, clocks):
    """All moves end a little late; on a busy machine each tenth takes all that it may, each twentieth 60 ms more."""
    for time_ms, inc_ms in clocks:
        clock = time_ms
        for move in range(300):
            soft, hard = time_limits(wtime_ms=clock, winc_ms=inc_ms, overhead_ms=10)
            all_of_it = spent == "hard" or (spent == "busy" and move % 10 == 0)
            clock -= (hard if all_of_it else soft) + 3 + (60 if spent == "busy" and move % 20 == 19 else 0)
            assert clock > 0, move
            clock += inc_ms


@pytest.mark.parametrize("moves", [1, 2, 5, 20, 40, 60, None])
def test_no_session_is_lost_on_time(moves):
    """Of sudden death, without a number of moves, something is left after a hundred."""
    clock = 60_000
    for left in range(moves or 100, 0, -1):
        clock -= time_limits(wtime_ms=clock, movestogo=left if moves else 0, overhead_ms=10)[0] + 3
        assert clock > (0 if moves else 100)


FACTORS = {
    "stable_iterations": [0, 1, 2, 5, 10, 100],
    "best_node_permille": [0, 100, 500, 900, 1000],
    "score_drop": [32000, 100, 50, 20, 0, -10, -100, -32000],
}


def test_no_move_goes_on_for_ever_or_ends_before_it_began():
    for values in product(*FACTORS.values()):
        factors = dict(zip(FACTORS, values, strict=True))
        assert not inspection.soft_limit_reached(1_000_000, 0, **factors)
        assert inspection.soft_limit_reached(1_000_000, 6_000_000, **factors)


@pytest.mark.parametrize("name", FACTORS)
def test_the_surer_the_sooner(name):
    """Each factor by itself: stable, the only move worth a look, or a rising score end the search earlier."""
    middle = {key: values[len(values) // 2] for key, values in FACTORS.items()}
    ends = []
    for value in FACTORS[name]:
        reached = [
            inspection.soft_limit_reached(1_000_000, elapsed, **middle | {name: value})
            for elapsed in range(0, 6_000_000, 50_000)
        ]
        assert reached == sorted(reached)
        ends.append(reached.index(True))
    assert ends == sorted(ends, reverse=True)
    assert ends[0] > ends[-1]
