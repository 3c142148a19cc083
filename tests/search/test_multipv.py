"""Several best lines: each with a move of its own, in order, and no trace of them with one."""

from itertools import pairwise

import pytest

from lux import Board
from tests.search.lines import FENS, MIDDLEGAME, both_boards, check_info


@pytest.mark.parametrize("fen", [*FENS[1:4], "7k/8/8/8/8/8/8/K7 w - - 0 1"])
@pytest.mark.parametrize(("multipv", "threads"), [(2, 1), (5, 2), (500, 1)])
def test_lines_differ_and_are_in_order(engine, fen, multipv, threads):
    engine.threads = threads
    oracle, board = both_boards(fen)
    infos = []
    result = engine.search(board, depth=6, multipv=multipv, on_info=infos.append)
    count = min(multipv, oracle.legal_moves.count())
    for depth in range(1, 7):
        lines = [info for info in infos if info.depth == depth]
        assert [info.multipv for info in lines] == list(range(1, count + 1))
        assert len({info.pv[0] for info in lines}) == count
        for info in lines:
            check_info(oracle, info)
            assert info.bound == "exact"
        assert all(better.score >= worse.score for better, worse in pairwise(lines))
    assert [info.pv for info in result.lines] == [info.pv for info in infos[-count:]]
    assert result.info == result.lines[0]
    assert result.best_move == result.info.pv[0]


def test_every_mate_in_one_is_found(engine):
    oracle, board = both_boards("6k1/8/6K1/8/8/8/8/QR5R w - - 0 1")
    mates = {move.uci() for move in oracle.legal_moves if oracle.san(move).endswith("#")}
    assert len(mates) > 2
    result = engine.search(board, depth=4, multipv=len(mates) + 1)
    assert {info.pv[0] for info in result.lines if info.mate == 1} == mates


def test_the_second_line_is_the_best_without_the_first_move(engine):
    """At depth 1 nothing but the moves left out can make a difference."""
    board = Board(MIDDLEGAME)
    lines = engine.search(board, depth=1, multipv=3).lines
    for count in (1, 2):
        engine.new_game()
        rest = [move for move in board.legal_moves if move not in [info.pv[0] for info in lines[:count]]]
        alone = engine.search(board, depth=1, searchmoves=rest)
        assert (alone.best_move, alone.info.score_cp) == (lines[count].pv[0], lines[count].score_cp)


def test_one_line_is_the_search_without_lines(engine):
    once = engine.search(Board(MIDDLEGAME), depth=9)
    engine.new_game()
    again = engine.search(Board(MIDDLEGAME), depth=9, multipv=1)
    assert (once.info.nodes, once.info.pv, len(once.lines)) == (again.info.nodes, again.info.pv, 1)


def test_lines_keep_to_searchmoves(engine):
    infos = []
    moves = ["e2e4", "a2a3", "g1f3", "a2a3"]
    result = engine.search(Board(), depth=5, multipv=9, searchmoves=moves, on_info=infos.append)
    assert sorted(info.pv[0] for info in result.lines) == ["a2a3", "e2e4", "g1f3"]
    assert {info.pv[0] for info in infos} == {*moves}


@pytest.mark.parametrize("nodes", [1, 500, 5000, 50_000])
def test_an_unfinished_iteration_leaves_whole_lines(engine, nodes):
    oracle, board = both_boards(MIDDLEGAME)
    result = engine.search(board, nodes=nodes, multipv=4)
    assert len({info.pv[0] for info in result.lines}) == len(result.lines) == 4
    for info in result.lines:
        check_info(oracle, info)
        assert info.depth in (result.info.depth, result.info.depth - 1)


@pytest.mark.parametrize(
    ("fen", "nodes"),
    [
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5554),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 30432),
    ],
)
def test_a_line_that_was_cut_off_stands_where_its_score_puts_it(engine, fen, nodes):
    lines = engine.search(Board(fen), nodes=nodes, multipv=4).lines
    for better, worse in pairwise(lines):
        assert better.depth > worse.depth or better.score >= worse.score


def test_no_line_where_there_is_no_move(engine):
    result = engine.search(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=3, multipv=3)
    assert (result.best_move, len(result.lines), result.info.score_cp) == (None, 1, 0)
