"""Weighing ideas by games: it finds gains that are known, and an interruption changes nothing."""

from random import Random

import pytest

from lux.learning.tuning.weighing import Idea, IdeaError, Weighing
from lux.runtime.journal import JournalError

pytest.importorskip("numpy", reason="needs the extra [train]")

PARAMETERS = {f"P{i}": 10 for i in range(6)}
IDEAS = [Idea(f"idea{i}", {f"P{i}": 11 + i}) for i in range(6)]
GAINS = [60, 25, 0, -10, -40, -150]  # Elo


def rating(values: dict[str, int]) -> float:
    return sum(gain for i, gain in enumerate(GAINS) if values[f"P{i}"] != 10)


def play(first: dict[str, int], second: dict[str, int], seed: int) -> int:
    """Play eight games by their expected results; a third of what is not won is drawn."""
    random = Random(seed)
    expected = 1 / (1 + 10 ** ((rating(second) - rating(first)) / 400))
    draw = min(expected, 1 - expected) / 3
    score = 0
    for _ in range(8):
        at = random.random()
        score += 1 if at < expected - draw / 2 else 0 if at < expected + draw / 2 else -1
    return score


def weighed(path, ideas=IDEAS, steps=500, alone=False, seed=4) -> Weighing:
    weighing = Weighing(path, ideas, PARAMETERS, alone=alone, pairs=4, seed=seed, games={"nodes": 1})
    assert all(abs(score) <= 8 for score in weighing.run(play, steps))
    weighing.journal.close()
    return weighing


@pytest.mark.parametrize("alone", [False, True])
def test_it_finds_what_ideas_are_worth(tmp_path, alone):
    found = weighed(tmp_path / "state", alone=alone, steps=900).gains()
    assert [gain.elo for gain in found] == sorted((gain.elo for gain in found), reverse=True)
    for gain in found:
        true = GAINS[int(gain.name[-1])]
        assert abs(gain.elo - true) < 4 * gain.error, gain
        assert gain.games == (1200 if alone else 7200)
    errors = [gain.error for gain in found]
    # Together they are told apart with the games of all.
    assert (max(errors) < 14 and min(errors) > 7) if alone else (max(errors) < 6 and min(errors) > 3)


def test_errors_are_what_repetitions_show(tmp_path):
    """The same idea weighed fifty times: the gains scatter as one of them says."""
    found = [weighed(tmp_path / str(seed), IDEAS[:2], 100, seed=seed).gains() for seed in range(50)]
    gains = [next(gain for gain in one if gain.name == "idea1") for one in found]
    mean = sum(gain.elo for gain in gains) / 50
    scatter = (sum((gain.elo - mean) ** 2 for gain in gains) / 49) ** 0.5
    assert 0.7 < scatter / (sum(gain.error for gain in gains) / 50) < 1.3


def test_an_idea_that_loses_every_game_has_a_finite_worth(tmp_path):
    weighing = Weighing(tmp_path / "state", IDEAS[:1], PARAMETERS, alone=True, pairs=2, seed=1, games={})
    for _ in weighing.run(lambda first, second, seed: -4, 50):
        pass
    (gain,) = weighing.gains()
    assert -1500 < gain.elo < -500


def test_players_differ_in_every_idea_or_in_one(tmp_path):
    together = weighed(tmp_path / "together", steps=0)
    first, second = together.players()
    assert all({first[f"P{i}"], second[f"P{i}"]} == {10, IDEAS[i].values[f"P{i}"]} for i in range(6))
    alone = weighed(tmp_path / "alone", steps=8, alone=True)
    assert alone.sides(alone.done) == [0, 0, 1, 0, 0, 0]
    assert alone.players() == ({**PARAMETERS, "P2": 13}, PARAMETERS)


def test_more_steps_than_were_asked_for_first_go_on_from_there(tmp_path):
    straight = weighed(tmp_path / "straight", steps=41)
    weighed(tmp_path / "broken", steps=40)
    assert weighed(tmp_path / "broken", steps=41).gains() == straight.gains()


def test_what_cannot_be_weighed(tmp_path):
    for ideas, message in (
        ([], "no ideas"),
        ([Idea("a", {"NOPE": 1})], "a: no parameter NOPE"),
        ([Idea("a", {"P1": 1.5})], "a: P1 = 1.5: expected a whole number"),
        ([Idea("P1", 7)], "P1: expected parameters"),
        ([Idea("a", {"P1": 1}), Idea("b", {"P1": 2})], "a and b both set P1"),
    ):
        with pytest.raises(IdeaError, match=message):
            weighed(tmp_path / "state", ideas)
    assert not (tmp_path / "state").exists()
    weighed(tmp_path / "state", [Idea("a", {"P1": 1}), Idea("b", {"P1": 2})], 2, alone=True)
    for other in (IDEAS, [Idea("b", {"P1": 2}), Idea("a", {"P1": 1})]):
        with pytest.raises(JournalError, match="with other ideas"):
            weighed(tmp_path / "state", other, 2, alone=True)
