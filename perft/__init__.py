"""Perft suites: positions with the number of leaf nodes of their trees of legal moves, by depth.

Which suites come with Lux, and where they are from, is in the README beside them.
"""

from perft.suites import POSITIONS, SUITES, PerftLine, Problem, Suite, load_suite, read_suite

__all__ = ["POSITIONS", "SUITES", "PerftLine", "Problem", "Suite", "load_suite", "read_suite"]
