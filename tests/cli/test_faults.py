"""Disks that are full or broken, writes that are cut short, and a death in the middle of a write: nothing is lost.

`faults.c` is preloaded into the commands. What failed says why in one line, leaves the files of before or the progress
so far, and once the disk is well again the same command ends as if nothing had been.
"""

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lux.pgn import read_game
from tests.cli.test_datagen import LUX_WITH_SMALL_BLOCKS
from tests.learning.play import played_games
from tests.protocol.session import LUX

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("gcc") is None, reason="needs Linux and gcc"
)

GAME = '[Event "a"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
# The commands, and the files that they replace.
COMMANDS = {
    "datagen": ((*LUX_WITH_SMALL_BLOCKS, *"datagen a --games 12 --nodes 30".split()), ()),
    "perft": ((*LUX, *"perft 4 --cluster local:1 --checkpoint a".split()), ()),
    "split": ((*LUX, *"data split ../games.viri --train a --held-out b".split()), ("a", "b")),
    "analyse": ((*LUX, *"analyse ../game.pgn --nodes 50 --output a --html b".split()), ("a", "b")),
}
WHY = {"ENOSPC": "No space left on device", "EIO": "Input/output error"}
SLOW = pytest.mark.slow
FAULTS = pytest.mark.parametrize("fault", ["short", "kill", "ENOSPC", pytest.param("EIO", marks=SLOW)])
CALLS = pytest.mark.parametrize(
    "calls", [[1, 3, 5], pytest.param(range(1, 60), marks=SLOW)], ids=["some calls", "each call"]
)


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """Compile what is preloaded."""
    path = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", path, Path(__file__).with_name("faults.c")], check=True)
    return path


@pytest.fixture
def run(library, tmp_path):
    """Return a function that runs a command in the folder `out`, where from a numbered call on all goes wrong."""
    (tmp_path / "games.viri").write_bytes(b"".join(played_games()[:10]))
    (tmp_path / "game.pgn").write_text(GAME, encoding="utf-8")
    out = tmp_path / "out"

    def call(command, fault=None, at=0, stdin=""):
        out.mkdir(exist_ok=True)
        env = {**os.environ, "XDG_DATA_HOME": str(out)}
        if fault:
            env |= {"LD_PRELOAD": str(library), "FAULT": fault, "FAULT_AT": str(at), "FAULT_FOLDER": str(out)}
        return subprocess.run(command, cwd=out, env=env, input=stdin, capture_output=True, text=True, timeout=300)

    return call


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".part"}


@FAULTS
@CALLS
@pytest.mark.parametrize("name", [name if name != "perft" else pytest.param(name, marks=SLOW) for name in COMMANDS])
def test_no_fault_loses_a_result(run, tmp_path, name, calls, fault):
    (command, replaced), out = COMMANDS[name], tmp_path / "out"
    run(command)
    expected = files(out)
    for number in calls:
        shutil.rmtree(out)
        out.mkdir()
        for old in replaced:
            (out / old).write_bytes(b"before")
        done = run(command, fault, number)
        if fault == "short" or done.returncode == 0:  # there are fewer calls
            break
        if fault == "kill":
            assert done.returncode == -signal.SIGKILL
        else:
            assert (done.returncode, "Traceback" in done.stderr) == (1, False)
            assert re.search(rf"^lux: [ab](\.jsonl)?: {WHY[fault]}$", done.stderr, re.M)
        assert all(files(out)[old] in (b"before", expected[old]) for old in replaced)
        again = run(command)
        assert (name, fault, number) != ("datagen", "kill", 3) or "cut off" in again.stderr
        assert sorted(os.listdir(out)) == sorted(expected)
    assert files(out) == expected


@FAULTS
@CALLS
def test_no_fault_loses_a_game(run, tmp_path, calls, fault):
    """All moves that the board has shown but the last are kept, or the player is told that they could not be."""
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6".split()
    for number in calls:
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        done = run([*LUX, *"play --white human --black human --ascii".split()], fault, number, "\n".join(moves))
        kept = [path.read_text(encoding="utf-8") for path in (tmp_path / "out" / "lux" / "games").glob("*.pgn")]
        played = [node.san() for text in kept if text for node in read_game(io.StringIO(text)).mainline()]
        assert played == moves[: len(played)]
        if fault == "kill" and done.returncode:
            assert done.returncode == -signal.SIGKILL
            assert len(played) in (0, 1) or len(played) >= done.stdout.count(" a  b  c ") - 2
            continue
        assert (done.returncode, done.stderr) == (0, "")
        if f"could not be kept: {WHY.get(fault)}" not in done.stdout:
            assert played == moves
            break
