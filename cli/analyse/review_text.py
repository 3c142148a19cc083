"""A game's review as text for the terminal and as JSON."""

from typing import NamedTuple

from rich.text import Text

from lux.board import BLACK, WHITE, side_name
from lux.cli.analyse.searching import FoundGame
from lux.cli.analyse.totals import Performance
from lux.cli.openings import Opening
from lux.review import GameReview, MoveReview, judgement_counts
from lux.svg import DEFAULT_COLORS

REMARK_PLIES = 6  # of a better line


class ReviewedGame(NamedTuple):
    """A game with its review, and its opening as the positions tell it."""

    found: FoundGame
    review: GameReview
    opening: Opening | None

    @property
    def title(self) -> str:
        """Get number, players and result, as a heading."""
        return f"{self.found.title}  {self.review.game.result}"


# Text


def review_text(game: ReviewedGame) -> Text:
    """Return the moves with scores and better lines, and the accuracy of each side."""
    review = game.review
    text = Text(end="").append(f"{game.title}\n", "bold")
    if game.opening is not None:
        text.append(f"{game.opening}\n", "italic")
    remarks = Text()
    for move in review.moves:
        if move.turn == WHITE:
            text.append(f"{move.number:>4}. ")
        elif move is review.moves[0]:
            text.append(f"{move.number:>4}. {'...':<18}")
        glyph = move.judgement.glyph if move.judgement else ""
        style = DEFAULT_COLORS.get(f"mark {glyph}", "")  # readable on a light background as on a dark one
        text.append(f"{move.san + glyph:<10}", style=style)
        text.append(f"{move.score!s:>7} ", style="dim")
        if move.judgement:
            better = move.board().variation_san(move.best_line[:REMARK_PLIES])
            reason = f", {move.reason}" if move.reason else ""
            remarks.append(f"      {move.judgement.name.lower()}{reason}; better {better}\n", style=style)
        if move.turn == BLACK or move is review.moves[-1]:
            text.append("\n").append_text(remarks)
            remarks = Text()
    for side in sorted(review.accuracy, reverse=True):
        text.append(side_text(review, side))
    return text


def summary_text(game: ReviewedGame) -> Text:
    """Return a game and the accuracy of its sides, in one line."""
    accuracy = sorted(game.review.accuracy.items(), reverse=True)
    sides = ", ".join(f"{side_name(side)} {value:.1f} %" for side, value in accuracy)
    return Text.assemble((game.title, "bold"), f"  accuracy: {sides}" if sides else "  no moves")


def side_text(review: GameReview, side: bool) -> str:
    """Return a side's accuracy, losses and times, in two lines."""
    numbers = Performance().add(review, side).json()
    loss = f"average loss {numbers['average_loss_cp']:.0f} centipawns"
    first = f"{side_name(side)}: accuracy {numbers['accuracy']:.1f} %, {loss}, {judgement_counts(review, side)}"
    second = ", ".join(f"{phase} {accuracy:.1f} %" for phase, accuracy in numbers["phase_accuracy"].items())
    time_s = numbers["time_s"]
    return f"{first}\n       {second}{f'; {time_s:.1f} s a move' if time_s is not None else ''}\n"


# JSON


def move_json(move: MoveReview) -> dict[str, object]:
    """Return a move as plain data for JSON; scores are from White's point of view."""
    return {
        "number": move.number,
        "side": side_name(move.turn).lower(),
        "move": move.node.move,
        "san": move.san,
        "score": move.score.as_dict(),
        "accuracy": round(move.accuracy, 1),
        "loss_cp": move.loss_cp,
        "phase": move.phase.value,
        "time_s": move.time_s,
        "judgement": move.judgement.name.lower() if move.judgement else None,
        "reason": move.reason or None,
        "best": move.best_line,
        "lines": [{"score": line.score.as_dict(), "moves": line.moves} for line in move.lines],
    }


def review_json(game: ReviewedGame) -> dict[str, object]:
    """Return a game's review as plain data for JSON."""
    review = game.review
    return {
        "file": game.found.path,
        "number": game.found.number,
        "headers": dict(review.game.headers),
        "opening": game.opening._asdict() if game.opening else None,
        "accuracy": {side_name(side).lower(): round(value, 1) for side, value in review.accuracy.items()},
        "sides": {side_name(side).lower(): Performance().add(review, side).json() for side in review.accuracy},
        "start_score": review.scores[0].as_dict(),
        "moves": [move_json(move) for move in review.moves],
    }
