"""Mates: found, at the right distance, with the whole line to the end."""

import re

import pytest

from lux import Board, Engine
from tests.search.lines import both_boards, check_search, epd_fens, searched

# The positions of mates.epd that take few nodes, well below the limit: the search is still being tuned.
QUICK = """
    mates2000.0001 mates2000.0007 mates2000.0008 mates2000.0009 mates2000.0010 mates2000.0011 mates2000.0012
    mates2000.0013 franky_mate.05 mates2000.0020 mates2000.0021 mates2000.0023
""".split()
NODES = 3_000_000


def mates() -> dict[str, tuple[str, int]]:
    """Return position and moves to mate by id."""
    found = {}
    for fen, operations in epd_fens("mates.epd"):
        moves, name = re.fullmatch(r'dm (\d+); id "(.+)";', operations).groups()
        found[name] = fen, int(moves)
    return found


MATES = mates()


@pytest.mark.parametrize("name", QUICK)
def test_mated_side_sees_it(engine, name):
    """After the first move of the solution the other side is mated in one move less."""
    fen, moves = MATES[name]
    solution = engine.search(Board(fen), mate=moves, nodes=NODES).best_move
    oracle, board = both_boards(fen, [solution])
    if moves == 1:
        assert oracle.is_checkmate()
        return
    infos = []
    engine.new_game()
    check_search(oracle, infos, engine.search(board, nodes=NODES // 4, on_info=infos.append))
    announced = {info.mate for info in infos if info.mate is not None and info.bound == "exact"}
    assert 1 - moves in announced
    # Mated sooner would be wrong.
    assert min(abs(mate) for mate in announced) == moves - 1


def test_a_search_for_a_mate_ends_with_that_of_its_own_side(engine):
    info = engine.search(Board("5k2/4pP2/4p3/4p3/4P3/5Rp1/6p1/6Kb b - - 0 1"), mate=4, nodes=NODES).info
    assert (info.mate, info.nodes < NODES) == (-4, True)


@pytest.mark.parametrize("name", QUICK)
def test_mate_is_found_and_keeps_its_distance(engine, name):
    """Walk along the line with the table kept: each step finds the rest, now from the table."""
    fen, moves = MATES[name]
    oracle, board = both_boards(fen)
    found = searched(engine, oracle, board, mate=moves, nodes=NODES).info
    assert found.mate == moves
    line = found.pv
    for played in range(0, len(line), 2):
        left = moves - played // 2
        result = searched(engine, oracle, board, mate=left, nodes=NODES)
        assert result.info.mate == left
        for move in line[played : played + 2]:
            oracle.push_uci(move)
            board.push_uci(move)


def test_no_mate_is_announced_that_is_not_there(engine):
    """Shorter than the shortest mate cannot be; where it can, the line proves it."""
    for fen, moves in MATES.values():
        if moves > 3:
            continue
        result = searched(engine, *both_boards(fen), nodes=20_000)
        assert result.info.mate is None or result.info.mate >= moves, fen


@pytest.mark.slow
def test_most_mates_are_found():
    """All of mates.epd with a generous limit; every mate announced is at least as long as the shortest."""
    engine = Engine(hash_mib=64)
    found = 0
    for fen, moves in MATES.values():
        engine.new_game()
        result = searched(engine, *both_boards(fen), mate=moves, nodes=4_000_000)
        assert result.info.mate is None or not 0 < result.info.mate < moves, fen
        found += result.info.mate == moves
    assert found >= 80
