"""Who plays: a person, Lux, or another UCI engine."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from lux.board import BLACK, WHITE, Board
from lux.cli.play.clock import Clock, TimeControl
from lux.cli.play.game import side_name
from lux.client import EngineError, UciClient
from lux.engine import Engine, SearchInfo
from lux.limits import Limits
from lux.polyglot import Book
from lux.score import Score
from lux.searcher import Searcher, StopSignal
from lux.text.display import visible
from lux.uci.strength import Strength, skill_elo

HUMAN, LUX = "human", "lux"
NO_BOOK = "-"
DEFAULT_MOVETIME_S = 1.0

OWN_BOOK = Path(__file__).parents[1] / "data" / "book.bin"
# A player of 1000 Elo knows five plies of theory, one of 2000 ten.
ELO_PER_BOOK_PLY = 200
# Out of book, the first plies are chosen among lines of about the same score.
VARIED_PLIES = 8
VARIED_LINES = 4
NEAR_EQUAL_CP = 20


class Settings(NamedTuple):
    """The settings of a game, as the command line gives them.

    `white` and `black` are HUMAN, LUX or the command of an engine; `elo` or `level` limits Lux. An engine may spend
    `depth` or `movetime_s` on a move; without either the clock counts, or a second. `book` is a file in PolyGlot's
    format, OWN_BOOK or NO_BOOK; `fen` is the start, None for a random one of Chess960.
    """

    white: str = HUMAN
    black: str = LUX
    depth: int | None = None
    movetime_s: float | None = None
    elo: int | None = None
    level: int | None = None
    hash_mib: int = 64
    book: str = ""
    control: TimeControl | None = None
    fen: str | None = None
    chess960: bool = False

    def limits(self, clock: Clock) -> Limits:
        """Return the limits of an engine's search for a move."""
        limits = Limits(depth=self.depth)
        if clock.limited:
            wtime_ms, btime_ms = (round(1000 * clock.remaining_s(color)) for color in (WHITE, BLACK))
            increment_ms = round(1000 * clock.control.increment_s)
            limits = limits._replace(wtime_ms=wtime_ms, btime_ms=btime_ms, winc_ms=increment_ms, binc_ms=increment_ms)
        if self.movetime_s is not None or limits.endless:
            limits = limits._replace(movetime_ms=round(1000 * (self.movetime_s or DEFAULT_MOVETIME_S)))
        return limits


class Reply(NamedTuple):
    """A move of an engine, with its score and depth in words, if it gave them."""

    move: str | None
    comment: str


def score_text(score: Score) -> str:
    """Return a score from White's view: pawns, or moves to mate."""
    if score.winner is not None:
        return f"{side_name(score.winner)} mates in {abs(score.mate)}"
    return str(score.white())


class Human:
    """A person at this terminal."""

    name = HUMAN

    def new_game(self, chess960: bool) -> None:
        """Do nothing: a person need not be told."""

    def close(self) -> None:
        """Do nothing: a person stays."""


class EnginePlayer:
    """Who searches for a move."""

    def __init__(self, engine: Searcher, name: str, settings: Settings) -> None:
        self.engine, self.name, self.settings = engine, name, settings

    def choose(self, board: Board, clock: Clock, stop: StopSignal | None = None) -> Reply:
        """Return the move to play, soon once *stop* is set."""
        result = self.engine.search(board, self.settings.limits(clock), stop=stop)
        return reply_of(result.best_move, result.info)

    def new_game(self, chess960: bool) -> None:
        """Forget the last game."""
        self.engine.new_game()

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


class LuxPlayer(EnginePlayer):
    """Lux, in this process; limited to a rating or a level if the settings say so.

    Args:
        book: to begin games from, or None.
        random: chooses among the book's moves and among first moves of about the same score.
    """

    def __init__(self, settings: Settings, book: Book | None = None, random: Random | None = None) -> None:
        # The clock goes on while the board is drawn.
        super().__init__(Engine(hash_mib=settings.hash_mib, move_overhead_ms=10), "", settings)
        self.book, self.random = book, random or Random()
        self.set_strength(settings.elo, settings.level)

    def set_strength(self, elo: int | None, level: int | None) -> None:
        """Play at a rating or at a level from now on, without either as well as possible."""
        rating = elo if level is None else skill_elo(level)
        self.strength = Strength(rating) if rating is not None else None
        # It is called what was asked for.
        self.name = "Lux" if elo is level is None else f"Lux {elo}" if level is None else f"Lux level {level}"

    def choose(self, board: Board, clock: Clock, stop: StopSignal | None = None) -> Reply:
        """Return the move to play, at once when *stop* is set."""
        plies = len(board.move_stack)
        if self.book is not None and (self.strength is None or plies < self.strength.elo // ELO_PER_BOOK_PLY):
            known = self.book.choose(board, self.random)
            if known is not None:
                return Reply(known.uci, "book")
        limits = self.settings.limits(clock)
        if self.strength is not None:
            seen = self.strength.attention(board.legal_moves)
            info = self.strength.choose(self.engine.search(board, limits, stop=stop, **seen).lines)
        elif plies < VARIED_PLIES:
            info = near_equal(self.engine.search(board, limits, stop=stop, multipv=VARIED_LINES).lines, self.random)
        else:
            return super().choose(board, clock, stop)
        return reply_of(info.pv[0], info)


class UciPlayer(EnginePlayer):
    """Another engine, as a process that speaks UCI, which is started again after a failure; raises EngineError."""

    def __init__(self, command: str, settings: Settings) -> None:
        self.command, self._failed = command, False
        client = self._start(settings.hash_mib)
        super().__init__(client, visible(client.name), settings)

    def _start(self, hash_mib: int) -> UciClient:
        client = UciClient(self.command)
        client.set_option("Hash", hash_mib)
        return client

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Start the engine again if it has failed, and note whether it does."""
        if self._failed:
            self.engine = self._start(self.settings.hash_mib)
        self._failed = True
        yield
        self._failed = False

    def choose(self, board: Board, clock: Clock, stop: StopSignal | None = None) -> Reply:
        """Return the move to play, soon once *stop* is set."""
        with self._running():
            return super().choose(board, clock, stop)

    def new_game(self, chess960: bool) -> None:
        """Forget the last game."""
        if chess960 and "uci_chess960" not in self.engine.options:
            raise EngineError(f"{self.name} does not play Chess960")
        with self._running():
            super().new_game(chess960)


Player = Human | LuxPlayer | UciPlayer


def near_equal(lines: Sequence[SearchInfo], random: Random) -> SearchInfo:
    """Return one of the lines that score about as much as the best, which comes first."""
    least = lines[0].score.as_cp() - NEAR_EQUAL_CP
    return random.choice([line for line in lines if line.score.as_cp() >= least])


def reply_of(move: str | None, info: SearchInfo | None) -> Reply:
    """Return a move with what its search says of it, if it says anything."""
    return Reply(move, f"eval {score_text(info.score)}   depth {info.depth}" if info is not None else "")


def make_player(spec: str, settings: Settings, book: Book | None) -> Player:
    """Return the player that `spec` names: HUMAN, LUX, or the command of a UCI engine; raise EngineError."""
    if spec == HUMAN:
        return Human()
    return LuxPlayer(settings, book) if spec == LUX else UciPlayer(spec, settings)
