"""Limits: each is kept, and none is needed."""

import re
import time

import pytest

from lux import Board, Engine, Limits
from tests.search.lines import FENS, MIDDLEGAME, both_boards, searched

# What a busy machine may add to the engine's own idea of time, in seconds.
TOLERANCE = 0.3


@pytest.mark.parametrize("fen", FENS)
def test_soft_nodes_end_the_iteration_that_reaches_them(engine, fen):
    infos = []
    result = engine.search(Board(fen), soft_nodes=3000, on_info=infos.append)
    assert infos[-2].nodes < 3000 <= result.info.nodes
    assert result.info.depth == len(infos)


@pytest.mark.parametrize("fen", FENS)
def test_depth_is_searched_and_not_exceeded(engine, fen):
    """Every depth is reported as it is finished, the last one last."""
    infos = []
    result = engine.search(Board(fen), depth=7, on_info=infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6, 7]
    assert all(info.bound == "exact" for info in infos)
    assert result.info.depth == 7


@pytest.mark.parametrize("name", ["depth", "nodes", "soft_nodes", "movetime_ms", "movestogo", "mate", "multipv"])
@pytest.mark.parametrize(("value", "error"), [(0, ValueError), (-5, ValueError), (3.5, TypeError), (True, TypeError)])
def test_limits_that_are_none_are_refused_by_name(engine, name, value, error):
    wanted = "at least 1" if error is ValueError else "a whole number"
    for search in (engine.search, engine.start):
        with pytest.raises(error, match=f"^{name} must be {wanted}, not {re.escape(str(value))}$"):
            search(Board(), **{name: value})
    assert not engine.searching
    assert engine.search(Board(), depth=1).best_move


def test_limits_may_be_numbers_of_numpy(engine):
    numpy = pytest.importorskip("numpy")
    limits = Limits(nodes=numpy.int64(500), wtime_ms=numpy.int32(60_000))
    assert engine.search(Board(), limits).info.nodes == 500
    assert str(limits) == "wtime 60000 nodes 500"


def test_arguments_of_the_wrong_kind(engine):
    with pytest.raises(TypeError, match="unexpected keyword argument 'dept'"):
        engine.search(Board(), dept=3)
    with pytest.raises(TypeError, match="searchmoves must be a list of moves, not 'e2e4'"):
        engine.search(Board(), depth=1, searchmoves="e2e4")
    with pytest.raises(TypeError, match="limits must be Limits, not 3"):
        engine.search(Board(), 3)


def test_limits_and_keywords_mean_the_same(engine):
    """Keywords change what the limits say."""
    by_name = engine.search(Board(), depth=4, multipv=2, searchmoves=["e2e4", "d2d4"])
    limits = Limits(depth=4, multipv=2, searchmoves=["e2e4", "d2d4"])
    for given, more in ((limits, {}), (limits._replace(depth=9), {"depth": 4})):
        engine.new_game()
        found = engine.search(Board(), given, **more)
        assert [line.pv for line in found.lines] == [line.pv for line in by_name.lines]
        assert found.info.nodes == by_name.info.nodes


def test_limits_name_what_is_given():
    assert Limits().given() == {}
    limits = Limits(depth=5, wtime_ms=0, winc_ms=10, ponder=True, soft_nodes=7, searchmoves=["a2a3", "b2b3"])
    assert repr(limits) == (
        "Limits(depth=5, soft_nodes=7, wtime_ms=0, winc_ms=10, searchmoves=['a2a3', 'b2b3'], ponder=True)"
    )
    assert str(limits) == "ponder wtime 0 winc 10 depth 5 searchmoves a2a3 b2b3"
    assert eval(repr(limits)) == limits


@pytest.mark.parametrize("limits", [{}, {"infinite": True, "depth": 3}, {"movestogo": 3}, {"multipv": 2}], ids=str)
def test_endless_limits(limits):
    assert Limits(**limits).endless
    for name in ("depth", "nodes", "soft_nodes", "movetime_ms", "wtime_ms", "mate", "binc_ms"):
        assert not Limits(**{name: 1}).endless


def test_an_engine_tells_what_it_is():
    engine = Engine(hash_mib=2, threads=2)
    assert repr(engine) == "<Engine with 2 MiB and 2 threads, idle>"
    engine.start(Board())
    assert repr(engine) == "<Engine with 2 MiB and 2 threads, searching>"
    engine.stop()
    engine.wait()
    assert repr(engine).endswith("idle>")


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.parametrize("nodes", [1, 2, 10, 99, 1000, 1023, 1024, 1025, 5000, 100_000])
def test_nodes_are_not_exceeded(engine, fen, nodes):
    """Only the first iteration may go beyond the limit."""
    first = engine.search(Board(fen), depth=1).info.nodes
    engine.new_game()
    result = searched(engine, *both_boards(fen), nodes=nodes)
    # Below only if there is no more depth to search.
    assert result.info.nodes == max(nodes, first) or result.info.depth == 245


@pytest.mark.timing
@pytest.mark.parametrize("movetime_ms", [1, 20, 100, 300])
def test_movetime_is_kept(engine, movetime_ms):
    before = time.perf_counter()
    result = searched(engine, *both_boards(MIDDLEGAME), movetime_ms=movetime_ms)
    elapsed = time.perf_counter() - before
    assert elapsed < movetime_ms / 1000 + TOLERANCE
    assert elapsed >= movetime_ms / 1000
    assert result.info.time_ms >= movetime_ms


@pytest.mark.timing
def test_each_side_has_its_own_clock(engine):
    """White has no time, Black has."""
    for fen, quick in ((MIDDLEGAME, True), (MIDDLEGAME.replace(" w ", " b "), False)):
        result = engine.search(Board(fen), wtime_ms=0, btime_ms=8000)
        assert (result.info.time_ms < 100) == quick


def test_a_clock_of_nodes_is_kept_and_gives_the_same_anywhere():
    """A twenty-fourth of the clock, more or less as the search goes, and no more than four times that."""
    nodes = []
    for _ in range(2):
        engine = Engine(hash_mib=1)
        engine.nodestime = 2
        nodes.append(engine.search(Board(MIDDLEGAME), wtime_ms=240_000).info.nodes)
    assert nodes[0] == nodes[1]
    assert 5_000 < nodes[0] <= 80_000
    assert engine.search(Board(), movetime_ms=2000).info.nodes == 4000


@pytest.mark.parametrize("huge", [2**31, 2**63, 2**64, 10**30])
def test_huge_limits_are_limits_nobody_reaches(engine, huge):
    board = Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    for limits in (
        {"depth": huge},
        {"nodes": huge, "depth": 3},
        {"movetime_ms": huge, "depth": 3},
        {"wtime_ms": huge, "btime_ms": huge, "winc_ms": huge, "binc_ms": huge, "movestogo": huge, "depth": 3},
        {"mate": huge},
    ):
        assert engine.search(board, **limits).best_move == "a1a8"


# The moves that may be played


def test_the_best_move_can_be_left_out(engine):
    """And what was found without it does not hide it afterwards."""
    oracle, board = both_boards("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    others = [move for move in board.legal_moves if move != "a1a8"]
    assert searched(engine, oracle, board, depth=6, searchmoves=others).best_move != "a1a8"
    result = searched(engine, oracle, board, depth=6)
    assert (result.best_move, result.info.mate) == ("a1a8", 1)


# Positions without a choice


@pytest.mark.timing
def test_a_single_move_is_played_at_once(engine):
    """The clock is for other moves, but four plies alone would show a score that the next move belies."""
    oracle, board = both_boards("r2q1rk1/ppp2ppp/2n5/3p4/3P4/2P2N2/PP3nPP/RNBQ1B1K w - - 0 1")
    assert board.legal_moves == ["h1g1"]
    result = searched(engine, oracle, board, wtime_ms=3_600_000, btime_ms=3_600_000)
    assert result.best_move == "h1g1"
    assert result.info.depth > 6
    assert result.info.time_ms < 1000 * TOLERANCE


def test_a_drawn_game_can_be_searched(engine):
    """A search gives a move even if the game is over by the rules."""
    for fen, moves in (
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 90", []),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2a1 d8e8".split()),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", []),
    ):
        board = both_boards(fen, moves)[1]
        result = engine.search(board, depth=5)
        assert result.best_move in board.legal_moves


# The most captures that any known position allows: the quiescence search is to survive it.
CAPTURES = "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1"


@pytest.mark.timing
@pytest.mark.parametrize("limits", [{"movetime_ms": 100}, {"wtime_ms": 100}, {"nodes": 1000}], ids=str)
def test_many_captures_do_not_cost_the_game(engine, limits):
    """Nor does any other position: the first iteration takes no longer than a clock allows."""
    before = time.perf_counter()
    result = engine.search(Board(CAPTURES), **limits)
    assert result.best_move in Board(CAPTURES).legal_moves
    assert time.perf_counter() - before < 1.5


def test_a_storm_of_captures_ends(engine):
    nine_queens = Board("1q1q1q1k/q1q1q1q1/8/1q6/8/Q1Q1Q1Q1/1Q1Q1Q2/K2Q4 w - - 0 1")
    assert engine.search(nine_queens, depth=1).info.nodes < 30_000
