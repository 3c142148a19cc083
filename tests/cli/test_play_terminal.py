"""`lux play` on a terminal: drawn in place, with completion, and kept when the terminal goes."""

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from pathlib import Path

import pytest

from tests.protocol.session import LUX, ROOT


class Terminal:
    """A process on a terminal of its own, of 80 columns and 24 rows."""

    def __init__(self, *args):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.execvpe(LUX[0], [*LUX, "play", *args], os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        self.resize(80, 24)
        self.output = ""
        self.status = None

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.master, text.encode())

    def until(self, pattern, timeout=20):
        """Read until new output has a match of the pattern; return what came."""
        deadline, start = time.monotonic() + timeout, len(self.output)
        while not re.search(pattern, self.output[start:]):
            ready, _, _ = select.select([self.master], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"no {pattern!r} in {self.output[start:]!r}"
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                data = b""
            assert data, f"ended before {pattern!r}: {self.output[start:]!r}"
            self.output += data.decode("utf-8", "replace")
        return self.output[start:]

    def until_asleep(self, timeout=20):
        """Wait until the process waits for a key: a signal between its prompt, or an echo, and that it would miss."""
        deadline = time.monotonic() + timeout
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2][0] != "S":
            assert time.monotonic() < deadline, "the process does not come to rest"
            time.sleep(0.001)

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

    def start(*args):
        started.append(Terminal("--depth", "2", *args))
        return started[-1]

    yield start
    for each in started:
        each.hang_up()
        if each.wait(2) is None:
            os.kill(each.pid, 9)
            os.waitpid(each.pid, 0)


def test_a_game_is_drawn_in_place(terminal, kept):
    lux = terminal("--time", "5+3")
    assert "\x1b[?1049h" in lux.until("White to move> ")
    lux.type("Nf\t")
    assert "Nf3" in lux.until("Nf3")
    lux.type("\r")
    drawn = lux.until("Lux plays 1[^$]*White to move> ")
    assert drawn.count("\x1b[H") >= 2
    assert "\x1b[2J" not in drawn
    # The clock goes on while the person thinks, and the cursor stays.
    lux.until(r"\x1b7\x1b\[10;\d+H +\d:\d\d\x1b8")
    lux.type("b1\r")
    assert "•" in lux.until("From b1: Na3 Nc3[^$]*White to move> ")
    lux.type("quit\r")
    ending = lux.until("The game is kept: lux play --resume goes on with it.")
    assert "\x1b[?1049l" in ending
    assert lux.wait() == 0
    assert kept().exists()


def test_interrupt_key(terminal, kept):
    lux = terminal()
    lux.until("White to move> ")
    lux.type("e4\r")
    lux.until("Lux plays 1[^$]*White to move> ")
    lux.until_asleep()
    lux.type("\x03")
    assert "\x1b[?1049l" in lux.until("The game is kept")
    assert lux.wait() == 130
    assert "1. e4 " in kept().read_text(encoding="utf-8")


def test_a_closed_terminal_keeps_the_game(terminal, kept):
    lux = terminal()
    lux.until("White to move> ")
    lux.type("d4\r")
    lux.until("Lux plays 1[^$]*White to move> ")
    lux.hang_up()
    assert lux.wait() is not None
    assert "1. d4 " in kept().read_text(encoding="utf-8")


def test_flag_fall_interrupts_the_prompt(terminal):
    lux = terminal("--time", "0.01")
    lux.until("White to move> ")
    lux.type("Nf")
    lux.until("0-1, White ran out of time[^$]*Game over")
    lux.type("\x15new\r")
    lux.until("White to move> ")


def test_a_resized_terminal_is_drawn_anew(terminal):
    lux = terminal()
    lux.until("Type a move[^$]*White to move> ")
    lux.type("Nf")
    lux.until("Nf")
    lux.until_asleep()
    lux.resize(160, 50)
    lux.until("▀▀▀▀▀▀▀[^$]*White to move> Nf")
    lux.until_asleep()
    lux.resize(40, 12)
    lux.until("♜[^$]*White to move> Nf")
    lux.type("3\r")
    lux.until("Lux plays 1[^$]*White to move> ")
    lux.type("game\r")
    lux.until("1. Nf3 ")


def test_the_evaluation_fits_the_screen(terminal):
    lux = terminal()
    lux.until("White to move> ")
    lux.type("eval\r")
    assert "♜" in lux.until("Evaluation: [^$]*White to move> ").rpartition("\x1b[H")[2]
