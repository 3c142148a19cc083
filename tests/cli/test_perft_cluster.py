"""`lux perft --cluster`: what it prints and returns, also when Ctrl-C ends it."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.protocol.session import LUX, ROOT

POSITION_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"  # of the wiki's suite


@pytest.fixture
def psutil():
    pytest.importorskip("cryptography", reason="needs the extra [cluster]")
    return pytest.importorskip("psutil")


def start(*args):
    return subprocess.Popen(
        [*LUX, "perft", *args],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_ctrl_c_and_the_same_command_again(psutil, tmp_path):
    checkpoint = tmp_path / "perft6.jsonl"
    command = ("6", POSITION_4, "--cluster", "local:2", "--checkpoint", str(checkpoint))
    lux = start(*command)
    deadline = time.monotonic() + 60
    while not checkpoint.exists() or checkpoint.read_bytes().count(b"\n") < 3:
        assert lux.poll() is None, lux.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    workers = psutil.Process(lux.pid).children(recursive=True)
    assert len(workers) >= 2
    os.killpg(lux.pid, signal.SIGINT)  # as a terminal sends it
    _, errors = lux.communicate(timeout=30)
    *progress, last = errors.splitlines()  # none where the workers are quick to start
    assert (lux.returncode, last) == (130, "lux: interrupted; run the same command to continue")
    assert all("% done, " in line for line in progress)
    assert not psutil.wait_procs(workers, timeout=5)[1]

    output, _ = start(*command, "--json").communicate(timeout=120)
    result = json.loads(output)
    assert result["nodes"] == 706_045_033
    assert 0 < result["resumed_nodes"] < result["nodes"]
    assert result["cluster"] == "local:2"


def test_wrong_use_of_the_cluster(psutil, run):
    status, _, errors = run("perft", "4", "--cluster", "local:0")
    assert status == 2
    assert "expected local:N" in errors


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
