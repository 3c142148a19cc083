"""Who plays: a person, Lux, or another UCI engine."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from lux.board import BLACK, WHITE, Board
from lux.cli.play.game import Clock, side_name
from lux.client import EngineError, UciClient
from lux.engine import Engine, SearchInfo
from lux.limits import Limits
from lux.polyglot import Book
from lux.score import Score
from lux.searcher import StopSignal
from lux.text.display import visible
from lux.uci.strength import Strength, skill_elo

if TYPE_CHECKING:
    from lux.cli.play.game_pgn import Settings

DEFAULT_MOVETIME_S = 1.0
START_S = 5.0  # that another engine may take to start

OWN_BOOK = Path(__file__).parents[1] / "data" / "book.bin"
# A player of 1000 Elo knows five plies of theory, one of 2000 ten.
ELO_PER_BOOK_PLY = 200
# Out of book, the first plies are chosen among lines of about the same score.
VARIED_PLIES = 8
VARIED_LINES = 4
NEAR_EQUAL_CP = 20


class Reply(NamedTuple):
    """A move of an engine, with its score and depth in words, if it gave them."""

    move: str | None
    comment: str


class Pace(NamedTuple):
    """What an engine may spend on a move: to a depth, or seconds; without either the clock counts, or a second."""

    depth: int | None = None
    movetime_s: float | None = None

    def limits(self, clock: Clock | None) -> Limits:
        """Return the limits of a search."""
        limits = Limits(depth=self.depth)
        if clock is not None:
            increment_ms = round(1000 * clock.control.increment_s)
            limits = limits._replace(
                wtime_ms=round(1000 * clock.remaining_s(WHITE)),
                btime_ms=round(1000 * clock.remaining_s(BLACK)),
                winc_ms=increment_ms,
                binc_ms=increment_ms,
            )
        if self.movetime_s is not None or limits.endless:
            limits = limits._replace(movetime_ms=round(1000 * (self.movetime_s or DEFAULT_MOVETIME_S)))
        return limits

    def __str__(self) -> str:
        return f"to depth {self.depth}" if self.depth else f"{self.movetime_s or DEFAULT_MOVETIME_S:g} s a move"


def score_text(score: Score) -> str:
    """Return a score from White's view: pawns, or moves to mate."""
    if score.winner is not None:
        return f"{side_name(score.winner)} mates in {abs(score.mate)}"
    return str(score.white())


class Human:
    """A person at this terminal."""

    spec = "human"
    name = "human"


class LuxPlayer:
    """Lux, in this process; limited to a rating unless `elo` is None.

    Args:
        book: to begin games from, or None.
        random: chooses among the book's moves and among first moves of about the same score.
    """

    spec = "lux"

    def __init__(
        self,
        pace: Pace,
        hash_mib: int,
        elo: int | None = None,
        book: Book | None = None,
        random: Random | None = None,
        level: int | None = None,
    ) -> None:
        self.pace = pace
        # The clock goes on while the board is drawn.
        self.engine = Engine(hash_mib=hash_mib, move_overhead_ms=10)
        self.book = book
        self.random = random or Random()
        self.set_strength(elo, level)

    def set_strength(self, elo: int | None, level: int | None = None) -> None:
        """Play at a rating or at a level from now on, without either as well as possible."""
        rating = elo if level is None else skill_elo(level)
        self.strength = Strength(rating) if rating is not None else None
        # It is called what was asked for.
        self.name = "Lux" if elo is level is None else f"Lux {elo}" if level is None else f"Lux level {level}"

    def new_game(self, chess960: bool) -> None:
        """Forget the last game."""
        self.engine.new_game()

    def choose(self, board: Board, clock: Clock | None, stop: StopSignal | None = None) -> Reply:
        """Return the move to play, once *stop* is set at once; an interrupt ends the search and goes on up."""
        plies = len(board.move_stack)
        if self.book is not None and (self.strength is None or plies < self.strength.elo // ELO_PER_BOOK_PLY):
            known = self.book.choose(board, self.random)
            if known is not None:
                return Reply(known.uci, "book")
        limits = self.pace.limits(clock)
        if self.strength is not None:
            seen = self.strength.attention(board.legal_moves)
            info = self.strength.choose(self.engine.search(board, limits, stop=stop, **seen).lines)
        elif plies < VARIED_PLIES:
            info = near_equal(self.engine.search(board, limits, stop=stop, multipv=VARIED_LINES).lines, self.random)
        else:
            info = self.engine.search(board, limits, stop=stop).info
        return Reply(info.pv[0], f"eval {score_text(info.score)}   depth {info.depth}")

    def close(self) -> None:
        """Do nothing: Lux ends with the process."""


def near_equal(lines: list[SearchInfo], random: Random) -> SearchInfo:
    """Return one of the lines that score about as much as the best, which comes first."""
    least = lines[0].score.as_cp() - NEAR_EQUAL_CP
    return random.choice([line for line in lines if line.score.as_cp() >= least])


class UciPlayer:
    """Another engine, as a process that speaks UCI."""

    def __init__(self, command: str, pace: Pace, hash_mib: int) -> None:
        self.spec = command
        self.pace = pace
        self.client = UciClient(command, START_S)
        self.client.set_option("Hash", hash_mib)
        self.name = visible(self.client.name)

    def new_game(self, chess960: bool) -> None:
        """Forget the last game."""
        if not self.client.set_option("UCI_Chess960", chess960) and chess960:
            raise EngineError(f"{self.name} does not play Chess960")
        self.client.new_game()

    def choose(self, board: Board, clock: Clock | None, stop: StopSignal | None = None) -> Reply:
        """Return the move to play, soon once *stop* is set; an interrupt ends the search and goes on up."""
        result = self.client.search(board, self.pace.limits(clock), stop=stop)
        info = result.info
        return Reply(result.best_move, f"eval {score_text(info.score)}   depth {info.depth}" if info else "")

    def close(self) -> None:
        """End the process."""
        self.client.close()


Player = Human | LuxPlayer | UciPlayer


def make_player(spec: str, settings: "Settings", book: Book | None) -> Player:
    """Return the player that `spec` names: human, lux, or the command of a UCI engine; raise EngineError."""
    if spec == Human.spec:
        return Human()
    if spec == LuxPlayer.spec:
        return LuxPlayer(settings.pace, settings.hash_mib, settings.elo, book, level=settings.level)
    return UciPlayer(spec, settings.pace, settings.hash_mib)
