"""`lux perft --cluster`: count on a Dask cluster, with errors in one line."""

import click

from lux.board import Board
from lux.cli.console import TextConsole
from lux.cli.extras import load_cluster_module
from lux.cli.output import say
from lux.cli.progress import Meter


def count_on_cluster(
    board: Board, depth: int, address: str, *, hash_mib: int, split: int | None, checkpoint: str | None
) -> tuple[int, int]:
    """Return what `lux.perft.cluster.cluster_perft` counts, and how many nodes of it the checkpoint had already."""
    cluster = load_cluster_module("lux.perft.cluster")
    resume = "run the same command to continue" if checkpoint else "with --checkpoint FILE a run can be continued"
    seen: list[int] = []

    def progress(done: int, batches: int, nodes: int) -> None:
        splitting.stop()
        seen.append(nodes)
        meter(done, batches, nodes)

    try:
        with TextConsole(stderr=True).status("splitting the tree") as splitting, Meter() as meter:
            nodes = cluster.cluster_perft(
                board, depth, address, hash=hash_mib, split=split, checkpoint=checkpoint, progress=progress
            )
    except KeyboardInterrupt:
        say(f"lux: interrupted; {resume}", err=True)
        raise click.Abort from None
    except cluster.ClusterError as error:
        raise click.ClickException(f"{error}; {resume}" if len(seen) > 1 else str(error)) from None
    except cluster.JournalError:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{checkpoint or address}: {error.strerror or error}") from None
    return nodes, seen[0]
