"""The line of input, keys and mouse of `lux play`, without a terminal."""

import io
import time

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from lux.board import BLACK, WHITE, Board
from lux.cli.play.clock import TimeControl
from lux.cli.play.drawing import marks_of
from lux.cli.play.full_screen import FullScreen
from lux.cli.play.game import Game
from lux.cli.play.screen import FlagFall, Leave, Terminal

NAMES = {WHITE: "human", BLACK: "Lux"}


def until_stopped(stop):
    """Search until the signal is set."""
    deadline = time.monotonic() + 10
    while not stop.is_set() and time.monotonic() < deadline:
        time.sleep(0.001)
    return stop.is_set()


class Driven:
    """A full screen whose keys are pressed by the test."""

    def __init__(self, keys):
        self.terminal = Terminal(Console(file=io.StringIO(), force_terminal=True, color_system="truecolor"))
        self.terminal.completions = lambda before, word: [name for name in ("Nf3", "new") if name.startswith(word)]
        self.full_screen = FullScreen(self.terminal, keys, DummyOutput())
        self.keys = keys
        self.set_up(Board())

    def set_up(self, board):
        self.terminal.show(Game(board), NAMES)
        self.terminal.marks = {}

    def choose(self, square):
        board = self.terminal.game.board
        self.terminal.marks = marks_of(board, [move for move in board.legal_moves if move[:2] == square])

    def read(self, text):
        self.keys.send_text(text)
        return self.full_screen.read("> ")

    def run_out(self):
        """Let White's flag fall in a moment."""
        self.terminal.show(Game(Board(), TimeControl(0.05, 0)), NAMES)
        self.terminal.game.clock.start(WHITE)

    def mouse(self, square, released=True):
        self.terminal.lines()
        left, top, width, height = self.terminal._grid
        column, row = left + width * "abcdefgh".index(square[0]) + 1, top + height * (8 - int(square[1]))
        self.keys.send_text(f"\x1b[<0;{column + 1};{row + 1}{'m' if released else 'M'}")


@pytest.fixture
def driven():
    with create_pipe_input() as keys:
        made = Driven(keys)
        yield made
        made.full_screen.close()


def test_a_terminal_that_never_comes_back_ends_all_the_same():
    """As after a hangup in the moment when Ctrl-Z has handed it back to the shell."""
    with create_pipe_input() as keys:
        driven = Driven(keys)
        driven.read("e4\r")
        driven.full_screen._app._running_in_terminal_f = driven.full_screen._loop.create_future()
        driven.full_screen.close()
        assert driven.full_screen._run.done()


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("e4\r", "e4"),
        ("d4\x02\x08e\r", "e4"),  # one to the left, delete backwards
        ("\r", ""),
        ("abc\x15e4\r", "e4"),
        ("load\x1b[200~ a\r\nb\n\x1b[201~\r", "load a b"),  # pasted
        ("\x1b[Ae4\r", "e4"),  # the cursor on the board gives way to what is typed
        ("\x1b[A\r", "e2"),
        ("\x1b[A\x1b[B\x1b[C\r", "f1"),
        ("\x1b[A\x1b[B\x1b[B\x1b[B\r", "e1"),  # the board ends
        ("\x1b[A\x1b[A\r", ""),  # nothing stands on e3
    ],
)
def test_lines(driven, keys, line):
    assert driven.read(keys) == line


def test_lines_that_come_together(driven):
    assert driven.read("e4\re5\rd4\r") == "e4"
    assert driven.read("") == "e5"
    assert driven.read("\x03") == "d4"
    with pytest.raises(KeyboardInterrupt):
        driven.read("\x03")


def test_black_sits_below(driven):
    driven.terminal.below = BLACK
    driven.set_up(Board("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"))
    assert driven.read("\x1b[A\r") == "e7"
    driven.choose("e7")
    # Up is towards White.
    assert driven.read("\x1b[A\x1b[A\r") == "e7e5"


def test_lines_come_again(driven):
    assert driven.read("first\r") == "first"
    assert driven.read("second\r") == "second"
    assert driven.read("\x10\x10\r") == "first"
    assert driven.read("x\x1b[A\x1b[A\r") != "x"


@pytest.mark.parametrize(
    ("keys", "error"), [("\x04", Leave), ("\x03", KeyboardInterrupt), ("e4\x03\x03", KeyboardInterrupt)]
)
def test_keys_that_leave(driven, keys, error):
    with pytest.raises(error):
        driven.read(keys)


def test_an_interrupt_clears_the_line(driven):
    assert driven.read("nonsense\x03e4\r") == "e4"


def test_clicks_and_dragging(driven):
    driven.mouse("g1", released=False)
    assert driven.read("") == "g1"
    driven.choose("g1")
    driven.mouse("g1")  # the button comes up where it went down
    driven.mouse("f3", released=False)
    assert driven.read("") == "g1f3"
    driven.mouse("g1", released=False)
    assert driven.read("") == ""  # the piece is let go
    driven.mouse("e7", released=False)
    assert driven.read("") == ""
    driven.mouse("g1", released=False)
    assert driven.read("") == ""
    driven.mouse("h3")
    assert driven.read("") == "g1h3"


def test_the_flag_falls_while_a_line_is_typed(driven):
    driven.run_out()
    with pytest.raises(FlagFall):
        driven.read("Nf")
    driven.set_up(Board())
    assert driven.read("3\r") == "Nf3"


def test_the_clocks_stop_while_the_game_is_suspended(driven, monkeypatch):
    game, running = Game(Board(), TimeControl(60, 0)), []
    driven.terminal.show(game, NAMES)
    game.clock.start(WHITE)
    monkeypatch.setattr("os.kill", lambda *_: running.append(game.clock.running))
    assert driven.read("\x1ae4\r") == "e4"
    assert [*running, game.clock.running] == [None, WHITE]


@pytest.mark.parametrize("keys", ["go\r", "\x03"])
def test_a_search_is_hurried(driven, keys, monkeypatch):
    monkeypatch.setattr("lux.cli.play.full_screen.ECHO_S", 60)  # a busy machine may take a second from key to key
    driven.keys.send_text(keys)
    assert driven.full_screen.think(until_stopped) is True
    # What was meant for the search does not end the game that follows.
    assert driven.read("\x03e4\r") == "e4"


@pytest.mark.parametrize(("keys", "error"), [("\x03\x03", KeyboardInterrupt), ("quit\r", Leave), ("\x04", Leave)])
def test_a_search_is_left(driven, keys, error):
    ended = []
    driven.keys.send_text(keys)
    with pytest.raises(error):
        # One that is slow to stop.
        driven.full_screen.think(lambda stop: ended.append((until_stopped(stop), time.sleep(0.3))))
    assert ended


def test_nobody_hurries_a_game_that_is_watched(driven):
    driven.keys.send_text("\x03")
    with pytest.raises(KeyboardInterrupt):
        driven.full_screen.think(until_stopped, hurry=False)


def test_what_a_search_raises_comes_through(driven):
    with pytest.raises(ValueError, match="invalid literal"):
        driven.full_screen.think(lambda stop: int("x"))


def test_the_flag_falls_while_an_engine_thinks(driven):
    stopped = []
    driven.run_out()
    with pytest.raises(FlagFall):
        driven.full_screen.think(lambda stop: stopped.append(until_stopped(stop)))
    assert stopped == [True]


def test_what_is_typed_while_an_engine_thinks_comes_next(driven):
    driven.keys.send_text("Nf3\r\rhint\re")
    driven.full_screen.think(lambda stop: time.sleep(0.1))
    ahead = [(driven.read(keys), driven.terminal.typed_ahead) for keys in ("", "", "4\r")]
    assert ahead == [("Nf3", True), ("hint", True), ("e4", False)]
