"""Lux: a UCI chess engine written in Python and compiled with Cython.

Positions and moves: `help(lux.board)`. Search: `help(lux.engine)`. Files, reviews and other engines: `help(lux.pgn)`,
`help(lux.review)`, `help(lux.epd)`, `help(lux.polyglot)`, `help(lux.client)`. Also: `help(lux.tablebase)`,
`help(lux.network)`, `help(lux.svg)`, `help(lux.chess960)` and `help(lux.perft)`, which verifies move generators.

Names and modules are loaded on first use, so importing `lux.protocol` loads no compiled module. An example::

    from lux import Board, Engine
    board = Board()
    board.push_san("e4")
    Engine().search(board, movetime_ms=100).best_move
"""

from typing import TYPE_CHECKING

import lux.squares as _squares
from lux.runtime.levels import install_finder as _install_finder
from lux.squares import *  # noqa: F403

if TYPE_CHECKING:
    from lux.board import BLACK as BLACK
    from lux.board import STARTPOS as STARTPOS
    from lux.board import WHITE as WHITE
    from lux.board import AmbiguousMoveError as AmbiguousMoveError
    from lux.board import Board as Board
    from lux.board import FenError as FenError
    from lux.board import IllegalMoveError as IllegalMoveError
    from lux.board import InvalidMoveError as InvalidMoveError
    from lux.board import Outcome as Outcome
    from lux.board import PerftStats as PerftStats
    from lux.board import PerftTable as PerftTable
    from lux.board import Termination as Termination
    from lux.engine import Engine as Engine
    from lux.limits import Limit as Limit
    from lux.limits import Limits as Limits
    from lux.results import SearchInfo as SearchInfo
    from lux.results import SearchResult as SearchResult
    from lux.score import Score as Score
    from lux.searcher import RunningSearch as RunningSearch
    from lux.searcher import StopSignal as StopSignal
    from lux.tablebase import MissingTableError as MissingTableError
    from lux.tablebase import Tablebase as Tablebase
    from lux.text.uci_move import Move as Move

__version__ = "0.4.0"

# The names above, by their modules.
_NAMES = {
    "lux.board": "BLACK STARTPOS WHITE AmbiguousMoveError Board FenError IllegalMoveError InvalidMoveError Outcome"
    " PerftStats PerftTable Termination",
    "lux.engine": "Engine",
    "lux.limits": "Limit Limits",
    "lux.results": "SearchInfo SearchResult",
    "lux.score": "Score",
    "lux.searcher": "RunningSearch StopSignal",
    "lux.tablebase": "MissingTableError Tablebase",
    "lux.text.uci_move": "Move",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = ["__version__", *_MODULES, *(name for name in vars(_squares) if not name.startswith("_"))]  # noqa: PLE0604

_install_finder()


def __getattr__(name: str) -> object:
    """Import the module that holds a public name, once, or the module of that name."""
    from importlib import import_module
    from importlib.util import find_spec

    if name in _MODULES:
        value = getattr(import_module(_MODULES[name]), name)
        globals()[name] = value
        return value
    if not name.startswith("_") and find_spec(f"lux.{name}"):
        return import_module(f"lux.{name}")
    raise AttributeError(f"module 'lux' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
