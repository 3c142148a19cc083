"""How players did, in one game or in several."""

from collections import Counter, defaultdict
from statistics import fmean

from rich.table import Table

from lux.analysis.phases import Phase
from lux.board import BLACK, side_name
from lux.review import GameReview, Judgement

# White's and Black's.
RESULTS = {"1-0": ("wins", "losses"), "0-1": ("losses", "wins"), "1/2-1/2": ("draws", "draws")}
PHASE_HEADINGS = dict(zip(Phase, ("open", "mid", "end"), strict=True))


class Performance:
    """A player's results, accuracies, losses, times and bad moves; only numbers are kept of the reviews."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._accuracies: defaultdict[Phase | None, list[float]] = defaultdict(list)  # by phase, and overall
        self._losses_cp: list[int] = []
        self._times_s: list[float] = []

    def add(self, review: GameReview, side: bool) -> "Performance":
        """Add one side of a game; return the performance."""
        self.counts["games"] += 1
        if review.game.result in RESULTS:
            self.counts[RESULTS[review.game.result][side == BLACK]] += 1
        self._accuracies[None].append(review.accuracy[side])
        for phase in Phase:
            if (side, phase) in review.phase_accuracy:
                self._accuracies[phase].append(review.phase_accuracy[side, phase])
        self._losses_cp += review.losses_cp(side)
        self._times_s += review.times_s(side)
        for judgement in Judgement:
            self.counts[judgement.plural] += review.count(side, judgement)
        return self

    def json(self) -> dict[str, object]:
        """Return the numbers for JSON: accuracies are means over games, losses and times means over moves."""
        return {
            "accuracy": mean(self._accuracies[None]),
            "average_loss_cp": mean(self._losses_cp),
            "phase_accuracy": {
                phase.value: mean(self._accuracies[phase]) for phase in Phase if self._accuracies[phase]
            },
            "time_s": mean(self._times_s),
            **{judgement.plural: self.counts[judgement.plural] for judgement in Judgement},
        }


class Totals:
    """Add up reviews by the names of players."""

    def __init__(self) -> None:
        self._players: defaultdict[str, Performance] = defaultdict(Performance)

    def add(self, review: GameReview) -> None:
        """Count a game for both of its players."""
        for side in review.accuracy:
            self._players[review.game.headers.get(side_name(side), "?")].add(review, side)

    def players(self) -> list[dict[str, object]]:
        """Return the players for JSON, those with the most games first."""
        players = sorted(self._players.items(), key=lambda player: (-player[1].counts["games"], player[0]))
        totals = ("games", "wins", "draws", "losses")
        return [{"name": name, **{each: all.counts[each] for each in totals}, **all.json()} for name, all in players]


def mean(values: list[float]) -> float | None:
    """Return the mean to a tenth; None without values."""
    return round(fmean(values), 1) if values else None


def in_columns(player: dict[str, object]) -> dict[str, str]:
    """Return a player, or a side of a game, as text by the headings of a table, "" for what is not known."""

    def number(value: float | None, form: str = ".0f") -> str:
        return "" if value is None else format(value, form)

    return {
        "player": player["name"],
        "games": str(player.get("games", "")),
        "+ = -": "{wins} {draws} {losses}".format_map(player) if "games" in player else "",
        "accuracy": number(player["accuracy"], ".1f"),
        "loss": number(player["average_loss_cp"]),
        **{judgement.glyph: str(player[judgement.plural]) for judgement in Judgement},
        **{name: number(player["phase_accuracy"].get(phase.value)) for phase, name in PHASE_HEADINGS.items()},
        "s/move": number(player["time_s"], ".1f"),
    }


def totals_table(players: list[dict[str, object]]) -> Table:
    """Return a table for the terminal."""
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    rows = [in_columns(player) for player in players]
    table.add_column("player", no_wrap=True, overflow="ellipsis")
    for heading in [*rows[0]][1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row.values())
    return table
