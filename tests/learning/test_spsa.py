"""Tuning by SPSA: it finds an optimum that is known, and an interruption changes nothing."""

import json
from random import Random

import pytest

from lux.learning.tuning.spsa import Tuning
from lux.runtime.journal import JournalError
from lux.uci.tunables import Tunable

PARAMETERS = [Tunable(f"P{i}", 50, 0, 100, 5) for i in range(8)]
BEST = [20, 80, 50, 35, 65, 90, 10, 55]
GAMES = {"nodes": 1}


def loss(values: dict[str, int]) -> float:
    return sum((values[f"P{i}"] - best) ** 2 for i, best in enumerate(BEST))


def play(first: dict[str, int], second: dict[str, int], seed: int) -> int:
    """Play eight games that the better player wins the oftener the better it is."""
    random = Random(seed)
    chance = 1 / (1 + 10 ** ((loss(first) - loss(second)) / 4000))
    return sum(1 if random.random() < chance else -1 for _ in range(8))


def distance(values: list[float]) -> float:
    return sum((value - best) ** 2 for value, best in zip(values, BEST, strict=True)) ** 0.5


def tuned(path, steps=1500, stop_after=None, rate=0.02) -> Tuning:
    tuning = Tuning(path, PARAMETERS, steps=steps, rate=rate, pairs=4, seed=3, games=GAMES)
    for _ in tuning.run(play, steps):
        if tuning.done == stop_after:
            break
    tuning.journal.close()
    return tuning


def test_it_finds_the_optimum_through_the_noise(tmp_path):
    tuning = tuned(tmp_path / "state")
    assert tuning.done == 1500
    assert distance(tuning.values) < distance([50] * 8) / 4


def test_an_interruption_changes_nothing(tmp_path):
    straight = tuned(tmp_path / "straight", steps=60)
    tuned(tmp_path / "broken", steps=60, stop_after=25)
    with (tmp_path / "broken").open("a") as file:
        file.write('{"sco')  # as a crash leaves it
    going_on = tuned(tmp_path / "broken", steps=60)
    assert going_on.course == straight.course
    assert (straight.course[0], straight.course[-1]) == ([50.0] * 8, going_on.values)
    assert (tmp_path / "broken").read_text() == (tmp_path / "straight").read_text()
    assert tuned(tmp_path / "straight", steps=60).values == straight.values


def test_what_is_tried_is_within_the_ranges_and_on_both_sides(tmp_path):
    edge = [Tunable("LOW", 0, 0, 3, 1), Tunable("HIGH", 9, 0, 9, 1), Tunable("MIDDLE", 50, 0, 100, 5)]
    tuning = Tuning(tmp_path / "state", edge, steps=100, rate=0.002, pairs=4, seed=1, games=GAMES)
    for _ in range(50):
        first, second = tuning.players()
        for player in (first, second):
            assert all(parameter.low <= player[parameter.name] <= parameter.high for parameter in edge)
        assert (first["MIDDLE"] - second["MIDDLE"]) * tuning.signs(tuning.random(tuning.done))[2] > 0
        tuning.learn(0)


def test_moves_shrink_to_the_step_and_strides_to_its_share(tmp_path):
    tuning = Tuning(tmp_path / "state", PARAMETERS, steps=100, rate=0.002, pairs=4, seed=1, games=GAMES)
    first = tuning.move(PARAMETERS[0]), tuning.stride(PARAMETERS[0])
    for _ in range(99):
        tuning.learn(0)
    assert (tuning.move(PARAMETERS[0]), tuning.stride(PARAMETERS[0])) == (5, pytest.approx(0.002 * 5))
    assert first > (5, 0.002 * 5)


def test_another_tuning_is_not_gone_on_with(tmp_path):
    tuned(tmp_path / "state", steps=3)
    with pytest.raises(JournalError, match="with other steps"):
        tuned(tmp_path / "state", steps=4)
    with pytest.raises(JournalError, match="with other nodes"):
        Tuning(tmp_path / "state", PARAMETERS, steps=3, rate=0.02, pairs=4, seed=3, games={"nodes": 2})


@pytest.mark.parametrize("step", [{"score": None}, {"score": 1.0}, {"score": True}, {"score": -9}, {}])
def test_an_impossible_step_is_refused_by_its_line(tmp_path, step):
    tuned(tmp_path / "state", steps=3)
    with (tmp_path / "state").open("a") as file:
        file.write(json.dumps(step) + "\n")
    with pytest.raises(JournalError, match="state:5: not a step of this tuning"):
        tuned(tmp_path / "state", steps=3)
