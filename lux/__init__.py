"""Lux: a UCI chess engine written in Python and compiled with Cython.

The public names are loaded on first use, so that `import lux.protocol` needs no compiled module:

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
    from lux.limits import Limits
    from lux.results import SearchInfo, SearchResult
    from lux.score import Score
    from lux.tablebase import MissingTableError, Tablebase

__version__ = "0.3.0"

__all__ = [
    "BLACK",
    "STARTPOS",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "Engine",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Limits",
    "MissingTableError",
    "Outcome",
    "PerftStats",
    "PerftTable",
    "Score",
    "SearchInfo",
    "SearchResult",
    "Tablebase",
    "Termination",
    "__version__",
]

_install_finder()

# The modules of the names that are not lux.board's.
_MODULES = {
    "Engine": "lux.engine",
    "Limits": "lux.limits",
    "MissingTableError": "lux.tablebase",
    "Score": "lux.score",
    "SearchInfo": "lux.results",
    "SearchResult": "lux.results",
    "Tablebase": "lux.tablebase",
}


def __getattr__(name: str) -> object:
    """Import the module that holds a public name, once."""
    if name.startswith("_") or name not in __all__:
        raise AttributeError(f"module 'lux' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(_MODULES.get(name, "lux.board"))
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
