"""The lines a search shows: legal, no longer than the game, and the move played is the first of the last."""

import random

import pytest

from lux import Engine
from tests.playouts import playouts
from tests.search.lines import both_boards, epd_fens, searched


@pytest.mark.parametrize(
    ("positions", "nodes"),
    [(500, (100, 1000, 4000)), pytest.param(6000, (1000, 10_000, 30_000), marks=pytest.mark.slow)],
    ids=["few", "many"],
)
@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_lines_of_random_games(chess960, positions, nodes):
    """The table is kept from one position to the next, which is when lines go wrong."""
    rng = random.Random(11)
    engine = Engine(hash_mib=1)
    mates = 0
    for oracle, board in playouts(seed=41, positions=positions, chess960=chess960):
        if rng.random() < 0.1:
            engine.new_game()
        result = searched(engine, oracle, board, nodes=rng.choice(nodes))
        mates += result.info.mate is not None
    assert mates > 3


@pytest.mark.parametrize("name", ["wac.epd", "bratko_kopec.epd", "mates.epd"])
def test_lines_of_test_positions(engine, name):
    """Every other one is late in the count of fifty moves, where draws cut lines short."""
    rng = random.Random(12)
    for number, (fen, _) in enumerate(epd_fens(name)[::2]):
        counters = f"{rng.randint(88, 99)} 90" if number % 2 else "0 1"
        searched(engine, *both_boards(fen.removesuffix("0 1") + counters), nodes=6000)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/4k3/8/8/8/R3K3 w - - {} 90",
        "8/8/8/4k3/8/8/8/1Q2K3 w - - {} 90",
        "8/8/8/3k4/8/8/8/BB2K3 w - - {} 90",
        "4k3/8/8/8/8/8/4P3/4K3 w - - {} 90",
        "7k/8/5K2/6Q1/8/8/8/8 b - - {} 90",
    ],
)
def test_lines_of_endings_with_the_fifty_moves_nearly_over(fen):
    """The table is full of wins that there is no time left for."""
    engine = Engine(hash_mib=1)
    for clock in (0, 50, 85, 89, 90, 91, 94, 97, 98, 99):
        result = searched(engine, *both_boards(fen.format(clock)), nodes=20_000)
        # A mate without captures and pawn moves must come in time; the side to move makes the last move of it.
        if "P" not in fen and (result.info.mate or 0) > 0 and result.info.bound == "exact":
            assert 2 * result.info.mate - 1 <= 100 - clock


def test_lines_go_on_from_the_game_played(engine):
    """An engine that plays itself, table and history kept: repetitions and endings of all kinds come up."""
    rng = random.Random(13)
    for fen in (
        "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
        "8/5k2/8/8/8/1r6/5K2/R7 w - - 0 1",
        "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1",
    ):
        oracle, board = both_boards(fen)
        for _ in range(60):
            if oracle.is_game_over(claim_draw=False) or oracle.is_repetition(3):
                break
            move = searched(engine, oracle, board, nodes=rng.choice([500, 3000])).best_move
            oracle.push_uci(move)
            board.push_uci(move)


@pytest.mark.parametrize(
    "fen",
    [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1",
        "8/8/8/1p1p1p1p/1P1P1P1P/8/k7/7K w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        "8/8/8/4k3/8/8/8/K6Q w - - 0 1",
    ],
    ids=["Lasker", "blocked", "locked", "pawn", "queen"],
)
def test_lines_at_great_depth(engine, fen):
    """Endings with little to search reach depths that other positions never see."""
    result = searched(engine, *both_boards(fen), depth=1000, nodes=1_000_000)
    assert result.info.depth >= 18
    assert result.info.seldepth < 246


def test_the_end_of_the_stack(engine):
    """A mate in one is searched to the last depth there is."""
    result = searched(engine, *both_boards("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), depth=1000)
    assert (result.info.depth, result.info.mate) == (245, 1)
