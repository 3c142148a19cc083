"""Perft suites, and functions that verify the move generator of Lux or any UCI engine with them.

>>> from lux import perft
>>> perft.run_suite("tricky", max_nodes=1000).ok
True

`load_suite` and `read_suite` read suites, `run_suite` counts them, `compare_engine` finds the move that an engine gets
wrong. The README in this folder lists the suites and their sources.
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
