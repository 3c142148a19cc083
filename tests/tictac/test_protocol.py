"""The protocol: UGI, UCI as Cute Chess speaks it, and the same manners as the chess engine's."""

import io
import random
import re
import time

import pytest

from tests.protocol.session import TICTAC, Session, run
from tests.protocol.test_fuzz import changed
from tests.sources import run_python
from tictac.notation import read_position
from tictac.rules import Position
from tictac.ugi import TicTac, seconds_for_move


@pytest.fixture
def session():
    with Session(TICTAC) as session:
        yield session


def talk(script, player=None):
    """Return what is answered to lines that end at semicolons."""
    output = io.BytesIO()
    tictac = TicTac(io.BytesIO(script.replace(";", "\n").encode()), output)
    tictac.player = player or tictac.player
    tictac.run()
    return output.getvalue().decode().splitlines()


def test_uci_as_cute_chess_speaks_it(session):
    """What cutechess-cli 1.5.1 sends for `-variant tictactoe`."""
    session.send("uci")
    lines = session.expect("uciok")
    assert "option name UCI_Variant type combo default tictactoe var tictactoe" in lines
    session.send("isready", "setoption name UCI_Variant value tictactoe", "ucinewgame")
    assert session.expect("readyok") == ["readyok"]
    session.send("position startpos moves P@a1 P@b1")
    assert session.ready() == []
    assert session.bestmove("go wtime 5100 btime 5100 winc 100 binc 100").startswith("P@")
    assert " score mate 3 " in session.seen[-2]
    session.send("position fen 1p1/3/P2[PPPPppp] w - - 0 2 moves P@c3", "d")
    assert "Fen: 1pP/3/P2[PPPppp] b - - 0 2" in session.ready()


def test_ugi_as_its_specification_shows_it(session):
    session.send("ugi")
    lines = session.expect("ugiok")
    assert [line.split()[:2] for line in lines[:2]] == [["id", "name"], ["id", "author"]]
    assert all(re.fullmatch(r"option name .+ type \w+ default \S.*", line) for line in lines[2:-1])
    session.send("setoption name Skill Level value 10", "uginewgame", "query p1turn")
    session.send("position startpos moves a1 b1 a2 b2", "query gameover", "query result")
    assert session.ready() == ["response true", "response false", "response none"]
    assert session.bestmove("go p1time 100 p2time 100 p1inc 0 p2inc 0") == "a3"
    assert re.fullmatch(r"info depth 1 score mate 1 nodes \d+ nps \d+ hashfull \d+ time \d+ pv a3", session.seen[-2])
    session.send("quit")
    session.finish()


OVER = ["a1 b1 a2 b2 a3", "c3 b1 a2 b2 a3 b3", "a1 b1 c1 b2 a2 c2 b3 a3 c3"]


@pytest.mark.parametrize(
    ("script", "answers"),
    [
        ("position startpos moves a1; ASK", "response false\nresponse false\nresponse none"),
        (f"position startpos moves {OVER[0]}; ASK", "response false\nresponse true\nresponse p1win"),
        (f"position startpos moves {OVER[1]}; ASK", "response true\nresponse true\nresponse p2win"),
        (f"position startpos moves {OVER[2]}; ASK", "response false\nresponse true\nresponse draw"),
        # Scores in plies or moves, and the best move first in the line.
        ("ugi; position startpos moves a1 b1; go", r"info .* score mate 5 .* pv (\w\d) .*\nbestmove \1"),
        ("uci; position startpos moves a1 b1; go", r"info .* score mate 3 .* pv (P@\w\d) .*\nbestmove \1"),
        ("ugi; position startpos moves a1 b1 b2; go", r"info .* score mate -4 .* pv (\w\d) .*\nbestmove \1"),
        ("uci; position startpos moves a1 b1 b2; go", r"info .* score mate -2 .* pv (P@\w\d) .*\nbestmove \1"),
        ("ugi; position startpos moves a1 b2; go", r"info .* score cp 0 .* pv (\w\d) .*\nbestmove \1"),
        *(
            (f"{dialect}; position startpos moves {spelling}; d", r"2 \. X \.(\n.*)*\nState: O to move, 3 in a row win")
            for dialect in ("ugi", "uci")
            for spelling in ("b2", "B2", "P@b2", "p@B2")
        ),
        *(
            (f"{dialect}; position startpos moves {moves}; {go}", "bestmove 0000")
            for dialect in ("ugi", "uci")
            for moves in OVER
            for go in ("go", "go infinite", "go depth 5", "go wtime 100 btime 100")
        ),
        ("setoption name Board value 4x4x3; d; position startpos moves d4; uginewgame; go; d", "Fen: 4/4/4/4 x 3"),
        ("setoption name Board value 4x4x3; go", r"info .* score mate 5 .*\nbestmove \w\d"),
        # The end of input stops a search, but none of the 3x3 board.
        ("position startpos moves a1 b1; go", r"info .* score mate 5 .*\nbestmove \w\d"),
    ],
)
def test_answers(script, answers):
    lines = talk(script.replace("ASK", "query p1turn; query gameover; query result"))
    assert re.search(f"^{answers}$", "\n".join(lines), re.MULTILINE)


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


BAD_LINES = """
position; position startpos a1; position startpos moves a1 a1; position startpos moves d4; position fen x;
position startpos moves a1 b1 a2 b2 a3 c3; position fen 3/3/3 o; setoption; setoption name Hash value 1;
setoption name Skill Level value 11; setoption name Skill Level value x; setoption name UCI_Variant value chess;
setoption name Board value 9x9x9; query; query meaning; nonsense; go2"""


@pytest.mark.parametrize("line", BAD_LINES.strip().split(";"))
def test_bad_lines_change_nothing(line):
    problem, _, answer = talk(f"position startpos moves a1 b1 a2 b2; {line}; go")
    assert problem.startswith("info string ")
    assert answer == "bestmove a3"


# During a search


def test_uci_holds_its_answer_to_infinite_until_stop_and_ugi_need_not(session):
    session.send("uci", "position startpos", "go infinite")
    session.expect("info depth 9 .*")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in session.ready())
    session.bestmove("stop")
    session.bestmove("ugi", "go infinite")


@pytest.mark.parametrize(
    "script", ["", "go\n", "position fen 8/8/8/8/8/8/8/8 x 5\ngo infinite\n", "uci\r\nisready\r\n"]
)
def test_end_of_input(script):
    done = run(stdin=script, command=TICTAC)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("bestmove") == script.count("go")
    assert done.stdout.count("readyok") == script.count("isready")


def test_skill_level_and_seed(session):
    def game(seed):
        moves = []
        session.send("uginewgame", "setoption name Skill Level value 4", f"setoption name Seed value {seed}")
        while (move := session.bestmove(" ".join(["position startpos moves", *moves]), "go")) != "0000":
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
    assert talk("position startpos moves a1; go", BrokenPlayer()) == [
        "info string internal error in 'go', please report: ZeroDivisionError: broken", "bestmove b1"
    ]  # fmt: skip


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
