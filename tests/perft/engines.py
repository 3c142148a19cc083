"""Engines for the tests: with a fault or an answer of choice, and a real one where it is installed."""

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


ODD = """\
import os, sys, time
for line in sys.stdin:
    match line.split()[0]:
        case "uci": print("id name Odd\\noption name Hash type spin default 1\\nuciok", flush=True)
        case "isready": print("readyok", flush=True)
        case "go":
            {answer}
"""


def odd(folder: Path, answer: str) -> list[str]:
    """Return the command of an engine that answers `go` by a statement of Python."""
    path = folder / "engine.py"
    path.write_text(ODD.format(answer=answer), encoding="utf-8")
    return [sys.executable, str(path)]
