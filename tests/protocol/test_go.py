"""`go`, `stop` and `ponderhit`: one bestmove for each search, at the right moment."""

import io
import re
import statistics
import threading
import time

import chess
import pytest

from lux.engine import Engine
from lux.uci.session import Uci
from tests.protocol.session import run_script

MATE_IN_1 = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
ONLY_MOVE = "position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1"
BARE_KINGS = "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1"
CHECKMATED = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATED = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
CLOCK = "wtime 300 btime 300"

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv 1 score (cp -?\d+|mate -?\d+)( lowerbound| upperbound)? nodes \d+ nps \d+"
    r" hashfull \d+ tbhits \d+ time \d+ pv( [a-h][1-8][a-h][1-8][nbrq]?)+"
)
LEGAL = {move.uci() for move in chess.Board().legal_moves}


BROKEN = "info string internal error in 'go', please report: ZeroDivisionError: broken"


def broken(*args, **fields):
    raise ZeroDivisionError("broken")


def output_of(commands: str, **changes: object) -> list[str]:
    """Run a session in this process, with some of its attributes replaced, and return its output."""
    output = io.BytesIO()
    uci = Uci(io.BytesIO(commands.encode()), output)
    for name, value in changes.items():
        setattr(uci, name, value)
    uci.run()
    return output.getvalue().decode().splitlines()


LIMITS = """
    depth 1; depth 0; depth -3; depth 5; depth 9 depth 2; depth 500 movetime 20; nodes 1; nodes 0; nodes 2000;
    movetime 1; movetime 0; movetime -10; mate 0 depth 2; wtime 100; btime 100; wtime 100 btime 100; wtime 1;
    wtime 100 winc 100 btime 100 binc 100; btime 100 binc 100 wtime 100 winc 100; wtime -50 btime 1000; wtime 0 btime 0;
    wtime 99999999999999999999 btime 1 movetime 5; wtime 100.5 btime 100.5; movetime 20.0;
    movestogo 1 wtime 100 btime 100; movestogo 0 wtime 100 btime 100;
    winc 100; winc -100 binc -100 wtime 10 btime 10; depth 4 searchmoves e2e4 d2d4; searchmoves e2e4 depth 3;
    depth 3 searchmoves"""


def test_limits_lead_to_a_legal_move(session):
    for arguments in LIMITS.split(";"):
        session.send("ucinewgame", f"go {arguments.strip()}")
        lines = session.expect("bestmove .*")
        assert lines[-1].split()[1] in LEGAL
        assert len(lines) > 1
        assert all(INFO.fullmatch(line) for line in lines[:-1]), lines
        # The last line before bestmove begins with the move played.
        assert lines[-2].split(" pv ")[1].split()[0] == lines[-1].split()[1]


# Also with what is wrong beside it, or waits for the end; with nothing else the answer comes at ponderhit.
ENDLESS = f"""
    ; infinite; infinite depth 3; ponder {CLOCK}; ponder depth 2; infinite mate 1; infinite depth x;
    foo infinite; ponder depth x; infinite\nsetoption name Hash value 4\nucinewgame"""
START_ENDLESS = f"{ENDLESS}; searchmoves e2e4 e2e5"


@pytest.mark.parametrize("position", ["position startpos", MATE_IN_1, ONLY_MOVE, BARE_KINGS, CHECKMATED, STALEMATED])
def test_endless_search_waits_for_stop(session, position):
    for arguments in map(str.strip, (START_ENDLESS if position.endswith("startpos") else ENDLESS).split(";")):
        session.send(position, "stop", "ponderhit", f"go {arguments}")
        time.sleep(0.2 if "\n" in arguments else 0.03)
        assert not [line for line in session.ready() if line.startswith("bestmove")]
        session.send("ponderhit" if arguments == "ponder depth x" else "stop")
        session.expect("bestmove .*", timeout=2)
        # And no second one, whatever is said now.
        session.send("stop", "ponderhit", "stop")
        assert session.ready() == []


@pytest.mark.parametrize("times", [200, pytest.param(5000, marks=pytest.mark.slow)])
def test_stop_in_the_same_write(session, times):
    for _ in range(times):
        session.send("go infinite", "stop", "isready")
        session.expect("bestmove .*")
    session.send("stop")
    session.ready()
    assert len([line for line in session.seen if line.startswith("bestmove")]) == times


@pytest.mark.timing
def test_isready_during_a_search(session):
    session.send("go infinite")
    times = []
    for _ in range(21):
        start = time.perf_counter()
        session.ready()
        times.append(time.perf_counter() - start)
    assert statistics.median(times) < 0.1
    assert session.bestmove("stop") in LEGAL


@pytest.mark.timing
def test_stop_is_answered_at_once(session):
    def stop() -> float:
        session.send("go infinite")
        time.sleep(0.03)
        return session.seconds("stop")

    # The faster ones: a shared machine takes the processor away now and then.
    assert statistics.quantiles([stop() for _ in range(20)], n=4)[0] < 0.010


@pytest.mark.timing
def test_a_long_search_shows_what_it_is_doing(session):
    # Short iterations, so that one begins soon after three seconds on any machine.
    session.send("position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "go infinite")
    start = time.perf_counter()
    shown = r"info depth \d+ currmove [abeg]\d[a-g]\d currmovenumber "
    for number in (1, 2, 3):
        session.expect(shown + str(number))
        # Lines that come too fast to read are no help.
        assert time.perf_counter() - start > 2.5
    assert not [line for line in session.seen if "bound" in line and int(re.search(r" time (\d+)", line)[1]) < 2500]
    session.send("stop")
    session.expect("bestmove .*")


@pytest.mark.slow
def test_a_long_search_shows_failed_windows(session):
    """When one fails is up to the position and the machine's speed: that may take minutes."""
    session.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "go infinite")
    lines = session.expect(r"info depth .* (lower|upper)bound .*", timeout=300)
    assert INFO.fullmatch(lines[-1])
    session.send("stop")
    *lines, best = session.expect("bestmove .*")
    assert [line for line in lines if " pv " in line][-1].split(" pv ")[1].split()[0] == best.split()[1]


def test_perft_counts_the_position_that_it_was_asked_for():
    """The next `position` may come before the count's thread has done anything."""

    class Late(Uci):
        begin = threading.Event()

        def _run_job(self, job):
            self.begin.wait()
            super()._run_job(job)

    output = io.BytesIO()
    uci = Late(None, output)
    uci.handle("go perft 2")
    uci.handle("position startpos moves e2e4 e7e5")
    uci.begin.set()
    uci.wait()
    assert "Nodes searched: 400" in output.getvalue().decode().splitlines()


def test_commands_wait_for_a_search_in_order():
    lines = run_script(
        "go depth 9\nposition startpos moves e2e4\ngo depth 8\nsetoption name Hash value 2\nposition startpos\n"
        "go depth 1\nucinewgame\ngo depth 7\nposition startpos moves d2d4\nd\nfoo\ngo depth 1\n"
    )
    # What other commands print may come between the last line of a search and its answer.
    searches = [line for line in lines if line.startswith(("info depth", "bestmove"))]
    answers = [i for i, line in enumerate(searches) if line.startswith("bestmove")]
    assert [int(searches[i - 1].split()[2]) for i in answers] == [9, 8, 1, 7, 1]
    assert searches[answers[1]].split()[1] not in LEGAL
    assert "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1" in lines


def test_the_next_search_begins_after_the_answer():
    """The next `go` may come when a search is over that has not answered yet."""

    class Interrupted(Uci):
        go: threading.Thread | None = None

        def send(self, *lines):
            if self.go is None and lines[-1].startswith("bestmove"):
                self.go = threading.Thread(target=lambda: (self.handle("go depth 2"), self.engine.wait()))
                self.go.start()
                self.go.join(0.2)  # were it not made to wait, it would be through by then
            super().send(*lines)

    output = io.BytesIO()
    uci = Interrupted(None, output)
    uci.handle("go depth 1")
    uci.wait()
    uci.go.join()
    uci.wait()
    lines = output.getvalue().decode().splitlines()
    assert [line.split()[2] for line in lines if line.startswith("info depth")] == ["1", "1", "2"]
    assert [line.startswith("bestmove") for line in lines] == [False, True, False, False, True]


class Refusing(Engine):
    """An engine of a system out of threads."""

    start = broken


class BrokenStrength:
    """A player who cannot choose."""

    choose = broken

    def attention(self, moves):
        return {"nodes": 1000, "multipv": 2}


@pytest.mark.parametrize(
    ("part", "defect"),
    [
        ("engine", Refusing()),
        ("_wanted_strength", BrokenStrength),
        ("_wanted_strength", broken),
        ("_answer_from_book", broken),
    ],
)
def test_a_defect_costs_no_game(part, defect):
    """Without a move the game is lost, and `quit` would wait for ever."""
    lines = [line for line in output_of("go depth 3\nisready\nquit\n", **{part: defect}) if "score" not in line]
    best, problem, ready = sorted(lines)
    assert (problem, ready) == (BROKEN, "readyok")
    assert best.removeprefix("bestmove ") in LEGAL


def test_a_defect_in_the_info_lines_does_not_end_the_search(monkeypatch):
    best = output_of("go depth 6\n")[-1]
    monkeypatch.setattr("lux.uci.session.format_info", broken)
    *problems, last = output_of("go depth 6\n")
    assert last == best
    assert {*problems} == {BROKEN}


@pytest.mark.parametrize("go", ["go depth 6", "go depth 6 searchmoves a2a3"])
def test_a_search_that_cannot_be_described_gives_its_move(monkeypatch, go):
    monkeypatch.setattr("lux.engine.SearchInfo", broken)
    problem, best = output_of(f"{go}\nquit\n")
    assert problem == BROKEN
    assert best.removeprefix("bestmove ") in (["a2a3"] if "a2a3" in go else LEGAL)


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
