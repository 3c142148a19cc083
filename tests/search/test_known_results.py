"""Positions whose result is known: draws seen in time, avoided or sought, and mates by every kind of move."""

import pytest

from lux import Board, SearchInfo
from tests.cases import read_table
from tests.search.lines import both_boards, check_search, searched

NODES = 30_000
KNOWN = read_table("searches.tsv")


def value_of(info: SearchInfo) -> str:
    """Return what the table says of such a score."""
    if info.mate is not None and abs(info.mate) == 1:
        return f"#{info.mate}"
    if info.mate is not None or abs(info.score_cp) > 300:
        return "won" if (info.mate or info.score_cp) > 0 else "lost"
    return str(info.score_cp)


@pytest.mark.parametrize("line", KNOWN, ids=[line[0] for line in KNOWN])
def test_the_result_is_found(engine, line):
    _, fen, moves, only, best, score = ("" if field == "-" else field for field in line)
    oracle, board = both_boards(fen, moves.split())
    infos: list[SearchInfo] = []
    result = engine.search(board, nodes=NODES, searchmoves=only.split(), on_info=infos.append)
    check_search(oracle, infos, result)
    assert value_of(result.info) == score.removeprefix("always ")
    if score.startswith("always"):
        assert {info.score_cp for info in infos} == {0}
    if best.startswith("not "):
        assert result.best_move not in best
    elif best:
        assert result.best_move in best.split()


def test_the_end_of_a_very_long_game_counts(engine):
    """More positions than the search keeps, then a pawn move, then what could become a repetition."""
    shuffle = "e1d1 e8d8 d1e1 d8e8 " * 300
    moves = shuffle + "h2h3 e8d8 e1e2 d8e8 a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2b2 d8e8"
    oracle, board = both_boards("4k3/8/8/8/8/8/7P/R3K3 w - - 0 1", moves.split())
    assert searched(engine, oracle, board, nodes=NODES, searchmoves=["b2a2"]).info.score_cp == 0
    result = searched(engine, oracle, board, nodes=NODES)
    assert (result.best_move == "b2a2", value_of(result.info)) == (False, "won")


@pytest.mark.parametrize("placement", ["8/8/8/3k4/8/8/8/K6R", "8/8/3k4/8/8/2K5/8/Q7"])
def test_a_draw_late_in_the_count_of_fifty_moves_is_none_early_in_it(engine, placement):
    assert engine.search(Board(f"{placement} w - - 92 80"), depth=22).info.score_cp == 0
    assert engine.search(Board(f"{placement} w - - 0 80"), depth=8).info.score_cp > 1000


@pytest.mark.parametrize("kept", [False, True], ids=["alone", "from the table"])
def test_mate_must_come_within_fifty_moves(engine, kept):
    """Without a capture it takes three plies."""
    for clock, mate in ((0, 2), (97, 2), (98, None), (99, None)):
        if not kept:
            engine.new_game()
        result = searched(engine, *both_boards(f"7k/8/5K2/8/8/8/8/6R1 w - - {clock} 120"), nodes=NODES)
        assert result.info.mate == mate, clock
        assert mate or result.info.score_cp == 0, clock
