"""Scores: their order, points of view, words, and python-chess as the oracle."""

import itertools
import pickle

import chess
import chess.engine
import pytest

from lux import Score

MATED = Score(mate=0)
# From the worst for the side whose view it is to the best.
LADDER = [
    MATED,
    Score(mate=-1),
    Score(mate=-2),
    Score(mate=-5),
    Score(-20_000),
    Score(-900),
    Score(0),
    Score(35),
    Score(20_000),
    Score(mate=5),
    Score(mate=2),
    Score(mate=1),
    -Score(mate=0, turn=False),
]


def oracle(score: Score) -> chess.engine.PovScore:
    given = chess.engine.MateGiven
    if score.winner is not None:
        relative = given if score.mate == 0 and score.winner == score.turn else chess.engine.Mate(score.mate)
    else:
        relative = chess.engine.Cp(score.cp)
    return chess.engine.PovScore(relative, score.turn)


def test_scores_have_bounds():
    with pytest.raises(ValueError, match="longer than any"):
        Score(mate=-1000)
    assert Score(-1_000_000_000).winning_chances() == pytest.approx(-1)


@pytest.mark.parametrize(("worse", "better"), [*itertools.combinations(LADDER, 2)], ids=repr)
def test_mates_and_centipawns_have_one_order(worse, better):
    assert worse < better
    assert better > worse
    assert worse <= better
    assert worse != better
    assert -worse > -better
    assert oracle(worse).relative < oracle(better).relative


@pytest.mark.parametrize("score", LADDER, ids=repr)
def test_points_of_view_are_those_of_python_chess(score):
    for one in (score, -score):
        assert (-one).turn != one.turn
        assert one.pov(not one.turn).pov(one.turn) == one
        assert one.pov(one.turn) is one
        for mine, theirs in ((one.white(), oracle(one).white()), (one.pov(False), oracle(one).black())):
            assert (mine.cp, mine.mate) == (theirs.score(), theirs.mate())
        assert pickle.loads(pickle.dumps(one)) == one
        assert eval(repr(one)) == one


def test_scores_of_different_sides_cannot_be_mixed_up():
    ours, theirs = Score(35), Score(35, turn=False)
    assert ours != theirs
    assert len({ours, theirs, Score(35)}) == 2
    with pytest.raises(TypeError):
        ours < theirs  # noqa: B015
    with pytest.raises(TypeError):
        ours >= 35  # noqa: B015


@pytest.mark.parametrize("given", [{}, {"cp": 1, "mate": 1}], ids=str)
def test_a_score_is_one_of_two(given):
    with pytest.raises(ValueError, match="either centipawns or a mate"):
        Score(**given)


@pytest.mark.parametrize(
    ("score", "text", "fields"),
    [
        (Score(35), "+0.35", {"cp": 35}),
        (Score(35, turn=False).white(), "-0.35", {"cp": -35}),
        (Score(0), "+0.00", {"cp": 0}),
        (Score(mate=3), "#3", {"mate": 3}),
        (Score(mate=3, turn=False).white(), "#-3", {"mate": -3}),
        (MATED, "#", {"mate": 0}),
        (-MATED, "#", {"mate": 0}),
    ],
    ids=str,
)
def test_words(score, text, fields):
    assert (str(score), score.as_dict()) == (text, fields)


def test_a_mate_in_centipawns():
    scores = (Score(40), Score(mate=2), Score(mate=-2), MATED)
    assert [score.as_cp(3000) for score in scores] == [40, 2998, -2998, -3000]


@pytest.mark.parametrize("centipawns", [-3000, -1000, -250, 0, 30, 400, 999, 5000])
def test_winning_chances_are_those_of_lichess(centipawns):
    """python-chess has the same model, which lets no score count for more than ten pawns."""
    expected = chess.engine.Cp(max(-1000, min(centipawns, 1000))).wdl(model="lichess").expectation()
    capped = Score(max(-1000, min(centipawns, 1000)))
    assert capped.winning_chances() == pytest.approx(2 * expected - 1, abs=0.002)
    assert Score(mate=4).winning_chances() == Score(1000).winning_chances()
    assert Score(mate=0).winning_chances() == Score(mate=-1).winning_chances() == Score(-1000).winning_chances()
