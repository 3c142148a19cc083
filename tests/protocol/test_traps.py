"""Traps that other engines fell into, and no other test covers."""

import re
import statistics
import subprocess
import time
from pathlib import Path

import chess
import pytest

from tests.protocol.session import LUX, ROOT, Session

# Captures beyond counting: the first iteration alone would take minutes.
WILD = "qqqqkqqq/qq6/8/8/8/8/6QQ/QQQQKQQQ w - - 0 1"


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


@pytest.mark.timing
@pytest.mark.parametrize("limit", ["movetime 1", "wtime 1 btime 1", "nodes 1", "depth 1", "wtime -100 btime -100"])
def test_no_time_for_a_wild_position(session, limit):
    session.send(f"position fen {WILD}")
    assert session.ready() == []
    session.send(f"go {limit}")
    lines = session.expect("bestmove .*")
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board(WILD).legal_moves
    assert " score " in lines[-2]


def test_numbers_of_the_first_millisecond(session):
    for _ in range(20):
        session.send("go nodes 1")
        info = session.expect("bestmove .*")[-2]
        nodes, nps, ms = (int(re.search(rf" {name} (\d+) ", info)[1]) for name in ("nodes", "nps", "time"))
        assert nps == nodes * 1000 // max(1, ms)


@pytest.mark.timing
def test_big_table(session):
    session.send("setoption name Hash value 512")
    assert session.ready() == []
    session.bestmove("go movetime 50")
    session.send("ucinewgame")
    assert session.ready(timeout=15) == []


def test_no_noise(session):
    session.send("uci", "isready", "setoption name UCI_ShowWDL value true", "go depth 6", "foo", "go depth x", "stop")
    session.expect("bestmove .*")
    session.expect("bestmove .*")
    lines = session.seen + session.ready()
    assert lines[0].startswith("id name ")
    assert all(line == line.strip() and line for line in lines)
    kinds = {line.split()[0] for line in lines}
    assert kinds == {"id", "option", "uciok", "readyok", "info", "bestmove"}


def test_more_lines_than_moves(session):
    session.send("setoption name MultiPV value 4", "position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1", "go depth 5")
    assert {re.search(r" multipv (\d) ", line)[1] for line in session.expect("bestmove a1b2.*")[:-1]} == {"1"}
    session.send("position startpos", "go depth 4 searchmoves e2e4 d2d4")
    assert {re.search(r" multipv (\d) ", line)[1] for line in session.expect("bestmove .*")[:-1]} == {"1", "2"}


def test_unknown_commands_while_searching(session):
    session.send("go infinite", "xyzzy", "Go depth 3", "", "#", "isready")
    unknown = [line for line in session.expect("readyok") if line.startswith("info string")]
    assert [line.split("'")[1] for line in unknown] == ["xyzzy", "Go depth 3"]
    session.send("stop")
    session.expect("bestmove .*", timeout=1)


def test_a_path_with_blanks(tmp_path):
    folder = tmp_path / "my engines" / "Lux (new)"
    folder.mkdir(parents=True)
    (folder / "lux chess").symlink_to(LUX[0])
    done = subprocess.run(
        [folder / "lux chess", "go depth 2"], cwd=folder, capture_output=True, text=True, timeout=10, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert ROOT not in folder.parents


def test_a_weak_player_shows_the_line_that_it_plays():
    with Session() as session:
        session.send("setoption name UCI_LimitStrength value true")
        for _ in range(20):
            session.send("ucinewgame", "go movetime 1000")
            *lines, best = session.expect("bestmove .*")
            assert [line for line in lines if " multipv 1 " in line][-1].split(" pv ")[1].split()[0] == best.split()[1]
        session.send("setoption name UCI_AnalyseMode value true", "go depth 9")
        assert session.expect("bestmove .*")[-2].startswith("info depth 9 ")
