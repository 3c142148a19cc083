"""The client of UCI engines, with Lux and with engines that misbehave."""

import os
import select
import signal
import sys
import time
from contextlib import ExitStack

import pytest

from lux import Board, Score
from lux.client import EngineError, EngineTimeout, UciClient, limits_to_send, parse_info
from lux.limits import Limits
from tests.perft import engines
from tests.protocol.session import LUX


@pytest.fixture
def odd(tmp_path):
    """Make an engine that answers `go` by a statement."""
    with ExitStack() as clients:
        yield lambda answer: clients.enter_context(UciClient(engines.odd(tmp_path, answer)))


def test_a_game_with_lux(tmp_path):
    with UciClient(LUX) as client:
        assert client.name.startswith("Lux ")
        assert [client.set_option(name, 1) for name in ("hash", "Contempt")] == [True, False]
        client.set_option("BookFile", None)  # which is no file named "None"
        client.set_option("Debug Log File", f"{os.fspath(tmp_path)}/\udcfc")
        client.send("isready")
        assert client.expect("readyok", 10) == ["readyok"]
        client.new_game()
        board = Board()
        for uci in ("e2e4", "e7e5", "0000", "a7a6"):  # UCI has no null moves
            board.push(uci)
            assert client.search(board, depth=4).best_move in board.legal_moves


@pytest.mark.parametrize(
    ("limits", "sent"),
    [
        ({"searchmoves": ["a2a3"]}, "infinite searchmoves a2a3"),
        ({"infinite": True, "depth": 3, "searchmoves": []}, "infinite"),
        ({"ponder": True}, "ponder"),
        ({"wtime_ms": 0, "btime_ms": -3}, "wtime 1 btime 1"),
        ({"btime_ms": 700, "depth": 3}, "wtime 700 btime 700 depth 3"),
    ],
)
def test_limits_are_sent_as_every_engine_understands_them(limits, sent):
    assert str(limits_to_send(Board(), Limits(**limits))) == sent
    with pytest.raises(ValueError, match="e2e5"):
        limits_to_send(Board(), Limits(searchmoves=["e2e5"]))


def test_a_search_without_a_limit_has_as_many_lines_as_are_wanted():
    with UciClient(LUX) as client, client.analysis(Board(), multipv=3) as analysis:
        assert next(info.multipv for info in analysis if info.multipv == 3) == 3


@pytest.mark.posix("signals")
def test_an_interrupted_search_is_stopped_and_the_next_one_answered():
    class Interrupt(Exception):
        pass

    def interrupt(*_):
        raise Interrupt

    with UciClient(LUX) as client:
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            with pytest.raises(Interrupt):
                client.search(Board(), infinite=True)
        finally:
            signal.signal(signal.SIGALRM, before)
        assert client.search(Board(), depth=1).info.depth == 1


@pytest.mark.posix("signals")
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit('out of luck')", "Odd ended with status 1; its last line: 'out of luck'"),
        ("print('bye', flush=True); sys.stdout.close(); os.close(1); time.sleep(60)", "Odd closed its pipes; .*'bye'"),
        ("os.kill(os.getpid(), 9)", "Odd was killed by SIGKILL"),
        ("time.sleep(60)", "Odd did not answer bestmove within 0.5 s; its last line: 'uciok'"),
    ],
)
def test_an_engine_that_fails_in_a_search(odd, answer, reason):
    client = odd(answer)
    started = time.monotonic()
    client.patience_s = 0.5 if answer.startswith("time") else 10
    search = client.start(Board(), movetime_ms=1)
    client.send("x" * 1_000_000)  # more than a pipe holds, and none of them reads on
    with pytest.raises(EngineError, match=reason):
        search.wait()
    assert time.monotonic() - started < 10
    with pytest.raises(EngineError, match="Odd"):
        client.ready()


def test_output_that_is_not_text_or_not_a_number(odd):
    client = odd(
        "sys.stdout.buffer.write(b'info \\xff depth x score cp\\nbestmove e2e4 ponder\\n'); sys.stdout.flush()"
    )
    result = client.search(Board(), depth=1)
    assert (result.best_move, result.ponder) == ("e2e4", None)


def test_lines_may_come_in_any_order_and_without_their_moves(odd):
    infos = "\\n".join(f"info score cp 9 multipv {line}" for line in ("3", "2 pv a2a3", "1 pv e2e4", "2"))
    client = odd(f"print('{infos}\\nbestmove e2e4', flush=True)")
    assert [(i.multipv, *i.pv) for i in client.search(Board(), depth=1).lines] == [(1, "e2e4"), (2, "a2a3"), (3,)]


def test_what_comes_after_its_answer_is_no_answer_to_the_next_question(odd):
    client = odd("move = locals().get('move') and 'd2d4' or 'e2e4'; print(f'bestmove {move}\\n' * 2, flush=True)")
    assert [client.search(Board(), depth=1).best_move for _ in range(2)] == ["e2e4", "d2d4"]


def test_what_it_says_on_standard_error_is_not_an_answer(odd):
    client = odd(
        "print('bestmove a2a3\\n' * 9999, file=sys.stderr); time.sleep(0.2); print('bestmove e2e4', flush=True)"
    )
    assert client.search(Board(), depth=1).best_move == "e2e4"


@pytest.mark.posix("messages of the system")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["/nonexistent/engine"], "/nonexistent/engine cannot be started: No such file or directory"),
        ("/ --uci", "/ cannot be started: Permission denied"),
        (["a\0b"], "cannot be started: embedded null byte"),
        ("'", "is not a command: No closing quotation"),
        ([], "the command is empty"),
    ],
)
def test_a_command_that_cannot_be_started(command, reason):
    with pytest.raises(EngineError, match=reason):
        UciClient(command)


@pytest.mark.posix("scripts")
def test_the_path_of_a_program_may_have_blanks_and_quotes(tmp_path):
    path = tmp_path / "Anna's engines" / "odd engine"
    path.parent.mkdir()
    path.write_text(f"#!{sys.executable}\n{engines.ODD.format(answer='pass')}")
    path.chmod(0o700)
    with UciClient(str(path)) as client:
        assert client.name == "Odd"


@pytest.mark.posix("cat")
def test_a_program_that_speaks_no_uci():
    with pytest.raises(EngineTimeout, match=r"cat did not answer uciok within 0\.3 s; its last line: 'uci'"):
        UciClient("cat", timeout_s=0.3)


@pytest.mark.posix("pidfd_open")
def test_an_engine_dies_with_what_it_started(odd):
    client = odd(
        "import subprocess; child = subprocess.Popen(['sleep', '60']);"
        "print(f'info nodes {child.pid} score cp 0\\nbestmove e2e4', flush=True)"
    )
    child = os.pidfd_open(client.search(Board(), depth=1).info.nodes)
    client.close()
    assert select.select([child], [], [], 5)[0]
    os.close(child)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (
            "info depth 9 seldepth 12 score cp -31 upperbound nodes 20",
            {"depth": 9, "seldepth": 12, "score": Score(-31, turn=False), "bound": "upper", "nodes": 20, "pv": []},
        ),
        ("info score mate -3 depth 2 pv e2e4 e7e5", {"score": Score(mate=-3, turn=False), "pv": ["e2e4", "e7e5"]}),
        ("info score cp 1 multipv 999999 depth x pv e2e4 \x1b[2J e7e5", {"multipv": 500, "depth": 0, "pv": ["e2e4"]}),
        *((line, None) for line in ("info", "info depth", "info score cp ?", f"info score mate {'9' * 20}")),
        ("info score mate 5000", {"score": Score(mate=999, turn=False)}),
        # Any order.
        ("info pv e2e4 score cp +3 nodes 20", {"pv": ["e2e4"], "nodes": 20, "score": Score(3, turn=False)}),
        ("info score cp 3 pv e2e4 hashfull 7 multipv 2", {"pv": ["e2e4"], "hashfull": 7, "multipv": 2}),
        ("info score cp 3 wdl 100 800 100 lowerbound nodes 20", {"bound": "lower", "nodes": 20}),
        ("info score upperbound mate -3", {"bound": "upper", "score": Score(mate=-3, turn=False)}),
        ("info string score cp", None),
        ("info string singular score cp 55 depth 3", None),
    ],
)
def test_info_lines(line, fields):
    info = parse_info(line, turn=False)
    assert fields is None if info is None else fields.items() <= info._asdict().items()


def test_one_search_at_a_time_and_errors_from_callbacks():
    with UciClient(LUX) as client:
        with client.analysis(Board()), pytest.raises(RuntimeError, match="under way"):
            client.start(Board(), depth=1)
        with pytest.raises(KeyError, match="from the callback"):
            client.search(Board(), infinite=True, on_info=lambda info: {}["from the callback"])
        assert client.search(Board.from_chess960_pos(0), depth=1).best_move
