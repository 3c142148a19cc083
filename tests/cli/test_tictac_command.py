"""`tictac` for people: play, perft and solve."""

import json
import re

import pytest

from lux.cli.tictac.match import WINNING, draw, numbers
from tests.cli.test_play_terminal import Terminal
from tests.protocol.session import TICTAC
from tests.protocol.session import run as run_process
from tests.tictac.games import after


def run(*args, script=""):
    done = run_process(*args, stdin=script, command=TICTAC)
    return done.returncode, done.stdout, done.stderr


def play(script, *args):
    args = ("--level", "10", *args) if "--level" not in args else args
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
    output = play("a1\nb1\na2\nb3\nyes\nresign\nn\n")  # the bot answers a1 with b2, b1 with c1, and wins through a3
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
    output = play("quit\n", "--color", "o", "--board", "5x4x4", "--movetime", "0.1")
    assert "4 in a row win" in output
    assert re.search(r"^tictac plays \w\d\.$", output, re.MULTILINE)
    assert "    a   b   c   d   e" in output


def test_digits_are_squares_of_a_small_board():
    output = play("1\n10\nquit\n")
    assert "3 |(X)|   |   |" in output.replace("| X |", "|(X)|")
    assert "there is no square '10' on 3x3" in output
    assert "there is no square '1' on 4x4" in play("1\nquit\n", "--board", "4x4x3")
    assert "1 to 9, from the top left" in play("help\nquit\n")
    assert "from the top left" not in play("help\nquit\n", "--board", "4x4x3")
    board = after("").board
    assert [board.names[square] for square in numbers(board).values()] == "a3 b3 c3 a2 b2 c2 a1 b1 c1".split()


def test_undo_and_redo():
    output = play("a1\na2\nundo\nundo\nredo\nredo\nredo\nboard\nquit\n")
    assert "There is no move to play again." in output
    boards = re.findall(r"(?:^\d .*\n(?:^  \+.*\n)?){3}", output, re.MULTILINE)
    assert boards[-1].count("X") == 2
    assert boards[-1].replace("(", " ").replace(")", " ") == boards[2].replace("(", " ").replace(")", " ")
    # A new move makes those that were taken back void.
    assert play("a1\nundo\nb1\nredo\nquit\n").count("There is no move to play again.") == 1


def test_swap_level_and_new():
    output = play("swap\nlevel 3\nlevel 11\nlevel\nnew\nquit\n")
    assert re.search(r"You are O now\.\n(?s:.)*^tictac plays [abc][123]\.$", output, re.MULTILINE)
    assert "tictac plays at level 3 from now on." in output
    assert output.count("tictac plays at level 3; type level N, from 0 to 10.") == 2
    assert "Score" not in output


def test_a_game_on_a_terminal_is_redrawn_in_place():
    terminal = Terminal("--level", "10", command=(*TICTAC, "play"))
    try:
        terminal.until("X to move>")
        terminal.type("5\n")
        shown = terminal.until(r"tictac plays \w\d\.\n(?s:.)*X to move>")
        # One board, in the lines where the first was, with the digits of the squares that are still empty.
        assert shown.startswith("  ┌───┬───┬───┐\n")
        squares = re.findall(r"[\dXO]", "".join(re.findall("│(.*)│", shown)))
        assert (len(squares), squares[4], squares.count("O")) == (9, "X", 1)
        assert all(square in ("X", "O", str(number)) for number, square in enumerate(squares, 1))
        assert b"\x1b[2J" not in terminal.output
        terminal.type("quit\n")
        assert terminal.wait() == 0
    finally:
        terminal.hang_up()


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
    status, output, _ = run("solve", "--board", "8x8x5", "--movetime", "0.2", "--json")
    assert (status, json.loads(output)["solved"]) == (1, False)


def test_solve_says_that_it_did_not_finish():
    status, output, errors = run("solve", "--board", "8x8x5", "--movetime", "0.2")
    assert status == 1
    assert re.match(r"8/8/8/8/8/8/8/8 x 5: no win within \d+ plies\n", output)
    assert errors == "tictac: not solved within 0.2 s\n"


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


def test_the_tree_of_negamax():
    status, output, errors = run("tree", "XO1/1X1/O2 x 3", "--rows", "1000")
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "X wins in 1 ply  5 empty  best is c1  182 nodes"
    assert len(lines) == 182
    assert len(re.findall(r"[XO] has won .* 3 in a row  1$", output, re.MULTILINE)) == output.count("has won")
    status, output, errors = run("tree", "XO1/1X1/O2 x 3", "--rows", "3")
    assert len(output.splitlines()) < 12
    assert "1 more (39 nodes): 1 winning" in output


def test_the_tree_as_a_page(tmp_path):
    path = tmp_path / "tree.html"
    status, output, errors = run("tree", "XO1/1X1/O2 x 3", "--html", str(path))
    assert (status, output, errors) == (0, "", "")
    page = path.read_text(encoding="utf-8")
    assert page.count("<li ") == 181
    assert "XO1/1X1/O2 x 3" in page
    assert not re.search(r"\w+://|<li[^>]* data-placement", page)


def test_a_tree_that_is_too_large():
    status, output, errors = run("tree", "--max-nodes", "1000")
    assert (status, output) == (1, "")
    assert errors == "tictac: the tree has more than 1,000 nodes; begin with more marks, or raise --max-nodes\n"
