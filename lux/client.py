"""Drive any UCI engine as a process (layer 6).

>>> with UciClient("lux") as client:  # doctest: +SKIP
...     client.search("startpos", Limits(depth=5)).best_move
'e2e4'
"""

import contextlib
import os
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import IO, NamedTuple

from lux.limits import Limits
from lux.runtime.system import apart, kill_all, split_command
from lux.score import Score

HANDSHAKE_TIMEOUT_S = 15.0
STOP_TIMEOUT_S = 2.0
QUIT_TIMEOUT_S = 0.5
DEATH_TIMEOUT_S = 1.0  # for the last output of an engine that has ended
MAX_LINE = 1 << 20  # bytes; a longer one is read in pieces
MAX_LINES = 10_000  # that wait to be read; then the engine has to
MAX_ANSWER = 1_000_000  # lines of one answer
FULL_S = 0.1  # between two looks whether an engine with too much to say is still wanted
QUOTED = 80  # characters of its last line
OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\b")


class EngineError(RuntimeError):
    """An engine cannot be started, died, or broke the protocol; the message is one line."""


class EngineTimeout(EngineError):
    """An engine did not answer in time."""


class ClientResult(NamedTuple):
    """The answer to `go`: moves in UCI notation, and the fields of the last `info` line with a score."""

    best_move: str | None
    ponder: str | None
    info: dict[str, str]

    def score(self, turn: bool) -> Score | None:
        """Return the score, given the side that was to move; None if the engine sent no readable score."""
        for kind in ("cp", "mate"):
            if re.fullmatch(r"-?\d{1,9}", self.info.get(kind, "")):
                return Score(**{kind: int(self.info[kind])}, turn=turn)
        return None


def parse_info(line: str) -> dict[str, str]:
    """Return the fields of an `info` line: the score's name is 'cp' or 'mate', and the pv takes the rest of the line.

    >>> parse_info("info depth 9 score cp -31 lowerbound nodes 20 pv e2e4 e7e5")
    {'depth': '9', 'cp': '-31', 'nodes': '20', 'pv': 'e2e4 e7e5'}
    """
    words = line.split()
    fields: dict[str, str] = {}
    index = 1
    while index < len(words) - 1:
        name = words[index]
        if name == "pv":
            fields["pv"] = " ".join(words[index + 1 :])
            break
        if name in ("score", "lowerbound", "upperbound"):
            index += 1
            continue
        fields[name] = words[index + 1]
        index += 2
    return fields


class UciClient:
    """Run a UCI engine; a context manager that ends it.

    `name` is the engine's `id name`; `options` maps the names of its options, in lower case, to their `option` lines.

    Args:
        command: program and arguments, as a list or as one string in shell syntax.
        timeout_s: seconds that the handshake and `isready` may take, 15 by default.

    Raises:
        EngineError: from any method if the engine fails. Its process is then ended.
    """

    def __init__(self, command: str | Sequence[str], timeout_s: float | None = None) -> None:
        try:
            words = split_command(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise EngineError(f"{command!r} is not a command: {error}") from None
        if not words:
            raise EngineError("the command is empty")
        self.name = os.path.basename(words[0]) or words[0]
        self.timeout_s = HANDSHAKE_TIMEOUT_S if timeout_s is None else timeout_s
        self.options: dict[str, str] = {}
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_LINES)
        self._last_line = ""
        self._closed = False
        try:
            # In a session of its own: Ctrl-C at the terminal is for us alone, and the engine dies with its children.
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **apart(),
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"{words[0]} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        # Standard error is not part of the answers, but shows why an engine dies.
        self._readers = [
            threading.Thread(target=self._read, args=(stream, put), name=f"output of {self.name}", daemon=True)
            for stream, put in ((self._process.stderr, lambda _: None), (self._process.stdout, self._put))
        ]
        for reader in self._readers:
            reader.start()
        try:
            self._shake_hands()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "UciClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, stream: IO[bytes], put: Callable[[str | None], None]) -> None:
        """Queue the lines that the engine prints, except empty ones, and None at its end."""
        with stream:
            for raw in iter(lambda: stream.readline(MAX_LINE), b""):
                if line := raw.decode("utf-8", "replace").strip():
                    self._last_line = line
                    put(line)
        put(None)

    def _put(self, line: str | None) -> None:
        """Queue a line as soon as there is room; once the engine is closed, in place of an older one."""
        while True:
            try:
                return self._lines.put(line, timeout=FULL_S)
            except queue.Full:
                if self._closed:
                    with contextlib.suppress(queue.Empty):
                        self._lines.get_nowait()

    def _shake_hands(self) -> None:
        self.send("uci")
        for line in self.expect("uciok", self.timeout_s):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip() or self.name
            elif match := OPTION.match(line):
                self.options[match[1].lower()] = line

    def send(self, *lines: str) -> None:
        """Send commands, one line each."""
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self.failure(self._obituary()) from None

    def read_line(self, timeout_s: float | None) -> str | None:
        """Return the next line, stripped and not empty, or None if none comes in time; without a time limit, wait."""
        try:
            line = self._lines.get(timeout=None if timeout_s is None else max(0.0, timeout_s))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self.failure(self._obituary())
        return line

    def expect(self, word: str, timeout_s: float | None, on_line: Callable[[str], None] | None = None) -> list[str]:
        """Return all lines up to and including the first that begins with `word`; a timeout of None waits for ever."""
        deadline = None if timeout_s is None else monotonic() + timeout_s
        lines: list[str] = []
        while True:
            line = self.read_line(None if deadline is None else deadline - monotonic())
            if line is None or (deadline is not None and monotonic() > deadline):
                raise self.timeout(word, timeout_s)
            lines.append(line)
            if len(lines) > MAX_ANSWER:
                raise self.failure(f"printed {MAX_ANSWER:,} lines instead of {word}{self._last_words()}")
            if on_line is not None:
                on_line(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return lines

    def set_option(self, name: str, value: object) -> bool:
        """Set an option if the engine has it; return whether it does."""
        if name.lower() not in self.options:
            return False
        text = str(value).lower() if isinstance(value, bool) else value
        self.send(f"setoption name {name} value {text}")
        return True

    def ready(self) -> None:
        """Wait until the engine has processed all commands."""
        self.send("isready")
        self.expect("readyok", self.timeout_s)

    def new_game(self) -> None:
        """Send `ucinewgame`, so that the engine forgets the last game."""
        self.send("ucinewgame")
        self.ready()

    def search(self, position: str, limits: Limits | str, timeout_s: float | None = None) -> ClientResult:
        """Search, given the words after `position` and limits, or the words after `go`.

        Ctrl-C stops the search and raises KeyboardInterrupt.
        """
        info: dict[str, str] = {}

        def note(line: str) -> None:
            if line.startswith("info ") and " score " in line:
                info.clear()
                info.update(parse_info(line))

        self.send(f"position {position}", f"go {limits}")
        try:
            words = self.expect("bestmove", timeout_s, note)[-1].split()
        except EngineError:
            raise
        except BaseException:
            self.send("stop")
            self.expect("bestmove", STOP_TIMEOUT_S)
            raise
        best = words[1] if len(words) > 1 and words[1] not in ("(none)", "0000") else None
        return ClientResult(best, words[3] if len(words) > 3 else None, info)

    def close(self) -> None:
        """End the engine and its child processes: by `quit`, then by force."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(OSError, ValueError):  # it has ended already
            self._process.stdin.write(b"quit\n")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_TIMEOUT_S)
        kill_all(self._process)
        self._process.wait()
        for reader in self._readers:
            reader.join(DEATH_TIMEOUT_S)

    def failure(self, reason: str) -> EngineError:
        """End the engine and return what to raise: its name and the reason."""
        self.close()
        return EngineError(f"{self.name} {reason}")

    def timeout(self, question: str, timeout_s: float) -> EngineTimeout:
        """End the engine and return what to raise if a question is not answered."""
        text = f"{self.name} did not answer {question} within {timeout_s:g} s{self._last_words()}"
        self.close()
        return EngineTimeout(text)

    def _obituary(self) -> str:
        """Return how the engine ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(DEATH_TIMEOUT_S)
        for reader in self._readers:
            reader.join(DEATH_TIMEOUT_S)
        code = self._process.returncode
        if code is None:
            how = "closed its pipes"
        else:
            how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
        return how + self._last_words()

    def _last_words(self) -> str:
        return f"; its last line: {self._last_line[:QUOTED]!r}" if self._last_line else ""
