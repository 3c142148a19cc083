"""`lux play` on a terminal: what stands on the screen, as a terminal emulator sees it."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte
import pytest

from tests.protocol.session import LUX, ROOT


class Terminal:
    """A process on a terminal of its own, and the screen that it draws."""

    def __init__(self, *args, command=(*LUX, "play"), columns=80, rows=24, **environment):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(ROOT)
            settings = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
            os.execvpe(command[0], [*command, *args], os.environ | settings)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.status = None

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.master, text.encode())

    def click(self, square, width=3, height=1, top=1):
        column = 3 + width * "abcdefgh".index(square[0]) + width // 2
        row = top + height * (8 - int(square[1])) + height // 2
        self.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    @property
    def shown(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, pattern, timeout=20):
        """Read until the screen has a match of the pattern; return the screen."""
        deadline = time.monotonic() + timeout
        while not re.search(pattern, self.shown):
            ready, _, _ = select.select([self.master], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"no {pattern!r} in\n{self.shown}"
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                data = b""
            assert data, f"ended before {pattern!r}:\n{self.shown}"
            self.output += data
            self.stream.feed(data)
        return self.shown

    def hang_up(self):
        with contextlib.suppress(OSError):
            os.close(self.master)

    def wait(self, timeout=10):
        """Return the exit status."""
        deadline = time.monotonic() + timeout
        while self.status is None and time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            time.sleep(0.02)
        return self.status


@pytest.fixture
def terminal():
    """Start `lux play` on terminals; end what is left of them."""
    started = []

    def start(*args, pace=("--depth", "2"), **options):
        started.append(Terminal(*pace, *args, **options))
        return started[-1]

    yield start
    for each in started:
        each.hang_up()
        if each.wait(2) is None:
            os.kill(each.pid, 9)
            os.waitpid(each.pid, 0)


MOVED = r"Lux plays 1\.\.\. \S+\nWhite to move>"


def test_a_game_is_drawn_in_place(terminal, kept):
    lux = terminal("--time", "5+3")
    shown = lux.until(r"\nWhite to move>")
    assert b"\x1b[?1049h" in lux.output
    assert re.search(r"^ 8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ +Black: Lux +5:00$", shown, re.MULTILINE)
    lux.type("Nf\t")
    lux.until("White to move> Nf3")
    lux.type("\r")
    assert " 3                 ♞" in lux.until(MOVED)
    # The clock goes on while the person thinks.
    lux.until(r"> White: human +[45]:\d[^0]\n")
    lux.type("b1\r")
    assert lux.until("From b1: Na3 Nc3\nWhite to move>").count("•") == 2
    lux.type("quit\r")
    lux.until("The game is kept: lux play --resume goes on with it.")
    assert b"\x1b[?1049l" in lux.output
    assert lux.wait() == 0
    assert kept().exists()


@pytest.mark.parametrize(
    ("columns", "rows", "options", "square"),
    [
        (80, 24, {}, (3, 1, 1)),
        (80, 40, {}, (7, 3, 1)),
        (200, 60, {}, (9, 4, 1)),
        (80, 24, {"NO_COLOR": "1"}, (3, 1, 2)),
        (40, 15, {"LC_ALL": "C", "PYTHONUTF8": "0"}, (3, 1, 0)),
    ],
)
def test_a_game_by_mouse(terminal, columns, rows, options, square):
    lux = terminal(columns=columns, rows=rows, **options)
    lux.until("White to move>")
    lux.click("g1", *square)
    lux.until("From g1: Nf3 Nh3")
    lux.click("f3", *square)
    lux.until(r"Lux plays 1\.\.\. ")
    lux.type("game\r")
    lux.until(r"1\. Nf3 \S+\nWhite")


@pytest.mark.parametrize("options", [{}, {"NO_COLOR": "1"}])
def test_a_narrow_terminal_shows_the_clocks(terminal, options):
    lux = terminal("--time", "5+3", columns=40, rows=15, **options)
    assert len(re.findall(r" [45]:\d\d$", lux.until("White to move>"), re.MULTILINE)) == 2


def test_a_game_by_arrow_keys(terminal):
    lux = terminal()
    lux.until("White to move>")
    # The first key shows where the cursor is, on e2.
    lux.type("\x1b[A\x1b[D\r")
    lux.until("From d2: d3 d4")
    lux.type("\x1b[A\x1b[A\r")
    lux.until(MOVED)
    lux.type("game\r")
    lux.until(r"1\. d4 ")


def test_a_pawn_becomes_what_is_typed(terminal):
    lux = terminal("--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    lux.until("White to move>")
    lux.click("a7")
    lux.until("From a7: a8=")
    lux.click("a8")
    lux.until("What shall the pawn become.*\nWhite to move> a7a8")
    lux.type("r\r")
    lux.until(r"Lux plays 1\.\.\. ")
    lux.type("game\r")
    lux.until(r"1\. a8=R\+ ")


def test_the_line_is_edited_and_comes_again(terminal):
    lux = terminal("--white", "human", "--black", "human")
    lux.until("White to move>")
    lux.type("d5\x02\x1b[3~4\x01N\x08\r")
    lux.until("♟[^♟]*\n.*\n.*\n.*\n.*Black: human|Black to move>")
    lux.type("d5\r")
    lux.until("White to move>")
    lux.type("x\x7f\x10")  # the line before, by Ctrl-P
    lux.until("White to move> d5")
    lux.type("\x03c\t")
    assert "c3" in lux.until("White to move> c\n(.*\n)*.*c4")


def test_lux_moves_at_once(terminal):
    lux = terminal("--color", "black", "--no-book", pace=("--movetime", "60"))
    lux.until("Lux is thinking")
    lux.type("go\r")
    lux.until(r"Lux plays 1\. \S+\nBlack to move>")
    lux.type("a6\r")
    lux.until("Lux is thinking")
    lux.type("\x03")
    lux.until(r"Lux plays 2\. \S+\nBlack to move>")
    lux.type("h6\r")
    lux.until("Lux is thinking")
    lux.type("quit\r")
    lux.until("The game is kept")
    assert lux.wait() == 0


@pytest.mark.parametrize("way", ["key", "signal"])
def test_an_interrupt_leaves(terminal, kept, way):
    lux = terminal()
    lux.until("White to move>")
    lux.type("e4\r")
    lux.until(MOVED)
    if way == "key":
        lux.type("x\x03")  # clears the line
        lux.until("White to move>\n")
        lux.type("\x03")
    else:
        os.kill(lux.pid, signal.SIGINT)
    lux.until("The game is kept")
    assert b"\x1b[?1049l" in lux.output
    assert lux.wait() == 130
    assert "1. e4 " in kept().read_text(encoding="utf-8")


def test_a_closed_terminal_keeps_the_game(terminal, kept):
    lux = terminal()
    lux.until("White to move>")
    lux.type("d4\r")
    lux.until(MOVED)
    lux.hang_up()
    assert lux.wait() is not None
    assert "1. d4 " in kept().read_text(encoding="utf-8")


def test_flag_fall_interrupts_the_prompt(terminal):
    lux = terminal("--time", "2s")
    lux.until("White to move>")
    lux.type("Nf")
    # In the last seconds the clock shows tenths.
    lux.until(r"White: human +0:0[01]\.\d")
    lux.until("0-1, White ran out of time\nGame over")
    lux.type("\x15new\r")
    lux.until("\nWhite to move>")


def test_a_resized_terminal_is_redrawn(terminal):
    lux = terminal()
    lux.until("White to move>")
    lux.type("Nf")
    lux.until("White to move> Nf")
    lux.resize(160, 50)
    assert "▄" in lux.until("(?s)▀.*White to move> Nf")
    lux.resize(40, 12)
    lux.until("(?s)♜.*White to move> Nf")
    lux.type("3\r")
    lux.until("Lux plays 1")
    lux.type("game\r")
    lux.until(r"1\. Nf3 ")


def test_the_evaluation_fits_the_screen(terminal):
    lux = terminal()
    lux.until("White to move>")
    lux.type("eval\r")
    assert "♜" in lux.until("(?s)Evaluation: .*White to move>")


def test_the_first_board_does_not_wait_for_what_it_does_not_need(terminal):
    """The library for the line of input takes a while to load; the board does not wait for it."""
    lux = terminal()
    lux.until("♜")
    assert "to move>" not in lux.shown
    lux.until("White to move>")


def test_an_unfinished_game_is_chosen(terminal, games_folder):
    for move in ("e4", "d4"):
        lux = terminal()
        lux.until("White to move>")
        lux.type(f"{move}\r")
        lux.until(MOVED)
        lux.type("quit\r")
        lux.until("The game is kept")
    lux = terminal("--resume", pace=())
    lux.until(r"Go on with game \[2\]:")
    assert lux.shown.count("unfinished") == 2
    lux.type("1\r")
    lux.until("White to move>")
    assert "1. e4 " in lux.shown
    lux.type("fen\rquit\r")
    lux.until("The game is kept")
    assert lux.wait() == 0
