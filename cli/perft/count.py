"""`lux perft`: count the legal move sequences from a position."""

import time

import click

from lux.board import Board, PerftTable
from lux.cli.console import TextConsole
from lux.cli.extras import cluster_option, load_cluster_module
from lux.cli.options import JSON_OPTION, PERFT_HASH_OPTION, number_option, threads_option
from lux.cli.output import say, say_json
from lux.cli.positions import position_argument, set_up
from lux.cli.progress import Meter, speed_text
from lux.game.perft import MAX_DEPTH
from lux.perft import mode_text

EPILOG = """\b
Examples:
  lux perft 7 --threads 2 --hash 1024
  lux perft 5 kiwipete --divide
  lux perft 4 "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" --stats
  lux perft 10 --cluster tcp://host:8786 --checkpoint perft10.jsonl"""


@click.command(epilog=EPILOG)
@click.argument("depth", type=click.IntRange(0, MAX_DEPTH))
@position_argument
@click.option("--divide", "by_move", is_flag=True, help="Show the count of each first move.")
@threads_option("Number of threads.", None)
@PERFT_HASH_OPTION
@click.option("--no-bulk", is_flag=True, help="Make the moves of the last plies instead of counting them; slower.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
@click.option("--stats", is_flag=True, help="Count captures, castlings, checks, mates and so on at the last ply.")
@cluster_option("Count")
@click.option("--checkpoint", metavar="FILE", help="File of finished batches, to continue an interrupted count from.")
@number_option("--split", "Ply at which to split the tree for the cluster.", least=0, metavar="PLIES")
@JSON_OPTION
def perft(
    depth: int,
    fen: str,
    by_move: bool,
    threads: int,
    hash_mib: int,
    no_bulk: bool,
    chess960: bool,
    stats: bool,
    cluster: str | None,
    checkpoint: str | None,
    split: int | None,
    as_json: bool,
) -> None:
    """Count the sequences of DEPTH legal moves from a position, by default the start of the game."""
    if stats and (by_move or no_bulk or hash_mib or threads > 1):
        raise click.UsageError(
            "--stats makes every move in one thread: not with --divide, --threads, --hash, --no-bulk"
        )
    if no_bulk and hash_mib:
        raise click.UsageError("--hash reuses counts: not with --no-bulk")
    if depth == 0 and (stats or by_move):
        raise click.UsageError("--divide and --stats need a DEPTH of at least 1")
    if cluster is not None and (by_move or stats or no_bulk or threads > 1):
        raise click.UsageError("--cluster counts in bulk: not with --divide, --stats, --threads, --no-bulk")
    if cluster is None and (checkpoint is not None or split is not None):
        raise click.UsageError("--checkpoint and --split need --cluster")
    if split is not None and split > depth:
        raise click.UsageError("--split is a ply of the tree: not beyond DEPTH")
    board = set_up(fen, chess960)
    # The workers of a cluster have tables of their own.
    how = {"bulk": not no_bulk, "threads": threads, "hash": PerftTable(hash_mib) if hash_mib and cluster is None else 0}
    resumed = 0
    result: dict[str, object] = {"fen": board.fen(), "depth": depth}
    start = time.perf_counter()
    with Meter() as meter:
        if cluster is not None:
            nodes, resumed = count_on_cluster(
                board, depth, cluster, hash_mib=hash_mib, split=split, checkpoint=checkpoint
            )
        elif stats:
            result["stats"] = board.perft_stats(depth)._asdict()
            nodes = result["stats"]["nodes"]
        elif by_move:
            result["divide"] = board.divide(depth, progress=meter, **how)
            nodes = sum(result["divide"].values())
        else:
            nodes = board.perft(depth, progress=meter, **how)
    seconds = time.perf_counter() - start
    mode: dict[str, object] = {"bulk": not (no_bulk or stats), "hash_mib": hash_mib}
    mode |= {"threads": threads} if cluster is None else {"cluster": cluster, "resumed_nodes": resumed}
    if as_json:
        result |= {"nodes": nodes, "seconds": round(seconds, 6), "nps": round((nodes - resumed) / seconds), **mode}
        say_json(result)
        return
    for move, count in result.get("divide", {}).items():
        say(f"{move}: {count}")
    for kind, count in list(result.get("stats", {}).items())[1:]:
        say(f"{kind.replace('_', ' '):<18}{count:>20,}")
    if by_move or stats:
        say()
    say(f"{nodes:,} nodes, {seconds:.3f} s, {speed_text(nodes - resumed, seconds)} ({mode_text(**mode)})")


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
    except OSError as error:
        raise click.ClickException(f"{checkpoint or address}: {error.strerror or error}") from None
    return nodes, seen[0]
