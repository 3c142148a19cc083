"""`tictac` for people: play, perft and solve."""

import re
import signal
import subprocess

import pytest

from cli.tictac_play import draw
from tests.protocol.session import ROOT, TICTAC
from tests.tictac.games import after


def run(*args, script=""):
    done = subprocess.run([*TICTAC, *args], cwd=ROOT, input=script, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def play(script, *args):
    status, output, errors = run("play", "--seed", "1", *args, script=script)
    assert (status, errors) == (0, "")
    return output


def test_a_game_with_commands_and_mistakes():
    output = play("b2\nB2\nz9\n\nhint\nundo\nundo\na1\nhelp\nboard\nquit\n")
    assert output.startswith("You are X, tictac plays at level 10")
    assert "b2 is taken (free: " in output
    assert "there is no square 'z9' on 3x3" in output
    assert re.search(r"^Hint: \w\d \(a draw; as good: .+\)$", output, re.MULTILINE)
    assert "There is no move of yours to take back." in output
    assert len(re.findall(r"^tictac plays \w\d\.$", output, re.MULTILINE)) == 2
    assert "b2 is taken" not in output.split("There is no move of yours")[1]
    assert "Score" not in output


def test_a_loss_a_rematch_with_the_sides_swapped_and_the_score():
    output = play("a1\nb1\na2\nb3\nyes\nnew\nn\n")  # the bot answers a1 with b2, b1 with c1, and wins through a3
    assert "tictac wins.\nScore: you 0, tictac 1, drawn 0\nType y or n.\nYou are O now.\n" in output
    assert output.count("|*O*|") == 3
    assert output.endswith("tictac wins.\nScore: you 0, tictac 2, drawn 0\n")


def test_a_win_and_a_draw():
    won = play("b2\n" + "a1\na2\na3\nb1\nb3\nc1\nc2\nc3\n", "--level", "0")
    assert "You win!\nScore: you 1, tictac 0, drawn 0" in won
    assert won.count("|*X*|") == 3
    drawn = play("b2\na2\nc3\nb1\na3\n")
    assert "A draw.\nScore: you 0, tictac 0, drawn 1" in drawn


def test_the_bot_begins_for_o_and_other_boards_are_played():
    output = play("quit\n", "--side", "o", "--board", "5x4x4", "--movetime", "0.1")
    assert "4 in a row win" in output
    assert re.search(r"^tictac plays \w\d\.$", output, re.MULTILINE)
    assert "    a   b   c   d   e" in output


def test_the_end_of_input_leaves():
    assert play("a1\n").endswith("\n")


def test_an_interrupt_leaves_without_a_traceback():
    process = subprocess.Popen(
        [*TICTAC, "play"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert b"Traceback" not in output + errors


def test_perft():
    status, output, errors = run("perft", "9")
    assert (status, errors) == (0, "")
    rows = [line.split() for line in output.splitlines()[1:11]]
    assert [int(row[1]) for row in rows[1:]] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert output.endswith("255168 games ended: 131184 X, 77904 O, 46080 draws\n5478 positions, 765 up to symmetry\n")


@pytest.mark.parametrize(
    ("args", "first"),
    [
        ((), "3/3/3 x 3: a draw"),
        (("3/3/XO1 x",), "3/3/XO1 x 3: X wins in 5 plies"),
        (("3/1X1/XO1 o",), "3/1X1/XO1 o 3: X wins in 4 plies"),
        (("X2/XO1/XO1 o",), "X2/XO1/XO1 o 3: over, X has won"),
        (("1P1/pp1/P2[PPPpp] w - - 0 3",), "1X1/OO1/X2 x 3: a draw"),
        (("--board", "4x4x4"), "4/4/4/4 x 4: a draw"),
        (("--board", "4,3,3"), "4/4/4 x 3: X wins in 7 plies"),
    ],
)
def test_solve(args, first):
    status, output, errors = run("solve", *args)
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == first
    if "over" not in first:
        assert re.fullmatch(r"best moves:( [a-d][1-4])+", lines[1])
        assert re.fullmatch(r"line:( [a-d][1-4])+", lines[2])


def test_solve_says_that_it_did_not_finish():
    status, output, errors = run("solve", "--board", "8x8x5", "--time", "0.2")
    assert status == 1
    assert re.match(r"8/8/8/8/8/8/8/8 x 5: no win within \d+ plies\n", output)
    assert errors == "tictac: not solved within 0.2 s\n"


@pytest.mark.parametrize(
    "args",
    [
        ("nonsense",),
        ("--nonsense",),
        ("play", "--level", "11"),
        ("play", "--board", "3x3"),
        ("play", "--board", "9x9x9"),
        ("perft",),
        ("perft", "-1"),
        ("perft", "2", "3/3/3 o"),
        ("solve", "XXX/3/3 x"),
        ("solve", "--board", "3x3x4"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(args):
    status, output, errors = run(*args)
    assert (status, output) == (2, "")
    assert re.fullmatch(r"tictac.*\(see `tictac.*--help`\)\n", errors)


def test_drawings():
    game = after("a1 b2 a2 b3 a3")
    assert draw(game, plain=True).plain.splitlines()[1:4:2] == ["3 |*X*| O |   |", "2 |*X*| O |   |"]
    assert draw(after("a1 b2"), plain=True).plain.splitlines()[3] == "2 |   |(O)|   |"
    assert draw(game, plain=False).plain.splitlines()[:2] == ["  ┌───┬───┬───┐", "3 │ X │ O │   │"]
