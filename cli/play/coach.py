"""The coach of `lux play`: it assesses every position, and says what a bad move has done."""

from threading import Event

from lux.analysis.phases import find_phases
from lux.cli.play.game import Game
from lux.cli.play.game_review import verdict
from lux.engine import Engine
from lux.pgn import Game as Record
from lux.review import Line, assess_position, judge_move
from lux.score import Score

NODES = 100_000  # for a position: some hundredths of a second
SURE_NODES = 1_000_000  # for each of the two positions of a move that seems bad


class Coach:
    """What the coach knows of the last two positions of a game.

    Args:
        engine: searches for the coach; the players' own must not learn from it.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._ended = Event()
        # By the number of plies and the key of the position.
        self._known: dict[tuple[int, int], list[Line]] = {}

    def stop(self) -> None:
        """End the search that runs in another thread; nothing comes of it."""
        self._ended.set()
        self.engine.stop()

    def score(self, game: Game) -> Score | None:
        """Return the score of the position, None if it is not known."""
        lines = self._known.get((len(game.plies), game.board.key))
        return lines[0].score if lines else None

    def assess(self, game: Game) -> None:
        """Search the position, unless it is known or the search is stopped."""
        if self.score(game) is not None:
            return
        self._ended.clear()
        lines = assess_position(self.engine, game.board, nodes=NODES)
        if not self._ended.is_set():
            last = [*self._known.items()][-1:]
            self._known = dict(last) | {(len(game.plies), game.board.key): lines}

    def judge(self, game: Game) -> str:
        """Return what the last move has done, "" if it was not bad, was not assessed, or the search is stopped."""
        after = self._known.get((len(game.plies), game.board.key))
        node, board = Record.from_board(game.board).end(), game.board.copy()
        board.pop()
        before = self._known.get((len(game.plies) - 1, board.key))
        if not before or not after:
            return ""
        phase = find_phases([board])[0]
        if judge_move(node, board, before, after[0], phase).judgement is None:
            return ""
        # The position after the move first, as in a review.
        self._ended.clear()
        after, before = (assess_position(self.engine, each, nodes=SURE_NODES) for each in (game.board, board))
        move = judge_move(node, board, before, after[0], phase)
        return verdict(move) if move.judgement is not None and not self._ended.is_set() else ""
