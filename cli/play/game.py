"""A game of `lux play`: the moves, those taken back, the clocks and how it ended."""

import re
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from lux.analysis.material import PIECE_VALUES, captured_piece
from lux.board import BLACK, WHITE, Board, Termination, side_name
from lux.chess960 import start_number

REASONS = {
    Termination.CHECKMATE: "checkmate",
    Termination.STALEMATE: "stalemate",
    Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    Termination.FIFTY_MOVES: "fifty moves without a capture or a pawn move",
    Termination.THREEFOLD_REPETITION: "threefold repetition",
}
NUMBER = r"\d{1,4}(?:\.\d{1,3})?"
TIME_CONTROL = re.compile(
    rf"(?:(?P<number>{NUMBER})(?P<unit>[ms]?) | (?:(?P<hours>\d{{1,2}}):)?(?P<minutes>\d{{1,2}}):(?P<seconds>[0-5]\d))"
    rf"(?:\+(?P<increment>{NUMBER})s?)?",
    re.VERBOSE | re.ASCII,
)


def win_for(color: bool) -> str:
    """Return the result of a game that `color` wins."""
    return "1-0" if color == WHITE else "0-1"


class Outcome(NamedTuple):
    """How a game ended: '1-0', '0-1' or '1/2-1/2', and why."""

    result: str
    reason: str


class TimeControl(NamedTuple):
    """Seconds for the game, and those added after each move."""

    base_s: float
    increment_s: float

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read a time and seconds a move, as in `5+3` (minutes), `90s`, `0:20+1` or `1:30:00`; raise ValueError."""
        match = TIME_CONTROL.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is not a time; write 5+3 (minutes+seconds), 0:20+1, 90s or 1:30:00")
        if match["number"]:
            base_s = float(match["number"]) * (1 if match["unit"] == "s" else 60)
        else:
            base_s = 3600 * int(match["hours"] or 0) + 60 * int(match["minutes"]) + int(match["seconds"])
        if not base_s:
            raise ValueError(f"{text!r} leaves no time for the first move")
        return cls(base_s, float(match["increment"] or 0))


class Clock:
    """The two clocks of a game; `left_s` holds each side's seconds as of the last stop."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left_s = {WHITE: control.base_s, BLACK: control.base_s}
        self.running: bool | None = None
        self._started = 0.0

    def start(self, color: bool) -> None:
        """Start the clock of `color`."""
        self.running = color
        self._started = monotonic()

    def stop(self) -> None:
        """Stop the clock that runs, if one does."""
        if self.running is not None:
            self.left_s[self.running] = self.remaining_s(self.running)
            self.running = None

    def press(self, color: bool) -> None:
        """Stop the clocks at the end of a move of `color`, and add its increment."""
        self.stop()
        self.left_s[color] += self.control.increment_s

    def remaining_s(self, color: bool) -> float:
        """Return the seconds that `color` has left at this moment, 0 when the flag has fallen."""
        spent = monotonic() - self._started if self.running == color else 0.0
        return max(0.0, self.left_s[color] - spent)


def clock_text(seconds: float) -> str:
    """Return a clock's face: 1:02:03, 4:59, and tenths in the last twenty seconds."""
    if seconds < 20:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Ply(NamedTuple):
    """A move of the game, with what was on the clocks (White's, Black's) before it."""

    move: str
    san: str
    captured: str | None
    clocks_s: tuple[float, float] | None


class Game:
    """A game from a start position: what was played, what was taken back, and the outcome."""

    def __init__(self, board: Board, control: TimeControl | None = None) -> None:
        self.board = board
        self.start_fen = board.fen()
        self.first_number = board.fullmove_number
        self.first_turn = board.turn
        self.clock = Clock(control) if control is not None else None
        self.plies: list[Ply] = []
        # Moves taken back, in the reverse order of their return, with the clocks after each.
        self.undone: list[tuple[str, tuple[float, float] | None]] = []
        self.declared: Outcome | None = None
        self.began = datetime.now()
        self.start_number = start_number(self.start_fen) if board.chess960 else None

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, by the rules, the clock or the players; None while it goes on."""
        if self.declared is not None:
            return self.declared
        reason = self.board.termination()
        return None if reason is None else Outcome(self.board.result(claim_draw=True), REASONS[reason])

    def push(self, move: str) -> Ply:
        """Play a legal UCI move and press the clock."""
        mover = self.board.turn
        ply = Ply(move, self.board.san(move), captured_piece(self.board, move), self._clocks_s())
        self.board.push_uci(move)
        self.plies.append(ply)
        self.undone = []
        if self.clock is not None:
            self.clock.press(mover)
        return ply

    def undo(self) -> None:
        """Take back the last move, and the time it took."""
        if self.clock is not None:
            self.clock.stop()
        ply = self.plies.pop()
        self.board.pop()
        self.undone.append((ply.move, self._clocks_s()))
        self._set_clocks(ply.clocks_s)
        self.declared = None

    def redo(self) -> None:
        """Play again the move that was taken back last."""
        undone = self.undone
        move, clocks_s = undone.pop()
        self.push(move)
        self.undone = undone
        self._set_clocks(clocks_s)

    def _clocks_s(self) -> tuple[float, float] | None:
        return None if self.clock is None else (self.clock.left_s[WHITE], self.clock.left_s[BLACK])

    def _set_clocks(self, clocks_s: tuple[float, float] | None) -> None:
        if self.clock is not None and clocks_s is not None:
            self.clock.stop()
            self.clock.left_s[WHITE], self.clock.left_s[BLACK] = clocks_s

    def declare(self, result: str, reason: str) -> None:
        """End the game otherwise than by the rules of the board: by resignation, agreement or forfeit."""
        if self.clock is not None:
            self.clock.stop()
        self.declared = Outcome(result, reason)

    def resign(self, color: bool) -> None:
        """End the game by resignation of `color`."""
        self.declare(win_for(not color), f"{side_name(color)} resigns")

    def fall_flag(self, color: bool) -> None:
        """End the game because the time of `color` is up; a bare king cannot win on time."""
        pieces = [piece for piece in self.board.piece_map().values() if piece.isupper() != color]
        reason = f"{side_name(color)} ran out of time"
        if len(pieces) == 1:
            self.declare("1/2-1/2", f"{reason}, {side_name(not color)} has a bare king")
        else:
            self.declare(win_for(not color), reason)

    def captured(self, by: bool) -> list[str]:
        """Return the letters of the pieces that a side has taken, the most valuable first."""
        taken = [ply.captured for ply in self.plies if ply.captured and ply.captured.isupper() != by]
        return sorted(taken, key=lambda piece: -PIECE_VALUES[piece.lower()])

    def move_pairs(self) -> list[tuple[str, str, str]]:
        """Return the numbered moves in SAN, as (number, White's, Black's); a missing one is '...' or ''."""
        sans = [ply.san for ply in self.plies]
        if sans and self.first_turn == BLACK:
            sans.insert(0, "...")
        sans += [""] * (len(sans) % 2)
        return [
            (f"{self.first_number + index // 2}.", sans[index], sans[index + 1]) for index in range(0, len(sans), 2)
        ]

    def movetext(self) -> str:
        """Return the moves on one line, as in PGN."""
        return self.board.root().variation_san(self.board.move_stack)
