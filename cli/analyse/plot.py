"""Draw the course of a game with matplotlib, which the extra `plot` installs."""

from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from lux.board import WHITE
from lux.review import GameReview, Judgement, win_percent

COLORS = {Judgement.INACCURACY: "#d9a400", Judgement.MISTAKE: "#e06c00", Judgement.BLUNDER: "#c62828"}
WHITE_AREA, BLACK_AREA = "#f4f1ea", "#4a4a4a"
# Where the axis names the pawns that winning chances stand for.
PAWNS = (-8, -4, -2, -1, 0, 1, 2, 4, 8)


def plot_review(review: GameReview, path: Path) -> None:
    """Draw White's winning chances move by move, with the bad moves marked; the suffix determines the format."""
    percents = [win_percent(score) for score in review.scores]
    # A position stands at the moves made: that before White's first move at 0.5, as move 1 is yet to come.
    first = review.moves[0].number + (0 if review.moves[0].turn == WHITE else 0.5) if review.moves else 1
    places = [first + (ply - 1) / 2 for ply in range(len(percents))]
    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor(BLACK_AREA)
    axes.fill_between(places, percents, 0, color=WHITE_AREA, linewidth=0)
    axes.plot(places, percents, color="#888888", linewidth=1)
    axes.axhline(50, color="#888888", linewidth=0.8, linestyle=":")
    for judgement in Judgement:
        marked = [ply for ply, move in enumerate(review.moves, 1) if move.judgement is judgement]
        if marked:
            axes.scatter(
                [places[ply] for ply in marked],
                [percents[ply] for ply in marked],
                s=28,
                color=COLORS[judgement],
                edgecolors="white",
                linewidths=0.7,
                zorder=3,
                label=f"{judgement.name.lower()} {judgement.glyph}",
            )
    headers = review.game.headers
    axes.set_title(f"{headers['White']} - {headers['Black']}  {review.game.result}", parse_math=False)
    axes.set_xlabel("move")
    axes.set_ylabel("White's advantage in pawns")
    axes.set_yticks([win_percent(100 * pawns) for pawns in PAWNS], [f"{pawns:+d}" if pawns else "0" for pawns in PAWNS])
    axes.set_ylim(0, 100)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(places[0], max(places[-1], places[0] + 0.5))
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside right upper", frameon=False)
    figure.savefig(path, dpi=150)
