"""The coach of `lux play`: it assesses every position, and says what a bad move has done, and why."""

from lux.analysis.phases import find_phases
from lux.board import Board
from lux.cli.play.game import Game
from lux.cli.play.game_review import verdict
from lux.cli.play.players import OWN_BOOK
from lux.engine import Engine
from lux.pgn import Game as Record
from lux.polyglot import Book
from lux.review import Judgement, Line, MoveReview, assess_position, judge_move
from lux.score import Score
from lux.searcher import StopSignal

NODES = 200_000  # for a position: some tenths of a second


class Coach:
    """What the coach knows of the positions of a game; bar, hint, mark and reason come from one search of each.

    That begins with an empty table and ends at a number of nodes, so the same position always gets the same words.

    Args:
        engine: searches for the coach; the players' own must not learn from it.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # By the number of plies and the key of the position: what is known, and the bad moves that were made there.
        self._known: dict[tuple[int, int], list[Line]] = {}
        self._marked: dict[tuple[int, int], MoveReview] = {}

    def score(self, game: Game) -> Score | None:
        """Return the score of the position, None if it is not known."""
        lines = self._known.get(_place(game.board))
        return lines[0].score if lines else None

    def assess(self, game: Game, stop: StopSignal) -> Line:
        """Return the best line of the position; what is known when the search is stopped is not kept."""
        place = _place(game.board)
        if place in self._known:
            return self._known[place][0]
        self.engine.new_game()
        lines = assess_position(self.engine, game.board, nodes=NODES, stop=stop)
        if not stop.is_set():
            self._known[place] = lines
        return lines[0]

    def judge(self, game: Game) -> str:
        """Return what the last move has done, and how it compares with a bad one that was taken back.

        There are no words on a move that is good, is in the book or was not assessed, nor on an inaccuracy without a
        proven reason.
        """
        node, board = Record.from_board(game.board).end(), game.board.copy()
        board.pop()
        place = _place(board)
        before, after = self._known.get(place), self._known.get(_place(game.board))
        if not before or not after or _in_book(board, node.move):
            return ""
        move = judge_move(node, board, before, after[0], find_phases([board])[0])
        if move.judgement not in (None, Judgement.INACCURACY) or move.reason:
            self._marked[place] = move
            return f"{verdict(move)}\nundo lets you try again."
        earlier = self._marked.get(place)
        if earlier is None or earlier.score.pov(board.turn) >= move.score.pov(board.turn):
            return ""
        best = ", the best move" if node.move == before[0].moves[0] else ""
        return f"{board.variation_san([node.move])}  {move.score}{best}: better than {earlier.san} ({earlier.score})"


def _place(board: Board) -> tuple[int, int]:
    return len(board.move_stack), board.key


def _in_book(board: Board, move: str) -> bool:
    """Return whether Lux's own book has a move."""
    with Book(OWN_BOOK) as book:
        return any(known.uci == move for known in book.moves(board))
