"""The reports and the result of a search. `lux.engine` makes them."""

from typing import Any, NamedTuple

from lux.score import Score
from lux.text.uci_move import Move

# The fields of a SearchInfo that UCI's `info` has, in the order in which Lux sends them.
INFO_FIELDS = "depth seldepth multipv score nodes nps hashfull tbhits time_ms pv".split()


class SearchInfo(NamedTuple):
    """One finished iteration, or the last unfinished one.

    *score* is from the side to move's point of view, *bound* 'exact', 'lower' or 'upper'; *hashfull* is in permille;
    *pv* holds Moves. *multipv* is the rank of the line, from 1. *tbhits* counts the positions found in tablebases; a
    tablebase win scores 20000 centipawns less the plies to it.
    """

    depth: int
    seldepth: int
    score: Score
    bound: str
    nodes: int
    nps: int
    hashfull: int
    time_ms: int
    pv: list[Move]
    multipv: int = 1
    tbhits: int = 0

    def __getitem__(self, key: Any) -> Any:
        """Return a field by its name in python-chess, where "time" is in seconds, or by its number."""
        if not isinstance(key, str):
            return tuple.__getitem__(self, key)
        if key not in self:
            raise KeyError(key)
        return self.time_ms / 1000 if key == "time" else getattr(self, key)

    def __contains__(self, key: object) -> bool:
        """Return whether `info[key]` is a field by its name."""
        return key == "time" or key in self._fields

    def get(self, key: str, default: Any = None) -> Any:
        """Return a field as `info[key]` does, *default* if there is none of that name."""
        return self[key] if key in self else default  # noqa: SIM401, which this is

    @property
    def score_cp(self) -> float | None:
        """Get the score in centipawns, None for a mate."""
        return self.score.cp

    @property
    def mate(self) -> int | None:
        """Get the moves to the mate, negative when being mated, 0 when mated; None without one."""
        return self.score.mate


class CurrentMove(NamedTuple):
    """The root move that is searched next, its number in the order of search, from 1, and the depth."""

    depth: int
    move: Move
    number: int


class SearchResult(NamedTuple):
    """The result of a search. *best_move* and *ponder* are Moves, or None without a legal move.

    *lines* has the requested number of best lines, the best first; *info* is the first. *error* is the exception that
    wait() will raise, or None; after an error there is still a move, but *info* may be None.
    """

    best_move: Move | None
    ponder: Move | None
    info: SearchInfo | None
    lines: list[SearchInfo]
    error: BaseException | None = None

    @property
    def move(self) -> Move | None:
        """Get the best move, under python-chess's name."""
        return self.best_move
