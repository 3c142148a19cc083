"""The search is exact: against trying everything, on every position of small boards; and it solves larger ones."""

import threading
import time

import pytest

from tests.tictac.games import WIN, after, every_position, value, values
from tictac.negamax import alpha_beta, negamax
from tictac.player import Player, trickiest
from tictac.rules import O, Position, X
from tictac.search import Limits, Searcher

# Board, and how many of its positions to skip for one that is tried.
SMALL = [((3, 3, 3), 1), ((4, 2, 2), 1), ((2, 2, 2), 1), ((1, 1, 1), 1), ((8, 1, 3), 1), ((4, 1, 4), 1), ((5, 2, 3), 7)]
LARGE = [((4, 3, 3), 9), ((3, 4, 3), 9), ((4, 3, 4), 29)]


def solve(shape, **limits):
    position = after("", shape)
    return Searcher(position.board).search(position, Limits(**limits))


def test_negamax_in_its_simplest_form():
    for position in [*every_position(Position())][::7]:
        if len(position.legal_moves) <= 5:
            exact = value(position)
            assert negamax(position) == alpha_beta(position) == exact
            for alpha in (-WIN, exact - 3, exact - 1, exact, exact + 1):
                found = alpha_beta(position, alpha, alpha + 2)
                assert found == exact if alpha < exact < alpha + 2 else (found <= alpha) == (exact <= alpha)


@pytest.mark.parametrize(
    ("shape", "every"), [*SMALL, *(pytest.param(*large, marks=pytest.mark.slow) for large in LARGE)]
)
def test_every_position_has_the_value_and_the_best_moves_that_trying_everything_finds(shape, every):
    searcher = Searcher(after("", shape).board)
    for position in [*every_position(after("", shape))][::every]:
        info, exact = searcher.search(position), value(position)
        assert (info.value, info.exact) == (exact, True), position
        best = {square for square, its_value in values(position).items() if its_value == exact}
        # Against two threats those that parry one are enough.
        assert set(info.best) <= best if exact == -(WIN - 2) else set(info.best) == best, position
        if not position.is_over:
            assert len(info.line) == (WIN - abs(exact) if exact else len(position.legal_moves)), position
            assert info.line[0] in info.best


@pytest.mark.parametrize("start", ["a1 b2 b1 a2 c3 d4 d1 c1", "b2 c3 c2 b3 a4 d1 d2 a2", "a1 d4 b1 c4 c3 b2 d2 a3"])
def test_values_with_few_squares_left_on_a_larger_board(start):
    """The bound of Erdos and Selfridge cuts most here."""
    searcher = Searcher(after(start, (4, 4, 4)).board)
    for position in [*every_position(after(start, (4, 4, 4)))][::11]:
        assert searcher.search(position).value == value(position), position


@pytest.mark.parametrize(
    ("shape", "plies", "best"),
    [
        *(((4, 4, 4), None, 16), ((5, 4, 4), None, 20), ((5, 5, 5), None, 25)),
        *(((4, 3, 3), 7, 6), ((3, 4, 3), 7, 6), ((4, 4, 3), 5, 4)),
        *(
            pytest.param(*large, marks=pytest.mark.slow)
            for large in (((5, 5, 4), None, 25), ((6, 5, 4), 11, 2), ((6, 6, 5), None, 36))
        ),
    ],
)
def test_larger_boards_are_solved(shape, plies, best):
    info = solve(shape)
    assert (info.exact, info.plies, len(info.best)) == (True, plies, best)


@pytest.mark.parametrize("limit", [{"nodes": 3000}, {"seconds": 0.1}, {"depth": 4}])
def test_limits_are_kept_and_an_unfinished_search_says_so(limit):
    began = time.monotonic()
    info = solve((7, 7, 5), **limit)
    assert not info.exact
    assert info.nodes <= limit.get("nodes", 10**9)
    assert info.depth <= limit.get("depth", 49)
    if "seconds" in limit:
        assert time.monotonic() - began < 2


def test_stop_from_another_thread():
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    assert solve((8, 8, 5), stop=stop).best
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("bot", [X, O])
def test_level_10_against_every_line(bot):
    """It does not lose, and wins a won position as soon as it can be won."""
    player, games = Player(seed=3), 0
    waiting = [Position()]
    for position in waiting:
        moves = position.legal_moves
        if position.turn == bot and moves:
            moves = [player.move(position)[0]]
            assert values(position)[moves[0]] == value(position) >= 0, position
        games += not moves
        waiting += map(position.after, moves)
    assert games > 50


def test_the_trickiest_moves_are_those_after_which_most_replies_lose_sooner_or_later():
    def errors(position):
        """Return the chance that random replies go wrong once we have moved."""
        chances = [
            1 if value(reply) > 0 else max(after_moves(reply).values(), default=0)
            for reply in map(position.after, position.legal_moves)
            if value(reply) >= 0
        ]
        return sum(chances) / max(len(position.legal_moves), 1)

    def after_moves(position):
        drawing = [square for square, its_value in values(position).items() if its_value == 0]
        return {square: errors(position.after(square)) for square in drawing}

    searcher = Searcher(Position().board)
    for position in [*every_position(Position())][::5]:
        if len(position.legal_moves) <= 6 and value(position) == 0 and not position.is_over:
            chances = after_moves(position)
            expected = {square for square, chance in chances.items() if chance > max(chances.values()) - 1e-9}
            found = trickiest(searcher, position, searcher.search(position))
            assert set(found) == expected, position


def test_a_line_is_as_long_as_the_limits_allow():
    """An iteration is not lost where they end its line."""

    def length(nodes):
        searcher = Searcher(Position().board)
        searcher.start(Limits(nodes=nodes))
        return len(searcher.line(0, 0, 4, 9))

    lengths = [length(nodes) for nodes in range(0, 120, 4)]
    assert (lengths[0], lengths[-1]) == (1, 9)
    assert lengths == sorted(lengths)
