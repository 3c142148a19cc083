"""`make match`: both commits are built in folders of their own, and fastchess is told what was asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import ROOT, load_script

SCRIPT = ROOT / ".ci" / "match.py"
pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="Lux is installed, its sources are not here")

# A commit whose build takes no time: it notes that it was built and has another bench.
SETUP = """
import os, sys
assert "LUX_TUNE" not in os.environ
assert sys.argv[1:] == ["-q", "build_ext", "--inplace"]
open("built", "a").write("once\\n")
"""


@pytest.fixture
def match():
    return load_script(SCRIPT)


@pytest.fixture
def repository(tmp_path) -> Path:
    """Make a repository of two commits, tagged old and new."""
    root = tmp_path / "sources"
    (root / "lux").mkdir(parents=True)

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


@pytest.fixture
def fastchess(tmp_path) -> Path:
    """Make a program that writes down how it was called."""
    program = tmp_path / "fastchess"
    program.write_text(f'#!{sys.executable}\nimport sys\nopen("called", "w").write("\\n".join(sys.argv[1:]))\n')
    program.chmod(0o755)
    return program


def test_a_match_is_played_between_both_builds(match, repository, fastchess, tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("LUX_TUNE", "1")
    book = repository / "book.epd"
    args = ["new", "old", "--fastchess", str(fastchess), "--book", str(book), "--sprt", "0", "10", "--tc", "4+0.04"]
    for _ in range(2):
        assert match.main([*args, "--concurrency", "2", "--more", "-event 'my test'"], repository) == 0
    new, old = (match.full_hash(repository, tag)[:12] for tag in ("new", "old"))
    assert f"A: {new}, bench 222\nB: {old}, bench 111\n" in capfd.readouterr().out
    matches = repository / "build" / "matches"
    assert all((matches / commit / "built").read_text() == "once\n" for commit in (new, old))
    called = (matches / "called").read_text().splitlines()
    engines = [called[i + 1 : i + 5] for i, word in enumerate(called) if word == "-engine"]
    assert engines == [
        [f"cmd={sys.executable}", "args=-m lux", f"dir={matches / commit}", f"name={letter}-{commit}"]
        for letter, commit in (("A", new), ("B", old))
    ]
    assert {"tc=4+0.04", "elo0=0.0", "elo1=10.0", f"file={book}", "format=epd", "my test"} <= {*called}
    assert called[called.index("-concurrency") + 1] == "2"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["new", "none"], "no such commit: 'none'"),
        (["new", "--upload-pack=x"], "no such commit: '--upload-pack=x'"),
        (["new", "HEAD"], "new and HEAD are the same commit"),
        (["new", "old", "--book", "book.bin"], "book.bin is not a book"),
        (["new", "old", "--fastchess", "/none"], "needs fastchess, https://github.com/Disservin/fastchess"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(match, repository, fastchess, args, message):
    given = ["--fastchess", str(fastchess), "--book", str(repository / "book.epd")]
    given += ["--", *args] if any(word.startswith("--upload") for word in args) else args
    with pytest.raises(SystemExit, match=message):
        match.main(given, repository)
    assert not (repository / "build").exists()


def test_a_build_that_fails_is_not_kept(match, repository, fastchess):
    (repository / "setup.py").write_text("raise SystemExit(1)")
    subprocess.run(
        ["git", "-c", "user.name=L", "-c", "user.email=l@example.org", "commit", "-q", "-a", "-m", "broken"],
        cwd=repository,
        check=True,
    )
    for _ in range(2):
        with pytest.raises(SystemExit, match="cannot be built"):
            match.main(
                ["HEAD", "old", "--fastchess", str(fastchess), "--book", str(repository / "book.epd")], repository
            )
