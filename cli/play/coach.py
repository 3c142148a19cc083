"""The coach of `lux play`: it assesses every position, says what a bad move has done, and why, and reviews games."""

from rich.console import Console

from lux.analysis.phases import find_phases
from lux.board import Board, side_name
from lux.cli.console import can_encode
from lux.cli.play.drawing import BLOCKS
from lux.cli.play.game import Game
from lux.cli.play.players import OWN_BOOK
from lux.engine import Engine
from lux.pgn import Game as Record
from lux.polyglot import Book
from lux.review import (
    Judgement,
    Line,
    MoveReview,
    assess_game,
    assess_position,
    judge_game,
    judge_move,
    judgement_counts,
    win_percent,
)
from lux.score import Score
from lux.searcher import StopSignal

NODES = 200_000  # for a position: some tenths of a second
REVIEW_NODES = 30_000  # for each position of a game: some seconds for a game
WORST_MOVES = 3
BETTER_PLIES = 4


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


def verdict(move: MoveReview) -> str:
    """Return a bad move, what it did to the score, why if that is proven, and what was better."""
    board = move.board()
    played, better = board.variation_san([move.node.move]), board.variation_san(move.best_line[:BETTER_PLIES])
    reason = f", {move.reason}" if move.reason else ""
    return f"{played}{move.judgement.glyph}  {move.score_before} to {move.score}{reason}; better {better}"


def review_report(engine: Engine, record: Record, console: Console, stop: StopSignal) -> str:
    """Search every position of a game, until *stop* is set, and return how accurate each side was, the course of the
    game and its worst moves."""
    lines = assess_game(engine, record, nodes=REVIEW_NODES, on_progress=lambda *_: not stop.is_set())
    if stop.is_set():
        return "The review was ended."
    review = judge_game(record, lines)
    blocks = BLOCKS if can_encode(console, BLOCKS) else " .:#"
    report = [
        f"{side_name(side)} ({record.headers[side_name(side)]}): accuracy {review.accuracy[side]:.1f} %, "
        + judgement_counts(review, side)
        for side in sorted(review.accuracy, reverse=True)
    ]
    report += ["", "White's chances in per cent, move by move:", *graph([*map(win_percent, review.scores)], blocks), ""]
    judged = [move for move in review.moves if move.judgement is not None]
    worst = sorted(judged, key=lambda move: move.accuracy)[:WORST_MOVES]
    if len(judged) > len(worst):
        report.append(f"The {WORST_MOVES} worst moves:")
    report += [verdict(move) for move in judged if move in worst] or ["No move lost much."]
    return "\n".join(report)


def graph(percents: list[float], blocks: str, width: int = 60, height: int = 5) -> list[str]:
    """Draw percentages as columns, with a scale at the left; `blocks` go from an empty character to a full one.

    >>> graph([0, 50, 100], " .:#", height=2)
    ['100 |  #', '  0 | ##']
    """
    if len(percents) > width:
        percents = [percents[index * len(percents) // width] for index in range(width)]
    full = len(blocks) - 1
    lines = []
    for row in range(height - 1, -1, -1):
        cells = (round(percent / 100 * height * full) - row * full for percent in percents)
        scale = {height - 1: 100, 0: 0, (height - 1) / 2: 50}.get(row, "")
        lines.append(f"{scale:>3} |{''.join(blocks[max(0, min(cell, full))] for cell in cells)}".rstrip())
    return lines
