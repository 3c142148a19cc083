"""`lux datagen`: generate self-play games for training."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import starmap
from threading import Event

import click

from lux.cli.extras import cluster_option, load_cluster_module
from lux.cli.options import number_option, threads_option
from lux.cli.output import say
from lux.cli.progress import Meter, short_number
from lux.learning.selfplay.datagen import (
    PlayedBlock,
    knowledge,
    missing_games,
    play_on_threads,
    play_remotely,
    read_openings,
)
from lux.learning.selfplay.game import PlaySettings, SelfPlay
from lux.learning.selfplay.game_file import GameWriter
from lux.runtime.system import ctrl_c_calls
from lux.tablebase import Tablebase


def total(writer: GameWriter, name: str) -> int:
    """Return the sum of an attribute of all blocks in the file."""
    return sum(getattr(block, name) for block in writer.blocks)


def progress_text(writer: GameWriter, speed: float) -> str:
    """Describe the file, and the speed in positions a second."""
    names = ("games", "white_wins", "draws", "black_wins", "positions")
    games, wins, draws, losses, positions = (total(writer, name) for name in names)
    return (
        f"{games:,} games (+{wins:,} ={draws:,} -{losses:,}), {short_number(positions)} positions,"
        f" {speed:,.0f} positions/s"
    )


MAX_NODES = 10**12
EPILOG = """\b
Examples:
  lux datagen games.viri --nodes 1000 --games 10000 --threads 2
  lux datagen endgames.viri --openings endgames.epd --random-plies 2
  lux datagen games.viri --nodes 5000 --games 1000000 --cluster local:8"""


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(dir_okay=False))
@number_option("--games", "Stop once the file has N games; by default, at Ctrl-C.")
@number_option("--nodes soft_nodes", "Start no new iteration after N nodes.", 1000, most=MAX_NODES)
@number_option("--hard-nodes", "Hard limit of nodes per move; by default 10 times --nodes.", most=10 * MAX_NODES)
@number_option("--seed", "Seed of the games.", 1, least=0, most=2**63)
@number_option("--chess960 chess960_percent", "Percentage of Chess960 games.", 10, least=0, most=100)
@click.option("--openings", type=click.Path(exists=True, dir_okay=False), help="EPD file of start positions.")
@number_option("--random-plies", "Random moves at the start; every other game has one more.", 8, least=0, most=1000)
@number_option("--max-plies", "End a game as a draw after N plies.", 500, most=500)
@threads_option("Play N games at a time.")
@cluster_option("Play")
@click.option("--syzygy", type=click.Path(), metavar="PATH", help="Directories of Syzygy tablebases for adjudication.")
def datagen(
    file: str,
    games: int | None,
    soft_nodes: int,
    hard_nodes: int | None,
    openings: str | None,
    threads: int,
    cluster: str | None,
    syzygy: str | None,
    **settings: int,
) -> None:
    """Generate self-play games and append them to FILE.

    The same command continues after an interruption.
    """
    if cluster is not None and threads > 1:
        raise click.UsageError("--threads is for this process, not for --cluster")
    hard_nodes = hard_nodes or 10 * soft_nodes
    settings = PlaySettings(soft_nodes=soft_nodes, hard_nodes=hard_nodes, opening_nodes=3 * soft_nodes, **settings)
    tablebase = None if syzygy is None else Tablebase(syzygy)
    starts = b"" if openings is None else read_openings(openings)
    known = knowledge(tablebase, starts)
    with ExitStack() as stack:
        writer = stack.enter_context(GameWriter(file, {**settings._asdict(), **known._asdict()}))
        if writer.cut_bytes:
            say(f"lux: {file}: cut off {writer.cut_bytes} bytes of an unfinished block", err=True)
        todo = missing_games(list(writer.blocks), settings, games)
        if cluster is not None:
            tasks = ((first, (settings, syzygy, starts, known, first, number)) for first, number in todo)
            try:
                with closing(play_on_cluster(cluster, tasks)) as played:
                    write_games(writer, played, games)
            except KeyboardInterrupt:
                say("lux: interrupted; run the same command to continue", err=True)
                raise click.Abort from None
            return
        stop = Event()
        stack.enter_context(ctrl_c_calls(lambda *_: stop.set()))  # what is under way is finished and kept
        new_player = partial(SelfPlay, settings, tablebase=tablebase, openings=starts)
        write_games(writer, play_on_threads(new_player, todo, threads, stop), games)
        if games is None or total(writer, "games") < games:
            raise click.Abort


def play_on_cluster(address: str, tasks: Iterator[tuple[int, tuple]]) -> Iterator[PlayedBlock]:
    """Yield blocks as the workers finish them; games of a lost worker are played again by others."""
    workers = load_cluster_module("lux.perft.workers")
    try:
        with workers.connect(address) as client:
            for finished in workers.run_tasks(client, play_remotely, tasks, PlayedBlock, "the block from game"):
                yield from finished.values()
    except workers.ClusterError as error:
        raise click.ClickException(f"{error}; run the same command to continue") from None


def write_games(writer: GameWriter, played: Iterator[PlayedBlock], games: int | None) -> None:
    """Write the blocks as they come and show progress."""
    start = time.perf_counter()
    new_positions = 0
    with Meter(lasting=True) as meter:
        meter.show("playing the first games", total(writer, "games"), games)
        for block in starmap(writer.append, played):
            new_positions += block.positions
            words = progress_text(writer, new_positions / (time.perf_counter() - start))
            meter.show(words, total(writer, "games"), games)
        if not new_positions:
            meter.show(f"{writer.path}: there is nothing left to play", total(writer, "games"), games)
