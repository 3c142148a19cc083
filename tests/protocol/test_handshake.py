"""Every line of a session, however long, and the command itself; transcripts/handshake.txt has the first lines."""

import subprocess
from pathlib import Path

import pytest

from tests.protocol.session import LUX, ROOT


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "x " * 500_000,
        "position fen " + "8/" * 500_000,
        "position startpos moves " + "e2e4 " * 200_000,
        "go depth " + "1" * 1_000_000 + " movetime 10",
        "setoption name " + "Hash " * 200_000,
        "setoption name Hash value " + "9" * 1_000_000,
    ],
    ids=["one word", "words", "fen", "moves", "number", "option", "value"],
)
def test_line_of_a_megabyte(session, line):
    session.send(line)
    answers = session.ready()
    assert answers[0].startswith("info string ")
    assert all(len(answer) < 500 for answer in answers)
    assert session.bestmove("stop", "position startpos", "go depth 1", timeout=10) != "(none)"


def test_no_noise(session):
    session.send("uci", "isready", "setoption name UCI_ShowWDL value true", "go depth 6", "foo", "go depth x", "stop")
    session.expect("bestmove .*")
    session.expect("bestmove .*")
    lines = session.seen + session.ready()
    assert lines[0].startswith("id name ")
    assert all(line == line.strip() and line for line in lines)
    kinds = {line.split()[0] for line in lines}
    assert kinds == {"id", "option", "uciok", "readyok", "info", "bestmove"}


def test_the_tests_run_the_installed_command(lux_executable):
    assert len(LUX) == 1
    assert Path(LUX[0]).name == lux_executable.name == "lux"


def test_a_path_with_blanks(tmp_path):
    folder = tmp_path / "my engines" / "Lux (new)"
    folder.mkdir(parents=True)
    (folder / "lux chess").symlink_to(LUX[0])
    done = subprocess.run(
        [folder / "lux chess", "go depth 2"], cwd=folder, capture_output=True, text=True, timeout=10, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert ROOT not in folder.parents
