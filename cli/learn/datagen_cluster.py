"""`lux datagen --cluster`: generate games on the workers of a Dask cluster, with errors in one line."""

from collections.abc import Iterator

import click

from lux.cli.extras import load_cluster_module
from lux.learning.selfplay.datagen import Knowledge, PlayedBlock, play_remotely
from lux.learning.selfplay.game import PlaySettings


def play_on_cluster(
    settings: PlaySettings,
    syzygy: str | None,
    openings: bytes,
    known: Knowledge,
    todo: Iterator[tuple[int, int]],
    address: str,
) -> Iterator[PlayedBlock]:
    """Yield blocks as the workers finish them; games of a lost worker are played again by others."""
    workers = load_cluster_module("lux.perft.workers")
    tasks = ((first, (settings, syzygy, openings, known, first, games)) for first, games in todo)
    try:
        with workers.connect(address) as client:
            for finished in workers.run_tasks(client, play_remotely, tasks, PlayedBlock, "the block from game"):
                yield from finished.values()
    except workers.ClusterError as error:
        raise click.ClickException(f"{error}; run the same command to continue") from None
    except ValueError as error:
        raise click.UsageError(f"--cluster: {error}") from None
