"""Wrong command lines of `lux` and `tictac`: one line that says what is wrong, and status 2."""

import shlex

import pytest

from lux.cli.group import lux
from lux.cli.tictac.commands import tictac
from tests.cases import DATA
from tests.cli.in_process import run_here

CASES = (DATA / "wrong_use.txt").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("case", CASES)
def test_wrong_use(case):
    typed, _, said = case.partition(" -> ")
    name, first, *words = shlex.split(typed.replace("GAMES", "tests/data/lichess.pgn"))
    program = {"lux": lux, "tictac": tictac}[name]
    done = run_here(first, *words, program=program)
    assert (done.returncode, done.stdout) == (2, "")
    path = f"{name} {first}" if first in program.commands else name
    assert done.stderr.startswith(f"{path}: {said}")
    assert done.stderr.endswith(f"(see `{path} --help`)\n")
    assert done.stderr.count("\n") == 1
