"""`tictac` for people: play, perft and solve."""

import json
import os
import re
import signal
from contextlib import closing

import pytest

from lux.cli.tictac.commands import tictac
from lux.cli.tictac.match import WINNING, draw, numbers
from tests.cases import read_sessions
from tests.cli.in_process import run_here, said
from tests.cli.test_play_terminal import Terminal
from tests.protocol.session import TICTAC, until_asleep
from tests.tictac.games import after

BOARD = r"(\d .*\n(  \+.*\n)?){3}"


def run(*args, script=""):
    done = run_here(*args, stdin=script, program=tictac)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("args", "script", "patterns"), read_sessions("tictac_play.txt"))
def test_what_is_said(args, script, patterns):
    status, output, errors = run("play", "--seed", "1", *args, script=script.replace("; ", "\n") + "\n")
    assert (status, errors) == (0, "")
    said(output, *patterns)
    assert ("from the top left" in output) == ("help" in script and "--board" not in args)
    if "redo; redo" in script:
        boards = [re.sub("[()]", " ", found[0]) for found in re.finditer(BOARD, output)]
        assert boards[-1] == boards[2]
        assert boards[-1].count("X") == 2


def test_digits_of_squares():
    board = after("").board
    assert [board.names[square] for square in numbers(board).values()] == "a3 b3 c3 a2 b2 c2 a1 b1 c1".split()


def test_a_game_on_a_terminal_is_redrawn_in_place():
    with closing(Terminal("--level", "10", command=(*TICTAC, "play"))) as terminal:
        terminal.until("X to move>")
        terminal.type("\x1a5\n")  # without a shell nothing is suspended
        shown = terminal.until(r"tictac plays \w\d\.\n(?s:.)*X to move>")
        # One board, in the lines where the first was, with the digits of the squares that are still empty.
        assert shown.startswith("  ┌───┬───┬───┐\n")
        squares = re.findall(r"[\dXO]", "".join(re.findall("│(.*)│", shown)))
        assert (len(squares), squares[4], squares.count("O")) == (9, "X", 1)
        assert all(square in ("X", "O", str(number)) for number, square in enumerate(squares, 1))
        assert b"\x1b[2J" not in terminal.output
        terminal.type("resign\n")
        terminal.until("Rematch")
        terminal.type("n\n")
        # The result stays when the screen of before is back.
        terminal.until(r"    a   b   c\nYou resign\.\ntictac wins\.\nScore: you 0, tictac 1, drawn 0\n")
        assert terminal.wait() == 0


def test_signals_leave_the_screen():
    with closing(Terminal(command=("sh", "-ic", '"$@"; fg; exit $?', "sh", *TICTAC, "play"))) as terminal:
        terminal.until("X to move>")
        terminal.type("\x1a")
        terminal.type("5\n")
        terminal.until(r"tictac plays \w\d\.\n(?s:.)*X to move>")
        os.killpg(until_asleep(os.tcgetpgrp(terminal.master)), signal.SIGTERM)
        terminal.until(r"X to move>(?s:.)*a   b   c\n")
        assert terminal.wait() == 128 + signal.SIGTERM
        assert re.findall(rb"\x1b\[\?1049([hl])", terminal.output) == [b"h", b"l", b"h", b"l"]


def test_json():
    status, output, _ = run("solve", "3/3/XO1 x", "--json")
    solved = json.loads(output)
    assert (status, solved["solved"], solved["winner"], solved["plies"]) == (0, True, "X", 5)
    assert solved["position"] == "3/3/XO1 x 3"
    assert solved["line"][0] in solved["best"]
    assert json.loads(run("solve", "--json")[1])["winner"] is None
    assert json.loads(run("solve", "X2/XO1/XO1 o", "--json")[1]) == {
        "position": "X2/XO1/XO1 o 3",
        "over": True,
        "winner": "X",
    }
    counted = json.loads(run("perft", "2", "--json")[1])
    assert (counted["position"], counted["depth"]) == ("3/3/3 x 3", 2)
    plies = [(ply["ply"], ply["nodes"], ply["classes"]) for ply in counted["plies"]]
    assert plies == [(0, 1, 1), (1, 9, 3), (2, 72, 12)]
    assert json.loads(run("solve", "--board", "8x8x5", "--movetime", "0.2", "--json")[1])["solved"] is False


def test_drawings():
    game = after("a1 b2 a2 b3 a3")
    assert draw(game, plain=True).plain.splitlines()[1:4:2] == ["3 |*X*| O |   |", "2 |*X*| O |   |"]
    assert draw(after("a1 b2"), True, after("a1")).plain.splitlines()[3] == "2 |   |(O)|   |"
    assert draw(game, plain=False).plain.splitlines()[:2] == ["  ┌───┬───┬───┐", "3 │ X │ O │   │"]
    rows = draw(after("b2"), plain=False).plain.splitlines()[1:6:2]
    assert rows == ["3 │ 1 │ 2 │ 3 │", "2 │ 4 │ X │ 6 │", "1 │ 7 │ 8 │ 9 │"]
    assert draw(after("b2", (4, 3, 3)), plain=False).plain.splitlines()[1] == "3 │   │   │   │   │"
    drawn = draw(game, plain=False)
    assert {str(span.style) for span in drawn.spans if drawn.plain[span.start : span.end].strip() == "X"} == {WINNING}
    assert sum(str(span.style) == WINNING for span in drawn.spans) == 9  # three squares, three columns each


def test_the_tree_of_negamax(tmp_path):
    status, output, errors = run("tree", "XO1/1X1/O2 x 3", "--rows", "1000")
    assert (status, errors) == (0, "")
    assert output.startswith("X wins in 1 ply  5 empty  best is c1  182 nodes\n")
    assert output.count("\n") == 182
    assert len(re.findall(r"[XO] has won .* 3 in a row  1$", output, re.MULTILINE)) == output.count("has won")
    output = run("tree", "XO1/1X1/O2 x 3", "--rows", "3")[1]
    assert output.count("\n") < 12
    assert "1 more (39 nodes): 1 winning" in output
    path = tmp_path / "tree.html"
    assert run("tree", "XO1/1X1/O2 x 3", "--html", str(path)) == (0, "", "")
    page = path.read_text(encoding="utf-8")
    assert page.count("<li ") == 181
    assert "XO1/1X1/O2 x 3" in page
    assert not re.search(r"\w+://|<li[^>]* data-placement", page)
