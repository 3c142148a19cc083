"""A game of `lux play`: the moves, those taken back, and how it ended."""

import re
from datetime import datetime
from typing import NamedTuple

from lux.analysis.material import PIECE_VALUES, captured_piece
from lux.board import WHITE, Board, Termination, side_name
from lux.cli.play.clock import Clock, TimeControl

FIFTY_MOVES = "fifty moves without a capture or a pawn move"
MOVE_PAIR = re.compile(r"(\d+\.) (\S+) ?([^\d\s]\S*)?")


def win_for(color: bool) -> str:
    """Return the result of a game that `color` wins."""
    return "1-0" if color == WHITE else "0-1"


class Outcome(NamedTuple):
    """How a game ended: '1-0', '0-1' or '1/2-1/2', and why."""

    result: str
    reason: str


class Ply(NamedTuple):
    """What was on the clocks before a move, and the piece that it took."""

    left_s: dict[bool, float]
    captured: str | None


class Game:
    """A game from the position of *board*, which then has its moves: what was taken back, and the outcome."""

    def __init__(self, board: Board, control: TimeControl | None = None) -> None:
        self.board = board
        self.first_turn = board.turn
        self.clock = Clock(control)
        self.plies: list[Ply] = []
        # Moves taken back, in the reverse order of their return, with the clocks after each.
        self.undone: list[tuple[str, dict[bool, float]]] = []
        self.declared: Outcome | None = None
        self.began = datetime.now()
        self.start_number = board.chess960_pos() if board.chess960 else None

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, by the rules, the clock or the players; None while it goes on."""
        reason = self.board.termination()
        if self.declared is not None or reason is None:
            return self.declared
        words = FIFTY_MOVES if reason is Termination.FIFTY_MOVES else reason.name.lower().replace("_", " ")
        return Outcome(self.board.result(claim_draw=True), words)

    def is_own(self, square: str) -> bool:
        """Return whether a piece of the side to move stands on a square."""
        return self.board.color_at(square) == self.board.turn

    def push(self, move: str) -> None:
        """Play a legal UCI move and press the clock."""
        mover = self.board.turn
        self.plies.append(Ply(self.clock.left_s, captured_piece(self.board, move)))
        self.board.push_uci(move)
        self.undone = []
        self.clock.press(mover)

    def undo(self) -> None:
        """Take back the last move, and the time it took."""
        self.clock.stop()
        self.undone.append((self.board.pop(), self.clock.left_s))
        self.clock.left_s = self.plies.pop().left_s
        self.declared = None

    def redo(self) -> None:
        """Play again the move that was taken back last."""
        (move, left_s), undone = self.undone.pop(), self.undone
        self.push(move)
        self.undone, self.clock.left_s = undone, left_s

    def declare(self, result: str, reason: str) -> None:
        """End the game otherwise than by the rules of the board: by resignation, agreement or forfeit."""
        self.clock.stop()
        self.declared = Outcome(result, reason)

    def resign(self) -> None:
        """End the game by resignation of the side to move."""
        self.declare(win_for(not self.board.turn), f"{side_name(self.board.turn)} resigns")

    def fall_flag(self) -> None:
        """End the game because the time of the side to move is up; who could never mate does not win by that."""
        color = self.board.turn
        reason = f"{side_name(color)} ran out of time"
        if self.board.has_insufficient_material(not color):
            self.declare("1/2-1/2", f"{reason}, {side_name(not color)} cannot mate")
        else:
            self.declare(win_for(not color), reason)

    def captured(self, by: bool) -> list[str]:
        """Return the letters of the pieces that a side has taken, the most valuable first."""
        taken = [ply.captured for ply in self.plies if ply.captured and ply.captured.isupper() != by]
        return sorted(taken, key=lambda piece: -PIECE_VALUES[piece.lower()])

    def move_pairs(self) -> list[tuple[str, str, str]]:
        """Return the numbered moves in SAN, as (number, White's, Black's); a missing one is '...' or ''."""
        return MOVE_PAIR.findall(self.movetext().replace("... ", ". ... "))

    def movetext(self) -> str:
        """Return the moves on one line, as in PGN."""
        return self.board.root().variation_san(self.board.move_stack)
