"""Several threads on one search (Lazy SMP)."""

import statistics
import threading
import time

import pytest

from lux import Board, Engine
from lux.runtime.worker import Worker
from tests.search.lines import MIDDLEGAME, both_boards, epd_fens, searched
from tests.search.test_control import LONG


def wait_until(condition):
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def started_since(before):
    """Return the search threads that are not among those *before*."""
    return [thread for thread in threading.enumerate() if thread not in before and "lux search" in thread.name]


@pytest.fixture
def team() -> Engine:
    """Return an engine with four threads."""
    return Engine(hash_mib=4, threads=4)


@pytest.mark.parametrize("limits", [{"depth": 9}, {"nodes": 30_000}, {"movetime_ms": 50}], ids=str)
@pytest.mark.parametrize("threads", [2, 5])
def test_lines_and_scores_are_right(threads, limits):
    engine = Engine(hash_mib=1, threads=threads)
    for fen, _ in epd_fens("bratko_kopec.epd")[:8]:
        searched(engine, *both_boards(fen), **limits)


def test_a_node_limit_is_for_all_of_them_together(team):
    for limit in (5_000, 50_000):
        nodes = team.search(Board(MIDDLEGAME), nodes=limit).info.nodes
        # Each looks at the sum after a share of what is left, so the last looks come together.
        assert limit * 0.9 <= nodes <= limit * 1.2 + 8192


def test_each_thread_counts(team):
    alone = Engine(hash_mib=4).search(Board(MIDDLEGAME), depth=9).info.nodes
    # Somebody else must have searched, too, while the first completed its nine plies. On a busy machine the others may
    # wait for a core until that is over: then once more.
    for _ in range(50):
        team.new_game()
        if team.search(Board(MIDDLEGAME), depth=9).info.nodes > alone * 1.2:
            break
    else:
        pytest.fail("50 searches, and only one thread counted")


@pytest.mark.timing
def test_all_stop_soon(team):
    latencies = []
    for _ in range(15):
        team.start(Board(MIDDLEGAME), infinite=True)
        time.sleep(0.03)
        before = time.perf_counter()
        team.stop()
        assert team.wait(LONG).best_move in Board(MIDDLEGAME).legal_moves
        latencies.append(time.perf_counter() - before)
    assert statistics.median(latencies) < 0.050


def test_mates_are_found_together(team):
    for fen, operations in epd_fens("mates.epd"):
        if operations.startswith("dm 2;"):
            team.new_game()
            assert team.search(Board(fen), mate=2, nodes=2_000_000).info.mate == 2, fen


def test_threads_change_only_between_searches(team):
    assert team.threads == 4
    team.start(Board(MIDDLEGAME), movetime_ms=100)
    team.threads = 1
    assert not team.searching
    assert team.threads == 1
    fresh = Engine(hash_mib=4).search(Board(), depth=8).info.nodes
    team.new_game()
    assert team.search(Board(), depth=8).info.nodes == fresh


@pytest.mark.timing
def test_more_threads_than_processors_keep_the_clock():
    crowd = Engine(hash_mib=4, threads=64)
    times = []
    for _ in range(3):
        before = time.perf_counter()
        crowd.search(Board(MIDDLEGAME), movetime_ms=100)
        times.append(time.perf_counter() - before)
    # Seconds, while those that searched already kept the others from starting.
    assert statistics.median(times) < 2.0


def refuse_thread(monkeypatch, refused, why="can't start new thread"):
    """Let the system refuse to start the search thread of that number."""
    start = threading.Thread.start

    def start_unless_refused(thread):
        if thread.name == f"lux search {refused or ''}".strip():
            raise RuntimeError(why)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_unless_refused)


@pytest.mark.parametrize("refused", [1, 2, 3])
def test_a_system_without_threads_to_give_costs_helpers_not_the_move(team, monkeypatch, refused):
    refuse_thread(monkeypatch, refused)
    before = threading.enumerate()
    with pytest.warns(RuntimeWarning, match=f"only {refused} of 4 threads"):
        result = team.search(Board(MIDDLEGAME), depth=6)
    assert result.info.depth == 6
    assert len(started_since(before)) == refused


@pytest.mark.filterwarnings("error")
def test_a_warning_that_is_an_error_costs_no_move_either(team, monkeypatch):
    refuse_thread(monkeypatch, 2)
    results = []
    team.start(Board(MIDDLEGAME), depth=6, on_result=results.append)
    with pytest.raises(RuntimeWarning, match="only 2 of 4 threads"):
        team.wait()
    assert [result.best_move in Board(MIDDLEGAME).legal_moves for result in results] == [True]


@pytest.mark.filterwarnings("error")
def test_a_daemon_waits_for_the_end_once_no_thread_starts(team, monkeypatch):
    """Python 3.12 starts none before it comes to atexit, and what a thread raises then is printed."""
    refuse_thread(monkeypatch, 1, "can't create new thread at interpreter shutdown")
    team.search(Board(), depth=1)
    refuse_thread(monkeypatch, 0, "can't create new thread at interpreter shutdown")
    engine = Engine(hash_mib=1)
    daemon = threading.Thread(target=engine.search, args=(Board(),), daemon=True)
    daemon.start()
    daemon.join(0.2)
    assert daemon.is_alive()
    with pytest.raises(RuntimeError, match="the process is ending"):
        engine.search(Board())


def test_a_depth_is_kept(team):
    for _ in range(20):
        team.new_game()
        assert team.search(Board(MIDDLEGAME), depth=7).info.depth == 7


def test_threads_last_as_long_as_the_engine():
    before = threading.enumerate()
    engine = Engine(hash_mib=1, threads=3)
    for _ in range(3):
        engine.search(Board(), depth=2)
    assert len(started_since(before)) == 3
    engine.threads = 2
    engine.search(Board(), depth=2)
    wait_until(lambda: len(started_since(before)) == 2)
    del engine
    wait_until(lambda: not started_since(before))


def test_threads_do_not_count_the_nodes_of_the_last_search(monkeypatch):
    """A helper that gets going first must not take those for its own and stop."""
    submit = Worker.submit

    def submit_and_fall_behind(worker, call, *args):
        submit(worker, call, *args)
        if call.__name__ == "_help":
            time.sleep(0.1)

    engine = Engine(hash_mib=4)
    engine.search(Board(MIDDLEGAME), nodes=200_000)
    engine.threads = 2
    engine.new_game()
    monkeypatch.setattr(Worker, "submit", submit_and_fall_behind)
    assert engine.search(Board(MIDDLEGAME), depth=1, nodes=190_000).info.nodes > 500
