"""Ask any UCI engine for a perft with `go perft DEPTH`, and parse its answer.

Engines agree on the question (Stockfish's) but not on the answer: `e2e4: 20`, `1. e2e4 - 20`, `move 1 : e2e4 : 20`,
then `Nodes searched: 400`, `Total: 400`, `perft 2 = 400`, `nodes 400 time 1`, `2 400 0.1`. All of these are parsed.
"""

import re
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import NamedTuple

import lux
from lux.board import STARTPOS
from lux.client import EngineError, UciClient

MAX_MOVES = 1000  # in an answer, far more than a position has
QUIET_S = 1.0  # silence after which the engine is asked whether it is done

NUMBER = r"(\d{1,3}(?:[,_']\d{3})+|\d+)(?!\w|[.,]\d)"
COORDINATES = r"[PNBRQK]?[a-h][1-8][-x]?[a-h][1-8](?:=?\(?[nbrqkNBRQK]\)?)?"
SAN = r"(?:[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8](?:=?[NBRQ])?|[Oo0]-[Oo0](?:-[Oo0])?)"
MOVE_LINE = re.compile(
    rf"(?:info string\s+)?(?:(?i:move)\s+)?(?:[\[(]?\s*\d+\s*[\])]?[.:)\]]\s*)?(?:(?i:move):?\s+)?"
    rf"\W?({COORDINATES}|{SAN})[+#]?(?:\s*[:=|>-]+\s*|\s+)(?:(?i:nodes):?\s+)?{NUMBER}"
)
# The total, once a depth in the line is cut out; the first that is found counts.
TOTALS = [
    rf"^(?:info string)?\W*{NUMBER}(?:\s+(?:leaf\s+)?nodes\b(?!\s*(?:/|per\b))|\W*$)",
    rf"\b(?:nodes(?: searched| visited| counted)?|total(?: nodes| leaf nodes| leaves)?|leaf nodes|leaves|result)"
    rf"\s*[:=]?\s*{NUMBER}",
    rf"(?<![\w.]){NUMBER}\s+(?:leaf\s+)?nodes\b(?!\s*(?:/|per\b))",
]
# As in `perft 2 nodes 400`, not in `perft 400 nodes`.
DEPTH = re.compile(r"\(?\b(?:perft|depth)\s*[:=(]?\s*(\d+)(?!\d|\s+nodes\b(?!\s*[:=]?\s*\d))\s*\)?", re.IGNORECASE)
ROW = re.compile(r"^(?:info string)?\W*(?=\d+[\s|]+\d[\d,]*(?:[\s|]|$))", re.I)  # of a table: depth, nodes, time
PERFT_OF = re.compile(rf"(?:perft|depth)[\s(]*(?:depth)?[\s=]*\d+[\s)]*(?:[:=|]|->|is|\s)\s*{NUMBER}(?!\s*m?s\b)", re.I)
# What an engine prints if it searches for a move instead.
SEARCHING = re.compile(r"info\b.*\b(?:score|pv)\b")
REFUSAL = re.compile(r"\b(?:unknown|invalid|unrecogni[sz]ed|unsupported|not supported|illegal)\b", re.IGNORECASE)


class Answer(NamedTuple):
    """An engine's answer for one position."""

    total: int | None  # as it prints it
    moves: list[tuple[str, int]]  # its moves, as it spells them, and their counts; a move may occur twice

    @property
    def nodes(self) -> int:
        """Return the total, from the moves if it prints none."""
        return sum(count for _, count in self.moves) if self.total is None else self.total


def fen_for_uci(fen: str, chess960: bool) -> str:
    """Return *fen* in six fields; castling rights as KQkq unless *chess960*."""
    fields = fen.split()
    fields += ["0", "1"][len(fields) - 4 :]
    if not chess960:
        fields[2] = lux.Board(fen).fen().split()[2]
    return " ".join(fields)


class UciEngine(UciClient):
    """An engine that counts perft; a context manager that ends it.

    Args:
        command: how to start it, as for UciClient.
        options: UCI options to set, by name, as in `{"Threads": 4, "Hash": 256}`; the engine must have them.
        timeout_s: maximum seconds for the count of one position.
        go: the perft command, with `{}` for the depth.

    Raises:
        EngineError: the engine does not start, does not speak UCI, lacks an option, or does not know the command.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout_s: float = 300.0,
        go: str = "go perft {}",
    ) -> None:
        self.go = go
        self.count_timeout_s = timeout_s
        self._wanted = options or {}
        self._chess960 = False
        self._prints_total = True
        super().__init__(command)

    def perft(self, fen: str, depth: int, moves: Sequence[str] = (), *, chess960: bool = False) -> Answer:
        """Ask for the perft of *depth* after *moves*, UCI strings, from *fen*.

        With *chess960* castling is written as king takes rook, and the engine must have the option UCI_Chess960.

        Raises:
            EngineError: the engine died, hung, or gave an answer that cannot be parsed. Do not use it after that.
        """
        if chess960 != self._chess960 and not self.set_option("UCI_Chess960", chess960):
            raise self.failure("has no option UCI_Chess960")
        self._chess960 = chess960
        played = f" moves {' '.join(moves)}" if moves else ""
        self.send(f"position fen {fen_for_uci(fen, chess960)}{played}", self._question(depth))
        return self._answer(depth, self.count_timeout_s)

    def _shake_hands(self) -> None:
        super()._shake_hands()
        for option, value in self._wanted.items():
            if not self.set_option(option, value):
                raise EngineError(f"{self.name} has no option {option!r}")
        self.send("ucinewgame", f"position fen {STARTPOS}", self._question(1))
        try:
            self._prints_total = self._answer(1, self.timeout_s).total is not None
        except EngineError as error:
            raise type(error)(
                f"{error} (asked for `{self._question(1)}` at the start position; set `go` for another command)"
            ) from None

    def _question(self, depth: int) -> str:
        return self.go.replace("{}", str(depth))

    def _answer(self, depth: int, timeout_s: float) -> Answer:
        """Read the answer to `go perft`, up to the `readyok` that shows that it is complete."""
        deadline = monotonic() + timeout_s
        moves: list[tuple[str, int]] = []
        total: int | None = None
        refusal = ""
        asked = ready = quiet = False
        while not (ready and (total is not None or moves or not self._prints_total)):
            # After its total an engine is done, and one that prints only moves when it answers this.
            if not asked and (quiet or total is not None or not self._prints_total):
                self.send("isready")
                asked = True
            line = self.read_line(min(QUIET_S, deadline - monotonic()))
            if monotonic() >= deadline:
                raise self.timeout(f"`{self._question(depth)}`", timeout_s)
            quiet = line is None
            if quiet:
                continue
            if line == "readyok":
                ready = True
                if refusal and total is None and not moves:
                    raise self.failure(f"refuses: {refusal!r}")
            elif SEARCHING.match(line) or (line.startswith("bestmove") and total is None and not moves):
                raise self.failure(f"does not know `{self._question(depth)}`: it searched for a move")
            elif match := MOVE_LINE.match(line):
                moves.append((match[1], parse_number(match[2])))
                if len(moves) > MAX_MOVES:
                    raise self.failure(f"lists more than {MAX_MOVES} moves")
            elif REFUSAL.search(line):
                refusal = line[:100]
            else:
                total = total_of(" ".join(line.split()), depth, total)
        return Answer(total, moves)


def parse_number(text: str) -> int:
    """Return a number, written with or without thousands separators."""
    return int(re.sub(r"\D", "", text))


def total_of(line: str, depth: int, before: int | None) -> int | None:
    """Return the count that *line* gives for *depth*, or *before* if it gives none."""
    line = ROW.sub("depth ", line)
    named = DEPTH.search(line)
    if named is not None and int(named[1]) != depth:
        return before
    rest = DEPTH.sub("", line)
    matches = (re.search(pattern, rest, re.IGNORECASE) for pattern in TOTALS)
    match = PERFT_OF.search(line) or next(filter(None, matches), None)
    return before if match is None else parse_number(match[1])
