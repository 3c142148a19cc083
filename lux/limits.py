"""Limit how long a search may last and what it looks for (layer 5).

>>> print(Limits(wtime_ms=60_000, winc_ms=1000, searchmoves=["e2e4"]))
wtime 60000 winc 1000 searchmoves e2e4
"""

from collections.abc import Sequence
from typing import NamedTuple, Self, TypedDict

CLOCKS = ("wtime_ms", "btime_ms", "winc_ms", "binc_ms")
UCI_COUNTS = ("movestogo", "depth", "nodes", "mate", "movetime_ms")
COUNTS = (*UCI_COUNTS, "soft_nodes", "multipv")
# The limits that UCI's `go` takes, in the order of its specification.
UCI_LIMITS = ("ponder", *CLOCKS, *UCI_COUNTS, "infinite", "searchmoves")


def uci_word(name: str) -> str:
    """Return UCI's word for a limit, without the unit."""
    return name.removesuffix("_ms")


class Limits(NamedTuple):
    """The limits of a search. It ends at the first one reached; without any it runs until stopped.

    The first iteration is always completed, unless it takes more than 50,000 nodes.

    Attributes:
        depth: plies to search at most.
        nodes: nodes to search, over all threads. One thread stops exactly there, after the first iteration; each of
            several may overshoot by about a thousand.
        soft_nodes: nodes after which no new iteration begins.
        movetime_ms: milliseconds to search.
        wtime_ms: White's clock, in milliseconds, possibly negative. If only one side's clock is given, it counts for
            both.
        btime_ms: Black's clock.
        winc_ms: White's increment, in milliseconds.
        binc_ms: Black's increment.
        movestogo: moves to the next time control.
        mate: stop when a mate in this many moves is found, of either side.
        searchmoves: the root moves to search, as UCI strings; empty or None for all.
        multipv: the number of best lines to search; the time grows with it.
        infinite: do not end before stop(), whatever the other limits.
        ponder: do not use the clock or end before ponderhit() or stop().
    """

    depth: int | None = None
    nodes: int | None = None
    soft_nodes: int | None = None
    movetime_ms: int | None = None
    wtime_ms: int | None = None
    btime_ms: int | None = None
    winc_ms: int = 0
    binc_ms: int = 0
    movestogo: int | None = None
    mate: int | None = None
    searchmoves: Sequence[str] | None = None
    multipv: int = 1
    infinite: bool = False
    ponder: bool = False

    def given(self) -> dict[str, object]:
        """Return the limits that are set, by name.

        >>> Limits(nodes=1000, multipv=1).given()
        {'nodes': 1000}
        """
        values = self._replace(searchmoves=self.searchmoves or None)._asdict()
        return {name: value for name, value in values.items() if value != self._field_defaults[name]}

    def __str__(self) -> str:
        """Return the words after `go` in UCI, which knows neither soft_nodes nor multipv."""
        given = self.given()
        words = []
        for name in [name for name in UCI_LIMITS if name in given]:
            word, value = uci_word(name), given[name]
            words += [word] if value is True else [word, *map(str, value if name == "searchmoves" else [value])]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in self.given().items())})"

    @property
    def endless(self) -> bool:
        """Whether a search ends only when it is stopped."""
        ends = (self.depth, self.nodes, self.soft_nodes, self.movetime_ms, self.wtime_ms, self.btime_ms, self.mate)
        return self.infinite or (ends.count(None) == len(ends) and self.winc_ms <= 0 and self.binc_ms <= 0)

    def for_search(self) -> dict[str, object]:
        """Return the fields of `SearchLimits` in C by name, small enough for it."""

        def clock(milliseconds: int | None) -> int:
            return -1 if milliseconds is None else max(0, min(milliseconds, 1 << 40))

        fields = {name: min(getattr(self, name) or 0, 1 << 62 if "nodes" in name else 1000) for name in COUNTS}
        white, black = clock(self.wtime_ms), clock(self.btime_ms)
        fields |= {"time_ms": [black if white < 0 else white, white if black < 0 else black]}
        fields |= {"inc_ms": [clock(self.winc_ms), clock(self.binc_ms)], "movetime_ms": clock(self.movetime_ms)}
        return fields | {"infinite": self.endless}

    def check(self) -> None:
        """Check the limits.

        Raises:
            TypeError: one is not a whole number, or *searchmoves* is a string.
            ValueError: one is too small.
        """
        limits = {name: limit for name in CLOCKS + COUNTS if (limit := getattr(self, name)) is not None}
        for name, limit in limits.items():
            if not hasattr(limit, "__index__") or isinstance(limit, bool):
                raise TypeError(f"{name} must be a whole number, not {limit!r}")
            if limit < 1 and name in COUNTS:
                raise ValueError(f"{name} must be at least 1, not {limit}")
        if isinstance(self.searchmoves, str):
            raise TypeError(f"searchmoves must be a list of moves, not {self.searchmoves!r}")


class LimitKeywords(TypedDict, total=False):
    """The limits that every search takes as keywords, too."""

    depth: int | None
    nodes: int | None
    soft_nodes: int | None
    movetime_ms: int | None
    wtime_ms: int | None
    btime_ms: int | None
    winc_ms: int
    binc_ms: int
    movestogo: int | None
    mate: int | None
    searchmoves: Sequence[str] | None
    infinite: bool
    ponder: bool


class Limit(Limits):
    """Limits in the words and units of python-chess's `Limit`: times are seconds.

    Args:
        time: seconds to search.
        depth, nodes, mate: as in Limits.
        white_clock, black_clock, white_inc, black_inc: seconds on the clocks and their increments.
        remaining_moves: moves to the next time control.

    >>> Limit(time=0.5, white_clock=60)
    Limits(movetime_ms=500, wtime_ms=60000)
    """

    __slots__ = ()

    def __new__(
        cls,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        white_inc: float | None = None,
        black_inc: float | None = None,
        remaining_moves: int | None = None,
    ) -> Self:
        seconds = {"wtime_ms": white_clock, "btime_ms": black_clock, "winc_ms": white_inc, "binc_ms": black_inc}
        times = {name: round(1000 * s) for name, s in seconds.items() if s is not None}
        if time is not None:
            times["movetime_ms"] = max(1, round(1000 * time))
        return super().__new__(cls, depth=depth, nodes=nodes, mate=mate, movestogo=remaining_moves, **times)

    def __reduce__(self) -> tuple[object, ...]:
        return Limits, tuple(self)
