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

from lux.cli.play.full_screen import ECHO_S
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

    def click(self, square):
        column, row = 4 + 3 * "abcdefgh".index(square[0]), 9 - int(square[1])
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

    def close(self):
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
        each.close()
        if each.wait(2) is None:
            os.kill(each.pid, 9)
            os.waitpid(each.pid, 0)


MOVED = r"Lux plays 1\.\.\. \S+\nWhite to move>"


def test_a_game_is_drawn_in_place(terminal, kept):
    lux = terminal("--time", "5+3")
    lux.until("♜")
    # The library for the line of input takes a while to load; the board does not wait for it.
    assert "to move>" not in lux.shown
    shown = lux.until(r"\nWhite to move>")
    assert b"\x1b[?1049h" in lux.output
    assert re.search(r"^ 8   ♜    ♞    ♝    ♛    ♚    ♝    ♞    ♜ +Black: Lux +5:00$", shown, re.MULTILINE)
    lux.type("Nf\t")
    lux.until("White to move> Nf3")
    lux.type("\r")
    assert f" 3   {25 * ' '}♞" in lux.until(MOVED)
    # The clock goes on while the person thinks.
    lux.until(r"> White: human +[45]:\d[^0]\n")
    lux.type("b1\r")
    assert lux.until("From b1: Na3 Nc3\nWhite to move>").count("•") == 2
    lux.type("quit\r")
    lux.until("The game is kept: lux play --resume continues it.")
    assert b"\x1b[?1049l" in lux.output
    assert lux.wait() == 0
    assert kept().exists()


def test_a_game_by_mouse(terminal):
    lux = terminal(columns=40, rows=15, LC_ALL="C", PYTHONUTF8="0", NO_COLOR="1")
    lux.until("White to move>")
    lux.click("g1")
    lux.until("From g1: Nf3 Nh3")
    lux.click("f3")
    lux.until(r"Lux plays 1\.\.\. ")
    lux.type("game\r")
    lux.until(r"1\. Nf3 \S+\nWhite")


def test_an_interrupt_leaves(terminal, kept):
    lux = terminal()
    lux.until("White to move>")
    lux.type("e4\r")
    lux.until(MOVED)
    os.kill(lux.pid, signal.SIGINT)
    lux.until("The game is kept")
    assert b"\x1b[?1049l" in lux.output
    assert lux.wait() == 130
    assert "1. e4 " in kept().read_text(encoding="utf-8")


def test_a_suspended_game_is_drawn_again(terminal):
    lux = terminal(command=("sh", "-ic", '"$@"; fg; true', "sh", *LUX, "play"))
    lux.until("White to move>")
    before = len(lux.output)
    lux.type("\x1a")
    lux.type("e4\r")
    lux.until(MOVED)
    assert re.search(rb"\x1b\[\?1049l.*\x1b\[\?1049h", lux.output[before:], re.DOTALL)


def test_resigning_ahead_is_asked_about_and_what_was_played_is_printed(terminal):
    lux = terminal("--color", "black", "--no-book", "--bell", pace=("--movetime", "60"))
    lux.until("Lux is thinking")
    lux.type("resign\rgo\r")
    lux.until(r"Resign\? \[y/N\]")
    assert b"\x07" in lux.output
    lux.type("y\r")
    lux.until("Game over")
    time.sleep(ECHO_S)
    lux.type("\x03")
    lux.until(r"(?m)^1\. \S+ 1-0\s*\n1-0, Black resigns$")
    assert lux.wait() == 0


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


def test_a_closed_terminal_keeps_the_game_and_leaves_no_traceback(terminal, tmp_path, games_folder):
    """The signal may come while the screen already ends for lack of input."""
    errors = tmp_path / "errors"
    for _ in range(3):
        lux = terminal(command=("sh", "-c", f'exec "$@" 2>> {errors}', "sh", *LUX, "play"))
        lux.until("White to move>")
        lux.type("d4\r")
        lux.until(MOVED)
        lux.close()
        assert lux.wait() in (1, 120, 129)  # 120: Python could not flush its output
    assert "Traceback" not in errors.read_text()
    assert ["1. d4 " in path.read_text(encoding="utf-8") for path in games_folder.iterdir()] == 3 * [True]
