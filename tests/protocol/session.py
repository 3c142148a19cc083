"""Talk to an engine process line by line, with a deadline on every wait."""

import contextlib
import os
import queue
import re
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command_of(name: str, module: str) -> list[str]:
    """Return how to start a command: installed in LUX_SCRIPTS, or beside this Python, or else its module."""
    script = Path(os.environ.get("LUX_SCRIPTS") or sysconfig.get_path("scripts"), name)
    return [str(script)] if script.exists() else [sys.executable, "-m", module]


LUX = command_of("lux", "lux.cli.main")
TICTAC = command_of("tictac", "lux.cli.tictac.main")

# What deadlines are multiplied by where Lux runs much more slowly than here: under sanitizers, or emulated.
PATIENCE = float(os.environ.get("LUX_TEST_PATIENCE", "1"))


class Session:
    """One engine process: `send` lines, `expect` answers. `seen` holds every line it printed."""

    def __init__(self, command: Sequence[str] = LUX) -> None:
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.seen: list[str] = []
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors = b""
        # Standard error is read, too: an engine stops when a pipe that no one empties is full.
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.process.kill()
        self.process.wait()
        self._join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            # Closing flushes, and what was never sent has nowhere to go.
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _read(self) -> None:
        for raw in self.process.stdout:
            self._lines.put(raw.decode().removesuffix("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        self._errors = self.process.stderr.read()

    def _join(self) -> None:
        for reader in self._readers:
            reader.join()

    def write(self, data: bytes) -> None:
        """Write bytes in one piece."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *lines: str) -> None:
        """Write lines in one piece."""
        self.write("".join(line + "\n" for line in lines).encode())

    def expect(self, pattern: str, timeout: float = 10) -> list[str]:
        """Return the lines up to and with the first that `pattern` matches as a whole; fail after `timeout` seconds."""
        timeout *= PATIENCE
        deadline = time.monotonic() + timeout
        got: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {pattern!r} within {timeout} s; got {got[-10:]}") from None
            if line is None:
                raise AssertionError(f"the process ended before {pattern!r}; got {got[-10:]}")
            got.append(line)
            self.seen.append(line)
            if re.fullmatch(pattern, line):
                return got

    def ready(self, timeout: float = 10) -> list[str]:
        """Send `isready` and return what came before the answer."""
        self.send("isready")
        return self.expect("readyok", timeout)[:-1]

    def bestmove(self, *commands: str, timeout: float = 10) -> str:
        """Send commands and return the best move they lead to."""
        self.send(*commands)
        return self.expect(r"bestmove .+", timeout)[-1].split()[1]

    def seconds(self, *commands: str) -> float:
        """Send commands and return the seconds to the best move that they lead to."""
        start = time.perf_counter()
        self.bestmove(*commands)
        return time.perf_counter() - start

    def fen(self) -> str:
        """Return the FEN of the session's position."""
        self.send("d")
        return next(line.removeprefix("Fen: ") for line in self.ready() if line.startswith("Fen: "))

    def end_input(self) -> None:
        """Close the engine's standard input."""
        self.process.stdin.close()

    def finish(self, timeout: float = 10) -> list[str]:
        """Wait for the process to end by itself with status 0; return what it printed last."""
        assert self.process.wait(PATIENCE * timeout) == 0
        self._join()
        rest = []
        while (line := self._lines.get()) is not None:
            rest.append(line)
        self.seen += rest
        assert self._errors == b""
        return rest


def until_at_work(process: subprocess.Popen, timeout: float = 20) -> None:
    """Wait until a process that prints nothing has threads, a child, or used more of the processor than to start."""
    task = Path(f"/proc/{process.pid}/task")
    ticks = 0.6 * os.sysconf("SC_CLK_TCK")
    deadline = time.monotonic() + PATIENCE * timeout
    while len(list(task.iterdir())) < 2 and not (task / str(process.pid) / "children").read_text():
        fields = (task.parent / "stat").read_text().rpartition(") ")[2].split()
        if int(fields[11]) + int(fields[12]) > ticks:  # in user and in system mode
            return
        assert time.monotonic() < deadline, "the process does not get to work"
        time.sleep(0.001)


def until_asleep(pid: int) -> int:
    """Wait until a process waits; return its id: Python notices a signal before that only when the wait has ended."""
    stat = Path(f"/proc/{pid}/stat")
    deadline = time.monotonic() + PATIENCE * 20
    while stat.read_text().rpartition(") ")[2][0] != "S":
        assert time.monotonic() < deadline, "the process does not wait, or has ended"
        time.sleep(0.001)
    return pid


def run(
    *args: str, stdin: str = "", timeout: float = 60, env: dict[str, str] | None = None, command: Sequence[str] = LUX
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*command, *args], cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=PATIENCE * timeout, env=env
    )


def run_script(script: str) -> list[str]:
    """Feed a whole script to Lux, then the end of input; return its output."""
    done = run(stdin=script, timeout=10)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()
