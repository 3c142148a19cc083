"""Perft suites, and what holds a move generator against them: Lux's own, or that of any UCI engine.

`load_suite` and `read_suite` read suites, `compare_engine` finds the move that an engine has wrong. Which suites come
with Lux, and where they are from, is in the README beside them.
"""

from perft.compare import Difference, compare_engine
from perft.engine import Answer, EngineError, EngineTimeout, UciEngine, needs_chess960
from perft.suites import POSITIONS, SUITES, PerftLine, Problem, Suite, load_suite, read_suite

__all__ = [
    "POSITIONS",
    "SUITES",
    "Answer",
    "Difference",
    "EngineError",
    "EngineTimeout",
    "PerftLine",
    "Problem",
    "Suite",
    "UciEngine",
    "compare_engine",
    "load_suite",
    "needs_chess960",
    "read_suite",
]
