"""Traps that other engines fell into, and no other test covers."""

import re
import statistics
import subprocess
import time
from pathlib import Path

import pytest

from tests.protocol.session import LUX, ROOT


def test_the_tests_run_the_installed_command(lux_executable):
    assert len(LUX) == 1
    assert Path(LUX[0]).name == lux_executable.name == "lux"


@pytest.mark.timing
def test_time_spent_pondering_counts(session):
    def ponderhit(clock: int) -> float:
        session.send("position startpos moves e2e4 e7e5", f"go ponder wtime {clock} btime {clock}")
        time.sleep(clock / 5000)
        return session.seconds("ponderhit")

    # More than the move deserves has gone already, whether an iteration has just ended or not.
    assert statistics.median(ponderhit(clock) for clock in (2000, 3000, 4000, 5000, 6000)) < 0.1


def test_numbers_of_the_first_millisecond(session):
    for _ in range(20):
        session.send("go nodes 1")
        info = session.expect("bestmove .*")[-2]
        nodes, nps, ms = (int(re.search(rf" {name} (\d+) ", info)[1]) for name in ("nodes", "nps", "time"))
        assert nps == nodes * 1000 // max(1, ms)


def test_no_noise(session):
    session.send("uci", "isready", "setoption name UCI_ShowWDL value true", "go depth 6", "foo", "go depth x", "stop")
    session.expect("bestmove .*")
    session.expect("bestmove .*")
    lines = session.seen + session.ready()
    assert lines[0].startswith("id name ")
    assert all(line == line.strip() and line for line in lines)
    kinds = {line.split()[0] for line in lines}
    assert kinds == {"id", "option", "uciok", "readyok", "info", "bestmove"}


def test_a_path_with_blanks(tmp_path):
    folder = tmp_path / "my engines" / "Lux (new)"
    folder.mkdir(parents=True)
    (folder / "lux chess").symlink_to(LUX[0])
    done = subprocess.run(
        [folder / "lux chess", "go depth 2"], cwd=folder, capture_output=True, text=True, timeout=10, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert ROOT not in folder.parents
