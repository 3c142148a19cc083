"""The levels: beatable, but never foolish where a person would not be, and each stronger than the one below."""

import re
from itertools import pairwise

import pytest

from tests.protocol.session import ROOT
from tests.tictac.games import after, perfect_opponent, random_opponent, score_against
from tictac.player import MAX_LEVEL, Player
from tictac.rules import Game
from tictac.search import Limits

LEVELS = range(MAX_LEVEL + 1)
RANDOM_GAMES, PERFECT_GAMES = 2000, 400


def readme_table():
    """Return the page's rows: level, wins, draws and losses against random moves, draws and losses against 10."""
    text = (ROOT / "docs" / "tictac.md").read_text(encoding="utf-8").split("| level |")[1].split("\n\n")[0]
    return [tuple(map(int, re.findall(r"\d+", row))) for row in text.splitlines()[2:]]


def test_the_readme_says_that_every_level_is_stronger_than_the_one_below():
    rows = readme_table()
    assert [row[0] for row in rows] == [*LEVELS]
    assert all(sum(row[1:4]) == RANDOM_GAMES and sum(row[4:]) == PERFECT_GAMES for row in rows)
    for weaker, stronger in pairwise(rows):
        assert stronger[1] > weaker[1]
        assert stronger[4] > weaker[4]


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_readme_says_what_the_games_say(level):
    won, drawn, lost = score_against(level, random_opponent(seed=100 + level), RANDOM_GAMES)
    also_won, also_drawn, also_lost = score_against(level, perfect_opponent(seed=level), PERFECT_GAMES)
    assert also_won == 0
    assert readme_table()[level] == (level, won, drawn, lost, also_drawn, also_lost)


def test_levels_far_apart_in_few_games():
    wins = [score_against(level, random_opponent(seed=level), 100)[0] for level in (0, 3, 10)]
    assert wins[0] + 20 < wins[1]
    assert wins[1] + 5 < wins[2]


@pytest.mark.parametrize("level", LEVELS)
def test_an_immediate_win_is_not_overlooked_from_level_3_on(level):
    game, player = after("a1 c3 b1 c2"), Player(level, seed=5)  # c1 wins at once, and parries
    wins = sum(game.square_name(player.move(game)[0]) == "c1" for _ in range(60))
    assert wins == 60 if level >= 3 else wins < 60


@pytest.mark.parametrize("level", range(3, MAX_LEVEL))
def test_deep_threats_are_missed_before_near_ones(level):
    player = Player(level, seed=2)
    near, deep = after("a1 b2 b1"), after("a1 b2 c3")  # c1 must be parried; the corners a3 and c1 lose to a fork
    near_misses = sum(near.square_name(player.move(near)[0]) != "c1" for _ in range(150))
    deep_misses = sum(deep.square_name(player.move(deep)[0]) in ("a3", "c1") for _ in range(150))
    assert near_misses > 0 or level == 9
    if level >= 7:
        assert deep_misses > 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(level):
    def game(seed):
        game, player = Game(), Player(level, seed)
        while not game.is_over:
            game.place(player.move(game)[0])
        return tuple(game.history)

    assert game(7) == game(7)
    assert len({game(seed) for seed in range(12)}) > 1


def test_a_finished_game_has_no_move():
    with pytest.raises(ValueError, match="the game is over"):
        Player().move(after("a1 b1 a2 b2 a3"))


@pytest.mark.parametrize("level", [0, 4, 9, 10])
def test_other_boards_at_every_level(level):
    player = Player(level, seed=1)
    for shape in ((1, 1, 1), (4, 4, 3), (5, 3, 3)):
        game = Game(*shape)
        while not game.is_over:
            game.place(player.move(game, Limits(seconds=0.2))[0])
        assert game.history
