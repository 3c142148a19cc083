"""The levels: beatable, but never foolish where a person would not be, and each stronger than the one below."""

import random
import re
import threading
from itertools import pairwise

import pytest

from tests.protocol.session import ROOT
from tests.tictac.games import after
from tictac.player import MAX_LEVEL, Player
from tictac.rules import O, Position, X
from tictac.search import Limits, Searcher

LEVELS = range(MAX_LEVEL + 1)
RANDOM_GAMES, PERFECT_GAMES = 2000, 400


def readme_table():
    """Return the page's rows: level, wins, draws and losses against random moves, draws and losses against 10."""
    text = (ROOT / "docs" / "tictac.md").read_text(encoding="utf-8").split("| level |")[1].split("\n\n")[0]
    return [tuple(map(int, re.findall(r"\d+", row))) for row in text.splitlines()[2:]]


def score_against(level, seed, games, perfect=False):
    """Return won, drawn and lost games of a level, which begins every other one, against a perfect or random player."""
    player, opponent, chance = Player(level, seed=level), Player(seed=seed), random.Random(seed)
    results = []
    for number in range(games):
        position, me = Position(), (X, O)[number % 2]
        while not position.is_over:
            if position.turn == me:
                square, _ = player.move(position)
            else:
                square = opponent.move(position)[0] if perfect else chance.choice(position.legal_moves)
            position = position.after(square)
        results.append({me: "won", "": "drawn"}.get(position.winner, "lost"))
    return tuple(map(results.count, ("won", "drawn", "lost")))


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
    scored = score_against(level, 100 + level, RANDOM_GAMES)
    won, *others = score_against(level, level, PERFECT_GAMES, perfect=True)
    assert won == 0
    assert readme_table()[level] == (level, *scored, *others)


def test_levels_far_apart_in_few_games():
    wins = [score_against(level, level, 100)[0] for level in (0, 3, 10)]
    assert wins[0] + 20 < wins[1]
    assert wins[1] + 5 < wins[2]


def misses(level, moves, right, games):
    """Return how often a level plays none of the right moves."""
    player, position = Player(level, seed=5), after(moves)
    return sum(position.board.names[player.move(position)[0]] not in right for _ in range(games))


@pytest.mark.parametrize("level", LEVELS)
def test_near_things_are_seen_before_deep_ones(level):
    assert (misses(level, "a1 c3 b1 c2", "c1", 60) == 0) == (level >= 3)  # c1 wins at once, and parries
    assert misses(level, "a1 b2 b1", ["c1"], 150) > 0 or level >= 9  # c1 must be parried
    # The corners a3 and c1 lose to a fork.
    assert (misses(level, "a1 b2 c3", "a2 b1 b3 c2".split(), 150) > 0) == (level < 10)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(level):
    def game(seed):
        positions, player = [Position()], Player(level, seed)
        while not positions[-1].is_over:
            positions.append(positions[-1].after(player.move(positions[-1])[0]))
        return tuple(positions)

    assert game(7) == game(7)
    assert len({game(seed) for seed in range(12)}) > 1


def test_a_finished_game_has_no_move():
    with pytest.raises(ValueError, match="the game is over"):
        Player().move(after("a1 b1 a2 b2 a3"))


@pytest.mark.parametrize("level", [0, 4, 9, 10])
def test_other_boards_at_every_level(level):
    player = Player(level, seed=1)
    for shape in ((1, 1, 1), (4, 4, 3), (5, 3, 3)):
        position = after("", shape)
        while not position.is_over:
            position = position.after(player.move(position, Limits(seconds=0.2))[0])
        assert player.move(after("", shape))[0] in range(shape[0] * shape[1])


@pytest.mark.parametrize(
    ("limit", "most"),
    [({"nodes": 100}, 100), ({"nodes": 3000}, 3000), ({"seconds": 0.001}, 140), ({"stop": None}, 140)],
)
@pytest.mark.parametrize("shape", [(8, 8, 5), (8, 8, 8)])
def test_the_choice_of_a_move_keeps_the_limits_too(shape, limit, most, monkeypatch):
    counted, count = [], Searcher._count
    monkeypatch.setattr(Searcher, "_count", lambda searcher: counted.append(count(searcher)))
    if "stop" in limit:
        limit["stop"] = threading.Event()
        limit["stop"].set()
    Player(seed=1).move(after("a1 b2", shape), Limits(**limit))
    assert len(counted) <= most
