"""`lux play` with a script at its standard input."""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess.pgn
import pytest
from rich.console import Console

from lux.board import Board
from lux.cli.play.coach import Coach
from lux.cli.play.game import Game, TimeControl
from lux.cli.play.game_pgn import Settings
from lux.cli.play.screen import Screen
from lux.cli.play.session import Session
from lux.cli.play.session_commands import COMMANDS
from lux.engine import Engine
from lux.searcher import StopSignal
from tests.cli.in_process import run_here
from tests.perft.engines import odd
from tests.protocol.session import LUX, ROOT, run

STARTPOS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
FAST = ("--depth", "2", "--ascii")


@pytest.fixture(autouse=True)
def quick_coach(monkeypatch):
    monkeypatch.setattr("lux.cli.play.coach.NODES", 20_000)


def play(script, *args, fast=FAST, status=0, **options):
    """Play by a script; with options of `run` in a process of its own."""
    args = ("play", *fast, *args)
    done = run(*args, stdin=script, **options) if options else run_here(*args, stdin=script)
    assert (done.returncode, done.stderr) == (status, "")
    return done.stdout


def refused(*args):
    """Return why no game begins."""
    done = run_here("play", *args)
    assert done.returncode == 1
    return done.stderr


def people(script, *args, **options):
    return play(script, "--white", "human", "--black", "human", *args, **options)


def read_pgn(path):
    with open(path, encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert not any(game.errors for game in games)
    return games


def test_game_with_commands_and_mistakes():
    output = play("e4\nqqq\n\nKe5\nmoves\nundo\nundo\nd2d4\nhint\nhint\nfen\nhelp\nresign\n", timeout=60)
    assert len(re.findall(r"^Lux plays 1\.\.\. \S+$", output, re.MULTILINE)) == 2
    assert "'qqq' is neither a move nor a command" in output
    assert "'Ke5' is illegal" in output
    assert "There is no move of yours to take back." in output
    assert re.search(r"^\d+ legal moves: .*a3.*$", output, re.MULTILINE)
    assert re.search(r"^Hint: \S+   eval", output, re.MULTILINE)
    assert re.search(r"^\S+ w KQkq \S+ \d 2$", output, re.MULTILINE)
    assert re.search(r"^1\. d4 \S+ 0-1$", output, re.MULTILINE)
    assert output.endswith("0-1, White resigns\n")


def test_mate_by_the_person():
    output = play("Rd8\n", "--fen", MATE_IN_1)
    assert output.endswith("1. Rd8# 1-0\n1-0, checkmate\n")
    assert "8 | .  .  . (R) .  . !k! . |" in output


def test_mate_by_lux():
    output = play("", "--color", "black", "--fen", MATE_IN_1)
    assert "Lux plays 1. Rd8#\n" in output
    assert output.endswith("1-0, checkmate\n")


@pytest.mark.parametrize(
    ("fen", "script", "end"),
    [
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7\n", "1/2-1/2, stalemate"),
        ("8/8/4k3/8/8/8/4r3/4K3 w - - 0 1", "Kxe2\n", "1/2-1/2, insufficient material"),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 90", "Kb1\n", "1/2-1/2, fifty moves without a capture or a pawn move"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "1/2-1/2, stalemate"),
    ],
)
def test_draws(fen, script, end):
    assert play(script, "--fen", fen).endswith(f"{end}\n")


def test_repetition_and_what_may_follow_the_end():
    shuffle = "Nf3\nNf6\nNg1\nNg8\n"
    output = people(2 * shuffle + "e4\nhint\ndraw\nundo\nd5\nnew\nfen\n")
    assert "1/2-1/2, threefold repetition" in output
    assert output.count("The game is over; undo takes the last move back, new begins another.") == 3
    assert "'d5' is illegal" not in output
    assert output.endswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")


@pytest.mark.parametrize(("answer", "agreed"), [("y", True), ("no", False)])
def test_draw_between_people(answer, agreed):
    assert ("1/2-1/2, draw agreed" in people(f"e4\ndraw\n{answer}\n")) is agreed


@pytest.mark.parametrize(
    ("fen", "accepted"),
    [
        # An engine takes a draw in a lost position, not in a won one, and not in the opening.
        ("4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 40", True),
        ("q3k3/4p3/8/8/8/8/8/4K3 w - - 0 40", False),
        ("4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 5", False),
    ],
)
def test_lux_takes_a_draw_by_its_score(fen, accepted):
    output = play("draw\n", "--fen", fen)
    assert ("draw agreed" in output) is accepted
    assert ("Black (Lux) declines the draw." in output) is not accepted


def test_undo_and_redo():
    output = people("e4\ne5\nNf3\nundo\nundo\nredo\nredo\nredo\nfen\nundo\nNc3\nredo\nsave /dev/stdout\n", timeout=60)
    assert output.count("There is no move to play again.") == 2
    assert "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" in output
    assert "1. e4 e5 2. Nc3 *" in output


def test_undo_and_redo_take_a_number():
    output = people("e4\ne5\nNf3\nundo 2\nfen\nredo 9\nfen\nundo x\nredo 1\ntakeback 99\nfen\n")
    fens = re.findall(r"^\S+ [wb] .* \d+$", output, re.MULTILINE)
    assert [fen.split()[1] + fen.split()[-1] for fen in fens] == ["b1", "b2", "w1"]
    assert "'x' is not a number of moves." in output
    assert "There is no move to play again." in output


def test_help_of_one_command():
    output = play("?\nhelp undo\nh TAKEBACK\nhelp x\nexit\n")
    assert "Tab completes it" in output
    assert output.count("undo: Take back the last move of yours") == 2
    assert "There is no command x." in output


def test_undo_against_lux_takes_back_two_plies_and_redo_plays_both():
    output = play("e4\nundo\nfen\nredo\nfen\n")
    fens = re.findall(r"^\S+ [wb] .* \d+$", output, re.MULTILINE)
    assert fens[0].endswith("w KQkq - 0 1")
    assert fens[1].endswith(" 2")


def test_marks():
    output = people("e4\nd5\ne4\nmoves g1\nmoves e5\nmoves x\nf3\nmoves\n")
    assert "4 | .  .  .  . [P] .  .  . |" in output  # e4 names the pawn, which cannot move to where it stands
    assert "5 | .  .  . >p< *  .  .  . |" in output
    assert "From e4: e5 exd5" in output
    assert "3 | .  .  .  .  .  *  .  * |" in output
    assert "Nothing on e5 can move." in output
    assert "'x' is not a square" in output


def test_a_chosen_piece_moves_to_a_square():
    output = people("e4\ne5\ng1\ne2\ng8\nf6\nNf6\nsave /dev/stdout\n", timeout=60)
    assert "f6 is ambiguous: Nf6 or f7f6" in output
    assert "1. e4 e5 2. Ne2 Nf6 *" in output


def test_black_sits_below_and_lux_begins():
    output = play("flip\nundo\nboard\nquit\n", "--color", "black")
    assert "Lux plays 1. " in output
    assert output.count("    h  g  f  e  d  c  b  a") == 2
    assert output.count("    a  b  c  d  e  f  g  h") == 2


def test_captured_pieces_and_balance():
    lines = people("e4\nd5\nexd5\nQxd5\nNc3\nQxg2\nBxg2\n").splitlines()
    far, near = (max(index for index, line in enumerate(lines) if name in line) for name in ("Black: ", "White: "))
    assert lines[far + 1].endswith("|     PP")
    assert lines[near - 1].endswith("+     qp +8")


def test_chess960_by_number():
    output = people("fen\nquit\n", "--chess960", "0")
    assert "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1" in output
    random = people("fen\nnew\nfen\nquit\n", "--chess960")
    assert len(re.findall(r"^([rnbqk]{8})/pppppppp/8/8/8/8/PPPPPPPP/[RNBQK]{8} w KQkq - 0 1$", random, re.M)) == 2


def test_load():
    output = people(f"e4\nload nonsense\nfen\nload {MATE_IN_1}\nRd8\n")
    assert "expected 4 to 6 fields, found 1: 'nonsense' (" in output
    assert "); the game goes on as it was" in output
    assert "b KQkq - 0 1\n" in output
    assert output.endswith("1. Rd8# 1-0\n1-0, checkmate\n")


def test_a_hint_in_two_steps():
    output = play("hint\nhint\nhint\n", "--fen", MATE_IN_1)
    assert output.count("Hint: move the rook on d1. hint again shows the move.") == 2
    assert output.count("Hint: Rd8#   eval White mates in 1   (1. Rd8#)") == 1
    assert "1 | .  .  . [R] .  .  K  . |" in output


def test_the_coach():
    queen = "4k3/5ppp/2b5/8/8/8/3Q1PPP/4K3 w - - 0 1"
    output = people(
        "d2d5\nc6d5\nundo 2\nd2f4\nundo\ncoach\ncoach of\ncoach off\ncoach\nd2d5\n", "--coach", "--fen", queen
    )
    lines = output.splitlines()
    verdicts = [line for line in lines if line.startswith("1. Qd5??")]
    assert len(verdicts) == 1
    assert re.fullmatch(r"1\. Qd5\?\?  \+\S+ to -\S+, hangs the queen on d5; better 1\. .+", verdicts[0])
    assert lines.count("undo lets you try again.") == 1
    # The second try is compared with the first.
    assert any(re.fullmatch(r"1\. Qf4  \+\S+(, the best move)?: better than Qd5 \(-\S+\)", line) for line in lines)
    assert lines.count("The coach is on.") == 1
    assert "coach takes on or off, not 'of'." in lines
    assert lines.count("The coach is off.") == 2
    # The bar beside the board, and the score.
    first = lines[: lines.index("    a  b  c  d  e  f  g  h     > White: human")]
    assert [line[29] for line in first[2:10]] == 8 * ["W"]
    assert re.search(r"\| W   \+\d+\.\d\d$", first[3])
    last = lines[lines.index("The coach is off.") :]
    assert not any(re.search(r"\| [WB]\b", line) for line in last)


def test_the_coach_says_the_same_every_time_and_nothing_of_the_book(monkeypatch):
    engine, said = Engine(hash_mib=16), set()
    for _ in range(5):
        coach, game = Coach(engine), Game(Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"))
        for move in ("f3e5", "d7d6"):
            coach.assess(game, StopSignal())
            game.push(move)
        coach.assess(game, StopSignal())
        game.undo()
        said.add(coach.judge(game))
        engine.search(game.board, nodes=5_000)  # what is in the table is of no account
    assert [re.sub(r"  .*,|;.*", "", words.splitlines()[0]) for words in said] == ["3. Nxe5?? hangs the knight on e5"]
    monkeypatch.setattr("lux.cli.play.coach._in_book", lambda board, move: True)
    assert coach.judge(game) == ""


def test_the_coach_sees_how_a_game_ends():
    stalemate = "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1"
    assert re.search(
        r"1\. Qf7\?\?  #1 to \+0\.00, misses mate in 1; better 1\. \S+#", people("Qf7\n", "--coach", "--fen", stalemate)
    )
    output = people("Qe8#\n", "--coach", "--fen", stalemate)
    assert "better" not in output
    assert " W" in output


def test_eval():
    output = people("eval\n")
    assert re.search(r"^Search: [+-]\d\.\d\d$", output, re.MULTILINE)
    assert re.search(r"^8 r-\d\.\d\d +n-\d\.\d\d ", output, re.MULTILINE)


def test_save(tmp_path):
    path = tmp_path / "games.pgn"
    output = play(f"e4\nsave\nsave {path}\nresign\nsave {path}\nsave {tmp_path}\n", "--time", "5+3")
    assert "save where?" in output
    assert "cannot be written: Is a directory" in output
    going, lost = read_pgn(path)
    assert (going.headers["Result"], lost.headers["Result"]) == ("*", "0-1")
    assert (lost.headers["White"], lost.headers["Black"]) == ("human", "Lux")
    assert lost.headers["TimeControl"] == "300+3"
    first, second = lost.mainline()
    assert (first.san(), int(first.clock())) == ("e4", 302)
    assert "White resigns" in second.comment


def test_what_is_left_is_resumed(kept):
    output = play("e4\n", "--time", "5+0", "--elo", "1200")
    assert "The game is kept: lux play --resume continues it." in output
    (left,) = read_pgn(kept())
    assert (left.headers["Result"], len(list(left.mainline_moves()))) == ("*", 2)
    output = play("fen\nd3\nresign\n", "--resume", fast=("--ascii",))
    assert "Black: Lux 1200" in output
    assert re.search(r"White: human +(5:00|4:5\d)$", output, re.MULTILINE)
    assert "0-1, White resigns" in output
    (ended,) = read_pgn(kept())
    assert ended.headers["Result"] == "0-1"
    assert [ended.headers[name] for name in ("Date", "Time")] == [left.headers[name] for name in ("Date", "Time")]
    assert refused("--resume") == "lux: there is no unfinished game to continue\n"


def test_no_game_overwrites_another(games_folder):
    people("e4\ne5\nnew\nd4\nd5\n")
    people("c4\nresign\nundo\nNf3\nNf6\n")
    people("resign\nundo\nb3\nb6\nundo\n")
    games = [read_pgn(path)[0] for path in games_folder.iterdir()]
    moves = sorted((" ".join(str(move) for move in game.mainline_moves()), game.headers["Result"]) for game in games)
    assert moves == [("d2d4 d7d5", "*"), ("e2e4 e7e5", "*"), ("g1f3 g8f6", "*")]


@pytest.mark.parametrize(
    ("fen", "script", "is_kept"),
    [
        (STARTPOS, "e4\n", False),
        (STARTPOS, "e4\nresign\n", False),
        (STARTPOS, "e4\ne5\n", True),
        (STARTPOS, "e4\ne5\nundo\n", False),
        (MATE_IN_1, "Rd8\n", True),
    ],
)
def test_a_game_begins_when_both_sides_have_moved(fen, script, is_kept, games_folder):
    output = people(script, "--fen", fen)
    assert bool([*games_folder.glob("*.pgn")]) == is_kept
    assert ("The game is kept" in output) is (script == "e4\ne5\n")


@pytest.mark.parametrize("script", ["a7a8\nq\n", "a8\nQ\n", "a8=\nq\n", "a7a8\nundo\na7\na8\nq\n"])
def test_what_a_pawn_becomes_is_asked(script):
    assert people(f"{script}game\n", "--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1").count("\n1. a8=Q\n") == 1


@pytest.mark.parametrize("end", [("resign",), ("draw", "y"), ("undo", "resign")])
def test_the_clock_stops_with_the_game(end, monkeypatch):
    settings, lines = Settings("human", "human", control=TimeControl(300, 0)), iter(end)
    session = Session(Screen(Console(file=io.StringIO())), settings)
    monkeypatch.setattr(session.screen, "read", lambda prompt, clock=None: next(lines))
    session._seat_players()
    session.game.push("e2e4")
    while session.game.outcome is None:
        session._ask()
    assert session.game.clock.running is None


def test_a_game_that_is_resumed_twice_becomes_two(kept, games_folder):
    people("e4\ne5\n")
    path = kept()
    first = subprocess.Popen(
        [*LUX, "play", "--resume"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    for line in first.stdout:
        if "1. e4" in line:
            break
    play("Nf3\n", "--resume", fast=())
    first.communicate("Nc3\n", timeout=20)
    assert sorted(read_pgn(path)[0].end().move.uci() for path in games_folder.iterdir()) == ["b1c3", "g1f3"]
    assert read_pgn(path)[0].end().move.uci() == "g1f3"


def test_a_game_of_the_list_is_resumed_by_its_number(games_folder):
    for move in ("e4", "d4"):
        people(f"{move}\nd5\n")
    people("c4\nc5\nresign\n")
    assert "1. e4 d5\n" in play("game\n", "--resume", "1", fast=())
    # Without a number, it is the one that was played last.
    assert "1. e4 d5\n" in play("game\n", "--resume", fast=())
    assert refused("--resume", "3") == "lux: game 3 is finished\n"
    assert refused("--resume", "4") == "lux: there is no game 4; `lux games` lists them\n"


def test_games_that_cannot_be_kept_are_still_played(games_folder):
    games_folder.parent.mkdir(parents=True)
    games_folder.write_text("in the way", encoding="utf-8")
    output = people("e4\ne5\n")
    assert "1. e4 e5" in output
    assert output.endswith("The game could not be kept: File exists\n")


def test_a_chess960_game_is_resumed():
    fen = "r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w KQkq - 0 1"
    assert "1. O-O" in people("c1f1\na6\n", "--chess960", "--fen", fen)
    output = play("fen\nnew\nfen\n", "--resume", fast=())
    assert "r1k2r2/1ppppppp/p7/8/8/8/PPPPPPPP/R4RK1 w kq - 0 2" in output
    assert fen in output


def test_a_position_that_needs_chess960_is_one():
    fen = "1k2r3/4p3/8/8/8/8/4P3/1K2R3 w Ee - 0 1"
    assert "1. O-O Kc7" in people("b1e1\nKc7\nresign\n", "--fen", fen)
    assert "1. O-O 1-0" in people(f"load {fen}\nb1e1\nresign\n")


def test_clocks_are_resumed_and_come_back_with_undo(kept):
    people("e4\ne5\nNf3\n", "--time", "5+10")
    text = kept().read_text(encoding="utf-8")
    for left in ("4:11", "3:22", "2:33"):
        text = re.sub(r"clk 0:05:[01]\d", f"clk 0:0{left}", text, count=1)
    kept().write_text(re.sub('LuxClocks ".*"', 'LuxClocks "100.5 200.5"', text), encoding="utf-8")
    output = play("board\nundo\nundo\nsave /dev/stdout\n", "--resume", fast=("--ascii",), timeout=60)
    faces = re.findall(r"(White|Black): human +(\d:\d\d)$", output, re.MULTILINE)
    assert faces[0] == ("Black", "3:20")
    assert faces[1] == ("White", "1:40")
    assert ("White", "4:11") in faces
    assert "clk 0:04:11" in output


def test_a_kept_game_starts_no_engine_that_the_person_has_not_named(kept, tmp_path):
    engine, mark = odd(tmp_path, "print('bestmove e7e5', flush=True)"), tmp_path / "mark"
    people("e4\ne5\n")
    planted = kept().read_text(encoding="utf-8").replace('LuxWhite "human"', f'LuxWhite "touch {mark}"')
    kept().write_text(planted, encoding="utf-8")
    told = refused("--resume")
    assert told.startswith("lux: game 1 names an engine to start: if it is yours, lux play --resume 1 --white 'touch ")
    assert "1. e4 e5" in play("game\n", "--resume", "--white", shlex.join(engine), fast=())
    assert not mark.exists()


def test_an_engine_that_is_gone_leaves_the_kept_game(kept):
    people("e4\ne5\n")
    text = kept().read_text(encoding="utf-8").replace('LuxBlack "human"', 'LuxBlack "/nonexistent"')
    kept().write_text(text, encoding="utf-8")
    assert refused("--resume", "--black", "/gone") == "lux: /gone cannot be started: No such file or directory\n"
    assert kept().read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", ["\n", "[White", '[LuxWhite "human"]\n\n1. e4 *', '[LuxWhite "x"]\n\n1. e5 *'])
def test_a_kept_game_that_is_broken(games_folder, text):
    games_folder.mkdir(parents=True)
    (games_folder / "2026-01-01-000000.pgn").write_text(text, encoding="utf-8")
    assert re.fullmatch(r"lux: \S+-000000\.pgn cannot be (read|resumed): .*\n", refused("--resume", "1"))


def until_it_thinks(process):
    """Wait until the first board is drawn, and the main thread sleeps while another has the engine search."""
    next(line for line in process.stdout if "human" in line)
    deadline = time.monotonic() + 20
    asleep = 0
    while time.monotonic() < deadline:
        threads = list(Path(f"/proc/{process.pid}/task").iterdir())
        state = Path(f"/proc/{process.pid}/stat").read_text().rpartition(") ")[2][0]
        # The engine has a thread beside them. Who only waits for the interpreter lock wakes up again at once.
        asleep = asleep + 1 if len(threads) > 2 and state == "S" else 0
        if asleep == 100:
            return
        time.sleep(0.001)
    pytest.fail("no search began")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("color", ["white", "black"])
def test_signals_keep_the_game(games_folder, number, status, color):
    """Whether it comes while a person is to move or while Lux thinks."""
    process = subprocess.Popen(
        [*LUX, "play", "--color", color, "--movetime", "0.1" if color == "white" else "60", "--no-book"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if color == "white":
        process.stdin.write("e4\nfen\n")
        process.stdin.flush()
        next(line for line in process.stdout if " w KQkq " in line)
    else:
        until_it_thinks(process)
    process.send_signal(number)
    if (number, color) == (signal.SIGINT, "black"):
        # The first one lets Lux move, as other tests show.
        next(line for line in process.stdout if "Lux plays" in line)
        process.send_signal(number)
    _, errors = process.communicate(timeout=5)
    assert (process.returncode, errors.strip()) == (status, "")
    if color == "white":
        (path,) = games_folder.iterdir()
        assert len(list(read_pgn(path)[0].mainline_moves())) == 2
    else:
        assert not games_folder.exists()  # a person has not moved


def lose_on_time(*args, script=""):
    """Let a person be late with the first move, then go on with a script; return what is said from the fall on."""
    process = subprocess.Popen(
        [*LUX, "play", "--ascii", "--time", "0.005", *args],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    next(line for line in process.stdout if "White: human" in line)
    time.sleep(0.5)
    output, _ = process.communicate(f"e4\n{script}", timeout=20)
    return output[output.find("0-1" if "0-1" in output else "1/2") :]


def test_flag_fall_of_a_person():
    output = lose_on_time(script="save /dev/stdout\nundo\n")
    assert output.startswith("0-1, White ran out of time\n")
    assert '[Result "0-1"]' in output
    assert "There is no move of yours to take back." in output


def test_flag_fall_against_a_bare_king():
    output = lose_on_time("--fen", "7k/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert output.startswith("1/2-1/2, White ran out of time, Black has a bare king\n")


def test_two_engines_are_watched():
    engine = " ".join([sys.executable, "-m", "lux"])
    output = play("", "--white", engine, "--black", "lux", "--fen", MATE_IN_1, "--time", "1+1")
    assert re.search(r"^Lux \S+ plays 1\. Rd8#   eval White mates in 1   depth \d+$", output, re.MULTILINE)
    assert output.endswith("1-0, checkmate\n")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('bestmove e2e5', flush=True)", "White's engine failed: illegal move e2e5"),
        ("print('bestmove (none)', flush=True)", "White's engine failed: Odd gave no move"),
        ("print('bestmove', flush=True)", "White's engine failed: Odd gave no move"),
        ("sys.exit(3)", "White's engine failed: Odd ended with status 3"),
    ],
)
def test_an_engine_that_fails_loses(tmp_path, answer, reason):
    output = play("", "--white", " ".join(odd(tmp_path, answer)))
    assert f"0-1, {reason}" in output


@pytest.mark.parametrize("command", ["/nonexistent/engine", "'", "", "true"])
def test_an_engine_that_does_not_start(command):
    done = run_here("play", "--white", command)
    assert (done.returncode, done.stdout) == (1, f"starting {command} ...\n")
    assert re.fullmatch("lux: .*\n", done.stderr)


def test_input_that_is_not_text():
    done = subprocess.run(
        [*LUX, "play", "--depth", "1"], cwd=ROOT, input=b"\xff\xfe\n\x00e4\nquit\n", capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_on_a_narrow_terminal():
    output = play("help\nquit\n", env={**os.environ, "COLUMNS": "40"})
    names = re.search(r" or: (.*)\.$", output, re.MULTILINE)[1].split(", ")
    assert {name.split()[0] for name in names} == set(COMMANDS)
    assert "ask Lux for a move" not in output
    assert "ask Lux for a move" in play("help\nquit\n", env={**os.environ, "COLUMNS": "80"})


@pytest.mark.parametrize("utf8", [{}, {"PYTHONUTF8": "0"}], ids=["by default", "not in Python either"])
def test_plain_locale(utf8):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUTF8"}
    output = play("e4\nmoves e7\nquit\n", fast=("--depth", "2"), env={**environment, "LC_ALL": "C", **utf8})
    assert output.isascii()
