"""The win rate model."""

import itertools

import pytest

from lux import Board
from lux.analysis.material import total_material
from lux.score import MAX_MATERIAL, MIN_MATERIAL, normalized_cp, parameters, wdl

EVERY_MATERIAL = range(0, 130)


@pytest.mark.parametrize(
    ("fen", "worth"),
    [
        (Board().fen(), 78),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 1", 10),
        ("rnbk4/8/8/8/8/8/8/4K3 w - - 0 1", 11),
    ],
)
def test_material(fen, worth):
    assert total_material(Board(fen)) == worth


@pytest.mark.parametrize("total", EVERY_MATERIAL)
def test_a_pawn_up_wins_one_game_in_two(total):
    score = round(parameters(total)[0])
    assert normalized_cp(score, total) == pytest.approx(100, abs=1)
    assert wdl(score, total)[0] == pytest.approx(500, abs=3)


@pytest.mark.parametrize("total", [0, 8, 30, 58, 78])
def test_chances_add_up_and_grow_with_the_score(total):
    chances = [wdl(score, total) for score in range(-30000, 30001, 37)]
    for win, draw, loss in chances:
        assert win + draw + loss == 1000
        assert min(win, draw, loss) >= 0
    for (win, _, loss), (next_win, _, next_loss) in itertools.pairwise(chances):
        assert next_win >= win
        assert next_loss <= loss
    assert chances[0] == (0, 0, 1000)
    assert chances[-1] == (1000, 0, 0)
    assert wdl(-60, total) == wdl(60, total)[::-1]


def test_scores_keep_their_order_and_sign():
    for total in EVERY_MATERIAL:
        shown = [normalized_cp(score, total) for score in range(-300, 301, 5)]
        assert shown == sorted(shown)
        assert normalized_cp(0, total) == 0
        assert normalized_cp(-40, total) == -normalized_cp(40, total)


def test_the_curves_stay_sensible_over_the_range_of_the_fit():
    for total in range(MIN_MATERIAL, MAX_MATERIAL + 1):
        a, b = parameters(total)
        assert 30 < a < 400
        assert 30 < b < 200
    assert parameters(0) == parameters(MIN_MATERIAL)
    assert parameters(200) == parameters(MAX_MATERIAL)
