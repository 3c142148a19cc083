"""Names of openings, found by position, so that transpositions are recognised.

The table comes from lichess-org/chess-openings: see `data/README.md`.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lux.board import Board


class Opening(NamedTuple):
    """An opening: its code in the Encyclopaedia of Chess Openings, A00 to E99, and its name."""

    eco: str
    name: str

    def __str__(self) -> str:
        """Return code and name."""
        return f"{self.eco} {self.name}"


@cache
def opening_table() -> dict[str, Opening]:
    """Return the openings by position, the first four fields of a FEN; read on first use."""
    lines = (files("lux.cli") / "data" / "eco.tsv").read_text(encoding="utf-8").splitlines()
    return {epd: Opening(eco, name) for eco, name, epd in (line.split("\t") for line in lines[1:])}


def find_opening(board: Board) -> Opening | None:
    """Return the opening of a game: the name of the last position that has one.

    >>> board = Board()
    >>> for san in ("Nf3", "d5", "d4", "Nf6", "c4", "e6", "Nc3"):
    ...     _ = board.push_san(san)
    >>> find_opening(board)
    Opening(eco='D37', name="Queen's Gambit Declined: Three Knights Variation")
    """
    table, line = opening_table(), board.copy()
    while (opening := table.get(line.epd())) is None and line.move_stack:
        line.pop()
    return opening
