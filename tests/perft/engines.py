"""Engines for the tests: one with a fault of choice, and a real one where it is installed."""

import os
import shutil
import sys
from pathlib import Path

import pytest

STOCKFISH = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
needs_stockfish = pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")


def faulty(*faults: str) -> list[str]:
    """Return the command of the engine with that fault, and that manner of answering; `none` is without."""
    return [sys.executable, str(Path(__file__).with_name("faulty_engine.py")), *faults]
