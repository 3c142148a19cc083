"""The skeleton of a line protocol: one command per line in, lines of text out, independent of any game.

A protocol is a subclass whose `cmd_<name>(args)` methods are its commands. The chess engine (`lux.uci.session`) and the
tic-tac-toe bot (`tictac`) are both built on it.
"""

import errno
import os
import re
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import BinaryIO, TypeVar

_Result = TypeVar("_Result")

_SHOWN_CHARS = 60

# What Python says where the system has no thread left, and what is said instead.
PYTHON_NO_THREAD = "can't start new thread"
NO_THREAD = "the system cannot start another thread"

# If the end of input follows the last command this soon, it is a script's, which wants all that it asked for.
SCRIPT_S = 1.0


class ProtocolError(ValueError):
    """A command cannot be executed; the text becomes one `info string` line."""


def printable(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Shorten `text` and replace what is not printable, so that it fits within one line of output."""
    shown = "".join(char if char.isprintable() else "?" for char in text[: limit + 1])
    return shown if len(shown) <= limit else shown[: limit - 3] + "..."


def parse_number(text: str) -> int | None:
    """Return the whole number that `text` spells in ASCII digits, or None."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 100 else None


def split_line(line: str) -> list[str]:
    """Return the words of a line, of which the text after `value` of a `setoption` is one, with its blanks."""
    before, value, text = "", "", line.strip()
    if "setoption" in text[:_SHOWN_CHARS]:
        *ahead, text = re.split(r"(\svalue\s)", text, maxsplit=1, flags=re.IGNORECASE)
        before, value = ahead or ("", "")
    return [*before.split(), value.strip(), text.strip()] if value else text.split()


def parse_setoption(words: Sequence[str]) -> tuple[str, str]:
    """Return name and value of `setoption name <name, spaces allowed> [value <text>]`, given the words after it.

    Raises:
        ProtocolError: the words are malformed.
    """
    if not words or words[0].lower() != "name":
        raise ProtocolError("setoption: expected 'name <option> [value <value>]'")
    lowered = [word.lower() for word in words]
    split = lowered.index("value") if "value" in lowered else len(words)
    name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
    if not name:
        raise ProtocolError("setoption: the option's name is missing")
    return name, value


def parse_position(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Return the text after `fen`, or None for `startpos`, and the moves of a `position` command.

    Raises:
        ProtocolError: it has neither.
    """
    split = words.index("moves") if "moves" in words else len(words)
    kind, fields, moves = words[:1], words[1:split], words[split + 1 :]
    if [*kind] == ["fen"]:
        return " ".join(fields), moves
    if [*kind] != ["startpos"] or fields:
        raise ProtocolError("position: expected 'startpos' or 'fen <fen>', then 'moves <move>...'")
    return None, moves


def parse_go(
    words: Sequence[str],
    numbers: Mapping[str, tuple[str, int, int]],
    flags: Collection[str] = (),
    lists: Collection[str] = (),
) -> tuple[dict[str, object], list[str]]:
    """Return the words after `go` as a dict of limits, and a text for each error in them.

    `numbers` maps each keyword that takes a number to its name among the limits and the range into which the number is
    clamped; `flags` stand alone, `lists` take all words up to the next keyword. Any order is allowed, the last of
    duplicates counts, and malformed words are skipped.
    """
    keywords = {*numbers, *flags, *lists}
    # Everything up to the next keyword belongs to this one.
    groups: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        if word in keywords:
            groups.append((word, []))
        else:
            groups[-1][1].append(word)
    limits: dict[str, object] = {}
    problems: list[str] = []
    unknown: list[str] = []
    for word, values in groups:
        if word in lists:
            limits[word] = values
        elif word in numbers:
            name, low, high = numbers[word]
            # Milliseconds that a script has computed may have decimal places.
            number = parse_number(re.sub(r"\.[0-9]*\Z", "", values[0])) if values else None
            if number is None:
                given = f"'{printable(values[0])}'" if values else "nothing"
                problems.append(f"go {word} takes a number, not {given}")
            else:
                limits[name] = min(max(number, low), high)
            unknown += values[1:]
        else:
            unknown += values
            if word in flags:
                limits[word] = True
    if unknown:
        problems.append(f"go does not know '{printable(' '.join(unknown))}'")
    return limits, problems


class SearchProtocol:
    """Read commands from `stdin` and answer on `stdout` until `quit` or the end of input.

    Lines may end in CR LF, bytes that are not UTF-8 only name files, and blank lines and lines that begin with `#` are
    ignored. Output is flushed line by line and may come from any thread. Input and output can be logged.

    `go` calls `begin_search`, and the search's thread calls `end_search` with its answer. All commands but those of
    AT_ONCE go through one queue under one lock. Those that need an idle engine, and all behind them, wait in it until
    the search ends, so that piped scripts run in order; `stop`, `ponderhit` and `quit` act on the search meanwhile.
    Nothing waits for anything but the end of a search, and what must end a search is decided by `_must_stop` alone.
    """

    #: Commands that are also found after unknown words, as the UCI standard asks for ("joho debug on").
    AFTER_UNKNOWN: frozenset[str] = frozenset()
    #: Commands that touch nothing a queued command could change.
    AT_ONCE: frozenset[str] = frozenset({"isready", "help", "quit"})
    #: Commands that wait for the search to end.
    NEEDS_IDLE: frozenset[str] = frozenset({"go", "setoption"})

    def __init__(self, stdin: BinaryIO | None, stdout: BinaryIO | None) -> None:
        self._stdin = stdin
        self._stdout = stdout
        # Reentrant, since the end of the log is reported on the output.
        self._output_lock = threading.RLock()
        self._log: BinaryIO | None = None
        self._quit = False
        # What the current search was started with, from `go` to its bestmove; None without a search.
        self._limits: dict[str, object] | None = None
        # The lock of what follows; notified when a search ends.
        self._changed = threading.Condition()
        self._queue: deque[tuple[str, Sequence[str]]] = deque()
        self._queued: Counter[str] = Counter()  # how many commands of each name are in the queue
        self._read_s = 0.0
        self._input_ended = False

    def run(self) -> None:
        """Execute commands until `quit` or the end of input, then call `finish`.

        Raises:
            ProtocolError: the system cannot start a thread.
        """
        # The reader may be blocked when a search ends: another thread continues with the queue.
        start_thread(self._carry_out)
        for raw in self._stdin or ():
            self._note(b">> ", raw)
            self.handle(raw.decode("utf-8", "surrogateescape"))
            if self._quit:
                break
        self.finish()

    def handle(self, line: str) -> None:
        """Find the command in a line and dispatch it; report unknown commands in one line."""
        words = split_line(line.lstrip("\ufeff"))
        if not words or words[0].startswith("#"):
            return
        known = [hasattr(self, "cmd_" + words[0]), *(word in self.AFTER_UNKNOWN for word in words[1:])]
        skipped = known.index(True) if any(known) else len(words)
        if skipped:
            self.info_string(f"unknown command: '{printable(' '.join(words[:skipped]))}' (try help)")
        if skipped < len(words):
            self.dispatch(words[skipped], words[skipped + 1 :])

    def report_defect(self, where: str, error: BaseException) -> None:
        """Report a bug, which should neither lose a game nor go unnoticed, or that the system has no thread left."""
        defect = f"internal error in '{where}', please report: {type(error).__name__}: {error}"
        self.info_string(NO_THREAD if str(error) == PYTHON_NO_THREAD else defect)

    def send(self, *lines: str) -> None:
        """Write lines in one piece and flush them; safe to call from any thread."""
        if not lines:
            return
        data = "".join(line + "\n" for line in lines).encode("utf-8", "replace")
        with self._output_lock:
            if self._stdout is None:
                return
            try:
                self._stdout.write(data)
                self._stdout.flush()
            except OSError as error:
                self._lose_output(error)
            # Within the lock: the log has the lines of all threads in the order in which they were sent.
            self._note(b"<< ", data)

    def log_to(self, path: str) -> None:
        """Append every line read (`>> `) and written (`<< `) to a file from now on; stop if `path` is empty.

        Raises:
            OSError: the file cannot be written.
        """
        from lux.runtime.system import at_once  # tictac keeps no log, and does without

        log = open(path, "ab", opener=at_once) if path else None  # noqa: SIM115
        if self._log is not None:
            self._log.close()
        self._log = log

    def _note(self, direction: bytes, data: bytes) -> None:
        """Add lines to the log; end it if it cannot be written."""
        log = self._log
        if log is None:
            return
        try:
            log.write(b"".join(direction + line.rstrip(b"\r\n") + b"\n" for line in data.splitlines()))
            log.flush()
        except (OSError, ValueError) as error:
            if self._log is log:
                self._log = None
                self.info_string(f"the log ends here: {error}")

    def info_string(self, text: str) -> None:
        """Send text to the user as `info string`, which every client accepts."""
        self.send("info string " + printable(text, 400))

    def _lose_output(self, error: OSError) -> None:
        """Exit at once, from any thread: the client is gone, and the reader may be blocked."""
        # Windows calls a closed pipe an invalid argument.
        if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
            os._exit(0)
        if sys.stderr is not None:
            print(f"cannot write to the standard output: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(1)

    def stop_search(self) -> None:
        """End the search, if there is one, as soon as possible; it still answers."""
        raise NotImplementedError

    def begin_search(self, limits: dict[str, object]) -> None:
        """Record that a search begins; with `infinite` or `ponder` among its limits it does not end by itself."""
        self._limits = limits

    def end_search(self, *lines: str) -> None:
        """Send the last lines of the current search, `bestmove` among them."""
        # A `go` that comes now must wait, or this answer would pass for that of the new search.
        with self._changed:
            self.send(*lines)
            self._limits = None
            self._changed.notify_all()

    def dispatch(self, name: str, args: Sequence[str]) -> None:
        """Execute a command now, or queue it if it must wait for the search or for queued commands."""
        if name in self.AT_ONCE:
            self._execute(name, args)
            return
        with self._changed:
            if name == "ponderhit" and self._queue:
                self._execute(name, args)  # and again in its turn, for a search that is queued
            self._read_s = time.monotonic()
            self._queue.append((name, args))
            self._queued[name] += 1
            self._advance()
            if self._queue and name in self.NEEDS_IDLE:
                self.info_string(f"{name} waits for the search to end")

    def _execute(self, name: str, args: Sequence[str]) -> None:
        self._attempt(name, getattr(self, "cmd_" + name), args)

    def _attempt(self, where: str, call: Callable[..., _Result], *args: object) -> _Result | None:
        """Call and turn an error into one `info string` line; the session continues."""
        try:
            return call(*args)
        except ProtocolError as error:
            self.info_string(str(error))
        except Exception as error:
            self.report_defect(where, error)
        return None

    def _advance(self) -> bool:
        """Execute the queue up to a command that must wait, and stop the search that it waits for if it is to end.

        Return whether there is no search.
        """
        while self._queue and (self._limits is None or self._queue[0][0] not in self.NEEDS_IDLE):
            name, args = self._queue.popleft()
            self._queued[name] -= 1
            self._execute(name, args)
        if self._limits is not None and self._must_stop():
            self.stop_search()
        return self._limits is None

    def _must_stop(self) -> bool:
        """Return whether the current search must end, by what was read after the commands that were carried out."""
        if self._queued["stop"]:
            return True
        if "infinite" in self._limits or "ponder" in self._limits:
            return self._input_ended or self._queued["go"] > 0
        return self._input_ended and not self._queue

    def _carry_out(self) -> None:
        """Execute queued commands, each as soon as the engine is ready, for ever."""
        with self._changed:
            while True:
                self._advance()
                self._changed.wait()

    def cmd_quit(self, args: Sequence[str]) -> None:
        """Read no further, and `finish`."""
        self._quit = True

    def _drop(self) -> None:
        """Drop the queue and end the search."""
        self._queue.clear()
        self._queued.clear()
        self.stop_search()

    def _is_script(self) -> bool:
        """Return whether a script wants what is under way or queued at the end of input; after `quit` none does."""
        return not self._quit and time.monotonic() - self._read_s < SCRIPT_S

    def finish(self) -> None:
        """End the last search, and wait for its answer; a script's queue is executed before."""
        with self._changed:
            self._input_ended = True
            # Nobody waits for the answers to a client that is gone.
            if not self._is_script():
                self._drop()
        self.wait()

    def wait(self) -> None:
        """Execute the queue, and wait until the last search has given its bestmove."""
        with self._changed:
            self._changed.wait_for(self._advance)

    def cmd_isready(self, args: Sequence[str]) -> None:
        """Answer a ping, even during a search."""
        self.send("readyok")

    def cmd_stop(self, args: Sequence[str]) -> None:
        """End the search; it answers with its bestmove."""
        self.stop_search()


def start_thread(target: Callable[..., object], *args: object) -> None:
    """Run `target` in a thread that does not keep the process alive.

    Raises:
        ProtocolError: the system cannot start another thread.
    """
    try:
        threading.Thread(target=target, args=args, daemon=True).start()
    except RuntimeError:
        raise ProtocolError(NO_THREAD) from None


def end_on_signals() -> None:
    """Let Ctrl-C and SIGTERM end a session as `quit` does, at once and with status 0.

    An abrupt end loses nothing. A broken pipe is a write error, not a signal. Call this before starting threads.
    """
    import signal

    if not hasattr(signal, "sigwait"):  # on Windows
        use_default_signals()
        return
    # A handler would wait for the main thread, which may be blocked reading an input on which nothing more comes.
    numbers = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, numbers)

    def end() -> None:
        signal.sigwait(numbers)
        os._exit(0)

    start_thread(end)


def use_default_signals() -> None:
    """Let Ctrl-C and a broken pipe end a single command as they end a C program: by the signal, as a failure.

    Python's own handlers would wait for a long search or perft to return, and leave a traceback. Only for the main
    thread of the process.
    """
    import signal

    for name in ("SIGINT", "SIGPIPE"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def let_streams_wait() -> None:
    """Make the standard streams wait, even if a program such as Node.js has left them otherwise: they lose lines."""
    for number in range(3):
        with suppress(OSError, AttributeError):  # it is closed, or this is Windows
            os.set_blocking(number, True)


def standard_streams() -> tuple[BinaryIO | None, BinaryIO | None]:
    """Return the process's binary standard input and output; None for one that is closed."""
    let_streams_wait()
    return tuple(stream and stream.buffer for stream in (sys.stdin, sys.stdout))
