"""Perft on many machines: split into unique positions, counted in batches by the workers of a Dask cluster.

Merging the transpositions at the split ply saves most of the work before it is shared out. Needs the extra
`lux-chess[cluster]`. Source: https://www.chessprogramming.org/Perft, https://distributed.dask.org
"""

import fcntl
import hashlib
import json
import logging
import os
import pkgutil
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from itertools import islice
from math import ceil, inf
from multiprocessing import resource_tracker
from pathlib import Path
from time import monotonic
from typing import BinaryIO

import dask
from distributed import Client, Future, LocalCluster, as_completed
from distributed.comm import CommClosedError, get_address_host_port, normalize_address
from distributed.utils import silence_logging_cmgr

from lux import Board, PerftTable, __version__
from lux.split_perft import Task, frontier

FORMAT = 1  # of the checkpoint file
BATCH_NODES = 1_000_000_000  # a second or two of work, so that the scheduler is never the bottleneck
MIN_BATCHES = 64  # so that no worker waits long for the last one
MIN_NODES = 50_000  # below a position; to split further would cost more than the transpositions save
MAX_MOVES = 3_000_000  # played by the client in the last ply of a split: about 20 seconds, a million positions
TASKS_A_THREAD = 4  # under way at any time
WORKERS_SECONDS = 1  # to look for new ones again
RETRIES = 3
CONNECT_SECONDS = 10
LOST = "the connection to the scheduler is lost"


class ClusterError(RuntimeError):
    """The cluster cannot be reached or used; the message says why in one line."""


class CheckpointError(ValueError):
    """A checkpoint file cannot be used; the message begins with its path."""


def cluster_perft(
    board: Board,
    depth: int,
    address: str,
    *,
    hash: int = 0,
    split: int | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[int, int, int], object] | None = None,
) -> int:
    """Count as `Board.perft` does, on a cluster. A worker that is lost in mid-run changes nothing in the result.

    A script that calls this with `local:N` needs the usual `if __name__ == "__main__":`, because its workers are new
    processes that import it. Ctrl-C raises `KeyboardInterrupt` once the local workers are gone.

    Args:
        address: of a Dask scheduler, as in `tcp://host:8786`, or `local:N` for N worker processes on this machine.
            The workers need the same version of Lux.
        hash: the size in MiB of the table in which each worker process remembers counts; 0 for none.
        split: the ply at which the tree is cut into positions; by default what suits the position and depth.
        checkpoint: a file that records what is done. If it exists the count goes on from there.
        progress: called at first and when batches are done, with batches done, batches in all, and nodes so far.

    Raises:
        ValueError: *depth*, *split*, *hash* or *address* is out of range or malformed.
        ClusterError: the cluster cannot be reached, has no workers, or cannot run Lux, or a batch failed for good.
        CheckpointError: *checkpoint* is no checkpoint, belongs to another count, or is in use.
        OSError: *checkpoint* cannot be read or written.
    """
    if depth < 0:
        raise ValueError(f"depth must not be negative: {depth}")
    if split is not None and not 0 <= split <= depth:
        raise ValueError(f"split must be from 0 to {depth}: {split}")
    if hash < 0:
        raise ValueError(f"hash must not be negative: {hash}")
    local = address.removeprefix("local:")
    if local != address and not re.fullmatch(r"[1-9]\d*", local):
        raise ValueError(f"expected local:N with N worker processes, at least 1: {address!r}")
    if local == address:
        # Not left to Client: one that fails half-made ends as garbage, which may then block another's start for ever.
        try:
            get_address_host_port(normalize_address(address), strict=True)
        except ValueError:
            raise ValueError(f"expected the address of a scheduler, as in tcp://host:8786: {address!r}") from None

    split, batches = _plan(board, depth, split)
    job = {
        "lux_perft_checkpoint": FORMAT,
        "fen": board.epd(shredder=board.chess960),
        "chess960": board.chess960,
        "depth": depth,
        "split": split,
        "batches": len(batches),
        "sha256": hashlib.sha256(repr(batches).encode()).hexdigest(),
    }
    with ExitStack() as stack:
        record, done = None, {}
        if checkpoint is not None:
            record = stack.enter_context(open(_create(Path(checkpoint), job), "r+b"))
            done = _resume(record, job)

        todo = [(number, batch) for number, batch in enumerate(batches) if number not in done]
        left = len(todo)
        nodes = sum(done.values())
        if progress is not None:
            progress(len(batches) - left, len(batches), nodes)
        if todo:
            client = stack.enter_context(_connect(address))
            _check_workers(client)
            for counts in _count_batches(client, todo, depth - split, board.chess960, hash):
                if record is not None:
                    _append(record, *({"batch": number, "nodes": count} for number, count in counts.items()))
                left -= len(counts)
                nodes += sum(counts.values())
                if progress is not None:
                    progress(len(batches) - left, len(batches), nodes)
    return nodes


# The split


def _plan(board: Board, depth: int, split: int | None) -> tuple[int, list[list[Task]]]:
    """Return the split ply and the batches. They depend on nothing but the arguments, so that a checkpoint fits."""
    # How many times the nodes grow with a ply, for both sides together.
    growth = (board.perft(4) / max(1, board.perft(2))) ** 0.5

    def nodes(plies: int) -> float:
        return growth ** min(plies, 30)

    if split is not None:
        positions = frontier(board, split)
    else:
        split, positions = 0, frontier(board, 0)
        while nodes(depth - split - 1) >= MIN_NODES and len(positions) * growth <= MAX_MOVES:
            split += 1
            positions = frontier(board, split)
    positions.sort()
    size = max(1, min(ceil(len(positions) / MIN_BATCHES), int(BATCH_NODES / max(1, nodes(depth - split)))))
    return split, [positions[start : start + size] for start in range(0, len(positions), size)]


# The work


def count_batch(batch: list[Task], depth: int, chess960: bool, hash: int, version: str) -> int:
    """Count a batch; this is what runs on a worker, and it depends on nothing but its arguments."""
    if version != __version__:
        raise ClusterError(f"the worker has Lux {__version__}, not {version}")
    board = Board(chess960=chess960)
    table = _table(hash) if hash else 0
    nodes = 0
    for fen, multiplicity in batch:
        board.set_fen(fen)
        nodes += multiplicity * board.perft(depth, hash=table)
    return nodes


@lru_cache(maxsize=1)
def _table(mib: int) -> PerftTable:
    """Return the table of this process, which lives as long as the process does."""
    return PerftTable(mib)


def _count_batches(
    client: Client, todo: list[tuple[int, list[Task]]], depth: int, chess960: bool, hash: int
) -> Iterator[dict[int, int]]:
    """Yield the counts of finished batches by their numbers, some at a time, in any order."""
    waiting = iter(todo)
    running: dict[Future, int] = {}  # batch numbers
    finished = as_completed(with_results=True, raise_errors=False)
    wanted, asked = 0, -inf

    def submit() -> None:
        """Keep every worker busy, also those that have joined since; few at a time, for there may be many batches."""
        nonlocal wanted, asked
        if monotonic() - asked > WORKERS_SECONDS:
            wanted, asked = TASKS_A_THREAD * max(1, sum(client.nthreads().values())), monotonic()
        for number, batch in islice(waiting, max(0, wanted - len(running))):
            future = client.submit(count_batch, batch, depth, chess960, hash, __version__, pure=False, retries=RETRIES)
            running[future] = number
            finished.add(future)

    submit()
    for group in finished.batches():
        counts = {}
        for future, result in group:
            number = running.pop(future)
            # Not by its status: a result that has come stays good when the worker that had it is lost.
            if not isinstance(result, int):
                error = result[1] if isinstance(result, tuple) else LOST
                raise ClusterError(f"batch {number} failed: {_one_line(error)}")
            counts[number] = result
        yield counts
        submit()


# The cluster


@contextmanager
def _connect(address: str) -> Iterator[Client]:
    """Start or join a cluster, and leave it, on this machine without leaving a process behind."""
    with ExitStack() as stack:
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        if address.startswith("local:"):
            # A worker that is gone from this machine is not worth the default of half a minute.
            timeouts = {"distributed.comm.timeouts.connect": CONNECT_SECONDS}
            stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 10, **timeouts}))
            # Processes inherit the mask of the thread that starts them: Ctrl-C stops the client, which stops the
            # workers. The tracker comes first, because the thread that starts it ends up without the mask.
            resource_tracker.ensure_running()
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                cluster = stack.enter_context(
                    LocalCluster(
                        n_workers=int(address.removeprefix("local:")),
                        threads_per_worker=1,
                        memory_limit=0,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                )
                client = stack.enter_context(Client(cluster))
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        else:
            try:
                client = stack.enter_context(Client(address, timeout=CONNECT_SECONDS))
            except OSError as error:
                raise ClusterError(f"no Dask scheduler answers at {address}") from error
        try:
            yield client
        except CommClosedError as error:
            raise ClusterError(LOST) from error


def _check_workers(client: Client) -> None:
    """Raise unless there are workers and each of them runs this version of Lux."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise ClusterError("the cluster has no workers; start some with `dask worker ADDRESS`") from None
    # Nothing but the standard library is sent, because there may be no Lux to load it.
    for worker, version in client.run(pkgutil.resolve_name, "lux:__version__", on_error="return").items():
        if version != __version__:
            found = f"has Lux {version}" if isinstance(version, str) else f"has no Lux ({_one_line(version)})"
            raise ClusterError(f"worker {worker} {found}: install lux-chess {__version__} there")
    probe = client.run(count_batch, frontier(Board(), 0), 3, False, 0, __version__, on_error="return")
    for worker, nodes in probe.items():
        if nodes != 8902:
            raise ClusterError(f"Lux does not work on worker {worker}: perft 3 gives {_one_line(nodes)}, not 8902")


def _one_line(error: object) -> str:
    return " ".join(str(error).split())


# The checkpoint: a line that says what is counted, then one for every finished batch


def _create(path: Path, job: dict) -> Path:
    """Make a new checkpoint, complete with its first line or not at all, unless there is one."""
    if not path.exists() or not path.stat().st_size:
        new = path.with_name(f"{path.name}.{os.getpid()}")
        with open(new, "xb") as file:
            _append(file, job)
        new.replace(path)
    return path


def _resume(file: BinaryIO, job: dict) -> dict[int, int]:
    """Return the finished batches, after which the next is to be written."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CheckpointError(f"{file.name}: in use by another run") from None
    # What follows the last end of line was cut off by a crash.
    *lines, cut_off = file.read().split(b"\n")
    try:
        header = json.loads(lines[0])
        header["lux_perft_checkpoint"]
    except (ValueError, TypeError, LookupError):
        raise CheckpointError(f"{file.name}: not a perft checkpoint") from None
    for name, value in job.items():
        if header.get(name) != value:
            raise CheckpointError(f"{file.name}: checkpoint of another count: {name} {header.get(name)}, not {value}")
    done = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            batch, nodes = json.loads(line).values()
            done[range(job["batches"]).index(batch)] = int(nodes)
        except (ValueError, TypeError, AttributeError):
            raise CheckpointError(f"{file.name}:{number}: not a finished batch") from None
    file.seek(-len(cut_off), os.SEEK_END)
    file.truncate()
    return done


def _append(file: BinaryIO, *entries: dict) -> None:
    """Write lines that a crash of the machine leaves complete, but for the last one."""
    file.write(b"".join(json.dumps(entry).encode() + b"\n" for entry in entries))
    file.flush()
    os.fsync(file.fileno())
