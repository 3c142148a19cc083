"""Searching with tablebases: results kept, wins made, scores shown, limits obeyed."""

import random

import chess
import chess.syzygy
import pytest

from lux import Board, Engine, Tablebase, inspection
from tests.tables import positions, write_constant_table

CAPTURE_WINS = "8/8/8/4k3/8/8/3p4/2BK1B2 w - - 0 1"  # five pieces; the pawn's capture leads to the tables


@pytest.fixture
def engine(tablebase):
    return Engine(hash_mib=1, tablebase=tablebase)


def toughest_reply(board: chess.Board, oracle: chess.syzygy.Tablebase) -> chess.Move:
    """Return the losing side's move that puts the next zeroing move off for longest, or draws."""

    def dtz_after(move: chess.Move) -> tuple[bool, int]:
        board.push(move)
        dtz = oracle.probe_dtz(board)
        board.pop()
        return dtz <= 0, dtz

    return max(board.legal_moves, key=dtz_after)


@pytest.mark.parametrize("name", ["KBBvK", "KRvK", "KQQvK", "KPvK", "KRvKR"])
def test_best_move_keeps_the_result(engine, oracle, name):
    for board in positions(name, 25, seed=3):
        if board.is_game_over():
            continue
        before = oracle.probe_wdl(board)
        result = engine.search(Board(board.fen()), nodes=300)
        board.push_uci(result.best_move)
        assert -oracle.probe_wdl(board) == before, board.fen()
        if result.info.mate is None:
            assert result.info.score_cp == 10000 * before
        else:
            assert (result.info.mate > 0) == (before > 0)


@pytest.mark.parametrize("seed", range(3))
def test_two_bishops_mate(engine, oracle, seed):
    """Within the fifty-move rule: 1,000 nodes/move do not find the way by themselves."""
    board = next(board for board in positions("KBBvK", 40, seed) if oracle.probe_dtz(board) > 25)
    game = Board(board.fen())
    while not board.is_game_over() and not board.is_repetition(3):
        wins = oracle.probe_wdl(board) > 0
        move = engine.search(game, nodes=1000).best_move if wins else toughest_reply(board, oracle).uci()
        board.push_uci(move)
        game.push_uci(move)
    assert board.is_checkmate()
    assert board.halfmove_clock < 100


def test_tables_in_the_tree(engine, tablebase):
    for engine.tablebase in (None, tablebase, None):
        info = engine.search(Board(CAPTURE_WINS), depth=4).info
        assert info.score_cp < 5000 if engine.tablebase is None else info.score_cp == 19999
        assert (info.tbhits > 0) == (engine.tablebase is not None)


@pytest.mark.parametrize(
    ("setting", "value", "hits"),
    [
        ("tb_probe_limit", 0, False),
        ("tb_probe_limit", 3, False),
        ("tb_probe_limit", 4, True),
        ("tb_probe_depth", 9, True),
    ],
)
def test_limits_of_probing(engine, setting, value, hits):
    setattr(engine, setting, value)
    assert (engine.search(Board(CAPTURE_WINS), depth=3).info.tbhits > 0) == hits


def test_probe_depth_is_for_the_largest_tables_of_the_limit(engine):
    engine.tb_probe_limit = 4
    engine.tb_probe_depth = 9
    assert engine.search(Board(CAPTURE_WINS), depth=3).info.tbhits == 0
    assert engine.search(Board("8/8/8/4k3/8/8/8/2BK1B2 w - - 0 1"), depth=3).info.tbhits > 0


def test_a_proved_win_that_no_move_beats_is_a_lower_bound(engine):
    """A king takes a knight, and two bishops are left."""
    engine.search(Board("8/8/8/4k3/4N3/8/8/2BK1B2 b - - 0 1"), depth=3, searchmoves=["e5e4"])
    assert inspection.probe(engine, Board("8/8/8/8/4k3/8/8/2BK1B2 w - - 0 2").key)["bound"] == 2


def test_castling_rights_are_not_in_tables(engine):
    assert engine.search(Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), depth=1).info.tbhits == 0
    assert engine.search(Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), depth=1).info.tbhits > 0


def test_cursed_win(tmp_path):
    write_constant_table(tmp_path / "KBBvK.rtbw", random.Random(1), wdl=-1)
    engine = Engine(hash_mib=1, tablebase=Tablebase(tmp_path))
    assert engine.search(Board(CAPTURE_WINS), depth=4, searchmoves=["d1d2", "c1d2"]).info.score_cp == 2
    for engine.fifty_moves in (True, False):
        info = engine.search(Board(CAPTURE_WINS), depth=4).info
    assert info.score_cp == 19999


def test_no_move_ranks_if_one_has_no_table(tmp_path):
    write_constant_table(tmp_path / "KPPvK.rtbw", random.Random(1), wdl=2)
    engine = Engine(hash_mib=1, tablebase=Tablebase(tmp_path))
    assert engine.search(Board("8/P7/8/8/4P3/8/8/K1k5 w - - 0 1"), depth=4).best_move == "a7a8q"


@pytest.mark.parametrize("fifty_moves", [True, False])
def test_a_repetition_at_the_root_asks_for_progress(engine, fifty_moves):
    engine.fifty_moves = fifty_moves
    board = Board("5R2/2K5/8/8/8/3k4/8/8 w - - 0 1")
    for move in "c7c6 d3e4 c6d6 e4e3 f8f5 e3e4 f5e5 e4d4 e5f5 d4e4".split():
        board.push_uci(move)
    board.push_uci(engine.search(board, nodes=50).best_move)
    assert not board.is_repetition(3)


@pytest.mark.parametrize("threads", [1, 2])
def test_lines_of_every_result(engine, threads):
    """Winning moves come first, then drawing and losing ones, with the score of the tables."""
    engine.threads = threads
    board = Board("8/8/8/8/8/1K6/6R1/k6r w - - 0 1")
    lines = engine.search(board, depth=4, multipv=30).lines
    scores = [info.score_cp if info.mate is None else 30000 if info.mate > 0 else -30000 for info in lines]
    assert scores == sorted(scores, reverse=True)
    assert {min(abs(score), 20000) for score in scores} == {0, 20000}
    assert sorted(info.pv[0] for info in lines) == sorted(board.legal_moves)
