"""`lux datagen --cluster`: the same games from other processes, whatever becomes of these."""

import os
import signal
import subprocess
import time

import pytest

from lux.learning.selfplay.datagen import Knowledge, PlaySettings, knowledge, play_remotely
from lux.learning.selfplay.game_file import GameWriter
from tests.cli.test_datagen import ARGS, LUX_WITH_SMALL_BLOCKS, split
from tests.learning.play import RULES
from tests.protocol.session import ROOT


@pytest.fixture
def psutil():
    pytest.importorskip("cryptography", reason="needs the extra [cluster]")
    return pytest.importorskip("psutil")


@pytest.fixture
def generate(run, tmp_path, monkeypatch):
    monkeypatch.setattr("lux.learning.selfplay.datagen.BLOCK_NODES", 15_000)  # five games at 30 nodes

    def call(name, *args):
        path = tmp_path / name
        status, out, err = run("datagen", str(path), "--games", "60", *map(str, (*ARGS, *args)))
        assert (status, out) == (0, ""), err
        return split(path)

    return call


def test_a_cluster_plays_the_same_games_even_if_a_worker_is_killed(psutil, generate, monkeypatch):
    killed = []
    append = GameWriter.append

    def append_and_kill(*args):
        if not killed:
            workers = [
                child for child in psutil.Process().children(recursive=True) if "spawn_main" in str(child.cmdline())
            ]
            killed.append(workers[-1])
            killed[0].send_signal(signal.SIGKILL)
        return append(*args)

    expected = generate("here.viri")
    monkeypatch.setattr(GameWriter, "append", append_and_kill)
    assert generate("there.viri", "--cluster", "local:2") == expected
    assert not killed[0].is_running()


@pytest.mark.parametrize(
    ("args", "status", "message"),
    [
        (["--cluster", "local:0"], 2, "--cluster: expected local:N with N worker processes"),
        (["--cluster", "nowhere"], 2, "--cluster: expected the address of a scheduler"),
        (["--cluster", "local:2", "--threads", "2"], 2, "--threads is for this process, not for --cluster"),
        (["--cluster", "tcp://127.0.0.1:1"], 1, "no Dask scheduler answers at tcp://127.0.0.1:1"),
    ],
)
def test_wrong_clusters_are_named(psutil, run, tmp_path, monkeypatch, args, status, message):
    monkeypatch.setattr("lux.perft.workers.CONNECT_SECONDS", 1)
    found, out, err = run("datagen", str(tmp_path / "games.viri"), *args)
    assert (found, out) == (status, "")
    assert message in err


def test_ctrl_c_ends_the_workers_and_keeps_what_is_done(psutil, tmp_path):
    path = tmp_path / "games.viri"
    command = [*LUX_WITH_SMALL_BLOCKS, "datagen", str(path), *map(str, ARGS), "--cluster", "local:2"]
    lux = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while not path.exists() or path.stat().st_size == 0:
        assert lux.poll() is None, lux.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    workers = psutil.Process(lux.pid).children(recursive=True)
    os.killpg(lux.pid, signal.SIGINT)  # as a terminal sends it
    _, errors = lux.communicate(timeout=60)
    assert lux.returncode == 130, errors
    assert errors.endswith("lux: interrupted; run the same command to continue\n")
    assert not psutil.wait_procs(workers, timeout=5)[1]
    assert split(path)


def test_a_worker_with_other_tables_refuses():
    with pytest.raises(ValueError, match="0 tablebases in None on the worker, not 5"):
        play_remotely(PlaySettings(seed=1, **RULES), None, b"", knowledge(None)._replace(tables=5), 0, 1)


def test_a_worker_with_another_network_refuses():
    with pytest.raises(ValueError, match=r"network [0-9a-f]{8} on the worker, not 01234567"):
        play_remotely(PlaySettings(seed=1, **RULES), None, b"", Knowledge("01234567", 0, "00000000"), 0, 1)
