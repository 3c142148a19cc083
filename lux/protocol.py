"""A line protocol's skeleton: one command a line in, lines of text out, no idea of any game.

A protocol is a subclass whose `cmd_<name>(args)` methods are its commands. The chess engine (`lux.uci`) and the
tic-tac-toe bot (`tictac`) both stand on it.
"""

import os
import sys
import threading
from collections.abc import Sequence
from typing import BinaryIO

_SHOWN_CHARS = 60


class ProtocolError(ValueError):
    """A command that cannot be carried out; its text becomes one `info string` line."""


def printable(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Shorten `text` and replace what is not printable, so that it fits within one line of output."""
    shown = "".join(char if char.isprintable() else "?" for char in text[: limit + 1])
    return shown if len(shown) <= limit else shown[: limit - 3] + "..."


class Protocol:
    """Read commands from `stdin` and answer on `stdout` until `quit` or the end of input.

    Lines may end in CR LF, bytes that are no UTF-8 become U+FFFD, blank lines and lines that begin with `#` are
    ignored. Output is flushed line by line and may come from any thread.
    """

    #: Commands that are also found behind unknown words, as the UCI standard wishes ("joho debug on").
    AFTER_UNKNOWN: frozenset[str] = frozenset()

    def __init__(self, stdin: BinaryIO | None, stdout: BinaryIO | None) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._output_lock = threading.Lock()
        self._quit = False

    def run(self) -> None:
        """Carry out commands until `quit` or the end of input, then call `finish`."""
        for raw in self._stdin or ():
            self.handle(raw.decode("utf-8", "replace"))
            if self._quit:
                break
        self.finish()

    def handle(self, line: str) -> None:
        """Find the command in a line and dispatch it; report unknown words in one line."""
        words = line.lstrip("\ufeff").split()
        if not words or words[0].startswith("#"):
            return
        for skipped, word in enumerate(words):
            if hasattr(self, "cmd_" + word) and (skipped == 0 or word in self.AFTER_UNKNOWN):
                break
        else:
            skipped = len(words)
        if skipped:
            self.info_string(f"unknown command: '{printable(' '.join(words[:skipped]))}' (try help)")
        if skipped < len(words):
            self.dispatch(words[skipped], words[skipped + 1 :])

    def dispatch(self, name: str, args: Sequence[str]) -> None:
        """Call `cmd_<name>(args)` and turn an error into one `info string` line: the session goes on."""
        try:
            getattr(self, "cmd_" + name)(args)
        except ProtocolError as error:
            self.info_string(str(error))
        except Exception as error:
            # A defect of ours, not of the input: a game should not be lost by it, nor should it pass unseen.
            self.info_string(f"internal error in '{name}', please report: {type(error).__name__}: {error}")

    def send(self, *lines: str) -> None:
        """Write lines in one piece and flush them; safe to call from any thread."""
        data = "".join(line + "\n" for line in lines).encode("utf-8", "replace")
        with self._output_lock:
            if self._stdout is None:
                return
            try:
                self._stdout.write(data)
                self._stdout.flush()
            except OSError as error:
                self._lose_output(error)

    def info_string(self, text: str) -> None:
        """Tell the user something in the one form that every client takes without harm."""
        self.send("info string " + printable(text, 400))

    def finish(self) -> None:
        """End what still runs; called once, after the last command."""

    def cmd_quit(self, args: Sequence[str]) -> None:
        """Leave the loop after this command."""
        self._quit = True

    def _lose_output(self, error: OSError) -> None:
        """Exit at once, from whichever thread: nobody listens any more, and the reader may be blocked."""
        if sys.stderr is not None and not isinstance(error, BrokenPipeError):
            print(f"cannot write to the standard output: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(1)


def use_default_signals() -> None:
    """Let Ctrl-C and a broken pipe end the process as they end a C program: at once and without a traceback.

    Python's own handlers would wait for a long search or perft to return. For the process's main thread only.
    """
    import signal

    for name in ("SIGINT", "SIGPIPE"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def standard_streams() -> tuple[BinaryIO | None, BinaryIO | None]:
    """Return the process's binary standard input and output; None for one that is closed."""
    return tuple(stream and stream.buffer for stream in (sys.stdin, sys.stdout))
