"""Perft on many machines: split into unique positions, counted in batches by the workers of a Dask cluster.

Merging transpositions at the split ply saves most of the work. Needs the extra
`lux-chess[cluster]`. Source: https://www.chessprogramming.org/Perft, https://distributed.dask.org
"""

import hashlib
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import lru_cache
from math import ceil
from pathlib import Path

from lux import Board, PerftTable
from lux.game.perft import MAX_DEPTH, Task, next_tasks
from lux.perft.workers import ClusterError as ClusterError
from lux.perft.workers import check_address, connect, run_tasks
from lux.runtime.journal import Journal, JournalError

FORMAT = 1  # of the checkpoint file
BATCH_NODES = 1_000_000_000  # a second or two of work, so that the scheduler is never the bottleneck
MIN_BATCHES = 64  # so that no worker waits long for the last one
MIN_NODES = 50_000  # below a position; to split further would cost more than the transpositions save
MAX_MOVES = 3_000_000  # played by the client in the last ply of a split: about 20 seconds, a million positions


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
    """Count as `Board.perft` does, on a cluster. Losing a worker during the run does not change the result.

    A script that calls this with `local:N` needs `if __name__ == "__main__":`, because its workers are new processes
    that import the script. Ctrl-C raises `KeyboardInterrupt` after the local workers have ended.

    Args:
        address: a Dask scheduler, such as `tcp://host:8786`, or `local:N` for N local worker processes.
            The workers need the same version of Lux.
        hash: size in MiB of each worker process's hash table; 0 for none.
        split: ply at which the tree is split into positions; by default it depends on position and depth.
        checkpoint: a file of finished batches; if it exists, the count continues from there.
        progress: called at the start and after batches, with batches done, batches in total, and nodes so far.

    Raises:
        ValueError: *depth*, *split*, *hash* or *address* is out of range or malformed.
        ClusterError: the cluster cannot be reached, has no workers, or cannot run Lux, or a batch failed for good.
        JournalError: *checkpoint* is not a checkpoint, belongs to another count, or is in use.
        OSError: *checkpoint* cannot be read or written.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth must be from 0 to {MAX_DEPTH}: {depth}")
    if split is not None and not 0 <= split <= depth:
        raise ValueError(f"split must be from 0 to {depth}: {split}")
    if hash < 0:
        raise ValueError(f"hash must not be negative: {hash}")
    check_address(address)

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
    report = progress or (lambda *state: None)
    with ExitStack() as stack:
        record, done = None, {}
        if checkpoint is not None:
            record = stack.enter_context(Journal(checkpoint, "perft checkpoint", job))
            done = _finished(record, len(batches))
        report(len(done), len(batches), sum(done.values()))
        todo = [(number, batch) for number, batch in enumerate(batches) if number not in done]
        if todo:
            client = stack.enter_context(connect(address))
            tasks = ((number, (batch, depth - split, board.chess960, hash)) for number, batch in todo)
            for counts in stack.enter_context(closing(run_tasks(client, count_batch, tasks, int, "batch"))):
                if record is not None:
                    record.append(*({"batch": number, "nodes": count} for number, count in counts.items()))
                done |= counts
                report(len(done), len(batches), sum(done.values()))
    return sum(done.values())


# The split


def _plan(board: Board, depth: int, split: int | None) -> tuple[int, list[list[Task]]]:
    """Return the split ply and the batches. They depend only on the arguments, so that a checkpoint fits."""
    # How many times the nodes grow with a ply, for both sides together.
    growth = (board.perft(4) / max(1, board.perft(2))) ** 0.5
    nodes = [growth ** min(left, 30) for left in range(depth + 1)]  # by the plies left
    plies, positions = 0, [(board.epd(shredder=board.chess960), 1)]
    while plies < (depth if split is None else split):
        if split is None and (nodes[depth - plies - 1] < MIN_NODES or len(positions) * growth > MAX_MOVES):
            break
        plies += 1
        positions = next_tasks(positions, board.chess960)
    positions.sort()
    size = max(1, min(ceil(len(positions) / MIN_BATCHES), int(BATCH_NODES / max(1, nodes[depth - plies]))))
    return plies, [positions[start : start + size] for start in range(0, len(positions), size)]


# The work


def count_batch(batch: list[Task], depth: int, chess960: bool, hash: int) -> int:
    """Count a batch on a worker; depends only on the arguments."""
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


# The checkpoint


def _finished(record: Journal, batches: int) -> dict[int, int]:
    """Return the nodes of the batches that a checkpoint has."""
    done = {}
    for number, entry in enumerate(record.entries, 2):
        try:
            batch, nodes = entry.values()
            if type(nodes) is not int or nodes < 0:
                raise ValueError
            done[range(batches).index(batch)] = nodes
        except (ValueError, TypeError):
            raise JournalError(f"{record.path}:{number}: not a finished batch") from None
    return done
