"""Asking an engine for a perft: every way of answering, and every way of failing."""

import resource
import time

import pytest

from lux.perft import POSITIONS, EngineError, UciEngine, needs_chess960
from lux.perft.engine import MOVE_LINE, fen_for_uci, parse_number, total_of
from tests.perft.engines import STOCKFISH, faulty, needs_stockfish, odd

KIWIPETE = POSITIONS["kiwipete"]
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"


@pytest.mark.parametrize(
    ("line", "move", "count"),
    [
        ("e2e4: 20", "e2e4", 20),
        ("e2e4 20", "e2e4", 20),
        ("e2e4 - 20", "e2e4", 20),
        ("e2-e4 | 20", "e2-e4", 20),
        ("e2e4: 20 (5.0%)", "e2e4", 20),
        ("1. e2e4 = 8,902", "e2e4", 8902),
        ("[ 1] Pe2e4 -> 20 nodes", "Pe2e4", 20),
        ("info string e7e8q: 4'865'609", "e7e8q", 4865609),
        ("move e7e8=Q nodes 20", "e7e8=Q", 20),
        ("move 1 : e2e4 : 20", "e2e4", 20),  # VICE and its many children
        ("Move: e2e4 Nodes: 20", "e2e4", 20),
        ("e2e4: Nodes: 20", "e2e4", 20),
        ("Nf3: 20", "Nf3", 20),
        ("exd8=N+ 7", "exd8=N", 7),
        ("O-O-O : 3", "O-O-O", 3),
    ],
)
def test_lines_of_moves(line, move, count):
    match = MOVE_LINE.match(line)
    assert (match[1], parse_number(match[2])) == (move, count)


TOTALS = """
    Nodes searched: 400; Nodes searched  : 400; nodes 400 time 3 nps 123; 400 nodes 123 nps; Total: 400; 400;
    total nodes = 400; Leaf nodes: 400; perft 2 = 400; Perft(2): 400 (0.1 s, 123 nps); perft depth 2 = 400;
    Test Complete : 400 nodes visited; Depth 2: 400; Result: 400;
    Nodes searched (depth 2): 400; Nodes searched (depth=2): 400;
    depth 2 nodes 400 time 1; info depth 2 nodes 400 nps 123; info string perft 2 400 time 0.1 nps:4,000;
    perft(depth=2) = 400; Depth 2: 400 (0.1 s); depth 2: 3 ms, 400 nodes;
    2 400 0.1; | 2 | 400 | 0.1 |; 2 400; info string 400 nodes 5 ms; perft 400 nodes in 1.2ms"""


@pytest.mark.parametrize("line", [*map(str.strip, TOTALS.split(";"))])
def test_lines_of_totals(line):
    assert total_of(line, 2, None) == 400


def test_other_lines():
    for line in "e2e4; e2e4 8.902; bestmove e2e4; Nodes searched: 20; time 20; e2e4: 20ms".split("; "):
        assert MOVE_LINE.match(line) is None
    for line in "Perft(1) = 2; info depth 1 nodes 20; Nodes/second: 2; 12 nodes/s; Total moves: 2; 1 400 2".split("; "):
        assert total_of(line, 2, 7) == 7


@pytest.mark.parametrize(
    ("fen", "chess960"),
    [
        (KIWIPETE, False),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", False),
        (CHESS960, True),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", True),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", True),
        ("2k4r/8/8/8/8/8/8/4K3 b h - 0 1", True),
        ("4k3/8/8/8/8/8/8/RR2K2R w B - 0 1", True),
        ("2k5/8/8/8/8/8/8/R3K2R w KQ - 0 1", False),
        ("5k2/8/8/8/8/8/8/5K2 w - - 0 1", False),
    ],
)
def test_which_positions_need_chess960(fen, chess960):
    assert needs_chess960(fen) == chess960


def test_an_engine_is_told_what_it_can_read():
    assert fen_for_uci("r3k2r/8/8/8/8/8/8/R3K2R w HAha -", False) == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert fen_for_uci("4k3/8/8/8/4P3/8/8/4K3 b - e3 5", False) == "4k3/8/8/8/4P3/8/8/4K3 b - e3 5 1"
    assert fen_for_uci(CHESS960, True) == CHESS960


@pytest.mark.parametrize("manner", ["none", "bare-moves", "in-san", "castles-as-960", "total-only", "and-moves"])
def test_manners_of_answering(manner):
    with UciEngine(faulty(manner)) as engine:
        assert engine.name == "Faulty"
        assert engine.perft(KIWIPETE, 2).nodes == 2039
        assert engine.perft(KIWIPETE, 1, ["e1g1"]).nodes == 43
        assert engine.perft("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 1).nodes == 0


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("true", "true ended with status 0"),
        ("sh -c 'echo no license >&2; exit 3'", "sh ended with status 3; its last line: 'no license'"),
        (faulty("searches"), "Faulty does not know `go perft 1`: it searched for a move"),
        (faulty("refuses"), "Faulty refuses: \"Unknown command: 'go perft'.\""),
    ],
)
def test_engines_that_are_no_use(command, complaint):
    with pytest.raises(EngineError, match=complaint):
        UciEngine(command)


def test_an_answer_that_cannot_be_read_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr("lux.client.HANDSHAKE_TIMEOUT_S", 2.0)
    with pytest.raises(EngineError, match=r"its last line: '20 of 1'"):
        UciEngine(odd(tmp_path, 'print("20 of 1", flush=True)'))


def test_options():
    with UciEngine(faulty("none"), go="go perft {} {now}") as engine:
        assert engine.perft(KIWIPETE, 2).nodes == 2039
    with pytest.raises(EngineError, match="Faulty has no option 'Threads'"):
        UciEngine(faulty("none"), options={"Threads": 2})
    with UciEngine(faulty("none"), options={"hash": 2}) as engine:
        assert "uci_chess960" in engine.options
    with UciEngine(faulty("no-chess960")) as engine, pytest.raises(EngineError, match="no option UCI_Chess960"):
        engine.perft(CHESS960, 1, chess960=True)


@needs_stockfish
def test_stockfish():
    with UciEngine(STOCKFISH, options={"Threads": 1, "Hash": 1}) as engine:
        assert engine.name.startswith("Stockfish")
        answer = engine.perft(KIWIPETE, 3)
        assert (answer.nodes, len(answer.moves)) == (97862, 48)
        assert engine.perft(CHESS960, 3, chess960=True).nodes == 12189
        assert engine.perft(KIWIPETE, 1, ["e1g1"]).nodes == 43


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("while True: print('info string busy ' * 50)", "did not answer `go perft 1` within 1 s"),
        ("while True: print('busy' * 1000, end='')", "did not answer `go perft 1` within 1 s"),
        ("while True: print('e2e4: 20')", "lists more than 1000 moves"),
        ("while True: print('Nodes searched: 20')", "did not answer `go perft 1` within 1 s"),
    ],
)
def test_a_flood_of_output_ends_and_fills_no_memory(monkeypatch, tmp_path, answer, complaint):
    monkeypatch.setattr("lux.client.HANDSHAKE_TIMEOUT_S", 1.0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.monotonic()
    with pytest.raises(EngineError, match=complaint):
        UciEngine(odd(tmp_path, answer))
    assert time.monotonic() - start < 8
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
