"""The lines of python-chess's page on engines, run on Lux, on another engine, and on python-chess with Stockfish."""

from types import SimpleNamespace

import chess
import chess.engine
import pytest

from lux import Board, Engine, Limit, Score
from lux.client import UciClient
from tests.perft.engines import STOCKFISH, needs_stockfish
from tests.protocol.session import LUX

MATE_IN_1 = "r1bqkbnr/p1pp1ppp/1pn5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
CLOCKS = {"white_clock": 1, "black_clock": 1, "white_inc": 0.01, "black_inc": 0.01, "remaining_moves": 40}
OURS = {"Board": Board, "Limit": Limit, "Mate": lambda n: Score(mate=n), "root_moves": "searchmoves"}
THEIRS = vars(chess.engine) | {"Board": chess.Board, "root_moves": "root_moves"}


@pytest.fixture(scope="module", params=["Lux", "UCI", pytest.param("python-chess", marks=needs_stockfish)])
def lib(request):
    """Return an engine, and what python-chess and Lux call by different names."""
    if request.param == "python-chess":
        names, engine = THEIRS, chess.engine.SimpleEngine.popen_uci(STOCKFISH, timeout=60)
    else:
        names, engine = OURS, Engine(hash_mib=4) if request.param == "Lux" else UciClient(LUX)
    with engine:
        yield SimpleNamespace(**names | {"engine": engine})


def test_a_game(lib):
    board = lib.Board("k7/8/1K6/8/8/8/7R/8 w - - 0 1")
    while not board.is_game_over():
        board.push((result := lib.engine.play(board, lib.Limit(time=0.05))).move)
    assert (board.result(), board.peek().uci(), result.ponder) == ("1-0", "h2h8", None)


@pytest.mark.parametrize("limit", [{"depth": 6}, {"nodes": 3000}, {"time": 0.05}, {"mate": 1}, CLOCKS], ids=str)
def test_a_move(lib, limit):
    assert lib.engine.play(lib.Board(BACK_RANK), lib.Limit(**limit)).move.uci() == "a1a8"


def test_a_move_among_some(lib):
    only = {lib.root_moves: [chess.Move.from_uci("a1a2")]}
    assert lib.engine.play(lib.Board(BACK_RANK), lib.Limit(depth=3), **only).move.uci() == "a1a2"


def test_no_move(lib):
    assert lib.engine.play(lib.Board(MATED), lib.Limit(depth=1)).move is None
    assert lib.engine.analyse(lib.Board(MATED), lib.Limit(depth=1))["score"].is_mate()


def test_a_score(lib):
    board = lib.Board(MATE_IN_1)
    info = lib.engine.analyse(board, lib.Limit(depth=8))
    score = info["score"]
    assert (score.turn, score.is_mate(), str(score.white())[0]) == (chess.WHITE, True, "#")
    assert score.white() == score.pov(chess.WHITE) == score.relative == lib.Mate(1)
    assert [score.white().score(), score.black().score(mate_score=100_000)] == [None, -99_999]
    assert (info["pv"][0].uci(), board.san(info["pv"][0])) == ("f3f7", "Qxf7#")
    quiet = lib.engine.analyse(lib.Board(), lib.Limit(depth=8))["score"]
    assert quiet.white().score() == -quiet.black().score()
    assert 0.4 < quiet.white().wdl().expectation() < 0.7


def test_what_an_info_has(lib):
    info = lib.engine.analyse(lib.Board(), lib.Limit(depth=10))
    kinds = {"depth": int, "seldepth": int, "nodes": int, "nps": int, "time": float, "pv": list}
    assert {name: type(info[name]) for name in kinds} == kinds
    assert (info["depth"], info.get("multipv", 1), info.get("refutation", "none")) == (10, 1, "none")
    assert ("score" in info, "refutation" in info) == (True, False)
    with pytest.raises(KeyError):
        info["refutation"]


def test_some_lines(lib):
    lines = lib.engine.analyse(lib.Board(), lib.Limit(depth=6), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert len({line["pv"][0].uci() for line in lines}) == 3
    assert lines == sorted(lines, key=lambda line: line["score"].relative, reverse=True)


def test_an_analysis_that_is_left(lib):
    with lib.engine.analysis(lib.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) > 4 and info.get("pv"):
                break
        # The engine goes on between two looks at it.
        assert info["depth"] <= analysis.info["depth"] <= analysis.multipv[0]["depth"]
    assert lib.engine.play(lib.Board(), lib.Limit(nodes=500)).move in lib.Board().legal_moves


def test_an_analysis_that_ends(lib):
    with lib.engine.analysis(lib.Board(), lib.Limit(depth=6), multipv=2) as analysis:
        depths = [info["depth"] for info in analysis if "pv" in info]
        best = analysis.wait()
    assert (depths[0], depths[-1]) == (1, 6)
    assert [line["multipv"] for line in analysis.multipv] == [1, 2]
    assert best.move == analysis.info["pv"][0]
