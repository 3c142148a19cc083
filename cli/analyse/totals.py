"""Totals of the reviews of several games, by player."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean

from rich.table import Table

from lux.analysis.phases import Phase
from lux.board import BLACK, WHITE
from lux.review import GameReview, Judgement

SCORES = {("1-0", WHITE): 0, ("0-1", BLACK): 0, ("1/2-1/2", WHITE): 1, ("1/2-1/2", BLACK): 1}
SCORES |= {("0-1", WHITE): 2, ("1-0", BLACK): 2}
PHASE_HEADINGS = ("open", "mid", "end")
TAGS = {WHITE: "White", BLACK: "Black"}


@dataclass
class PlayerTotals:
    """The totals of a player over all games with a move of that player."""

    name: str
    games: int = 0
    scores: list[int] = field(default_factory=lambda: [0, 0, 0])  # wins, draws, losses
    accuracies: list[float] = field(default_factory=list)
    phase_accuracies: dict[Phase, list[float]] = field(default_factory=lambda: {phase: [] for phase in Phase})
    losses_cp: list[int] = field(default_factory=list)
    times_s: list[float] = field(default_factory=list)
    counts: dict[Judgement, int] = field(default_factory=lambda: dict.fromkeys(Judgement, 0))

    def add(self, review: GameReview, side: bool) -> None:
        """Add one side of a game."""
        self.games += 1
        score = SCORES.get((review.game.result, side))
        if score is not None:
            self.scores[score] += 1
        self.accuracies.append(review.accuracy[side])
        for phase in Phase:
            if (side, phase) in review.phase_accuracy:
                self.phase_accuracies[phase].append(review.phase_accuracy[side, phase])
        self.losses_cp += review.losses_cp(side)
        self.times_s += review.times_s(side)
        for judgement in Judgement:
            self.counts[judgement] += review.count(side, judgement)

    def json(self) -> dict[str, object]:
        """Return the totals for JSON: accuracies are means over games, losses and times means over moves."""
        return {
            "name": self.name,
            "games": self.games,
            **dict(zip(("wins", "draws", "losses"), self.scores, strict=True)),
            "accuracy": mean(self.accuracies),
            "phase_accuracy": {phase.value: mean(values) for phase, values in self.phase_accuracies.items() if values},
            "average_loss_cp": mean(self.losses_cp),
            "time_s": mean(self.times_s),
            **{judgement.plural: count for judgement, count in self.counts.items()},
        }


class Totals:
    """Add up reviews by the names of players."""

    def __init__(self) -> None:
        self._players: dict[str, PlayerTotals] = {}

    def add(self, review: GameReview) -> None:
        """Count a game for both of its players."""
        for side, tag in TAGS.items():
            if side in review.accuracy:
                name = review.game.headers.get(tag, "?")
                self._players.setdefault(name, PlayerTotals(name)).add(review, side)

    def players(self) -> list[PlayerTotals]:
        """Return the players, those with the most games first."""
        return sorted(self._players.values(), key=lambda player: (-player.games, player.name))


def mean(values: Iterable[float]) -> float | None:
    """Return the mean to a tenth; None without values."""
    values = list(values)
    return round(fmean(values), 1) if values else None


def number_text(value: float | None, form: str = ".1f") -> str:
    return "" if value is None else format(value, form)


def totals_table(players: list[PlayerTotals]) -> Table:
    """Return a table for the terminal."""
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    table.add_column("player", no_wrap=True, overflow="ellipsis")
    headings = ["games", "+ = -", "accuracy", "loss", "?!", "?", "??", *PHASE_HEADINGS, "s/move"]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for player in players:
        table.add_row(
            player.name,
            str(player.games),
            " ".join(map(str, player.scores)),
            number_text(mean(player.accuracies)),
            number_text(mean(player.losses_cp), ".0f"),
            *(str(player.counts[judgement]) for judgement in Judgement),
            *(number_text(mean(player.phase_accuracies[phase]), ".0f") for phase in Phase),
            number_text(mean(player.times_s)),
        )
    return table
