"""Lux: a UCI chess engine written in Python and compiled with Cython.

Positions and moves: `help(lux.board)`. Search: `help(lux.engine)`. Files, reviews and other engines: `help(lux.pgn)`,
`help(lux.review)`, `help(lux.epd)`, `help(lux.polyglot)`, `help(lux.client)`. Also: `help(lux.tablebase)`,
`help(lux.network)`, `help(lux.svg)`, `help(lux.chess960)` and `help(lux.perft)`, which verifies move generators.

Names and modules are loaded on first use, so importing `lux.protocol` loads no compiled module. An example:

    from lux import Board, Engine
    board = Board()
    board.push_san("e4")
    Engine().search(board, movetime_ms=100).best_move
"""

from typing import TYPE_CHECKING

from lux.runtime.levels import install_finder as _install_finder

if TYPE_CHECKING:
    from lux.board import (
        BLACK,
        STARTPOS,
        WHITE,
        AmbiguousMoveError,
        Board,
        FenError,
        IllegalMoveError,
        InvalidMoveError,
        Outcome,
        PerftStats,
        PerftTable,
        Termination,
    )
    from lux.engine import Engine
    from lux.limits import Limit, Limits
    from lux.results import SearchInfo, SearchResult
    from lux.score import Score
    from lux.searcher import RunningSearch, StopSignal
    from lux.squares import *  # noqa: F403
    from lux.tablebase import MissingTableError, Tablebase
    from lux.text.uci_move import Move

__version__ = "0.4.0"

# The names of lux.squares.
_squares = [
    *"FILE_NAMES RANK_NAMES SQUARES SQUARE_NAMES parse_square square".split(),
    *"square_distance square_file square_mirror square_name square_rank".split(),
    *(file + rank for rank in "12345678" for file in "ABCDEFGH"),
]

__all__ = [  # noqa: PLE0604
    "BLACK",
    "STARTPOS",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "Engine",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Limit",
    "Limits",
    "MissingTableError",
    "Move",
    "Outcome",
    "PerftStats",
    "PerftTable",
    "RunningSearch",
    "Score",
    "SearchInfo",
    "SearchResult",
    "StopSignal",
    "Tablebase",
    "Termination",
    "__version__",
    *_squares,
]

_install_finder()

# The modules of the names that are not lux.board's.
_MODULES = {
    "Engine": "lux.engine",
    "Limit": "lux.limits",
    "Limits": "lux.limits",
    "MissingTableError": "lux.tablebase",
    "Move": "lux.text.uci_move",
    "RunningSearch": "lux.searcher",
    "Score": "lux.score",
    "SearchInfo": "lux.results",
    "SearchResult": "lux.results",
    "StopSignal": "lux.searcher",
    "Tablebase": "lux.tablebase",
    **dict.fromkeys(_squares, "lux.squares"),
}


def __getattr__(name: str) -> object:
    """Import the module that holds a public name, once, or the module of that name."""
    from importlib import import_module
    from importlib.util import find_spec

    if name in __all__:
        value = getattr(import_module(_MODULES.get(name, "lux.board")), name)
        globals()[name] = value
        return value
    if not name.startswith("_") and find_spec(f"lux.{name}"):
        return import_module(f"lux.{name}")
    raise AttributeError(f"module 'lux' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
