"""Drive any UCI engine as a process (layer 6): it searches as `lux.Engine` does.

>>> with UciClient("lux") as client:  # doctest: +SKIP
...     client.search(Board(), depth=5).best_move
'e2e4'
"""

import contextlib
import os
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Sequence
from itertools import takewhile
from time import monotonic
from typing import IO

from lux.board import STARTPOS, Board
from lux.limits import Limits, uci_word
from lux.results import INFO_FIELDS, SearchInfo, SearchResult
from lux.runtime.errors import OneLineError
from lux.runtime.system import apart, kill_all, split_command
from lux.score import LONGEST_MATE, Score
from lux.searcher import WAKE_S, RunningSearch, Searcher
from lux.text.uci_move import UCI_PATTERN, Move

HANDSHAKE_TIMEOUT_S = 15.0
PATIENCE_S = 20.0
STOP_TIMEOUT_S = 5.0
QUIT_TIMEOUT_S = 0.5
DEATH_TIMEOUT_S = 1.0  # for the last output of an engine that has ended
MAX_LINE = 1 << 16  # bytes; a longer one is read in pieces
MAX_LINES = 1_000  # that wait to be read; then the engine has to
MAX_ANSWER = 1_000_000  # lines of one answer
QUOTED = 80  # characters of its last line
MAX_MULTIPV = 500
OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\b")


class EngineError(OneLineError, RuntimeError):
    """An engine cannot be started, died, or broke the protocol; the message is one line."""


class EngineTimeout(EngineError):
    """An engine did not answer in time."""


def parse_info(line: str, turn: bool) -> SearchInfo | None:
    """Return what an `info` line says of a position with that side to move, None without a score that can be read.

    >>> info = parse_info("info depth 9 score cp -31 lowerbound nodes 20 pv e2e4 e7e5", True)
    >>> info.depth, info.score, info.bound, info.pv
    (9, Score(-31), 'lower', ['e2e4', 'e7e5'])
    """
    words = line.partition(" string ")[0]
    numbers = dict(re.findall(r"\b([a-z]+) (\d{1,18})(?!\S)", words))
    scored = re.search(r" score (?:\w+bound )?(cp|mate) ([+-]?\d{1,9})(?!\S)", words)
    bound = re.search(r" (lower|upper)bound(?!\S)", words)
    if scored is None:
        return None
    most = LONGEST_MATE - 1 if scored[1] == "mate" else 10**9
    fields = {name: int(numbers.get(uci_word(name), 0)) for name in INFO_FIELDS} | {
        "score": Score(**{scored[1]: max(-most, min(int(scored[2]), most))}, turn=turn),
        "bound": bound[1] if bound else "exact",
        "pv": [Move.from_uci(word) for word in takewhile(UCI_PATTERN.match, words.partition(" pv ")[2].split())],
    }
    fields["multipv"] = min(max(fields["multipv"], 1), MAX_MULTIPV)
    return SearchInfo(**fields)


def position_words(board: Board) -> str:
    """Return what stands after `position` in UCI for a game; a null move, which UCI does not know, begins a new one."""
    if Move.null() in board.move_stack:
        return f"fen {board.fen(shredder=board.chess960)}"
    fen = board.root().fen(shredder=board.chess960)
    moves = " ".join(["", "moves", *board.move_stack]) if board.move_stack else ""
    return ("startpos" if fen == STARTPOS else f"fen {fen}") + moves


def limits_to_send(board: Board, limits: Limits) -> Limits:
    """Return limits as every engine understands them; raises ValueError for an illegal one of *searchmoves*.

    Both clocks are given if one is, and not as zero, which engines take for none; nothing beside `infinite` limits.
    """
    limits = limits._replace(searchmoves=[board.parse_uci(move) for move in limits.searchmoves or ()])
    if limits.endless:
        kept = {name: getattr(limits, name) for name in ("ponder", "searchmoves", "multipv")}
        return Limits(infinite=not limits.ponder, **kept)
    clocks = [max(1, clock) for clock in (limits.wtime_ms, limits.btime_ms) if clock is not None]
    return limits._replace(wtime_ms=clocks[0], btime_ms=clocks[-1]) if clocks else limits


class UciClient(Searcher):
    """Run a UCI engine; a context manager that ends it.

    It reports no root moves, and knows no soft_nodes. What an engine does not send is 0 in its SearchInfos.

    Args:
        command: program and arguments, as a list or as one string in shell syntax, or the path of the program.
        timeout_s: seconds that the handshake and `isready` may take, 15 by default.

    Attributes:
        name: the engine's `id name`.
        options: its `option` lines by the names of the options in lower case.
        patience_s: seconds that a search may exceed its time.

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
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(MAX_LINES)
        self._commands: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._last_line = ""
        self._closed = False
        self.patience_s = PATIENCE_S
        self._lock = threading.Lock()  # held to start a search
        self._running: RunningSearch | None = None
        self._deadline: float | None = None  # of the search that is under way
        self._changed: dict[str, object] = {}  # options of the search, as they were set last
        try:
            # In a session of its own: Ctrl-C at the terminal is for us alone, and the engine dies with its children.
            pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
            self._process = subprocess.Popen(words, **pipes, **apart())
        except (OSError, ValueError) as error:
            raise EngineError(f"{words[0]} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        # Standard error is not part of the answers, but shows why an engine dies.
        # An engine that reads nothing keeps only the last of them waiting.
        work = [(self._read, self._process.stderr, False), (self._read, self._process.stdout, True), (self._write,)]
        name = f"pipe of {self.name}"
        self._threads = [threading.Thread(target=call, args=args, name=name, daemon=True) for call, *args in work]
        for thread in self._threads:
            thread.start()
        try:
            self._shake_hands()
        except BaseException:
            self.close()
            raise

    def _read(self, stream: IO[bytes], answers: bool) -> None:
        """Note the lines that the engine prints, except empty ones; queue *answers*, and None at their end."""
        with stream:
            for raw in iter(lambda: stream.readline(MAX_LINE), b""):
                if line := raw.decode("utf-8", "replace").strip():
                    if line != "readyok":  # which says nothing of what went wrong
                        self._last_line = line
                    if answers:
                        self._room.acquire()
                        self._lines.put(line)
        if answers:
            self._lines.put(None)

    def _write(self) -> None:
        """Send what is queued, up to None; that the engine has ended is seen by what it prints."""
        with contextlib.suppress(OSError), self._process.stdin as stream:
            while (commands := self._commands.get()) is not None:
                stream.write(commands)
                stream.flush()

    def _shake_hands(self) -> None:
        self.send("uci")
        for line in self.expect("uciok", self.timeout_s):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip() or self.name
            elif match := OPTION.match(line):
                self.options[match[1].lower()] = line

    def send(self, *lines: str) -> None:
        """Send commands, one line each, without waiting until the engine has read them."""
        self._commands.put("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))

    def read_line(self, timeout_s: float) -> str | None:
        """Return the next line, stripped and not empty, or None if none comes in time."""
        try:
            line = self._lines.get(timeout=max(0.0, timeout_s))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self.failure(self._obituary())
        self._room.release()
        return line

    def expect(self, word: str, timeout_s: float) -> list[str]:
        """Return all lines up to and including the first that begins with `word`."""
        deadline = monotonic() + timeout_s
        lines: list[str] = []
        while not lines or lines[-1].split(maxsplit=1)[0] != word:
            line = self.read_line(deadline - monotonic())
            if line is None or monotonic() > deadline:
                raise self.timeout(word, timeout_s)
            lines.append(line)
            if len(lines) > MAX_ANSWER:
                raise self.failure(f"printed {MAX_ANSWER:,} lines instead of {word}{self._last_words()}")
        return lines

    def set_option(self, name: str, value: object) -> bool:
        """Set an option if the engine has it; return whether it does. None presses a button, or empties a string."""
        if name.lower() not in self.options:
            return False
        text = str(value).lower() if isinstance(value, bool) else value
        self.send(f"setoption name {name}" + ("" if value is None else f" value {text}"))
        return True

    def ready(self) -> None:
        """Wait until the engine has processed all commands."""
        self.send("isready")
        self.expect("readyok", self.timeout_s)

    def new_game(self) -> None:
        """Send `ucinewgame`, so that the engine forgets the last game."""
        self.send("ucinewgame")
        self.ready()

    def _begin(self, search: RunningSearch, board: Board, limits: Limits) -> None:
        """Send a position and `go`, and follow the search on a thread of its own."""
        if limits.soft_nodes is not None:
            raise ValueError("UCI has no soft_nodes")
        limits = limits_to_send(board, limits)
        times_ms = [limits.movetime_ms, limits.wtime_ms, limits.btime_ms]
        with self._lock:
            if self._running is not None and not self._running.done:
                raise RuntimeError("a search is under way: stop() it first")
            for name, value, default in (("MultiPV", limits.multipv, 1), ("UCI_Chess960", board.chess960, False)):
                if value != self._changed.get(name, default):
                    if not self.set_option(name, value):
                        raise EngineError(f"{self.name} has no option {name}")
                    self._changed[name] = value
            self._deadline = None
            if any(times_ms) and not (limits.infinite or limits.ponder):
                self._deadline = monotonic() + max(ms or 0 for ms in times_ms) / 1000 + self.patience_s
            self.send("isready", f"position {position_words(board)}", f"go {limits}")
            self._running = search
            threading.Thread(target=self._follow, args=(search, board.turn), daemon=True).start()
        if search.stopped:
            self._stop_search(search)

    def _stop_search(self, search: RunningSearch) -> None:
        if self._running is search:
            self._deadline = monotonic() + STOP_TIMEOUT_S
            self.send("stop")

    def _follow(self, search: RunningSearch, turn: bool) -> None:
        """Report what the engine finds, and give its result."""
        search.thread = threading.get_ident()
        words = ["bestmove"]
        try:
            while self._next_line() != "readyok":
                pass  # a second bestmove, or more about an earlier search
            while (words := self._next_line().split())[0] != "bestmove":
                info = parse_info(" ".join(words), turn) if words[0] == "info" else None
                if info is not None and not info.pv:
                    # What is not sent again still holds.
                    before = (line.pv for line in search.multipv if line.multipv == info.multipv)
                    info = info._replace(pv=next(before, []))
                if info is not None and search.error is None:
                    try:
                        search.report([info])
                    except BaseException as error:  # of a callback
                        search.error = error
                        self._stop_search(search)
        except EngineError as error:
            search.error = search.error or error
        best, ponder = (
            Move.from_uci(word) if UCI_PATTERN.match(word) else None for word in (*words[1:4:2], "", "")[:2]
        )
        lines = search.multipv
        search.finish(SearchResult(best, ponder, lines[0] if lines else None, [*lines], search.error))

    def _next_line(self) -> str:
        """Return the next line of a search."""
        while (line := self.read_line(WAKE_S)) is None:
            if self._deadline is not None and monotonic() > self._deadline:
                raise self.timeout("bestmove", self.patience_s)
        return line

    def close(self) -> None:
        """End the engine and its child processes: by `quit`, then by force."""
        if self._closed:
            return
        self._closed = True
        self.send("quit")
        self._commands.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_TIMEOUT_S)
        kill_all(self._process)
        self._process.wait()
        self._room.release(MAX_ANSWER)  # for what is in the pipe
        for thread in self._threads:
            thread.join(DEATH_TIMEOUT_S)

    def failure(self, reason: str, kind: type[EngineError] = EngineError) -> EngineError:
        """End the engine and return what to raise: its name and the reason."""
        self.close()
        return kind(f"{self.name} {reason}")

    def timeout(self, question: str, timeout_s: float) -> EngineError:
        """End the engine and return what to raise if a question is not answered."""
        return self.failure(f"did not answer {question} within {timeout_s:g} s{self._last_words()}", EngineTimeout)

    def _obituary(self) -> str:
        """Return how the engine ended."""
        self._commands.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(DEATH_TIMEOUT_S)
        for thread in self._threads:
            thread.join(DEATH_TIMEOUT_S)
        code = self._process.returncode
        if code is not None and code < 0:
            return f"was killed by {signal.Signals(-code).name}{self._last_words()}"
        return ("closed its pipes" if code is None else f"ended with status {code}") + self._last_words()

    def _last_words(self) -> str:
        return f"; its last line: {self._last_line[:QUOTED]!r}" if self._last_line else ""
