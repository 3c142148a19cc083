"""Control of a running search: stop, ponder, callbacks, threads, options."""

import contextlib
import gc
import signal
import sys
import threading
import time
import weakref

import pytest

from lux import Board, Engine, Tablebase, inspection
from tests.protocol.session import PATIENCE
from tests.search.lines import MIDDLEGAME, both_boards, check_search
from tests.tables import TABLES

LONG = 10 * PATIENCE  # seconds after which a wait has failed


@pytest.fixture
def running(engine):
    """Return an engine that searches, and will not end by itself."""
    engine.start(Board(MIDDLEGAME), infinite=True)
    yield engine
    engine.stop()
    engine.wait(LONG)


@pytest.mark.parametrize(
    "limits", [{"infinite": True}, {}, {"ponder": True}, {"depth": 245}, {"wtime_ms": 10**9}], ids=str
)
def test_stop_right_after_start_is_not_lost(engine, limits):
    board = Board(MIDDLEGAME)
    for _ in range(100):
        engine.start(board, **limits)
        engine.stop()
        result = engine.wait(LONG)
        assert result is not None
        assert result.best_move in board.legal_moves
        assert result.info.depth >= 1


def test_stop_from_a_callback(engine):
    """The lines up to there are shown and the result is that of the last."""
    infos = []

    def on_info(info):
        infos.append(info)
        if info.depth == 5:
            engine.stop()

    oracle, board = both_boards(MIDDLEGAME)
    result = engine.search(board, infinite=True, on_info=on_info)
    check_search(oracle, infos, result)
    assert result.info.depth == 5


def test_the_board_may_change_meanwhile(engine):
    board = Board(MIDDLEGAME)
    legal = board.legal_moves
    engine.start(board, nodes=200_000)
    for _ in range(200):
        board.push_uci(board.legal_moves[0])
    board.set_fen("8/8/8/4k3/8/8/8/K7 w - - 0 1")
    assert engine.wait(LONG).best_move in legal


# Results that must wait


def test_overshoot_is_remembered_for_a_while(engine):
    """A callback that sleeps stands for a machine that does something else."""

    def search(pause_s, **limits):
        engine.start(Board(MIDDLEGAME), wtime_ms=100, on_info=lambda _: time.sleep(pause_s), **limits)
        if limits:
            time.sleep(0.2)
            engine.ponderhit()
        assert engine.wait(LONG)
        return inspection.overshoot(engine)

    overshoot = search(0.4)
    assert overshoot >= 300
    # With half of the clock left for them, searches are 50 ms at most. Each forgets half.
    assert search(0) >= overshoot // 2
    for _ in range(12):
        search(0)
    assert inspection.overshoot(engine) < overshoot // 4
    assert search(0, ponder=True) == inspection.overshoot(engine) < overshoot // 4
    engine.new_game()
    assert inspection.overshoot(engine) == 0


def test_ponderhit_lets_the_search_go_on(engine):
    """Of half a second a tenth is over."""
    engine.start(Board(MIDDLEGAME), ponder=True, movetime_ms=500)
    time.sleep(0.1)
    engine.ponderhit()
    assert engine.wait(0.1) is None
    assert engine.wait(LONG).info.time_ms >= 480


@pytest.mark.parametrize("limits", [{"infinite": True}, {"infinite": True, "ponder": True, "depth": 1}], ids=str)
def test_ponderhit_does_not_end_an_infinite_search(engine, limits):
    engine.start(Board(MIDDLEGAME), **limits)
    engine.ponderhit()
    assert engine.wait(0.5) is None
    engine.stop()
    # A search that is over does not count the time that it waits.
    assert engine.wait(LONG).info.time_ms < 500 or "depth" not in limits


# Callbacks


def test_callbacks_are_called_in_order(engine):
    """The result comes once, after all lines, on the searching thread."""
    calls = []
    done = threading.Event()

    def on_result(result):
        calls.append((threading.current_thread(), result))
        done.set()

    engine.start(
        Board(), depth=5, on_info=lambda info: calls.append((threading.current_thread(), info)), on_result=on_result
    )
    result = engine.wait(LONG)
    assert done.wait(LONG)
    assert [type(call).__name__ for _, call in calls] == ["SearchInfo"] * 5 + ["SearchResult"]
    assert calls[-1][1] == result
    assert len({thread for thread, _ in calls}) == 1
    assert threading.current_thread() not in {thread for thread, _ in calls}


def test_a_search_started_from_on_result_is_under_way(engine):
    """What ends with the first one's callback is the first one."""
    returned = threading.Event()

    def on_result(result):
        engine.start(Board(MIDDLEGAME), infinite=True)
        returned.set()

    engine.start(Board(), depth=2, on_result=on_result)
    assert returned.wait(LONG)
    time.sleep(0.05)
    assert engine.searching
    with pytest.raises(RuntimeError):
        engine.start(Board(), depth=1)
    engine.stop()
    assert engine.wait(LONG).best_move in Board(MIDDLEGAME).legal_moves


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt, SystemExit])
def test_an_error_in_on_info_ends_the_search(engine, error):
    def on_info(info):
        raise error("from the callback")

    with pytest.raises(error, match="from the callback"):
        engine.search(Board(), infinite=True, on_info=on_info)
    assert not engine.searching
    assert engine.search(Board(), depth=4).info.depth == 4


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_in_on_result_is_not_the_next_search_s(engine):
    raised = threading.Event()
    begun = threading.Event()

    def on_result(result):
        begun.wait(LONG)
        try:
            raise KeyError("from the callback")
        finally:
            raised.set()

    engine.start(Board(), depth=2, on_result=on_result)
    while engine.searching:
        time.sleep(0.001)
    engine.start(Board(MIDDLEGAME), infinite=True)
    begun.set()
    assert raised.wait(LONG)
    assert engine.wait(0.1) is None
    engine.stop()
    assert engine.wait(LONG).best_move


class Undescribable(Exception):
    """What the description of a search raises in these tests."""


@pytest.fixture
def undescribable(monkeypatch):
    """Let every description of a line fail."""

    def fail(*_, **__):
        raise Undescribable("no words for it")

    monkeypatch.setattr("lux.engine.SearchInfo", fail)


@pytest.mark.parametrize("callback", ["on_info", "on_report", None])
@pytest.mark.parametrize("fen", [MIDDLEGAME, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_after_the_search_still_gives_a_move(engine, undescribable, callback, fen, threads):
    """The callback comes once, with a move where there is one, and wait() raises the error."""
    engine.threads = threads
    results = []
    engine.start(Board(fen), depth=4, on_result=results.append, **({callback: print} if callback else {}))
    with pytest.raises(Undescribable, match="no words for it"):
        engine.wait(LONG)
    (result,) = results
    legal = Board(fen).legal_moves
    assert result.best_move in legal if legal else result.best_move is None
    assert (result.info, result.lines) == (None, [])
    assert isinstance(result.error, Undescribable)
    with pytest.raises(Undescribable):
        engine.search(Board(fen), depth=4)
    assert not engine.searching


def test_an_error_during_the_search_ends_an_infinite_one(engine, undescribable):
    with pytest.raises(Undescribable):
        engine.search(Board(MIDDLEGAME), infinite=True, on_info=print)


def test_callbacks_are_let_go():
    """An engine and what it calls back refer to each other: the garbage collector copes, once the search is over."""

    class Owner:
        def __init__(self):
            self.engine = Engine(hash_mib=1)

        def report(self, _):
            pass

    owner = Owner()
    owner.engine.start(Board(), depth=3, on_info=owner.report, on_result=owner.report)
    owner.engine.wait(LONG)
    gone = weakref.ref(owner)
    del owner
    # The thread that searched lets go of them a moment after its last report.
    deadline = time.monotonic() + LONG
    while gone() is not None and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.01)
    assert gone() is None


# Threads


@pytest.fixture
def turns():
    """Let a second thread count whenever it gets the interpreter lock, which is only when another gives it up."""
    over, counted = threading.Event(), 0

    def count():
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0)

    thread, interval = threading.Thread(target=count), sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread.start()
    yield lambda: counted
    over.set()
    thread.join()
    sys.setswitchinterval(interval)


# What needs the engine to be idle, and lets go of the interpreter lock.
CHANGES = {
    "hash_mib": lambda engine: setattr(engine, "hash_mib", 255),  # beyond 256 it is fresh memory, in no time
    "clear_hash": Engine.clear_hash,
    "network": lambda engine: setattr(engine, "network", engine.network),
    "tablebase": lambda engine: setattr(engine, "tablebase", Tablebase()),
    "new_game": Engine.new_game,
}


@pytest.mark.parametrize("work", CHANGES.values(), ids=CHANGES)
def test_python_runs_on_while_a_big_table_is_cleared(turns, work):
    engine = Engine(hash_mib=256)
    # The lock may be free for less than it takes the other thread to wake up: then once more.
    for _ in range(30):
        engine.new_game()  # whose memory is the table's only once it has been written to
        before = turns()
        work(engine)
        if turns() > before:
            return
    pytest.fail("the interpreter lock was never free")


def test_python_runs_on_while_tablebases_rank_the_root(turns):
    """In memory that takes microseconds: in one start of a dozen the other thread wakes up in time."""
    engine = Engine(hash_mib=1, tablebase=Tablebase(TABLES))
    board = Board("8/8/8/3k4/8/8/7R/K6r w - - 0 1")
    engine.search(board, depth=1)  # the first search starts its thread, which frees the lock, too
    for _ in range(5000):
        time.sleep(0.0005)  # the other thread counts, and waits for the lock again
        before = turns()
        engine.start(board, infinite=True)
        free = turns() > before
        engine.stop()
        assert engine.wait(LONG)
        if free:
            return
    pytest.fail("the interpreter lock was never free")


def test_engines_do_not_disturb_each_other():
    boards = [Board(), Board(MIDDLEGAME)]
    alone = [Engine(hash_mib=4).search(board, nodes=200_000).info for board in boards]
    engines = [Engine(hash_mib=4) for _ in boards]
    for engine, board in zip(engines, boards, strict=True):
        engine.start(board, nodes=200_000)
    for engine, info in zip(engines, alone, strict=True):
        together = engine.wait(LONG).info
        assert (together.nodes, together.pv, together.score_cp) == (info.nodes, info.pv, info.score_cp)


# Options


@pytest.mark.parametrize(
    ("name", "good", "bad", "message"),
    [
        ("hash_mib", [1, 2, 3, 64, 1], [0, -1], "at least 1 MiB"),
        ("hash_mib", [1], [1 << 43, 1 << 44, (1 << 44) + 1, 1 << 45, 1 << 63, 1 << 64, 1 << 100], None),
        ("threads", [1, 5], [0, -1, 1025], "from 1 to 1024"),
        ("move_overhead_ms", [0, 10], [-1, -(2**70), 2**70], "move overhead"),
        ("nodestime", [0, 2], [-1, 10_001], "nodestime must be from 0 to 10000"),
    ],
)
def test_settings(engine, name, good, bad, message):
    """The byte count of a table must not wrap round to something small."""
    for value in good:
        setattr(engine, name, value)
        assert getattr(engine, name) == value
        assert engine.search(Board(), nodes=2000).best_move
    for value in bad:
        with pytest.raises((ValueError, MemoryError), match=message):
            setattr(engine, name, value)
    assert getattr(engine, name) == good[-1]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_table_is_changed_after_the_search(running, change):
    thread = threading.Thread(target=change, args=(running,), daemon=True)
    thread.start()
    thread.join(0.05)
    assert thread.is_alive()
    assert running.searching
    running.stop()
    assert running.wait(LONG).best_move
    thread.join(LONG)
    assert not thread.is_alive()
    assert running.search(Board(), depth=5).info.depth == 5


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_table_cannot_be_changed_by_the_search_itself(engine, change):
    """The callback would wait for its own end."""
    with pytest.raises(RuntimeError):
        engine.search(Board(), depth=3, on_info=lambda info: change(engine))
    assert engine.search(Board(), depth=3).info.depth == 3


def test_a_search_and_a_change_never_meet(engine):
    """Three threads start, stop and resize as fast as they can: sanitizers watch."""
    over = threading.Event()
    searches = 0

    def resize():
        while not over.is_set():
            engine.hash_mib = 3 - engine.hash_mib % 2

    def stop():
        while not over.is_set():
            engine.stop()
            time.sleep(0.0005)

    threads = [threading.Thread(target=target) for target in (resize, stop)]
    for thread in threads:
        thread.start()
    while searches < 50:
        with contextlib.suppress(RuntimeError):
            engine.start(Board(), nodes=500)
            searches += 1
    over.set()
    for thread in threads:
        thread.join(LONG)
        assert not thread.is_alive()
    assert engine.wait(LONG).best_move


@pytest.mark.parametrize("board", [None, "startpos", 5])
def test_only_boards_are_searched(engine, board):
    with pytest.raises(TypeError):
        engine.search(board, depth=1)
    assert not engine.searching


# The end of the process


def test_an_interrupt_is_seen_although_the_main_thread_sleeps_on():
    """As one is that comes just before it falls asleep: no system call is interrupted."""
    engine = Engine(hash_mib=4)
    rescue = threading.Timer(20, engine.stop)
    rescue.start()
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        engine.search(Board(MIDDLEGAME), infinite=True)
    assert rescue.is_alive()
    assert not engine.searching
    assert engine.search(Board(), depth=3).info.depth == 3
    rescue.cancel()
