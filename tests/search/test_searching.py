"""Searches as python-chess's users begin, follow, await and stop them, with Lux and with another engine."""

import asyncio
import os
import pickle
import threading
import time

import pytest

from lux import Board, Engine, Limit, Limits, StopSignal
from lux.client import UciClient
from tests.protocol.session import LUX
from tests.search.lines import MIDDLEGAME
from tests.search.test_control import LONG
from tests.sources import run_python


@pytest.fixture(params=["in this process", "by UCI"])
def searcher(request):
    with Engine(hash_mib=4) if request.param == "in this process" else UciClient(LUX) as engine:
        yield engine


def test_limits_in_seconds():
    limit = Limit(time=0.1, depth=5, nodes=9, mate=2, white_clock=60, black_clock=59.5, white_inc=1, remaining_moves=40)
    wanted = Limits(5, 9, None, 100, 60_000, 59_500, 1000, 0, 40, 2)
    assert limit == wanted == pickle.loads(pickle.dumps(limit))
    assert Limit(1.5).movetime_ms == 1500
    assert limit._replace(depth=1).depth == 1


# asyncio


def test_the_event_loop_goes_on(searcher):
    gaps = [0.0]

    async def tick():
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.005)
            gaps.append(time.monotonic() - began)

    async def main():
        ticking = asyncio.create_task(tick())
        result = await searcher.start(Board(MIDDLEGAME), Limit(time=0.6))
        depths = [info.depth async for info in searcher.analysis(Board(), depth=4)]
        async with searcher.analysis(Board()) as analysis:
            async for _ in analysis:
                break
        ticking.cancel()
        return result.move, depths[-1], analysis.done

    move, *others = asyncio.run(main())
    assert move in Board(MIDDLEGAME).legal_moves
    assert others == [4, True]
    assert max(gaps) < 0.3
    assert len(gaps) > 10


def test_a_task_that_is_cancelled_ends_its_search(searcher):
    async def main():
        search = searcher.start(Board(), infinite=True)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(search, 0.05)
        return [(await each).best_move for each in (searcher.start(Board(), depth=1), search)]

    assert all(asyncio.run(main()))


def test_only_an_analysis_yields_reports(searcher):
    search = searcher.start(Board(), depth=1)
    with pytest.raises(TypeError, match="only analysis"):
        list(search)
    search.wait(LONG)


# Stopping


def test_a_signal_stops_what_has_not_begun(searcher):
    stop = StopSignal()
    stop.set()
    started = time.monotonic()
    assert searcher.search(Board(), infinite=True, stop=stop).best_move
    assert list(searcher.analysis(Board(), stop=stop))[-1].pv
    assert time.monotonic() - started < LONG
    later = StopSignal()
    search = searcher.start(Board(), infinite=True, stop=later)
    assert search.wait(0.05) is None
    later.set()
    assert search.wait(LONG).best_move


def test_stop_during_start_is_not_lost():
    """The moves to search are read while the search is being started."""
    engine = Engine(hash_mib=1)

    class Moves(list):
        def __iter__(self):
            engine.stop()
            return super().__iter__()

    search = engine.start(Board(), infinite=True, searchmoves=Moves(["e2e4"]))
    assert search.wait(LONG).best_move == "e2e4"


def test_a_search_that_has_ended_stops_no_other(searcher):
    first = searcher.start(Board(), depth=1)
    first.wait(LONG)
    second = searcher.start(Board(), infinite=True)
    first.stop()
    assert second.wait(0.1) is None
    assert not second.done
    second.stop()
    assert second.wait(LONG).best_move


@pytest.mark.parametrize("moves", [["e2e5"], ["a2a3", "xyz"]])
def test_a_failed_start_leaves_the_engine_idle(searcher, moves):
    with pytest.raises(ValueError, match=r"illegal move e2e5|not a move.*xyz|soft_nodes"):
        searcher.start(Board(), soft_nodes=1, searchmoves=moves)
    assert searcher.search(Board(), depth=1).best_move


@pytest.mark.parametrize("callback", ["on_info", "on_result"])
@pytest.mark.parametrize("threads", [1, 3])
def test_close_from_a_callback(callback, threads):
    engine = Engine(hash_mib=1, threads=threads)
    search = engine.start(Board(), depth=8, **{callback: lambda _: engine.close()})
    assert search.wait(LONG).best_move


@pytest.mark.parametrize("callback", ["on_info", "on_result"])
def test_nobody_waits_for_himself(searcher, callback):
    search = []

    def wait(_):
        while not search:
            time.sleep(0.001)
        search[0].wait()

    search.append(searcher.start(Board(), depth=3, **{callback: wait}))
    with pytest.raises(RuntimeError, match="not from a callback"):
        search[0].wait(LONG)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_in_mid_search_is_idle():
    """For it, the search is over, with an error; it may close the engine, and search itself."""
    with Engine(hash_mib=1, threads=2) as engine:
        search = engine.start(Board(), infinite=True)
        child = os.fork()
        if child == 0:
            try:
                with pytest.raises(RuntimeError, match="in the parent process"):
                    search.wait()
                found = engine.search(Board(), depth=3).best_move
                engine.close()
                os._exit(0 if found and not engine.searching else 1)
            finally:
                os._exit(2)
        end = time.monotonic() + LONG
        while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < end:
            time.sleep(0.01)
        if ended == (0, 0):
            os.kill(child, 9)
            os.waitpid(child, 0)
        assert ended == (child, 0)
        assert search.wait(0.01) is None


def test_threads_that_begin_to_search_together_leave_the_stack_size():
    engines = [Engine(hash_mib=1) for _ in range(8)]
    before = threading.stack_size(1 << 20)
    threads = [threading.Thread(target=engine.search, args=(Board(),), kwargs={"depth": 1}) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert threading.stack_size(before) == 1 << 20


# Types

MISTAKES = """
import lux
lux.Engine().search(lux.Board(), dept=3)
lux.Engine().search(lux.Board(), depth="3")
lux.Limit(tim=3)
lux.Engine().start(lux.Board(), lux.Limits(movetime=3))
info: lux.SearchInfo = lux.Engine().analyse(lux.Board(), multipv=2)
"""


def test_a_type_checker_sees_mistakes(tmp_path):
    """It has nothing against what is right: the examples of the documentation."""
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    flags = ("--strict", "--follow-imports=silent", "--cache-dir", tmp_path / "cache")
    found = run_python("-m", "mypy", *flags, tmp_path / "mistakes.py").stdout
    assert [line.split(":")[1] for line in found.splitlines() if "error:" in line] == ["3", "4", "5", "6", "7"]
