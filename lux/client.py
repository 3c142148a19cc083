"""Drive any UCI engine as a process (layer 6).

>>> with UciClient(["lux"]) as client:  # doctest: +SKIP
...     client.search("startpos", "depth 5").best_move
'e2e4'
"""

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

HANDSHAKE_TIMEOUT_S = 15.0
STOP_TIMEOUT_S = 2.0


class EngineError(RuntimeError):
    """Signal that an engine cannot be started, has died, or does not answer; the text begins with its name."""


class ClientResult(NamedTuple):
    """What an engine answered to `go`: UCI moves, and the words of its last `info` line with a score."""

    best_move: str | None
    ponder: str | None
    info: dict[str, str]


def parse_info(line: str) -> dict[str, str]:
    """Return the fields of an `info` line; the score's are 'cp' or 'mate', the rest of the line is the pv.

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

    Args:
        command: program and arguments.
        timeout_s: how long the handshake and `isready` may take.

    Raises:
        EngineError: from every method, when the engine fails; it is ended then.
    """

    def __init__(self, command: Sequence[str], timeout_s: float = HANDSHAKE_TIMEOUT_S) -> None:
        self.name = command[0]
        self.timeout_s = timeout_s
        self.options: dict[str, str] = {}
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            # In a session of its own: Ctrl-C at the terminal is for us, not for the engine.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        threading.Thread(target=self._read, name=f"output of {self.name}", daemon=True).start()
        self.send("uci")
        for line in self.expect("uciok", timeout_s):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip() or self.name
            elif line.startswith("option name "):
                name = line.removeprefix("option name ").split(" type ")[0]
                self.options[name.lower()] = line

    def __enter__(self) -> "UciClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        """Queue what the engine prints, and None at its end."""
        for raw in self._process.stdout:
            self._lines.put(raw.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Send one command."""
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._failure(self._obituary()) from None

    def expect(self, word: str, timeout_s: float | None, on_line: Callable[[str], None] | None = None) -> list[str]:
        """Return all lines up to the first that begins with `word`, the last of them; None waits for ever."""
        deadline = None if timeout_s is None else monotonic() + timeout_s
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=None if deadline is None else max(0.0, deadline - monotonic()))
            except queue.Empty:
                raise self._failure(f"did not answer {word} within {timeout_s:g} s") from None
            if line is None:
                self._lines.put(None)
                raise self._failure(self._obituary())
            lines.append(line)
            if on_line is not None:
                on_line(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return lines

    def set_option(self, name: str, value: object) -> bool:
        """Set an option if the engine has it; tell whether it has."""
        if name.lower() not in self.options:
            return False
        text = str(value).lower() if isinstance(value, bool) else value
        self.send(f"setoption name {name} value {text}")
        return True

    def ready(self) -> None:
        """Wait until the engine has carried out what it was told."""
        self.send("isready")
        self.expect("readyok", self.timeout_s)

    def new_game(self) -> None:
        """Let the engine forget the last game."""
        self.send("ucinewgame")
        self.ready()

    def search(self, position: str, limits: str, timeout_s: float | None = None) -> ClientResult:
        """Search, given what follows `position` and `go`; an interrupt stops the search and goes on up."""
        info: dict[str, str] = {}

        def note(line: str) -> None:
            if line.startswith("info ") and " score " in line:
                info.clear()
                info.update(parse_info(line))

        self.send(f"position {position}")
        self.send(f"go {limits}")
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
        """End the engine: politely, then not, and whatever it started."""
        with contextlib.suppress(OSError, ValueError):  # ended already, or closed before
            self._process.stdin.write(b"quit\n")
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_TIMEOUT_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _failure(self, reason: str) -> EngineError:
        """End the engine and return what to raise."""
        self.close()
        return EngineError(f"{self.name} {reason}")

    def _obituary(self) -> str:
        """Say how the engine ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        return f"was killed by {signal.Signals(-code).name}" if code and code < 0 else f"ended with status {code}"
