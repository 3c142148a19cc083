"""`make match`: both commits are built in folders of their own, and fastchess is told what was asked for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import ROOT, needs_sources

SCRIPT = ROOT / ".ci" / "match.sh"
pytestmark = needs_sources

# A commit whose build takes no time: it notes that it was built and has another bench.
SETUP = """
import os, sys
assert "LUX_TUNE" not in os.environ
assert sys.argv[1:] == ["-q", "build_ext", "--inplace"]
open("built", "a").write("once\\n")
"""


@pytest.fixture
def repository(tmp_path) -> Path:
    """Make a repository of two commits, tagged old and new."""
    root = tmp_path / "sources"
    for folder in ("lux", ".ci", ".venv/bin"):
        (root / folder).mkdir(parents=True)
    shutil.copy(SCRIPT, root / ".ci")
    write_program(root / ".venv" / "bin" / "python", f'exec {sys.executable} "$@"')

    def git(*words: str) -> None:
        who = ("-c", "user.name=Lux", "-c", "user.email=lux@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)

    (root / "book.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
    git("init", "-q")
    for tag, nodes in (("old", 111), ("new", 222)):
        (root / "setup.py").write_text(SETUP)
        (root / "lux" / "__init__.py").touch()
        (root / "lux" / "__main__.py").write_text(f"print('position 1'); print('{nodes} nodes 1 nps')")
        git("add", "-A")
        git("commit", "-q", "-m", tag)
        git("tag", tag)
    return root


def write_program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def match(repository, tmp_path):
    """Return a function that runs the script with variables, and a fastchess that writes down how it was called."""
    write_program(tmp_path / "fastchess", 'printf "%s\\n" "$@" > called')

    def run(a: str, b: str, **variables: str) -> subprocess.CompletedProcess[str]:
        given = {"A": a, "B": b, "FASTCHESS": str(tmp_path / "fastchess"), "BOOK": "book.epd"} | variables
        command = ["bash", repository / ".ci" / "match.sh"]
        return subprocess.run(command, cwd=repository, env=os.environ | given, capture_output=True, text=True)

    return run


def test_a_match_is_played_between_both_builds(match, repository):
    for _ in range(2):
        done = match("new", "old", LUX_TUNE="1", SPRT="0 10", TC="4+0.04", CONCURRENCY="2", MORE="-event 'my test'")
        assert (done.returncode, done.stderr) == (0, "")
    hashes = subprocess.check_output(["git", "rev-parse", "new", "old"], cwd=repository, text=True).split()
    new, old = (commit[:12] for commit in hashes)
    assert done.stdout == f"A: {new}, bench 222\nB: {old}, bench 111\n"
    matches = repository / "build" / "matches"
    assert all((matches / commit / "built").read_text() == "once\n" for commit in (new, old))
    called = (matches / "called").read_text().splitlines()
    engines = [called[i + 1 : i + 5] for i, word in enumerate(called) if word == "-engine"]
    assert engines == [
        [f"cmd={repository}/.venv/bin/python", "args=-m lux", f"dir={matches / commit}", f"name={letter}-{commit}"]
        for letter, commit in (("A", new), ("B", old))
    ]
    book = repository / "book.epd"
    assert {"tc=4+0.04", "elo0=0", "elo1=10", f"file={book}", "format=epd", "my test", "option.Hash=16"} <= {*called}
    assert called[called.index("-concurrency") + 1] == "2"


@pytest.mark.parametrize(
    ("a", "b", "variables", "message"),
    [
        ("new", "none", {}, "no such commit: 'none'"),
        ("new", "--upload-pack=x", {}, "no such commit: '--upload-pack=x'"),
        ("new", "", {}, "no such commit: ''"),
        ("new", "HEAD", {}, "new and HEAD are the same commit"),
        ("new", "old", {"BOOK": "book.bin"}, "book.bin is not a book"),
        ("new", "old", {"FASTCHESS": "/none"}, "needs fastchess, https://github.com/Disservin/fastchess"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(match, repository, a, b, variables, message):
    done = match(a, b, **variables)
    assert done.returncode == 1
    assert done.stderr.startswith(f"match: {message}")
    assert done.stderr.count("\n") == 1
    assert not (repository / "build").exists()


def test_a_build_that_fails_is_not_kept(match, repository):
    (repository / "setup.py").write_text("raise SystemExit(1)")
    who = ["-c", "user.name=L", "-c", "user.email=l@example.org"]
    subprocess.run(["git", *who, "commit", "-q", "-a", "-m", "broken"], cwd=repository, check=True)
    for _ in range(2):
        assert "cannot be built" in match("HEAD", "old").stderr
