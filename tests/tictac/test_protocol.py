"""The protocol: UGI, UCI as Cute Chess speaks it, and the same manners as the chess engine's."""

import io
import random
import signal
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from lux.protocol import NO_THREAD, ProtocolError
from tests.protocol.session import TICTAC, Session, run
from tests.protocol.test_fuzz import changed
from tests.protocol.test_transcripts import follow, transcripts_of
from tests.sources import run_python
from tictac.notation import read_position
from tictac.rules import Position
from tictac.ugi import TicTac, main, seconds_for_move


@pytest.fixture
def session():
    with Session(TICTAC) as session:
        yield session


TRANSCRIPTS = transcripts_of(Path(__file__).with_name("transcripts"))


@pytest.mark.parametrize("title", TRANSCRIPTS)
def test_transcript(session, title):
    follow(session, TRANSCRIPTS[title])


LIMITS = """
depth 0; depth 1; depth 99; nodes 1; movetime 1; movetime 50; infinite; p1time 1 p2time 1 p1inc 0 p2inc 0;
wtime -50 btime 100; wtime 0 btime 0; winc 100; btime 100; wtime 1000 movestogo 0; wtime x; nonsense; depth;
depth 2 depth x; """


@pytest.mark.parametrize("position", ["startpos", "fen 5/5/5/5/5 x 4", "startpos moves b2"])
def test_every_form_of_go_gets_a_legal_move(session, position):
    for limits in map(str.strip, LIMITS.split(";")):
        square = session.bestmove("ugi", f"position {position}", f"go {limits}", "stop", timeout=20)
        session.ready()
        session.send(f"position {position} {'' if 'moves' in position else 'moves'} {square}")
        assert session.ready() == [], limits
    assert not [line for line in session.seen if "internal error" in line]


def test_forms_of_go_on_the_clock():
    names = {"p1time": "time X", "p2time": "time O", "p1inc": "inc X"}

    def seconds(**limits):
        return seconds_for_move(Position(), {names.get(name, name): limit for name, limit in limits.items()})

    assert seconds() is None
    assert seconds(movetime=50, p1time=1) == 0.05
    assert seconds(p1time=5000, p1inc=100) == 1.09
    assert seconds(p1time=1000, movestogo=1) == 0.79
    assert [seconds(p1time=clock) for clock in (-50, 0, 1)] == [0.001] * 3
    assert seconds(p1time=100, p1inc=10_000, p2time=1, movestogo=9) == 0.07


@pytest.mark.parametrize(
    "script",
    [
        "",
        "position startpos moves a1 b1\ngo\n",
        "position fen 8/8/8/8/8/8/8/8 x 5\ngo infinite\n",
        "uci\r\nisready\r\n",
    ],
)
def test_end_of_input(script):
    """It stops a search, but none of the 3x3 board."""
    done = run(stdin=script, command=TICTAC)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("bestmove") == script.count("go")
    assert done.stdout.count(" score mate 5 ") >= script.count("a1 b1")
    assert done.stdout.count("readyok") == script.count("isready")


@pytest.mark.posix("signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("go", [[], ["position fen 8/8/8/8/8/8/8/8 x 5", "go infinite"]])
def test_signals_end_a_session_as_quit_does(session, name, go):
    session.send(*go)
    session.ready()
    session.process.send_signal(getattr(signal, name))
    session.finish()


def test_no_thread_left(monkeypatch, capsys):
    monkeypatch.setattr("lux.protocol.end_on_signals", Mock(side_effect=ProtocolError(NO_THREAD)))
    assert main() == 1
    assert capsys.readouterr() == ("", f"tictac: {NO_THREAD}\n")


def test_the_module_has_no_commands():
    done = run("solve", command=[sys.executable, "-m", "tictac"])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "tictac: `python -m tictac` has no commands; run `tictac`\n"


def test_skill_level_and_seed(session):
    def game(seed):
        moves = []
        session.send("uginewgame", "setoption name Skill Level value 4", f"setoption name Seed value {seed}")
        while (move := session.bestmove(" ".join(["position startpos moves", *moves]), "go")) != "0000":
            assert session.seen[-2].split(" pv ")[1].split()[0] == move
            moves.append(move)
        return moves

    assert game(5) == game(5)
    assert len({tuple(game(seed)) for seed in range(6)}) > 1


# Defects and fuzzing


@pytest.mark.posix("the Python that runs the tests")
def test_the_protocol_needs_no_compiled_module_and_no_package():
    modules = set(run_python("-c", "import sys, tictac.ugi; print(*sys.modules)").stdout.split())
    assert {name for name in modules if name.startswith("lux")} == {
        *("lux", "lux.protocol", "lux.runtime", "lux.runtime.levels", "lux.squares")
    }
    assert not modules & {"click", "rich"}


class BrokenPlayer:
    """A player who cannot play."""

    def move(self, *args):
        raise ZeroDivisionError("broken")


def test_a_defect_in_the_search_costs_no_game():
    output = io.BytesIO()
    tictac = TicTac(io.BytesIO(b"position startpos moves a1\ngo\n"), output)
    tictac.player = BrokenPlayer()
    tictac.run()
    problem, best = output.getvalue().decode().splitlines()
    assert problem == "info string internal error in 'go', please report: ZeroDivisionError: broken"
    assert best == "bestmove b1"


LINES = """
position startpos moves a1 b2 c3; position fen XO1/1X1/3 o 3 moves a1; position fen 3/1P1/3[PPPPpppp] b - - 0 1;
position startpos moves P@a2; go depth 2; go infinite; go movetime 1; go p1time 9 p2time 9; stop; ugi; uci; uginewgame;
setoption name Skill Level value 3; setoption name Board value 4x4x3; setoption name Seed value 3; query p1turn;
query gameover; query result; d; help; isready"""


@pytest.mark.parametrize("lines", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_fuzzing(session, lines):
    chance, good = random.Random(lines), [line.strip() for line in LINES.split(";")]
    words = " ".join(good).split()
    for left in range(lines, 0, -500):
        session.write(b"".join(changed(chance.choice(good), words, chance) + b"\n" for _ in range(500)) + b"stop\n")
        session.ready(timeout=30)
        # The queued commands come to an end, and the position is a possible one.
        session.send("stop", "d", f"setoption name marker {left}")
        got = session.expect(f"info string unknown option: 'marker {left}'", timeout=60)
        read_position([line.removeprefix("Fen: ") for line in got if line.startswith("Fen: ")][-1])
    assert not [line for line in session.seen if "internal error" in line]
    session.send("setoption name Skill Level value 10", "setoption name Board value 3x3x3")
    assert session.bestmove("position startpos moves a1 b1 a2 b2", "go").removeprefix("P@") == "a3"
    session.send("quit")
    session.finish()
