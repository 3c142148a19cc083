"""How a session ends, and commands given on the command line."""

import io
import re
import shlex
import signal
import subprocess
import sys
import time
from unittest.mock import Mock

import chess
import pytest

from lux.protocol import ProtocolError
from lux.uci.session import Uci
from tests.protocol.session import LUX, ROOT, Session, run, run_script, until_at_work


def leave(session, how):
    if how == "quit":
        session.send("quit")
    else:
        session.end_input()


@pytest.mark.parametrize(
    "before", [[], ["go infinite"], ["go ponder wtime 1000 btime 1000"], ["go depth 99"], ["go nodes 1"]]
)
@pytest.mark.parametrize("how", ["quit", "end of input"])
def test_the_process_ends_at_once(session, before, how):
    session.ready()
    session.send(*before, "isready")
    session.expect("readyok")
    leave(session, how)
    session.finish()
    assert len([line for line in session.seen if line.startswith("bestmove")]) == len(before)


@pytest.mark.timing
def test_leaving_a_search_is_a_matter_of_milliseconds():
    times = []
    for _ in range(7):
        with Session() as session:
            session.send("go infinite", "isready")
            session.expect("readyok")
            start = time.perf_counter()
            session.send("quit")
            session.finish()
            times.append(time.perf_counter() - start)
    # The quickest: a shared machine takes the processor away now and then.
    assert min(times) < 0.2


def test_a_script_may_be_empty_or_lack_its_last_line_end():
    assert run_script("") == []
    assert run_script("position startpos\ngo depth 5")[-1].startswith("bestmove ")


def test_closed_output_ends_a_search_quietly():
    process = subprocess.Popen(
        LUX, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    process.stdin.write(b"isready\n")
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    process.stdin.write(b"go infinite\n")
    assert process.wait(5) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


@pytest.mark.posix("/dev/full, and line ends of standard error")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
def test_full_output_is_reported():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(LUX, cwd=ROOT, input=b"uci\n", stdout=full, stderr=subprocess.PIPE, timeout=10)
    assert done.returncode == 1
    assert done.stderr == b"cannot write to the standard output: No space left on device\n"


@pytest.mark.posix("signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("busy", [None, "go infinite", "go perft 12", "bench 60"])
def test_signals_end_a_session_as_quit_does(session, name, busy):
    session.send(*([busy] if busy else []), "isready")
    session.expect("readyok")
    session.process.send_signal(getattr(signal, name))
    session.finish()


@pytest.mark.posix("signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_signals_end_a_single_command_as_any_program(name):
    process = subprocess.Popen([*LUX, "go", "perft", "12"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until_at_work(process)
    process.send_signal(getattr(signal, name))
    output, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (-getattr(signal, name), b"")
    assert b"Nodes searched" not in output


# Commands on the command line, and the last line that each prints.
ONE_SHOTS = r"""
go depth 5 -> bestmove .*
go nodes 100 -> bestmove .*
go movetime 20 -> bestmove .*
'go wtime 100 btime 100' -> bestmove .*
go perft 4 -> Nodes searched: 197281
d -> State: .*
eval -> Evaluation: .*
uci -> uciok
bench 2 -> \d+ nodes \d+ nps
help -> .*go depth 12.*
flip ->
'position startpos moves e2e4' flip d -> State: White to move
'setoption name MultiPV value 2' 'go depth 3' -> bestmove .*
'genfens 2 seed 1 book None' quit -> info string genfens \S+ [wb] .*
'genfens 2 seed 1 book None' quit d -> info string genfens \S+ [wb] .*
"""
WRONG = """
    go depht 5; go depth; go perft x; bench 0; bench deep; position fen garbage; setoption name Hash value 0; genfens;
    genfens 3 seed x; 'genfens 3 seed 1 book no/such/file.epd' quit; bench 2 3; d extra; flip x; help me; isready foo;
    uci x; 'isready foo' d"""


@pytest.mark.parametrize("line", ONE_SHOTS.strip().splitlines())
def test_one_shots(line):
    words, last = line.split(" ->")
    done = run(*shlex.split(words))
    assert done.returncode == 0
    assert re.fullmatch(last.strip(), next(filter(None, reversed(done.stdout.splitlines())), ""))


@pytest.mark.parametrize("line", [*map(str.strip, WRONG.split(";"))])
def test_wrong_one_shots(line):
    done = run(*shlex.split(line))
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"lux: .+\n", done.stderr)


def test_module_is_the_same_command():
    module = [sys.executable, "-m", "lux"]
    done = run("go", "depth", "2", command=module)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    done = run("nonsense", command=module)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lux: unknown command: 'nonsense'")


def test_bench_is_the_same_everywhere(session):
    counts = {run("bench", "6").stdout.split()[0] for _ in range(2)}
    # In a session, and after searches that left their traces.
    session.bestmove("go depth 8")
    session.send("bench 6")
    counts.add(session.expect(r"\d+ nodes \d+ nps", timeout=60)[-1].split()[0])
    assert len(counts) == 1
    assert session.bestmove("go depth 3") != "(none)"


@pytest.mark.parametrize(("job", "times"), [("bench 60", 50), ("genfens 99999999 seed 1", 50), ("go perft 12", 5)])
def test_stop_in_the_same_write_ends_a_job(session, job, times):
    for _ in range(times):
        session.send(job, "stop")
        session.expect("info string stopped")
    assert session.bestmove("go depth 1") != "(none)"
    assert not [line for line in session.seen if line.startswith("Nodes") or line.endswith("nps")]


# Five plies of nine queens on each side are billions of moves, and nothing is reported within them.
QUEENS = ["position fen qqqqkqqq/qq6/8/8/8/8/6QQ/QQQQKQQQ w - - 0 1", "go perft 6"]


@pytest.mark.parametrize(
    "commands", [["go perft 12", "bench 60"], QUEENS, ["go depth 99", "setoption name MultiPV value 2"]]
)
@pytest.mark.parametrize("how", ["quit", "end of input"])
def test_leaving_ends_what_takes_long_and_drops_what_waits(session, commands, how):
    session.send(*commands, "isready")
    session.expect("readyok")
    time.sleep(1.2)  # what is younger may be a script's, and is finished
    leave(session, how)
    session.finish()
    answers = [line for line in session.seen if re.match("bestmove |info string stopped", line)]
    assert len(answers) == 1 or commands == QUEENS  # which may be too long to answer


@pytest.mark.parametrize("endless", [["go infinite"], ["go ponder wtime 9 btime 9", "setoption name MultiPV value 2"]])
@pytest.mark.parametrize("attempt", range(5))
@pytest.mark.parametrize("last", [[], ["quit"]])
def test_a_script_gets_what_it_asked_for(last, attempt, endless):
    lines = run_script(
        "go perft 3\ngo perft 4\nposition startpos moves e2e4\ngo perft 3\n" + "\n".join([*endless, *last, ""])
    )
    counts = [line.removeprefix("Nodes searched: ") for line in lines if line.startswith("Nodes")]
    assert counts == ["8902", "197281", "13160"]
    assert lines[-1].startswith("bestmove ")


def genfens(*args):
    lines = run(f"genfens {' '.join(args)}", "quit").stdout.splitlines()
    assert all(line.startswith("info string genfens ") for line in lines)
    return [line.removeprefix("info string genfens ") for line in lines]


def test_genfens_as_openbench_asks(tmp_path):
    fens = genfens("20", "seed", "42", "book", "None")
    assert len(fens) == len(set(fens)) == 20
    assert fens == genfens("20", "seed", "42", "book", "None", "further words")
    assert fens != genfens("20", "seed", "43", "book", "None")
    for fen in fens:
        board = chess.Board(fen)
        assert board.is_valid()
        assert board.fullmove_number == 5
        assert len(fen.split()) == 6
    book = tmp_path / "book.epd"
    book.write_text("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n4k3/1ppppppp/8/8/8/8/1PPPPPPP/4K3 b - - ce 0;\n")
    fens = genfens("10", "seed", "1", "book", str(book))
    assert len(fens) == 10
    assert all(set(fen.split()[0].lower()) <= set("kp12345678/qrbn") for fen in fens)
    assert all(fen.split()[0].lower().count("k") == 2 and "n" not in fen.split()[0] for fen in fens)
    # Castling of Chess960, and what is no UTF-8.
    book.write_bytes(b'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - id "Z\xfcrich";\n')
    assert "KQkq" in {fen.split()[2] for fen in genfens("10", "seed", "1", "book", str(book))}
    book.write_text("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n")
    assert "positions were over or decided" in run(f"genfens 1 seed 1 book {book}", "quit").stderr


@pytest.mark.parametrize("command", ["bench 1", "genfens 1 seed 1", "go perft 2", "go depth 2"])
def test_no_thread_left(monkeypatch, command):
    output = io.BytesIO()
    uci = Uci(None, output)
    monkeypatch.setattr("threading.Thread.start", Mock(side_effect=RuntimeError("can't start new thread")))
    uci.handle(command)
    uci.wait()
    lines = output.getvalue().decode().splitlines()
    assert "info string the system cannot start another thread" in lines
    assert sum(line.startswith("bestmove ") for line in lines) == (command == "go depth 2")
    with pytest.raises(ProtocolError, match="another thread"):
        uci.run()
