"""`lux analyse`: positions, games, files written, and what is refused."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import threading
import time
from xml.etree import ElementTree

import chess
import chess.pgn
import pytest
from rich.console import Console

from lux import Board, Engine
from lux import review as review_module
from lux.cli.analyse import plot, searching
from lux.cli.analyse.games import Writer
from lux.cli.analyse.position import lines_text
from lux.cli.analyse.review_text import ReviewedGame, review_text
from lux.cli.analyse.searching import FoundGame, count_games
from lux.client import EngineError
from lux.pgn import read_games
from lux.review import review_game
from tests.cli.in_process import run_here as run
from tests.cli.test_play_screen import contrast
from tests.protocol.session import LUX, ROOT, until_at_work
from tests.protocol.session import run as run_process

GAMES = "tests/data/lichess.pgn"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/R7/4K3 w - - 0 1"
GAME = (
    '[White "A"]\n[Black "B"]\n[TimeControl "60"]\n[Result "0-1"]\n\n'
    "1. f3 {[%clk 0:00:51]} e5 {[%clk 0:00:58]} 2. g4 {[%clk 0:00:31]} Qh4# {[%clk 0:00:40]} 0-1\n\n"
)
BAD = '[White "C"]\n\n1. e5 e4 *\n\n'


# Positions


AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".split()
REST = ["w", "-", "-", "0", "1"]


@pytest.mark.parametrize(
    ("target", "fen"),
    [
        (["Kiwipete"], "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ([MATE_IN_1], MATE_IN_1),
        ([f"Fen: {MATE_IN_1.replace(' 0 1', '')}"], MATE_IN_1),
        (["position startpos moves " + 13 * "g1f3 g8f6 f3g1 f6g8 " + "e2e4"], " ".join([*AFTER_E4[:5], "27"])),
        *((AFTER_E4[:fields], " ".join([*AFTER_E4[:fields], *REST[fields - 1 :]])) for fields in range(1, 7)),
    ],
)
def test_a_position_by_name_or_as_a_fen_whole_or_without_its_end(target, fen):
    assert json.loads(run("analyse", *target, "--nodes", "9", "--json").stdout)["fen"] == fen


def test_lines_in_json_are_python_chess_moves():
    done = run("analyse", "startpos", "--nodes", "5000", "--multipv", "3", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert result["fen"] == chess.STARTING_FEN
    assert [line["multipv"] for line in result["lines"]] == [1, 2, 3]
    for line in result["lines"]:
        assert chess.Board().variation_san(map(chess.Move.from_uci, line["pv"])) == line["san"]
    assert result["best_move"] == result["lines"][0]["pv"][0]


def test_lines_are_cut_off_as_long_as_they_change():
    board = Board()
    lines = Engine().search(board, depth=10, multipv=2).lines
    console = Console(file=io.StringIO(), force_terminal=True, width=40, color_system=None)
    console.print(lines_text(board, lines, no_wrap=True, overflow="ellipsis"))
    output = console.file.getvalue().splitlines()
    assert len(output) == 3
    assert all(len(row) == 40 and row.endswith("…") for row in output)
    console.print(lines_text(board, lines), soft_wrap=True)
    assert f"{board.variation_san(lines[0].pv)}\n" in console.file.getvalue()


def test_scores_are_whites():
    mate, other, mated = (
        json.loads(run("analyse", fen, "--depth", "4", "--json").stdout)["lines"][0]["score"]
        for fen in (MATE_IN_1, MATE_IN_1.replace(" w ", " b "), chess.Board(MATE_IN_1).mirror().fen())
    )
    assert (mate, other["cp"] > 0, mated) == ({"mate": 1}, True, {"mate": -1})


def test_chess960_by_its_castling_field():
    done = run("analyse", "k7/8/8/8/8/8/8/4KR2 w F - 0 1", "--depth", "1", "--multipv", "218", "--json")
    assert "e1f1" in {line["pv"][0] for line in json.loads(done.stdout)["lines"]}


# Games


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(BAD + GAME + BAD + GAME, encoding="utf-8")
    return path


def test_each_move_and_each_side(games):
    games.write_text(GAME, encoding="utf-8")
    done = run("analyse", str(games), "--nodes", "3000")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Game 1: A - B  0-1"
    assert lines[1] == "A00 Barnes Opening: Fool's Mate"
    # Whether 1. f3 is an inaccuracy, with a line of its own, is the engine's to judge.
    blunder = next(index for index, line in enumerate(lines) if line.split()[:2] == ["2.", "g4??"])
    assert lines[blunder].split()[2:] == ["#-1", "Qh4#", "#"]
    assert lines[blunder + 1].startswith("      blunder, allows mate in 1; better 2. ")
    assert re.fullmatch(r"White: accuracy \S+ %, average loss \d+ centipawns, .*, 1 blunder", lines[blunder + 2])
    assert re.fullmatch(r" {7}opening \S+ %; 14\.5 s a move", lines[blunder + 3])
    assert lines[blunder + 4].endswith("0 inaccuracies, 0 mistakes, 0 blunders")
    assert len(lines) == blunder + 7


@pytest.mark.parametrize("color", plot.COLORS.values())
def test_judgements_can_be_read_on_light_and_dark(color):
    assert contrast(color, "#ffffff") >= 3
    assert contrast(color, "#000000") >= 3


def test_only_the_title_is_bold():
    # A bold colour is a bright one on many terminals.
    game = next(read_games(GAME))
    text = review_text(ReviewedGame(FoundGame("", 1, game), review_game(Engine(), game, nodes=1000), None))
    bold = [text.plain[span.start : span.end] for span in text.spans if "bold" in str(span.style)]
    assert bold == ["Game 1: A - B  0-1\n"]
    assert not text.style


def test_malformed_games_are_named_and_cost_no_other(games, tmp_path):
    done = run("analyse", str(games), "--nodes", "500", "--output", str(tmp_path / "out.pgn"))
    assert done.returncode == 1
    titles = [line.split("  accuracy")[0] for line in done.stdout.splitlines() if line.startswith("Game")]
    assert titles == ["Game 2: A - B  0-1", "Game 4: A - B  0-1"]
    assert [line.split(": ")[2] for line in done.stderr.splitlines()] == ["game 1, line 3", "game 3, line 14"]
    assert (tmp_path / "out.pgn").read_text(encoding="utf-8").count("[Event ") == 2


def test_a_game_is_analysed_up_to_an_illegal_move(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text('[White "C"]\n\n1. e4 e5 2. Nf3 Ke6 3. Nxe5 1-0\n', encoding="utf-8")
    done = run("analyse", str(path), "--nodes", "100")
    assert done.returncode == 1
    problem = "game 1, line 3: illegal move Ke6 in .*; analysed up to there"
    assert re.fullmatch(rf"lux analyse: {path}: {problem}\n", done.stderr)
    assert "   2. Nf3" in done.stdout
    page = tmp_path / "page.html"
    (game,) = json.loads(run("analyse", str(path), "--nodes", "100", "--json", "--html", str(page)).stdout)["games"]
    assert [move["san"] for move in game["moves"]] == ["e4", "e5", "Nf3"]
    assert re.search(rf'"about":\["{problem}"\]', page.read_text(encoding="utf-8"))


def test_results_in_files_leave_a_line_a_game(tmp_path):
    command = ["analyse", GAMES, "--nodes", "50", "--html", str(tmp_path / "page.html")]
    printed = run(*command).stdout.splitlines()
    assert all(re.fullmatch(r"Game \d: .*  accuracy: White \d.* %, Black \d.* %", line) for line in printed[:6])
    assert printed[6].startswith("player")
    assert max(map(len, printed[6:])) <= 80
    assert run(*command, "--quiet").stdout == ""
    assert run("analyse", GAMES, "--nodes", "50", "--quiet").stdout == ""


def test_annotated_games_are_read_by_python_chess(tmp_path):
    output = tmp_path / "annotated.pgn"
    done = run("analyse", GAMES, "--nodes", "400", "--hash", "1", "--output", str(output))
    assert (done.returncode, done.stderr) == (0, "")
    marked = 0
    with output.open(encoding="utf-8") as annotated, (ROOT / GAMES).open(encoding="utf-8") as original:
        for _ in range(6):
            game, before = chess.pgn.read_game(annotated), chess.pgn.read_game(original)
            assert not game.errors
            for node, old in zip(game.mainline(), before.mainline(), strict=True):
                assert (node.move, node.clock()) == (old.move, old.clock())
                assert node.eval() is not None or node.board().is_checkmate()
                # One mark from ! to ?! is left, that of the review.
                marks = node.nags & {1, 2, 3, 4, 5, 6}
                assert node.nags - marks == old.nags - {1, 2, 3, 4, 5, 6}
                assert len(marks) <= 1
                if marks - old.nags:
                    assert len(node.parent.variations) > 1
                    marked += 1
        assert chess.pgn.read_game(annotated) is None
    assert marked > 20


def test_games_in_json(games):
    done = run_process("analyse", str(games), "-", "--depth", "5", "--multipv", "2", "--json", stdin=GAME)
    result = json.loads(done.stdout)
    assert [(game["number"], game["headers"]["White"]) for game in result["games"]] == [(2, "A"), (4, "A"), (1, "A")]
    assert [error["number"] for error in result["errors"]] == [1, 3]
    game = result["games"][0]
    assert game["opening"] == {"eco": "A00", "name": "Barnes Opening: Fool's Mate"}
    assert game["accuracy"]["white"] < game["accuracy"]["black"]
    moves, (white, black) = game["moves"], game["sides"].values()
    assert [(move["move"], move["time_s"], move["phase"], len(move["lines"])) for move in moves] == [
        (move, time_s, "opening", 2) for move, time_s in (("f2f3", 9), ("e7e5", 2), ("g2g4", 20), ("d8h4", 18))
    ]
    assert (moves[2]["judgement"], moves[3]["score"]) == ("blunder", {"mate": 0})
    assert moves[2]["lines"][0]["moves"] == moves[2]["best"]
    assert white["average_loss_cp"] == sum(move["loss_cp"] for move in moves[::2]) / 2 > 400
    assert (white["time_s"], black["time_s"], white["blunders"], black["blunders"]) == (14.5, 10, 1, 0)


def test_totals_by_player(games):
    games.write_text(GAME + GAME.replace('"A"', '"C"') + GAME.replace('"B"', '"A"').replace('"A"', '"B"', 1))
    done = run("analyse", str(games), "--nodes", "2000")
    heading, *rows = [line.split() for line in done.stdout.splitlines()[-4:]]
    assert heading == ["player", "games", "+", "=", "-", *"accuracy loss ?! ? ?? open mid end s/move".split()]
    assert [" ".join(row[:5]) for row in rows] == ["B 3 2 0 1", "A 2 1 0 1", "C 1 0 0 1"]
    result = json.loads(run("analyse", str(games), "--nodes", "2000", "--json").stdout)
    both = [game["sides"] for game in result["games"]]
    of_a = [both[0]["white"], both[2]["black"]]
    player = result["players"][1]
    assert (player["name"], player["blunders"]) == ("A", 1)
    assert player["time_s"] == pytest.approx((9 + 20 + 2 + 18) / 4, abs=0.06)
    assert player["accuracy"] == pytest.approx(sum(side["accuracy"] for side in of_a) / 2, abs=0.11)
    assert player["average_loss_cp"] == pytest.approx(sum(side["average_loss_cp"] for side in of_a) / 2, abs=0.11)
    # One game needs no sums.
    assert "s/move" not in run_process("analyse", "-", "--nodes", "100", stdin=GAME).stdout


def searched(games, *options, run=run):
    """Return what is found within a limit that gives the same result every time."""
    done = run("analyse", str(games), "--nodes", "400", "--hash", "1", "--json", *options)
    return [[move["score"] for move in game["moves"]] for game in json.loads(done.stdout)["games"]], done


def test_jobs_and_a_cluster_change_nothing(games, tmp_path, monkeypatch):
    games.write_text(BAD + (ROOT / GAMES).read_text(encoding="utf-8") + "\n\n" + BAD, encoding="utf-8")
    once, done = searched(games)
    assert len(once) == 6
    twice, same = searched(games, "--jobs", "3")
    assert (twice, same.stderr, same.returncode) == (once, done.stderr, 1)
    pytest.importorskip("cryptography", reason="needs the extra [cluster]")
    kept = ("--resume", str(tmp_path / "kept"))
    clustered, same = searched(games, "--cluster", "local:2", *kept, run=run_process)
    assert (clustered, same.stderr, same.returncode) == (once, done.stderr, 1)
    monkeypatch.setattr(searching, "assess_game", None)
    assert searched(games, *kept)[0] == once


def test_annotated_games_on_standard_output(games):
    games.write_text(GAME, encoding="utf-8")
    done = run_process("analyse", str(games), "--nodes", "2000", "--output", "-")
    assert done.returncode == 0
    game = chess.pgn.read_game(io.StringIO(done.stdout))
    assert not game.errors
    assert (game.headers["ECO"], game.headers["Opening"]) == ("A00", "Barnes Opening: Fool's Mate")
    comment = " ".join(game.next().next().next().comment.split())  # lines of a PGN break anywhere
    assert re.search(r"Blunder, allows mate in 1\. \S+ was best\.", comment)
    # What is for people goes elsewhere.
    assert done.stderr.startswith("Game 1: A - B  0-1\n")
    # An opening that the file names stays.
    games.write_text('[ECO "X99"]\n' + GAME, encoding="utf-8")
    assert '[ECO "X99"]' in run("analyse", str(games), "--nodes", "100", "--output", "-").stdout


def test_the_first_of_many_malformed_games_are_named():
    done = run_process("analyse", "-", "--nodes", "100", stdin=13 * BAD)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 11)
    assert done.stderr.splitlines()[-1] == "lux analyse: and 3 more that cannot be read"


def test_a_directory_stands_for_its_files(tmp_path):
    (tmp_path / "a").mkdir()
    for name in ("b.pgn", "a/c.PGN", "a/d.txt"):
        (tmp_path / name).write_text(GAME, encoding="utf-8")
    (tmp_path / "a/backup.pgn").mkdir()
    (tmp_path / "old.pgn").symlink_to(tmp_path / "nowhere.pgn")
    games = json.loads(run("analyse", str(tmp_path), "--nodes", "50", "--json").stdout)["games"]
    assert [game["file"] for game in games] == [str(tmp_path / "a/c.PGN"), str(tmp_path / "b.pgn")]


def test_tablebases_are_used_and_named_if_they_are_not_there(tmp_path):
    (tmp_path / "game.pgn").write_text('[FEN "8/8/8/8/4k3/8/3KP3/8 w - - 0 1"]\n\n1. Ke1 *', encoding="utf-8")
    for target in ("7k/8/8/8/8/8/P7/K7 w - -", str(tmp_path / "game.pgn")):
        words = ("analyse", target, "--nodes", "20", "--json", "--syzygy")
        assert run(*words, "tests/data/syzygy").returncode == 0
        assert run(*words, "/nowhere").stderr == "lux: /nowhere: No such file or directory\n"


def test_games_are_not_counted_in_a_pipe_which_gives_them_once():
    read_end, write_end = os.pipe()
    os.write(write_end, GAME.encode())
    os.close(write_end)
    with open(read_end, encoding="utf-8") as pipe:
        assert count_games((f"/dev/fd/{read_end}", "-")) == 0
        assert pipe.read() == GAME


def test_what_was_done_of_a_game_that_is_interrupted(tmp_path, monkeypatch):
    assess = review_module.assess_position

    def interrupt(engine, board, *args, **options):
        if len(board.move_stack) == 1:
            os.kill(os.getpid(), signal.SIGINT)
            assert options["stop"].wait(30)  # until the main thread has noticed it
        return assess(engine, board, *args, **options)

    monkeypatch.setattr(review_module, "assess_position", interrupt)
    (tmp_path / "game.pgn").write_text(GAME, encoding="utf-8")
    done = run("analyse", str(tmp_path / "game.pgn"), "--nodes", "50")
    assert (done.returncode, done.stderr) == (130, "lux analyse: game 1 from move 2 on\nlux analyse: interrupted\n")
    assert re.search(r"2\. g4\S* .*Qh4#", done.stdout)
    assert "e5" not in done.stdout


def test_games_that_are_done_before_one_that_is_interrupted(tmp_path, monkeypatch):
    assess, add, done = searching.assess_game, searching.Kept.add, threading.Event()

    def interrupt(engine, game, *args, **options):
        if game.headers["White"] == "A":
            assert done.wait(30)
            os.kill(os.getpid(), signal.SIGINT)
            assert options["stop"].wait(30)
        return assess(engine, game, *args, **options)

    def keep(kept, game, lines):
        add(kept, game, lines)
        if game.headers["White"] == "E":
            done.set()

    monkeypatch.setattr(searching, "assess_game", interrupt)
    monkeypatch.setattr(searching.Kept, "add", keep)
    path = tmp_path / "games.pgn"
    path.write_text(GAME + GAME.replace('"A"', '"C"') + GAME.replace('"A"', '"E"'), encoding="utf-8")
    result = run("analyse", str(path), "--nodes", "50", "--jobs", "2", "--json")
    assert (result.returncode, result.stderr) == (130, "lux analyse: interrupted\n")
    games = json.loads(result.stdout)["games"]
    assert [(game["headers"]["White"], len(game["moves"])) for game in games] == [("C", 4), ("E", 4)]


def test_a_game_is_shown_whole_if_it_is_interrupted_meanwhile(tmp_path, monkeypatch):
    take = Writer.take

    def interrupt(writer, found, assessments):
        if found.number == 1:
            os.kill(os.getpid(), signal.SIGINT)
        take(writer, found, assessments)

    monkeypatch.setattr(Writer, "take", interrupt)
    (tmp_path / "games.pgn").write_text(GAME * 9, encoding="utf-8")
    done = run("analyse", str(tmp_path / "games.pgn"), "--nodes", "50", "--json")
    assert done.returncode == 130
    assert [len(game["moves"]) for game in json.loads(done.stdout)["games"]][:1] == [4]


def test_what_was_done_before_an_engine_fails(tmp_path, monkeypatch):
    assess = searching.assess_game

    def fail(engine, game, *args, **options):
        if game.headers["White"] == "C":
            raise EngineError("sf died")
        return assess(engine, game, *args, **options)

    monkeypatch.setattr(searching, "assess_game", fail)
    (tmp_path / "games.pgn").write_text(GAME + GAME.replace('"A"', '"C"'), encoding="utf-8")
    done = run("analyse", str(tmp_path / "games.pgn"), "--nodes", "50", "--json")
    assert (done.returncode, done.stderr) == (1, "lux: sf died\n")
    assert len(json.loads(done.stdout)["games"]) == 1


def test_an_interrupted_analysis_goes_on(tmp_path, monkeypatch):
    path, kept = tmp_path / "games.pgn", tmp_path / "kept"
    second, third = GAME.replace("f3", "f4").replace('"A"', '"C"'), GAME.replace("g4", "a3 a6 3. g4").replace("A", "E")
    path.write_text(GAME + BAD + second + third)
    words = ["analyse", str(path), "--nodes", "200", "--multipv", "2", "--json"]
    whole, searched = run(*words), []

    def interrupt(engine, game, *args, assess=searching.assess_game, **options):
        searched.append(game.headers["White"])
        if searched == ["A", "C"]:
            raise KeyboardInterrupt
        return assess(engine, game, *args, **options)

    monkeypatch.setattr(searching, "assess_game", interrupt)
    done = run(*words, "--resume", str(kept))
    assert done.returncode == 130
    assert done.stderr.endswith("lux analyse: interrupted; the same command goes on\n")
    assert [run(*words, "--resume", str(kept)).stdout for _ in range(2)] == [whole.stdout] * 2
    assert (searched.count("A"), searched.count("C"), searched[-1]) == (1, 2, "E")
    refused = run(*words, "--depth", "3", "--resume", str(kept))
    assert (refused.returncode, refused.stderr[:60]) == (1, f"lux: {kept}: file of --resume with other limits"[:60])
    with kept.open("a") as file:
        file.write('{"game": "x", "lines": [[3]]}\n')
    assert run(*words, "--resume", str(kept)).stderr == f"lux: {kept}: an entry is damaged\n"


def begin(*args):
    return subprocess.Popen([*LUX, *args], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_search_that_is_ended_shows_its_best_line(signum):
    process = begin("analyse", "startpos", "--movetime", "60")
    until_at_work(process)
    process.send_signal(signum)
    printed, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
    assert re.search(r"^  1  depth \d+ .* 1\. ", printed, re.MULTILINE)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interruption_keeps_the_last_report_and_what_was_done(tmp_path, signum):
    """After Ctrl-C or SIGTERM the unfinished report has the finished games; searches under way are stopped at once."""
    long = '[White "C"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * 30 + "*\n\n"
    page, games, output = (tmp_path / name for name in ("page.html", "games.pgn", "out.pgn"))
    games.write_text(GAME + long, encoding="utf-8")
    for path in (page, output):
        path.write_text("a report")
    process = begin("analyse", str(games), "--movetime", "0.3", "--html", str(page), "--output", str(output))
    deadline = time.monotonic() + 60
    while not any("0-1\n\n" in part.read_text(encoding="utf-8") for part in tmp_path.glob("out.pgn.*.part")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signum)
    printed, errors = process.communicate(timeout=30)
    done_page, done_games = (next(tmp_path.glob(f"{path.name}.*.part*")) for path in (page, output))
    assert [path.read_text() for path in (page, output)] == ["a report", "a report"]
    assert done_games.read_text(encoding="utf-8").count("0-1\n\n") == 1
    assert process.returncode == (-signum if signum == signal.SIGKILL else 130)
    if signum == signal.SIGKILL:
        return
    late = errors.count(": game 2 from move ")  # on a slow machine a part of the next game is done, too
    assert errors.splitlines()[late:] == [
        f"{page} was not written; the partial result is in {done_page}",
        f"{output} was not written; the partial result is in {done_games}",
        "lux analyse: interrupted",
    ]
    assert printed.count("Game ") == 1 + late
    assert done_page.read_text(encoding="utf-8").count('"title":') == 1 + late


def test_plots(games, tmp_path):
    assert run("analyse", str(games), "--nodes", "100", "--plot", str(tmp_path / "game.svg")).returncode == 1
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["game-2.svg", "game-4.svg"]
    picture = ElementTree.parse(tmp_path / "game-2.svg").getroot()
    texts = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A - B  0-1", "blunder ??", "+8", "1", "2"} <= {*texts}
    assert "2. g4??" in [title.text for title in picture.iter("{http://www.w3.org/2000/svg}title")]


def test_another_engine_reviews(games):
    games.write_text(GAME, encoding="utf-8")
    command = shlex.join(map(str, LUX))
    done = run("analyse", str(games), "--nodes", "5000", "--engine", command)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^ +2\. g4\?\? +#-1 +Qh4# +# *$", done.stdout, re.MULTILINE)
    for broken, message in (("sh -c 'exit 3'", "ended with status 3"), ("/none", "/none cannot be started")):
        done = run("analyse", str(games), "--nodes", "10", "--engine", broken)
        assert (done.returncode, done.stdout) == (1, "")
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_game_that_another_engine_cannot_play_costs_no_other(games):
    games.write_text('[Variant "Chess960"]\n\n1. e4 *\n\n' + GAME, encoding="utf-8")
    engine = f"{shlex.join(map(str, LUX))} | grep --line-buffered -v UCI_Chess960"
    done = run("analyse", str(games), "--nodes", "50", "--engine", shlex.join(["sh", "-c", engine]))
    assert done.returncode == 1
    assert re.fullmatch(rf"lux analyse: {games}: game 1: Lux .* has no option UCI_Chess960\n", done.stderr)
    assert done.stdout.startswith("Game 2: A - B")
