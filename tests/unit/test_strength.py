"""The model of a weaker player."""

import statistics
from itertools import pairwise

import pytest

from lux import Board, Engine, Score
from lux.engine import SearchInfo
from lux.uci.strength import CALIBRATION, LAPSE_NODES, MAX_ELO, MIN_ELO, Strength, limits_for, skill_elo


def line(move, score_cp=None, mate=None):
    return SearchInfo(1, 1, Score(score_cp, mate=mate), "exact", 1, 1, 0, 1, [move])


def test_the_fixed_points_are_met_and_what_lies_between_is_between():
    for elo, limits in CALIBRATION.items():
        assert limits_for(elo) == limits
    every = [limits_for(elo) for elo in range(MIN_ELO, MAX_ELO + 1)]
    for weaker, stronger in pairwise(every):
        assert weaker.nodes <= stronger.nodes
        assert all(more >= less for more, less in zip(weaker[1:], stronger[1:], strict=True))


@pytest.mark.parametrize("elo", [MIN_ELO - 1, MAX_ELO + 1])
def test_ratings_out_of_range(elo):
    with pytest.raises(ValueError, match="Elo must be between"):
        Strength(elo)


def test_skill_levels_rise_to_full_strength():
    ratings = [skill_elo(skill) for skill in range(20)]
    assert ratings == sorted(set(ratings))
    assert (ratings[0], ratings[-1], skill_elo(20)) == (MIN_ELO, MAX_ELO, None)
    with pytest.raises(ValueError, match="between 0 and 20"):
        skill_elo(21)


def losses(elo, seed=1, games=400):
    """Return the centipawns that a player gives away in each choice among lines 40 apart."""
    strength = Strength(elo, seed)
    lines = [line("best", 0), *(line(f"move{n}", -40 * n) for n in range(1, 8))]
    return [-strength.choose(lines).score_cp for _ in range(games)]


def test_the_same_seed_gives_the_same_choices_and_another_others():
    assert losses(1000, seed=7) == losses(1000, seed=7)
    assert losses(1000, seed=7) != losses(1000, seed=8)
    first, second = Strength(700, seed=7), Strength(700, seed=7)
    moves = Board().legal_moves
    assert [first.attention(moves) for _ in range(100)] == [second.attention(moves) for _ in range(100)]


def test_weaker_players_give_away_more_but_nothing_in_plain_sight():
    means = [statistics.mean(losses(elo)) for elo in range(1000, MAX_ELO + 1, 400)]
    assert means == sorted(means, reverse=True)
    assert means[0] > 5
    knight_down = [line("good", 50), line("dubious", -150), line("blunder", -210)]
    weakest = Strength(MIN_ELO, seed=1)
    assert {weakest.choose(knight_down).pv[0] for _ in range(1000)} == {"good", "dubious"}


def test_a_mate_that_is_seen_is_played_and_one_against_us_avoided():
    weakest = Strength(MIN_ELO, seed=1)
    assert {weakest.choose([line("mate", mate=1), line("queen", 900)]).pv[0] for _ in range(1000)} == {"mate"}
    assert {weakest.choose([line("safe", -900), line("mated", mate=-1)]).pv[0] for _ in range(1000)} == {"safe"}


@pytest.mark.parametrize("elo", CALIBRATION)
def test_the_shares_of_oversights_and_lapses_are_those_of_the_rating(elo):
    strength = Strength(elo, seed=1)
    nodes, oversights, lapses, lines, _ = strength.limits
    moves = Board().legal_moves
    seen = [strength.attention(moves) for _ in range(4000)]
    blind = [limits["searchmoves"] for limits in seen if "searchmoves" in limits]
    assert len(blind) / len(seen) == pytest.approx(oversights, abs=0.025)
    looking = [limits for limits in seen if "searchmoves" not in limits]
    assert {limits["multipv"] for limits in looking} == {lines}
    assert {limits["nodes"] for limits in looking} == {LAPSE_NODES, nodes}
    share = sum(limits["nodes"] == LAPSE_NODES for limits in looking) / len(looking)
    assert share == pytest.approx(lapses, abs=0.025)


def test_an_oversight_is_any_legal_move():
    strength = Strength(MIN_ELO, seed=1)
    moves = Board().legal_moves
    chosen = {strength.attention(moves).get("searchmoves", [""])[0] for _ in range(1000)}
    assert chosen == {*moves, ""}
    # Without a legal move there is none to overlook.
    assert not any("searchmoves" in strength.attention([]) for _ in range(100))


# The queen of the side to move is attacked: by a knight, by a pawn, by a bishop.
@pytest.mark.parametrize(
    "fen",
    [
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2P1Q3/8/PP1PPPPP/RNB1KBNR w KQkq - 0 1",
        "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 1",
        "rn1qkb1r/ppp1pppp/5n2/3p4/4P1b1/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 1",
    ],
)
def test_even_a_lapse_of_the_weakest_hangs_no_queen(fen):
    strength = Strength(MIN_ELO, seed=1)
    board = Board(fen)
    queen = "Q" if board.turn else "q"
    lines = Engine().search(board, nodes=LAPSE_NODES, multipv=strength.limits.lines).lines
    chosen = {strength.choose(lines).pv[0] for _ in range(200)}
    assert len(chosen) > 1
    for move in chosen:
        board.push_uci(move)
        assert not [reply for reply in board.legal_moves if board.piece_at(reply[2:4]) == queen], move
        board.pop()


def test_more_lines_than_the_player_looks_at_make_no_difference():
    lines = [line(f"move{n}", 0) for n in range(50)]
    strength = Strength(1400, seed=1)
    seen = {strength.choose(lines).pv[0] for _ in range(1000)}
    assert seen == {f"move{n}" for n in range(strength.limits.lines)}
