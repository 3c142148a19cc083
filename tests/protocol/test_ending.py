"""How a session ends, and commands given on the command line."""

import re
import signal
import subprocess
import sys
import time

import pytest

from tests.protocol.session import LUX, ROOT, Session, run_script


def run(*args, timeout=60):
    return subprocess.run(
        [*LUX, *args], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout
    )


@pytest.mark.parametrize(
    "before", [[], ["go infinite"], ["go ponder wtime 1000 btime 1000"], ["go depth 99"], ["go nodes 1"]]
)
@pytest.mark.parametrize("how", ["quit", "end of input"])
def test_the_process_ends_at_once(session, before, how):
    session.ready()
    session.send(*before, "isready")
    session.expect("readyok")
    start = time.perf_counter()
    if how == "quit":
        session.send("quit")
    else:
        session.end_input()
    session.finish(timeout=2)
    assert time.perf_counter() - start < 1
    assert len([line for line in session.seen if line.startswith("bestmove")]) == len(before)


def test_quit_leaves_out_what_is_in_line(session):
    session.send("go movetime 5000", "go movetime 5000", "quit")
    start = time.perf_counter()
    session.finish(timeout=4)
    assert time.perf_counter() - start < 1
    assert len([line for line in session.seen if line.startswith("bestmove")]) == 1


def test_end_of_input_behind_waiting_commands():
    lines = run_script("go infinite\nsetoption name Hash value 2\nucinewgame\n")
    assert len([line for line in lines if line.startswith("bestmove")]) == 1


def test_script_without_a_last_line_end():
    assert run_script("position startpos\ngo depth 5")[-1].startswith("bestmove ")


def test_no_input_at_all():
    done = run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no broken pipes by signal here")
def test_closed_output_ends_a_search_quietly():
    with Session() as session:
        session.ready()
    process = subprocess.Popen(
        LUX, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    process.stdin.write(b"isready\n")
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    process.stdin.write(b"go infinite\n")
    assert process.wait(5) in (0, -signal.SIGPIPE)
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
def test_full_output_is_reported():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(LUX, cwd=ROOT, input=b"uci\n", stdout=full, stderr=subprocess.PIPE, timeout=10)
    assert done.returncode == 1
    assert done.stderr == b"cannot write to the standard output: No space left on device\n"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("busy", [False, True])
def test_signals_end_it_quietly(name, busy):
    with Session() as session:
        session.send(*(["go infinite"] if busy else []), "isready")
        session.expect("readyok")
        number = getattr(signal, name)
        session.process.send_signal(number)
        assert session.process.wait(5) == -number
        assert session.process.stderr.read() == b""


def test_one_shot_perft():
    done = run("go", "perft", "4")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == ["Nodes searched: 197281", ""]


@pytest.mark.parametrize(
    ("args", "last"),
    [
        (["go", "depth", "5"], r"bestmove .*"),
        (["go", "nodes", "100"], r"bestmove .*"),
        (["go", "movetime", "20"], r"bestmove .*"),
        (["go wtime 100 btime 100"], r"bestmove .*"),
        (["d"], r"State: .*"),
        (["eval"], r"Evaluation: .*"),
        (["uci"], r"uciok"),
        (["bench", "2"], r"\d+ nodes \d+ nps"),
    ],
)
def test_one_shots(args, last):
    done = run(*args)
    assert done.returncode == 0
    assert re.fullmatch(last, done.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    "args",
    [
        ["go", "depht", "5"],
        ["go", "depth"],
        ["go", "perft", "x"],
        ["bench", "0"],
        ["bench", "deep"],
        ["position", "fen", "garbage"],
        ["setoption", "name", "Hash", "value", "0"],
    ],
)
def test_wrong_one_shots(args):
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"lux: .+\n", done.stderr)


def test_module_is_the_same_command():
    done = subprocess.run(
        [sys.executable, "-m", "lux", "go", "depth", "2"], cwd=ROOT, capture_output=True, text=True, timeout=10
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    done = subprocess.run(
        [sys.executable, "-m", "lux", "nonsense"], cwd=ROOT, capture_output=True, text=True, timeout=10
    )
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
