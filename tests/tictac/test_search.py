"""The search is exact: against trying everything, on every position of small boards; and it solves larger ones."""

import threading
import time

import pytest

from tests.tictac.games import WIN, Oracle, after, every_position, play_every_line
from tictac.lines import Lines
from tictac.negamax import alpha_beta, negamax
from tictac.player import Player
from tictac.rules import Game, Mark
from tictac.search import Limits, Searcher

# Board, and how many of its positions to skip for one that is tried.
SMALL = [((3, 3, 3), 1), ((4, 2, 2), 1), ((2, 2, 2), 1), ((1, 1, 1), 1), ((8, 1, 3), 1), ((4, 1, 4), 1), ((5, 2, 3), 7)]
LARGE = [((4, 3, 3), 9), ((3, 4, 3), 9), ((4, 3, 4), 29)]


@pytest.fixture(scope="module")
def oracle():
    return Oracle()


def test_negamax_in_its_simplest_form(oracle):
    for number, game in enumerate(every_position(Game())):
        if len(game.history) >= 4 and number % 7 == 0:
            value = oracle.value(game)
            assert negamax(game) == alpha_beta(game) == value
            for alpha in (-WIN, value - 3, value - 1, value, value + 1):
                found = alpha_beta(game, alpha, alpha + 2)
                assert found == value if alpha < value < alpha + 2 else (found <= alpha) == (value <= alpha)


@pytest.mark.parametrize(
    ("shape", "every"), [*SMALL, *(pytest.param(*large, marks=pytest.mark.slow) for large in LARGE)]
)
def test_every_position_has_the_value_and_the_best_moves_that_trying_everything_finds(shape, every):
    oracle, searcher = Oracle(), Searcher(*shape)
    for number, game in enumerate(every_position(Game(*shape))):
        if number % every:
            continue
        info, value = searcher.search(game), oracle.value(game)
        assert (info.value, info.exact) == (value, True), game.text()
        best = {square for square, its_value in oracle.moves(game) if its_value == value}
        if value == -(WIN - 2):
            assert set(info.best) <= best, game.text()  # those that parry one of the threats
        else:
            assert set(info.best) == best, game.text()
        if not game.is_over:
            assert len(info.line) == (WIN - abs(value) if value else len(game.legal_moves)), game.text()
            assert info.line[0] in info.best


def test_values_with_few_squares_left_on_a_larger_board():
    """The bound of Erdos and Selfridge cuts most here."""
    oracle, searcher = Oracle(), Searcher(4, 4, 4)
    for start in ("a1 b2 b1 a2 c3 d4 d1 c1", "b2 c3 c2 b3 a4 d1 d2 a2", "a1 d4 b1 c4 c3 b2 d2 a3"):
        for number, game in enumerate(every_position(after(start, (4, 4, 4)))):
            if number % 11 == 0:
                assert searcher.search(game).value == oracle.value(game), game.text()


@pytest.mark.parametrize(
    ("shape", "plies"),
    [((4, 4, 4), None), ((5, 4, 4), None), ((5, 5, 5), None), ((4, 3, 3), 7), ((3, 4, 3), 7), ((4, 4, 3), 5)],
)
def test_larger_boards_are_solved(shape, plies):
    info = Searcher(*shape).search(Game(*shape))
    assert (info.exact, info.plies) == (True, plies)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "plies", "best"), [((5, 5, 4), None, 25), ((6, 5, 4), 11, 2), ((6, 6, 5), None, 36)])
def test_5x5x4_and_its_neighbours(shape, plies, best):
    info = Searcher(*shape).search(Game(*shape))
    assert (info.exact, info.plies, len(info.best)) == (True, plies, best)


@pytest.mark.parametrize("limit", [{"nodes": 3000}, {"seconds": 0.1}, {"depth": 4}])
def test_limits_are_kept_and_an_unfinished_search_says_so(limit):
    game, began = Game(7, 7, 5), time.monotonic()
    info = Searcher(7, 7, 5).search(game, Limits(**limit))
    assert not info.exact
    assert game.history == []
    assert info.nodes <= limit.get("nodes", 10**9)
    assert info.depth <= limit.get("depth", 49)
    if "seconds" in limit:
        assert time.monotonic() - began < 2


def test_stop_from_another_thread():
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    info = Searcher(8, 8, 5).search(Game(8, 8, 5), Limits(stop=stop))
    assert info.best
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("bot", [Mark.X, Mark.O])
def test_level_10_against_every_line(bot, oracle):
    player = Player(seed=3)
    games = play_every_line(Game(), bot, lambda game: player.move(game)[0], oracle)
    assert games > 50


def test_the_trickiest_moves_are_those_after_which_most_replies_lose_sooner_or_later(oracle):
    def errors(game):
        """Return the chance that random replies go wrong once we have moved."""
        chance = 0
        for square in game.legal_moves:
            game.place(square)
            value = oracle.value(game)
            if value > 0:
                chance += 1
            elif value == 0 and not game.is_over:
                chance += max(after_move(game).values())
            game.undo()
        return chance / max(len(game.board) - len(game.history), 1)

    def after_move(game):
        chances = {}
        for square, value in oracle.moves(game):
            if value == 0:
                game.place(square)
                chances[square] = errors(game)
                game.undo()
        return chances

    searcher = Searcher()
    for number, game in enumerate(every_position(Game())):
        if len(game.history) >= 3 and number % 5 == 0 and oracle.value(game) == 0 and not game.is_over:
            chances = after_move(game)
            expected = {square for square, chance in chances.items() if chance > max(chances.values()) - 1e-9}
            assert set(searcher.trickiest(game, searcher.search(game))) == expected, game.text()


def test_weights_are_the_same_step_by_step_and_from_scratch():
    """Too large ones would only make the search slower."""
    for number, game in enumerate(every_position(Game())):
        if number % 50 == 0 and not game.is_over:
            lines, again = Lines(3, 3, 3), Lines(3, 3, 3)
            lines.take_over(game)
            again.take_over(game)
            change = again.place(game.turn - 1, game.legal_moves[0])
            again.undo(game.turn - 1, game.legal_moves[0], change)
            assert (lines.marks, lines.weight, lines.count) == (again.marks, again.weight, again.count)
            again.place(game.turn - 1, game.legal_moves[0])
            game.place(game.legal_moves[0])
            lines.take_over(game)
            game.undo()
            assert (lines.marks, lines.weight, lines.count) == (again.marks, again.weight, again.count)
