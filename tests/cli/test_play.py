"""`lux play` with a script at its standard input."""

import contextlib
import io
import itertools
import os
import re
import shlex
import signal
import subprocess
import sys
import threading

import chess.pgn
import pytest
from rich.console import Console

from lux.board import Board
from lux.cli.play.clock import TimeControl
from lux.cli.play.coach import Coach
from lux.cli.play.command import leave_on_signal
from lux.cli.play.game import Game
from lux.cli.play.players import Settings
from lux.cli.play.screen import Screen
from lux.cli.play.session import Session
from lux.cli.play.session_commands import COMMANDS
from lux.engine import Engine
from lux.searcher import StopSignal
from tests.cases import read_sessions
from tests.cli.in_process import run_here, said
from tests.perft.engines import odd
from tests.protocol.session import LUX, ROOT, until_asleep

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
STALEMATE = "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
CHESS960 = "1k2r3/4p3/8/8/8/8/4P3/1K2R3 w Ee - 0 1"
PEOPLE = ("--white", "human", "--black", "human")


@pytest.fixture(autouse=True)
def quick_coach(monkeypatch):
    monkeypatch.setattr("lux.cli.play.coach.NODES", 20_000)


def play(script, *args, fast=("--depth", "2", "--ascii")):
    """Play by a script, whose lines end at semicolons."""
    done = run_here("play", *fast, *args, stdin=script.replace("; ", "\n") + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def people(script, *args):
    return play(script, *PEOPLE, *args)


def resume(script, *args):
    return play(script, "--resume", *args, fast=("--ascii",))


def refused(*args):
    """Return why no game begins."""
    done = run_here("play", *args)
    assert done.returncode == 1
    return done.stderr


def read_pgn(path):
    with open(path, encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert not any(game.errors for game in games)
    return games


@pytest.mark.parametrize(("args", "script", "patterns"), read_sessions("play.txt"))
def test_what_is_said(args, script, patterns):
    said(play(script, *args), *patterns)


def test_the_coach():
    queen = "4k3/5ppp/2b5/8/8/8/3Q1PPP/4K3 w - - 0 1"
    output = people(
        "d2d5; c6d5; undo 2; d2f4; undo; coach; coach of; coach off; coach; d2d5", "--coach", "--fen", queen
    )
    said(
        output,
        r"^8 .*\| W$(\n.* W\b.*){7}",  # the bar beside the board, and the score
        r"^1\. Qd5\?\?  \+\S+ to -\S+, hangs the queen on d5; better 1\. .+\nundo lets you try again\.$",
        r"^1\. Qf4  \+\S+(, the best move)?: better than Qd5 \(-\S+\)$",
        r"^The coach is on\.$",
        r"^coach takes on or off, not 'of'\.$",
        r"^The coach is off\.\nThe coach is off\.$",
    )
    assert re.search(r"\| W   \+\d+\.\d\d$", output, re.MULTILINE)
    assert len(re.findall(r"Qd5\?\?", output)) == 1
    assert not re.search(r"\| [WB]\b", output[output.index("The coach is off.") :])


def test_the_coach_says_the_same_every_time_and_nothing_of_the_book(monkeypatch):
    engine, words = Engine(hash_mib=16), set()
    for _ in range(5):
        coach, game = Coach(engine), Game(Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"))
        for move in ("f3e5", "d7d6"):
            coach.assess(game, StopSignal())
            game.push(move)
        coach.assess(game, StopSignal())
        game.undo()
        words.add(coach.judge(game))
        engine.search(game.board, nodes=5_000)  # what is in the table is of no account
    assert [re.sub(r"  .*,|;.*", "", text.splitlines()[0]) for text in words] == ["3. Nxe5?? hangs the knight on e5"]
    monkeypatch.setattr("lux.cli.play.coach._in_book", lambda board, move: True)
    assert coach.judge(game) == ""


def test_save(tmp_path):
    path = tmp_path / "games.pgn"
    output = play(f"e4; save; save {path}; resign; save {path}; save {tmp_path}", "--time", "5+3")
    said(output, r"save where\?", "cannot be written: Is a directory")
    going, lost = read_pgn(path)
    assert (going.headers["Result"], lost.headers["Result"]) == ("*", "0-1")
    assert (lost.headers["White"], lost.headers["Black"]) == ("human", "Lux")
    assert lost.headers["TimeControl"] == "300+3"
    first, second = lost.mainline()
    assert (first.san(), int(first.clock())) == ("e4", 302)
    assert "White resigns" in second.comment


@pytest.mark.parametrize("before", ["1. e4 *", "1. e4 *\n", "1. e4 *\r\n"])
def test_save_after_what_is_in_the_file(before, tmp_path):
    path = tmp_path / "my games.pgn"
    path.write_bytes(before.encode())
    play(f'd4; save "{path}"')
    assert [game.headers["White"] for game in read_pgn(path)] == ["?", "human"]
    assert path.read_bytes().startswith(f"{before.rstrip()}".encode())
    assert b"\n\n\n" not in path.read_bytes()


def test_what_is_left_is_resumed(kept):
    said(play("e4; elo 1200", "--time", "5+0"), "The game is kept: lux play --resume continues it.")
    (left,) = read_pgn(kept())
    assert (left.headers["Result"], len(list(left.mainline_moves()))) == ("*", 2)
    said(resume("d3; resign"), "Black: Lux 1200", r"White: human +(5:00|4:5\d)$", "0-1, White resigns")
    (ended,) = read_pgn(kept())
    assert ended.headers["Result"] == "0-1"
    assert [ended.headers[name] for name in ("Date", "Time")] == [left.headers[name] for name in ("Date", "Time")]
    assert refused("--resume") == "lux: there is no unfinished game to continue\n"


@pytest.mark.parametrize(
    ("script", "result", "moves"),
    [
        ("f3; e5; g4; Qh4; undo 9; quit", "0-1", 4),
        ("f3; e5; g4; Qh4; undo; quit", "0-1", 4),
        ("e4; e5; resign; undo; redo; quit", "0-1", 2),
        ("f3; e5; g4; Qh4; undo; d5; quit", "*", 4),
        ("e4; e5; resign; undo; e6; quit", "*", 2),
        ("e4; e5; undo 9; quit", "*", 2),
    ],
)
def test_who_looks_back_at_a_game_loses_nothing_of_it(kept, script, result, moves):
    people(script)
    (game,) = read_pgn(kept())
    assert (game.headers["Result"], len(list(game.mainline_moves()))) == (result, moves)


def test_no_game_overwrites_another(games_folder):
    people("e4; e5; new; d4; d5")
    people("c4; resign; undo; Nf3; Nf6")
    people("resign; undo; b3; b6; undo")
    games = [read_pgn(path)[0] for path in games_folder.iterdir()]
    moves = sorted((" ".join(str(move) for move in game.mainline_moves()), game.headers["Result"]) for game in games)
    assert moves == [("d2d4 d7d5", "*"), ("e2e4 e7e5", "*"), ("g1f3 g8f6", "*")]


@pytest.mark.parametrize(
    ("fen", "script", "is_kept"),
    [(START, "e4", False), (START, "e4; resign", False), (START, "e4; undo; d4", False), (MATE_IN_1, "Rd8", True)],
)
def test_a_game_begins_when_both_sides_have_moved(fen, script, is_kept, games_folder):
    output = people(script, "--fen", fen)
    assert bool([*games_folder.glob("*.pgn")]) == is_kept
    assert "The game is kept" not in output


@pytest.mark.parametrize("end", [("resign",), ("draw", "y"), ("undo", "resign")])
def test_the_clock_stops_with_the_game(end, monkeypatch):
    lines = iter(end)
    session = Session(Screen(Console(file=io.StringIO())), Settings("human", "human", control=TimeControl(300, 0)))
    monkeypatch.setattr(session.screen, "read", lambda prompt: next(lines))
    session._seat_players()
    session.game.push("e2e4")
    with pytest.raises(StopIteration):
        session._loop()
    assert session.game.clock.running is None


@pytest.mark.parametrize("command", ["hint", "eval", "draw", "review", "coach on"])
def test_the_clocks_stop_while_the_coach_searches(command, monkeypatch):
    running, lines = [], iter([command])
    session = Session(Screen(Console(file=io.StringIO())), Settings(fen=START, control=TimeControl(300, 0)))
    monkeypatch.setattr(session.screen, "read", lambda prompt: next(lines))
    monkeypatch.setattr(
        session.screen,
        "think",
        lambda *_, think=session.screen.think, **how: running.append(session.game.clock.running) or think(*_, **how),
    )
    session._seat_players()
    for move in ("e2e4", "e7e5"):
        session.game.push(move)
    with pytest.raises(StopIteration):
        session._loop()
    assert set(running) == {None}
    assert session.game.clock.running is True


def test_a_game_that_is_resumed_twice_becomes_two(kept, games_folder):
    people("e4; e5")
    path = kept()
    first = subprocess.Popen(
        [*LUX, "play", "--resume"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    next(line for line in first.stdout if "1. e4" in line)
    resume("Nf3")
    first.communicate("Nc3\n", timeout=20)
    assert sorted(read_pgn(path)[0].end().move.uci() for path in games_folder.iterdir()) == ["b1c3", "g1f3"]
    assert read_pgn(path)[0].end().move.uci() == "g1f3"


def test_a_game_of_the_list_is_resumed_by_its_number():
    for move in ("e4", "d4"):
        people(f"{move}; d5")
    people("c4; c5; resign")
    said(resume("game", "1"), r"^1\. e4 d5\n")
    # Without a number, it is the one that was played last.
    said(resume("game"), r"^1\. e4 d5\n")
    assert refused("--resume", "3") == "lux: game 3 is finished\n"
    assert refused("--resume", "4") == "lux: there is no game 4; `lux games` lists them\n"


def test_an_unfinished_game_is_chosen(monkeypatch):
    for move in ("e4", "d4"):
        people(f"{move}; d5")
    asked = []
    monkeypatch.setattr("lux.cli.play.command.at_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda text, default, **how: asked.append(default) or "1")
    said(resume("game"), "unfinished", "unfinished", r"^1\. e4 d5$")
    assert asked == ["2"]


def test_games_that_cannot_be_kept_are_still_played(games_folder):
    games_folder.parent.mkdir(parents=True)
    games_folder.write_text("in the way", encoding="utf-8")
    said(people("e4; e5"), r"1\. e4 e5", r"^The game could not be kept: File exists\n\Z")


def test_a_chess960_game_is_resumed():
    fen = "r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w KQkq - 0 1"
    said(people("c1f1; a6", "--chess960", "--fen", fen), r"1\. O-O")
    said(resume("fen; new; fen"), r"r1k2r2/1ppppppp/p7/8/8/8/PPPPPPPP/R4RK1 w kq - 0 2", fen)


def test_clocks_are_resumed_and_come_back_with_undo(kept, tmp_path):
    people("e4; e5; Nf3", "--time", "5+10")
    text = kept().read_text(encoding="utf-8")
    for left in ("4:11", "3:22", "2:33"):
        text = re.sub(r"clk 0:05:[01]\d", f"clk 0:0{left}", text, count=1)
    kept().write_text(re.sub('LuxClocks ".*"', 'LuxClocks "100.5 200.5"', text), encoding="utf-8")
    output = resume(f"board; undo; undo; save {tmp_path / 'saved.pgn'}")
    said(output, r"Black: human +3:20$", r"White: human +1:40$", r"White: human +4:11$")
    assert "clk 0:04:11" in (tmp_path / "saved.pgn").read_text(encoding="utf-8")


def test_a_kept_game_starts_no_engine_that_the_person_has_not_named(kept, tmp_path):
    engine, mark = odd(tmp_path, "print('bestmove e7e5', flush=True)"), tmp_path / "mark"
    people("e4; e5")
    planted = kept().read_text(encoding="utf-8").replace('LuxWhite "human"', f'LuxWhite "touch {mark}"')
    kept().write_text(planted, encoding="utf-8")
    told = refused("--resume")
    assert told.startswith("lux: game 1 names an engine to start: if it is yours, lux play --resume 1 --white 'touch ")
    assert refused("--resume", "--white", "/gone") == "lux: /gone cannot be started: No such file or directory\n"
    assert kept().read_text(encoding="utf-8") == planted
    said(play("game", "--resume", "--white", shlex.join(engine), fast=()), r"1\. e4 e5")
    assert not mark.exists()


@pytest.mark.parametrize("text", ["\n", "[White", '[LuxWhite "human"]\n\n1. e4 *', '[LuxWhite "x"]\n\n1. e5 *'])
def test_a_kept_game_that_is_broken(games_folder, text):
    games_folder.mkdir(parents=True)
    (games_folder / "2026-01-01-000000.pgn").write_text(text, encoding="utf-8")
    assert re.fullmatch(r"lux: \S+-000000\.pgn cannot be (read|resumed): .*\n", refused("--resume", "1"))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGTERM, 143)])
def test_signals_keep_the_game(games_folder, number, status):
    process = subprocess.Popen(
        [*LUX, "play", "--depth", "1"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdin.write("e4\nfen\n")
    process.stdin.flush()
    next(line for line in process.stdout if " w KQkq " in line)
    os.kill(until_asleep(process.pid), number)
    _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors.strip()) == (status, "")
    (path,) = games_folder.iterdir()
    assert len(list(read_pgn(path)[0].mainline_moves())) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_seen_although_the_main_thread_sleeps_on(number):
    """As one does that comes just before it falls asleep. An interrupt makes Lux move, others end the process."""
    screen, engine, ended = Screen(Console(file=io.StringIO())), Engine(hash_mib=1), []
    before = signal.signal(signal.SIGTERM, leave_on_signal)
    threading.Timer(0.2, signal.raise_signal, [number]).start()
    try:
        with contextlib.nullcontext() if number == signal.SIGINT else pytest.raises(SystemExit, match="143"):
            screen.think("Lux", lambda stop: ended.append(engine.search(Board(), movetime_ms=30_000, stop=stop)))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended[0].info.time_ms < 20_000


@pytest.mark.parametrize(
    ("fen", "end"),
    [
        (START, "0-1, White ran out of time"),
        ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "1/2-1/2, White ran out of time, Black cannot mate"),
        ("7k/8/8/8/8/8/6PK/b7 w - - 0 1", "0-1, White ran out of time"),
        ("7k/8/8/8/8/8/4Q3/b3K3 w - - 0 1", "1/2-1/2, White ran out of time, Black cannot mate"),
    ],
)
def test_flag_fall_of_a_person(fen, end, monkeypatch, tmp_path):
    monkeypatch.setattr("lux.cli.play.clock.monotonic", itertools.count(0, 100).__next__)
    path = tmp_path / "lost.pgn"
    output = play(f"e4; save {path}; undo", "--time", "1", "--fen", fen)
    said(output, f"^{end}$", "There is no move of yours to take back.")
    (lost,) = read_pgn(path)
    assert f"{lost.headers['Result']}, {lost.comment}" == end


def test_two_engines_are_watched():
    engine = " ".join([sys.executable, "-m", "lux"])
    output = play("", "--white", engine, "--black", "lux", "--fen", MATE_IN_1, "--time", "1+1")
    said(output, r"^Lux \S+ plays 1\. Rd8#   eval White mates in 1   depth \d+$", r"^1-0, checkmate\n\Z")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('bestmove e2e5', flush=True)", "White's engine failed: illegal move e2e5"),
        ("print('bestmove (none)', flush=True)", "White's engine failed: Odd gave no move"),
        ("print('info score cp 1 pv e2e4\\nbestmove', flush=True)", "White's engine failed: Odd gave no move"),
        ("sys.exit(3)", "White's engine failed: Odd ended with status 3"),
    ],
)
def test_an_engine_that_fails_loses(tmp_path, answer, reason):
    assert f"0-1, {reason}" in play("", "--white", " ".join(odd(tmp_path, answer)))


def test_an_engine_that_has_failed_is_started_again(tmp_path):
    crashes = f"os.path.exists('{tmp_path}/mark') or os._exit(open('{tmp_path}/mark', 'w').fileno())"
    engine = " ".join(odd(tmp_path, f"{crashes}; print('bestmove e7e5', flush=True)"))
    said(play("e4; undo; Nf3", "--black", engine), r"^1-0, Black's engine failed", r"^Odd plays 1\.\.\. e5$")
    (tmp_path / "mark").unlink()
    said(play("e4; new; d4", "--black", engine), r"^1-0, Black's engine failed", r"^Odd plays 1\.\.\. e5$")


def test_a_position_that_an_engine_cannot_play(tmp_path):
    engine = " ".join(odd(tmp_path, "print('bestmove e7e5', flush=True)"))
    said(
        play(f"e4; load {CHESS960}; game", "--black", engine),
        r"^Odd does not play Chess960; the game stays as it was$",
        r"^1\. e4 e5$",
    )


@pytest.mark.parametrize("command", ["/nonexistent/engine", "'", "", "true"])
def test_an_engine_that_does_not_start(command):
    done = run_here("play", "--white", command)
    assert (done.returncode, done.stdout) == (1, f"starting {command} ...\n")
    assert re.fullmatch("lux: .*\n", done.stderr)


@pytest.mark.parametrize(
    ("lines", "settings"),
    [(b"e4\nmoves e7\n", {}), (b"e4\nmoves e7\n", {"PYTHONUTF8": "0"}), (b"\xff\xfe\n\x00e4\nquit\n", {})],
)
def test_a_plain_locale_and_input_that_is_not_text(lines, settings):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUTF8"} | settings
    command, environment = [*LUX, "play", "--depth", "2"], environment | {"LC_ALL": "C"}
    done = subprocess.run(command, cwd=ROOT, env=environment, input=lines, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii() or not lines.isascii()


def test_help_on_a_narrow_terminal(monkeypatch):
    session = Session(Screen(Console(file=io.StringIO(), width=40)), Settings(fen=START))
    COMMANDS["help"](session, "")
    names = re.search(r" or: (.*)\.$", session.screen.console.file.getvalue(), re.MULTILINE)[1].split(", ")
    assert {*names} == {*COMMANDS}
    assert "ask Lux for a move" in play("help")
