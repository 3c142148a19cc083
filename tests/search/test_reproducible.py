"""Reproducibility: the same search twice is the same search, and the bench is that of the last commit."""

import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from lux import Board, Engine
from lux.uci.bench import bench_positions, run_bench
from tests.search.lines import FENS
from tests.sources import ROOT


def trace(engine: Engine, board: Board, **limits: object) -> list[tuple]:
    """Search and return all that was shown but times, and but windows that failed, which only long searches show."""
    infos = []
    engine.search(board, on_info=infos.append, **limits)
    return [info._replace(nps=0, time_ms=0) for info in infos if info.bound == "exact"]


@pytest.mark.parametrize("nodes", [1, 500, 1024, 20_000, 150_000])
def test_a_new_game_repeats_the_search(nodes):
    engine = Engine(hash_mib=2)
    for fen in FENS[:3]:
        engine.new_game()
        first = trace(engine, Board(fen), nodes=nodes)
        engine.search(Board(), nodes=3000)
        engine.new_game()
        assert trace(engine, Board(fen), nodes=nodes) == first
        assert trace(Engine(hash_mib=2), Board(fen), nodes=nodes) == first


def test_a_sequence_of_searches_is_repeated():
    """Table and histories grow from search to search in the same way."""

    def play(engine):
        engine.new_game()
        board = Board()
        traces = []
        for _ in range(20):
            traces.append(trace(engine, board, nodes=2000))
            board.push_uci(traces[-1][-1].pv[0])
        return traces

    engine = Engine(hash_mib=1)
    assert play(engine) == play(engine) == play(Engine(hash_mib=1))


def test_a_search_that_lasts_finds_the_same():
    """A busy machine may stretch it beyond the time from which failed windows are shown."""

    def result_of(task, pause):
        fen, nodes = task
        paused = []

        def on_info(info):
            if pause and not paused:
                paused.append(True)
                time.sleep(3.1)

        result = Engine(hash_mib=2).search(Board(fen), nodes=nodes, on_info=on_info)
        return result.best_move, result.info._replace(nps=0, time_ms=0)

    tasks = [(fen, nodes) for fen in FENS[:3] for nodes in range(2000, 12_000, 500)]
    with ThreadPoolExecutor(len(tasks)) as pool:
        assert [*pool.map(result_of, tasks, repeat(True))] == [result_of(task, False) for task in tasks]


def test_setting_the_hash_forgets_the_table():
    engine = Engine(hash_mib=2)
    assert trace(engine, Board(), nodes=20_000)[-1].hashfull > 0
    engine.hash_mib = 2
    assert trace(engine, Board(), depth=1)[-1].hashfull == 0


def test_a_stopped_search_leaves_nothing_behind():
    """What stop() interrupts is forgotten by a new game, too."""
    engine = Engine(hash_mib=2)
    expected = trace(engine, Board(FENS[1]), nodes=20_000)
    for _ in range(5):
        engine.start(Board(FENS[0]), infinite=True)
        engine.wait(0.02)
        engine.stop()
        engine.wait()
        engine.new_game()
        assert trace(engine, Board(FENS[1]), nodes=20_000) == expected


def test_bench_reports_every_position():
    lines = []
    nodes, seconds = run_bench(depth=3, report=lines.append)
    assert len(lines) == len(bench_positions())
    assert sum(int(line.split()[1]) for line in lines) == nodes
    assert seconds > 0


def committed_bench() -> int:
    """Return the number that the newest commit with a Bench trailer names; skip where there is none."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")

    def git(*args: str) -> subprocess.CompletedProcess:
        return subprocess.run(["git", "-C", str(ROOT), *args], capture_output=True, text=True)

    # Another project's repository around the sources does not count.
    if git("rev-parse", "--show-prefix").stdout != "\n":
        pytest.skip("the sources are not a git checkout")
    trailers = git("log", "--format=%(trailers:key=Bench,valueonly)").stdout.split()
    if not trailers:
        pytest.skip("no commit has a Bench trailer")
    return int(trailers[0])


def test_bench_is_that_of_the_last_commit():
    """Whoever changes the search says so: the commit ends with `Bench: <nodes>`."""
    expected = committed_bench()
    assert run_bench()[0] == expected
