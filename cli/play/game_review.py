"""The review of a game in the terminal: how accurate each side was, the course of the game, and the worst moves."""

from rich.console import Console

from lux.cli.console import can_encode
from lux.cli.play.game import side_name
from lux.engine import Engine
from lux.pgn import Game
from lux.review import GameReview, Judgement, MoveReview, review_game, win_percent
from lux.searcher import StopSignal

NODES = 30_000  # for each position: some seconds for a game
WORST_MOVES = 3
BETTER_PLIES = 4
GRAPH_WIDTH, GRAPH_HEIGHT = 60, 5
BLOCKS = " ▁▂▃▄▅▆▇█"
ASCII_BLOCKS = " .:#"


class ReviewEnded(Exception):
    """Signal that a review is no longer wanted."""


def review_report(engine: Engine, record: Game, console: Console, ended: StopSignal) -> str:
    """Search every position of a game, unless `ended` is set, and return the review as text."""

    def go_on(*_: int) -> None:
        if ended.is_set():
            raise ReviewEnded

    try:
        review = review_game(engine, record, nodes=NODES, on_progress=go_on)
    except ReviewEnded:
        return "The review was ended."
    blocks = BLOCKS if can_encode(console, BLOCKS) else ASCII_BLOCKS
    lines = [accuracy_line(review, side, record.headers[side_name(side)]) for side in sorted(review.accuracy)[::-1]]
    lines += ["", "White's chances in per cent, move by move:", *graph([*map(win_percent, review.scores)], blocks)]
    worst = worst_moves(review)
    more = sum(move.judgement is not None for move in review.moves) > len(worst)
    title = [f"The {WORST_MOVES} worst moves:"] if more else []
    lines += ["", *title, *map(verdict, worst)] if worst else ["", "No move lost much."]
    return "\n".join(lines)


def accuracy_line(review: GameReview, side: bool, name: str) -> str:
    """Return the accuracy of a side, and how many bad moves it made."""
    counts = {kind: review.count(side, kind) for kind in Judgement}
    words = [f"{count} {kind.name.lower() if count == 1 else kind.plural}" for kind, count in counts.items()]
    return f"{side_name(side)} ({name}): accuracy {review.accuracy[side]:.1f} %, {', '.join(words)}"


def graph(percents: list[float], blocks: str, width: int = GRAPH_WIDTH, height: int = GRAPH_HEIGHT) -> list[str]:
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
        scale = "100" if row == height - 1 else "  0" if row == 0 else " 50" if 2 * row == height - 1 else "   "
        lines.append(f"{scale} |{''.join(blocks[max(0, min(cell, full))] for cell in cells)}".rstrip())
    return lines


def loss(move: MoveReview) -> float:
    """Return by how many per cent a move reduced its player's chances."""
    return (win_percent(move.score_before) - win_percent(move.score)) * (1 if move.turn else -1)


def worst_moves(review: GameReview) -> list[MoveReview]:
    """Return the moves that lost most, in the order of the game."""
    judged = [move for move in review.moves if move.judgement is not None]
    worst = sorted(judged, key=loss, reverse=True)[:WORST_MOVES]
    return [move for move in judged if move in worst]


def verdict(move: MoveReview) -> str:
    """Return a bad move, what it did to the score, why if that is proven, and what was better."""
    board = move.board()
    played, better = board.variation_san([move.node.move]), board.variation_san(move.best_line[:BETTER_PLIES])
    scores = f"{move.score_before} to {move.score}"
    reason = f", {move.reason}" if move.reason else ""
    return f"{played}{move.judgement.glyph}  {scores}{reason}; better {better}"
