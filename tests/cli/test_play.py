"""`lux play` with a script at its standard input, and its parts."""

import io
import os
import re
import signal
import subprocess
import time

import pytest
from rich.console import Console

from cli.play import can_draw, draw_ascii, draw_colored, read_move, san_line, score_text
from lux.board import BLACK, WHITE, AmbiguousMoveError, Board, IllegalMoveError
from lux.engine import SearchInfo
from tests.protocol.session import LUX, ROOT

MATE_IN_1 = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def play(script, *args, fast=("--depth", "2"), **options):
    done = subprocess.run(
        [*LUX, "play", *fast, *args], cwd=ROOT, input=script, capture_output=True, text=True, timeout=60, **options
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_game_with_commands_and_mistakes():
    status, output = play("e4\nqqq\n\nKe5\nmoves\nundo\nundo\nd2d4\nhint\nfen\nhelp\nresign\n")
    assert status == 0
    assert len(re.findall(r"^Lux plays 1\.\.\. \S+ +eval .+ +depth 2$", output, re.MULTILINE)) == 2
    assert output.count("is no legal move here") == 2
    assert "There is no move of yours to take back." in output
    assert re.search(r"^\d+ legal moves: .*a3.*$", output, re.MULTILINE)
    assert re.search(r"^Hint: \S+ +eval", output, re.MULTILINE)
    assert re.search(r"^\S+ w KQkq \S+ \d 2$", output, re.MULTILINE)
    assert re.search(r"^1\. d4 \S+ 0-1$", output, re.MULTILINE)
    assert output.endswith("0-1, White resigns\n")


def test_mate_by_the_person():
    status, output = play("Rd8\n", "--fen", MATE_IN_1)
    assert status == 0
    assert output.endswith("1. Rd8# 1-0\n1-0, checkmate\n")
    assert "8 | . . . R . . k . |" in output


def test_mate_by_lux():
    status, output = play("", "--color", "black", "--fen", MATE_IN_1)
    assert status == 0
    assert "Lux plays 1. Rd8#   eval White mates in 1" in output
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
    status, output = play(script, "--fen", fen)
    assert status == 0
    assert output.endswith(f"{end}\n")


def test_black_sits_below_and_lux_begins():
    status, output = play("flip\nundo\nboard\nquit\n", "--color", "black")
    assert status == 0
    assert "Lux plays 1. " in output
    assert output.count("    h g f e d c b a") == 2
    assert output.count("    a b c d e f g h") == 2


def test_random_side_and_movetime():
    status, output = play("quit\n", "--color", "random", "--movetime", "0.05", "--chess960", "--hash", "1", fast=())
    assert status == 0
    assert re.match(r"You are (White|Black), Lux thinks 0.05 s a move\.", output)


def test_end_of_input_leaves():
    assert play("e4\n")[0] == 0


def test_input_that_is_no_text():
    done = subprocess.run([*LUX, "play", "--depth", "1"], cwd=ROOT, input=b"\xff\xfe\nquit\n", capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_plain_locale():
    status, output = play("e4\nquit\n", env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"})
    assert status == 0
    assert output.isascii()


def test_interrupt_leaves_without_a_traceback():
    process = subprocess.Popen(
        [*LUX, "play", "--movetime", "60", "--color", "black"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=5)
    assert process.returncode == 130
    assert b"Traceback" not in output + errors


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (None, "e4", "e2e4"),
        (None, "e2e4", "e2e4"),
        (None, "E2E4", "e2e4"),
        (None, "Nf3", "g1f3"),
        (None, "nf3", "g1f3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o-o", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"),
        ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", "e7e8q"),
        ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e7e8n"),
        # A pawn takes precedence over a bishop written small.
        ("4k3/8/8/8/8/2p5/1P3B2/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/8/5B2/4K3 w - - 0 1", "bd4", "f2d4"),
    ],
)
def test_moves_as_people_write_them(fen, text, move):
    assert read_move(Board() if fen is None else Board(fen), text) == move


def test_moves_that_are_none():
    with pytest.raises(IllegalMoveError):
        read_move(Board(), "e5")
    with pytest.raises(AmbiguousMoveError):
        read_move(Board("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1"), "Nd2")


def test_score_is_from_whites_view():
    info = SearchInfo(1, 1, 35, None, "exact", 1, 1, 0, 1, [])
    assert (score_text(info, WHITE), score_text(info, BLACK)) == ("+0.35", "-0.35")
    mated = info._replace(score_cp=None, mate=-2)
    assert (score_text(mated, WHITE), score_text(mated, BLACK)) == ("Black mates in 2", "White mates in 2")


def test_movetext_from_a_position_with_black_to_move():
    board = Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    for san in ("e5", "Nf3", "Nc6"):
        board.push_san(san)
    assert san_line(board) == "1... e5 2. Nf3 Nc6"
    assert board.move_stack == ["e7e5", "g1f3", "b8c6"]


def test_drawings():
    board = Board()
    assert draw_ascii(board, WHITE).splitlines()[1] == "8 | r n b q k b n r |"
    assert draw_ascii(board, BLACK).splitlines()[1] == "1 | R N B K Q B N R |"
    rows = draw_colored(board, WHITE).plain.splitlines()
    assert rows[0] == " 8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ "
    assert rows[-1] == "    a  b  c  d  e  f  g  h"


def test_figures_only_where_they_can_be_seen():
    def console(encoding, **options):
        return Console(file=io.TextIOWrapper(io.BytesIO(), encoding), force_terminal=True, **options)

    assert can_draw(console("utf-8", color_system="truecolor"))
    assert not can_draw(console("ascii", color_system="truecolor"))
    assert not can_draw(console("utf-8", color_system="standard"))
    assert not can_draw(console("utf-8", color_system="256", no_color=True))
    assert not can_draw(Console(file=io.StringIO()))
