"""Commands with `--cluster`: the same results from other processes, whatever becomes of these."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from lux.learning.selfplay.datagen import Knowledge, knowledge, play_remotely
from lux.learning.selfplay.game import PlaySettings
from lux.learning.selfplay.game_file import GameWriter
from tests.cli.test_datagen import ARGS, LUX_WITH_SMALL_BLOCKS, split
from tests.learning.play import RULES
from tests.protocol.session import ROOT

GAMES = "tests/data/lichess.pgn"
POSITION_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"  # of the wiki's suite
NOBODY = "tcp://127.0.0.1:1"  # where no scheduler listens


@pytest.fixture
def psutil():
    pytest.importorskip("cryptography", reason="needs the extra [cluster]")
    return pytest.importorskip("psutil")


def interrupted(psutil, begun, *command):
    """Start a command in a terminal of its own, press Ctrl-C once it has *begun*, and return what it said."""
    command = [*LUX_WITH_SMALL_BLOCKS, *command, "--cluster", "local:2"]
    lux = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while not begun():
        assert lux.poll() is None, lux.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    workers = psutil.Process(lux.pid).children(recursive=True)
    assert len(workers) >= 2
    os.killpg(lux.pid, signal.SIGINT)
    *said, last = lux.communicate(timeout=60)[1].splitlines()
    assert (lux.returncode, last) == (130, "lux: interrupted; run the same command to continue")
    assert not psutil.wait_procs(workers, timeout=5)[1]
    return said


def test_perft_is_interrupted_and_continued(psutil, run, tmp_path):
    checkpoint = tmp_path / "perft6.jsonl"
    command = ("perft", "6", POSITION_4, "--checkpoint", str(checkpoint))
    said = interrupted(psutil, lambda: checkpoint.exists() and checkpoint.read_bytes().count(b"\n") >= 3, *command)
    assert [line for line in said if "% done, " not in line] == []  # no line at all where the workers start quickly
    result = json.loads(run(*command, "--cluster", "local:2", "--json")[1])
    assert result["nodes"] == 706_045_033
    assert 0 < result["resumed_nodes"] < result["nodes"]
    assert result["cluster"] == "local:2"


def test_datagen_that_is_interrupted_keeps_what_is_done(psutil, tmp_path):
    path = tmp_path / "games.viri"
    interrupted(psutil, lambda: path.exists() and path.stat().st_size, "datagen", str(path), *map(str, ARGS))
    assert split(path)


def test_a_cluster_plays_the_same_games_even_if_a_worker_is_killed(psutil, run, tmp_path, monkeypatch):
    monkeypatch.setattr("lux.learning.selfplay.datagen.BLOCK_NODES", 15_000)  # five games at 30 nodes
    append, killed, games = GameWriter.append, [], []

    def append_and_kill(*args):
        if not killed:
            children = psutil.Process().children(recursive=True)
            killed.append([child for child in children if "spawn_main" in str(child.cmdline())][-1])
            killed[0].send_signal(signal.SIGKILL)
        return append(*args)

    for name, *cluster in (("here.viri",), ("there.viri", "--cluster", "local:2")):
        if cluster:
            monkeypatch.setattr(GameWriter, "append", append_and_kill)
        assert run("datagen", str(tmp_path / name), "--games", "60", *map(str, ARGS), *cluster)[:2] == (0, "")
        games.append(split(tmp_path / name))
    assert games[0] == games[1]
    assert not killed[0].is_running()


@pytest.mark.parametrize("command", [("perft", "4"), ("datagen", "x.viri"), ("analyse", GAMES)])
@pytest.mark.parametrize(
    ("address", "status", "message"),
    [
        ("local:0", 2, "expected local:N with N worker processes"),
        ("nowhere", 2, "expected the address of a scheduler"),
        (NOBODY, 1, f"no Dask scheduler answers at {NOBODY}"),
        (NOBODY.replace("tcp", "tls"), 1, "tls:// needs the certificates of the cluster in Dask's configuration"),
    ],
)
def test_what_is_wrong_with_a_cluster_is_one_line(
    psutil, run, tmp_path, monkeypatch, command, address, status, message
):
    monkeypatch.setattr("lux.perft.workers.CONNECT_SECONDS", 1)
    command = [str(tmp_path / word) if word.endswith("viri") else word for word in command]
    found, output, errors = run(*command, "--cluster", address)
    *_, last = errors.splitlines(keepends=True)
    assert (found, output, message in last) == (status, "", True)


@pytest.mark.parametrize(("name", "problem"), [("no/such/file", "No such file or directory"), (".", "Is a directory")])
def test_checkpoint_that_cannot_be_written(psutil, run, name, problem):
    expected = (1, "", f"lux: {name}: {problem}\n")
    assert run("perft", "4", "--cluster", "local:1", "--checkpoint", name) == expected


def test_missing_extra(run, monkeypatch):
    for module in ("lux.perft.cluster", "lux.perft.workers"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "dask", None)
    status, output, errors = run("perft", "4", "--cluster", "local:2")
    assert (status, output) == (1, "")
    assert errors.startswith("lux: --cluster needs Dask, which comes with the extra cluster: pip install 'lux-chess[")
    assert run("perft", "4")[0] == 0


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (knowledge(None)._replace(tables=5), "0 tablebases in None on the worker, not 5"),
        (Knowledge("01234567", 0, "00000000"), r"network [0-9a-f]{8} on the worker, not 01234567"),
    ],
)
def test_a_worker_that_knows_something_else_refuses(wanted, message):
    with pytest.raises(ValueError, match=message):
        play_remotely(PlaySettings(seed=1, **RULES), None, b"", wanted, 0, 1)
