"""Perft on a Dask cluster, mostly one that all tests share."""

import asyncio
import json
import signal
import socket
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("distributed", reason="needs the extra [cluster]")

import psutil
from distributed import Client, LocalCluster, Security

from lux import STARTPOS, Board
from lux.perft import cluster, workers
from lux.perft.cluster import ClusterError, JournalError, cluster_perft, count_batch

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
NOBODY = "tcp://127.0.0.1:1"  # where no scheduler listens
PERFT_5 = 4_865_609


@pytest.fixture(scope="module")
def address():
    with LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as dask_cluster:
        yield dask_cluster.scheduler_address


@pytest.fixture
def checkpoint(tmp_path, address):
    """Return the checkpoint of a perft 5 that Ctrl-C has cut off."""
    path = tmp_path / "perft5.jsonl"

    def interrupt(done, batches, nodes):
        if 0 < done < batches:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster_perft(Board(), 5, address, split=3, checkpoint=path, progress=interrupt)
    return path


@pytest.mark.parametrize(
    ("fen", "depth", "options"),
    [
        (STARTPOS, 5, {}),
        (STARTPOS, 5, {"split": 4}),
        (STARTPOS, 3, {"split": 3}),
        (STARTPOS, 0, {}),
        (KIWIPETE, 4, {"split": 2, "hash": 1}),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 4, {}),  # stalemate
    ],
)
def test_count_is_that_of_the_board(address, fen, depth, options):
    board = Board(fen)
    assert cluster_perft(board, depth, address, **options) == board.perft(depth)


def test_count_of_chess960(address):
    board = Board("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", chess960=True)
    assert cluster_perft(board, 4, address, split=2) == 287_739


def test_killed_worker_changes_nothing():
    pytest.importorskip("cryptography")
    killed = []

    def kill(done, batches, nodes):
        if 0 < done < batches and not killed:
            children = set(psutil.Process().children()) - before
            worker = next(child for child in children if any("spawn_main" in word for word in child.cmdline()))
            worker.kill()
            killed.append(worker)

    before = set(psutil.Process().children())
    assert cluster_perft(Board(), 6, "local:2", progress=kill) == 119_060_324
    assert killed


def test_other_users_of_the_machine_cannot_join_local_processes():
    pytest.importorskip("cryptography")
    with workers.connect("local:1") as mine:
        address = mine.scheduler.address
        for scheme, keys in (("tls", Security.temporary()), ("tcp", None)):
            with pytest.raises(OSError, match=r"."):
                Client(address.replace("tls:", f"{scheme}:"), security=keys, timeout=1)
        assert mine.submit(int, "7").result() == 7


def test_an_interrupt_where_python_raises_nothing_is_not_lost(capsys):
    class Dropped:
        pass

    for cause in ("weak reference", "__del__"):
        dropped = Dropped()
        if cause == "__del__":
            Dropped.__del__ = lambda dropped: signal.raise_signal(signal.SIGINT)
        else:
            reference = weakref.ref(dropped, lambda _: signal.raise_signal(signal.SIGINT))
            assert reference() is dropped
        with workers.no_interrupt_lost() as check:
            check()
            del dropped
            with pytest.raises(KeyboardInterrupt):
                check()
    assert capsys.readouterr().err == ""


def test_worker_lost_after_its_result(monkeypatch, address):
    class Lost(workers.as_completed):
        def batches(self):
            for group in super().batches():
                for future, _ in group:
                    future._state.lose()
                yield group

    monkeypatch.setattr(workers, "as_completed", Lost)
    assert cluster_perft(Board(), 5, address) == PERFT_5


def test_multiplicities_beyond_64_bits():
    batch = [(Board().epd(), 2**64), (Board(KIWIPETE).epd(), 1)]
    assert count_batch(batch, 3, False, 0) == 2**64 * 8_902 + 97_862


def test_progress_is_in_batches_and_nodes(address):
    seen = []
    cluster_perft(Board(), 5, address, split=3, progress=lambda *state: seen.append(state))
    batches = seen[0][1]
    assert seen[0] == (0, batches, 0)
    assert seen[-1] == (batches, batches, PERFT_5)
    assert batches >= cluster.MIN_BATCHES
    assert seen == sorted(set(seen))


@pytest.mark.parametrize(("depth", "split"), [(2, 0), (6, 2), (7, 3), (8, 4)])
def test_plan_covers_the_tree(depth, split):
    chosen, batches = cluster._plan(Board(), depth, None)
    positions = [position for batch in batches for position in batch]
    assert chosen == split
    assert sum(multiplicity for _, multiplicity in positions) == Board().perft(split)
    assert positions == sorted(positions)


@pytest.mark.parametrize(
    ("depth", "address", "options"),
    [
        (-1, NOBODY, {}),
        (4, NOBODY, {"split": 5}),
        (4, NOBODY, {"split": -1}),
        (4, NOBODY, {"hash": -1}),
        (4, "local:0", {}),
        (4, "local:two", {}),
        (4, "host", {}),
        (4, "", {}),
        (4, "tcp://host:port", {}),
        (4, "tcp://[::1", {}),
        (4, "nonsense://host:8786", {}),
    ],
)
def test_wrong_arguments(monkeypatch, depth, address, options):
    # A client that is given a malformed address and dies of it may later block the start of another.
    monkeypatch.setattr(workers, "Client", None)
    with pytest.raises(ValueError, match=r"must|expected"):
        cluster_perft(Board(), depth, address, **options)


def test_no_scheduler(monkeypatch):
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.5)
    with pytest.raises(ClusterError, match=rf"^no Dask scheduler answers at {NOBODY}$"):
        cluster_perft(Board(), 4, NOBODY)


@pytest.mark.parametrize("greeting", [b"SSH-2.0-OpenSSH_9.2p1\r\n", b""])
def test_server_of_another_kind(monkeypatch, greeting):
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        accepted = pool.submit(server.accept)
        accepted.add_done_callback(lambda done: done.result()[0].sendall(greeting))
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=rf"^no Dask scheduler answers at {address}$"):
            cluster_perft(Board(), 4, address)
        accepted.result()[0].close()


def test_certificates_that_cannot_be_read():
    files = {f"distributed.comm.tls.{name}": "no/such/file" for name in ("ca-file", "client.cert", "client.key")}
    with (
        workers.dask.config.set(files),
        pytest.raises(ClusterError, match=r"^the certificates in Dask's configuration cannot be read: .*No such file"),
    ):
        cluster_perft(Board(), 4, "tls://127.0.0.1:1")


def test_in_a_notebook_which_runs_a_loop(address):
    async def cell():
        return cluster_perft(Board(), 3, address)

    assert asyncio.run(cell()) == 8_902


def test_no_workers(monkeypatch):
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.5)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as empty,
        pytest.raises(ClusterError, match="no workers"),
    ):
        cluster_perft(Board(), 4, empty.scheduler_address)


def test_worker_with_another_version(monkeypatch, address):
    mine = workers.__version__
    monkeypatch.setattr(workers, "__version__", "99.0")
    with pytest.raises(ClusterError, match=rf"^worker tcp://\S+ has Lux {mine}: install lux-chess 99.0 there$"):
        cluster_perft(Board(), 4, address)


def test_worker_without_the_core(monkeypatch, address):
    def resolve(name):
        if name != "lux:__version__":
            raise ImportError("no core\nfor this CPU")
        return workers.__version__

    monkeypatch.setattr(workers.pkgutil, "resolve_name", resolve)
    with pytest.raises(ClusterError, match=r"^worker tcp://\S+ has no Lux \(no core for this CPU\): install lux-chess"):
        cluster_perft(Board(), 4, address)


def test_worker_with_another_version_that_comes_late():
    with pytest.raises(ClusterError, match=r"not 99\.0$"):
        workers.run_task("99.0", count_batch, [], 1, False, 0)


def test_batch_that_fails_everywhere(address):
    with pytest.raises(ClusterError, match=r"^batch \d+ failed: no memory for a table of 999999999 MiB$"):
        cluster_perft(Board(), 5, address, hash=999_999_999)


def test_checkpoint_is_resumed(checkpoint, address):
    _, *recorded = checkpoint.read_text().splitlines()
    # As if the machine had crashed in mid-write, and to tell that what is recorded is not counted again.
    batch = json.loads(recorded[0])
    changed = json.dumps(batch | {"nodes": batch["nodes"] + 1})
    checkpoint.write_text(checkpoint.read_text().replace(recorded[0], changed) + '{"batch": 6')
    seen = []
    nodes = cluster_perft(
        Board(), 5, address, split=3, checkpoint=checkpoint, progress=lambda *state: seen.append(state)
    )
    assert nodes == PERFT_5 + 1
    assert 0 < seen[0][0] == len(recorded) < seen[0][1]
    # Each batch is recorded once, and a finished count needs no cluster.
    entries = [json.loads(line) for line in checkpoint.read_text().splitlines()[1:]]
    assert sorted(entry["batch"] for entry in entries) == list(range(seen[0][1]))
    assert cluster_perft(Board(), 5, NOBODY, split=3, checkpoint=checkpoint) == PERFT_5 + 1


@pytest.mark.parametrize(
    ("fen", "depth", "split", "difference"),
    [(KIWIPETE, 5, 3, "fen"), (STARTPOS, 6, 3, "depth: 5, not 6"), (STARTPOS, 5, 2, "split: 3, not 2")],
)
def test_checkpoint_of_another_count(checkpoint, fen, depth, split, difference):
    before = checkpoint.read_bytes()
    with pytest.raises(JournalError, match=rf"^{checkpoint}: perft checkpoint with other {difference}"):
        cluster_perft(Board(fen), depth, NOBODY, split=split, checkpoint=checkpoint)
    assert checkpoint.read_bytes() == before


@pytest.mark.parametrize(
    "line", ["{}", '{"batch": -1, "nodes": 5}', '{"batch": 999, "nodes": 5}', '{"batch": 1, "nodes": "x"}']
)
def test_checkpoint_with_a_bad_line(checkpoint, line):
    lines = checkpoint.read_text().splitlines()
    checkpoint.write_text("\n".join([*lines[:2], line, *lines[2:], ""]))
    with pytest.raises(JournalError, match=rf"^{checkpoint}:3: not a finished batch$"):
        cluster_perft(Board(), 5, NOBODY, split=3, checkpoint=checkpoint)


def test_workers_that_die_at_start(monkeypatch):
    def dies(**_):
        raise RuntimeError("Nanny failed to start.\n")

    monkeypatch.setattr(workers, "LocalCluster", dies)
    with pytest.raises(ClusterError, match=r"\Athe workers cannot be started: Nanny failed to start\.\Z"):
        cluster_perft(Board(), 4, "local:1")
