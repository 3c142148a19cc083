"""Perft suites, and what holds a move generator against them: Lux's own, or that of any UCI engine.

>>> from lux import perft
>>> perft.run_suite("tricky", max_nodes=1000).ok
True

`load_suite` and `read_suite` read suites, `run_suite` counts them, `compare_engine` finds the move that an engine has
wrong. Which suites come with Lux, and where they are from, is in the README beside them.
"""

from lux.board import needs_chess960
from lux.client import EngineError, EngineTimeout
from lux.perft.compare import Difference, compare_engine
from lux.perft.engine import Answer, UciEngine
from lux.perft.runner import DEFAULT_MAX_NODES, LineResult, Status, SuiteReport, mode_text, run_suite
from lux.perft.suites import POSITIONS, SUITES, PerftLine, Problem, Suite, load_suite, read_suite

__all__ = [
    "DEFAULT_MAX_NODES",
    "POSITIONS",
    "SUITES",
    "Answer",
    "Difference",
    "EngineError",
    "EngineTimeout",
    "LineResult",
    "PerftLine",
    "Problem",
    "Status",
    "Suite",
    "SuiteReport",
    "UciEngine",
    "compare_engine",
    "load_suite",
    "mode_text",
    "needs_chess960",
    "read_suite",
    "run_suite",
]
