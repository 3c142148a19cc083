"""`lux analyse`: positions, games, files written, and what is refused."""

import io
import json
import os

import chess
import chess.pgn
import pytest
from rich.console import Console

from cli.analyse import COLORS, lines_table, review_text
from lux import Board, Engine
from lux.pgn import read_games, variation_san
from lux.review import review_game
from tests.cli.in_process import run_here as run
from tests.cli.test_lux_command import run as run_process
from tests.cli.test_play_screen import contrast
from tests.protocol.session import ROOT

GAMES = "tests/data/lichess.pgn"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/R7/4K3 w - - 0 1"
GAME = '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
BAD = '[White "C"]\n\n1. e4 e4 *\n\n'


# Positions


def test_a_position_by_name():
    assert json.loads(run("analyse", "Kiwipete", "--nodes", "9", "--json").stdout)["fen"].startswith("r3k2r/p1ppqpb1/")


@pytest.mark.parametrize("target", [[MATE_IN_1], MATE_IN_1.split(), [MATE_IN_1.replace(" 0 1", "")]])
def test_a_position_however_it_is_quoted(target):
    done = run("analyse", *target, "--depth", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1  depth 4       #1  1. Ra8#\n" in done.stdout


def test_lines_in_json_are_python_chess_moves():
    done = run("analyse", "startpos", "--nodes", "5000", "--multipv", "3", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert result["fen"] == chess.STARTING_FEN
    assert [line["multipv"] for line in result["lines"]] == [1, 2, 3]
    for line in result["lines"]:
        assert chess.Board().variation_san(map(chess.Move.from_uci, line["pv"])) == line["san"]
    assert result["best_move"] == result["lines"][0]["pv"][0]


def test_threads():
    done = run("analyse", MATE_IN_1, "--depth", "4", "--threads", "2")
    assert (done.returncode, "#1  1. Ra8#" in done.stdout) == (0, True)


def test_the_final_lines_are_whole_on_a_narrow_terminal():
    board = Board()
    lines = Engine().search(board, depth=10, multipv=2).lines
    assert len(variation_san(board, lines[0].pv)) > 20
    for whole in (True, False):
        console = Console(file=io.StringIO(), force_terminal=True, width=40, color_system=None)
        console.print(lines_table(board, lines, whole))
        output = console.file.getvalue()
        assert ("…" in output) is not whole
        assert max(map(len, output.splitlines())) <= 40
        san = variation_san(board, lines[0].pv).split()
        assert (output.split("White  line")[1].split()[3 : 3 + len(san)] == san) is whole


def test_scores_are_whites():
    white = json.loads(run("analyse", MATE_IN_1, "--depth", "4", "--json").stdout)["lines"][0]
    black = json.loads(run("analyse", MATE_IN_1.replace(" w ", " b "), "--depth", "4", "--json").stdout)["lines"][0]
    mirrored = chess.Board(MATE_IN_1).mirror().fen()
    mated = json.loads(run("analyse", mirrored, "--depth", "4", "--json").stdout)["lines"][0]
    assert white["score"] == {"mate": 1}
    assert black["score"]["cp"] > 0
    assert mated["score"] == {"mate": -1}


@pytest.mark.parametrize("fen", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"])
def test_a_finished_game(fen):
    done = run("analyse", fen, "--depth", "3")
    assert done.returncode == 0
    assert "no legal move" in done.stdout
    assert json.loads(run("analyse", fen, "--json").stdout)["best_move"] is None


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
    assert lines[2].split()[:2] == ["2.", "g4??"]
    assert lines[2].split()[2:] == ["#-1", "Qh4#", "#"]
    assert lines[3].startswith("      blunder; better 2. ")
    assert lines[4].startswith("White: accuracy ")
    assert ", 1 blunder" in lines[4]
    assert lines[5].endswith("0 inaccuracies, 0 mistakes, 0 blunders")


@pytest.mark.parametrize("color", COLORS.values())
def test_judgements_can_be_read_on_light_and_dark(color):
    assert contrast(color, "#ffffff") >= 3
    assert contrast(color, "#000000") >= 3


def test_only_the_title_is_bold():
    # A bold colour is a bright one on many terminals.
    text = review_text("Title", review_game(Engine(), next(read_games(GAME)), nodes=1000))
    assert [text.plain[span.start : span.end] for span in text.spans if "bold" in str(span.style)] == ["Title\n"]
    assert not text.style


def test_malformed_games_are_named_and_cost_no_other(games, tmp_path):
    done = run("analyse", str(games), "--nodes", "500", "--output", str(tmp_path / "out.pgn"))
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if line.startswith("Game")] == [
        "Game 2: A - B  0-1",
        "Game 4: A - B  0-1",
    ]
    assert [line.split(": ")[2] for line in done.stderr.splitlines()] == ["game 1, line 3", "game 3, line 12"]
    assert (tmp_path / "out.pgn").read_text(encoding="utf-8").count("[Event ") == 2


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
                assert node.nags >= old.nags
                if node.nags - old.nags:
                    assert len(node.parent.variations) > 1
                    marked += 1
        assert chess.pgn.read_game(annotated) is None
    assert marked > 20


def test_games_in_json(games):
    done = run_process("analyse", str(games), "-", "--nodes", "500", "--json", stdin=GAME)
    result = json.loads(done.stdout)
    assert [(game["number"], game["headers"]["White"]) for game in result["games"]] == [(2, "A"), (4, "A"), (1, "A")]
    assert [error["number"] for error in result["errors"]] == [1, 3]
    moves = result["games"][0]["moves"]
    assert [move["move"] for move in moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert (moves[2]["judgement"], moves[3]["score"]) == ("blunder", {"mate": 0})
    assert result["games"][0]["accuracy"]["white"] < result["games"][0]["accuracy"]["black"]


def test_plots(games, tmp_path):
    pytest.importorskip("matplotlib")
    assert run("analyse", str(games), "--nodes", "100", "--plot", str(tmp_path / "game.svg")).returncode == 1
    drawn = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert drawn == ["game-2.svg", "game-4.svg"]
    assert "blunder" in (tmp_path / "game-2.svg").read_text(encoding="utf-8")
    games.write_text(GAME, encoding="utf-8")
    assert run("analyse", str(games), "--nodes", "100", "--plot", str(tmp_path / "game.png")).returncode == 0
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_one_line_names_it(games, tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError('gone', name='matplotlib')", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = run_process("analyse", str(games), "--plot", str(tmp_path / "game.svg"), env=environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "lux: --plot needs matplotlib; install it with the extra: lux-chess[plot]\n"


# What is refused


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["nowhere.pgn"],
        ["tests"],
        ["-", "-"],
        ["8/8/8/8/8/8/8/8 w - - 0 1"],
        ["startpos", "--multipv", "0"],
        ["startpos", "--depth", "deep"],
        ["startpos", "--movetime", "0"],
        ["startpos", "--threads", "0"],
        ["startpos", "--output", "x.pgn"],
        ["startpos", "--plot", "x.svg"],
        ["startpos", "--hash", "0"],
        [GAMES, "--multipv", "2"],
        [GAMES, "--plot", "x.gif"],
        [GAMES, "--output", GAMES],
    ],
)
def test_wrong_use_is_one_line_and_status_2(args):
    done = run("analyse", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lux analyse: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-"], "lux: there is no game to analyse"),
        ([GAMES, "--output", "/nowhere/x.pgn"], "lux: /nowhere/x.pgn: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_1(args, message):
    done = run_process("analyse", *args)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message + "\n")
