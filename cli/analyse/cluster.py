"""Games on a Dask cluster: each is a task for one of its workers."""

from collections.abc import Iterator
from itertools import chain
from threading import Event

from rich.progress import Progress

from lux.cli.analyse.engine_pool import EnginePool, interrupt_sets, until_interrupt
from lux.cli.analyse.searching import Assessments, FoundGame, Kept, Searching
from lux.perft.workers import connect, run_tasks
from lux.pgn import Game
from lux.review import assess_game


def assess_moves(fen: str, chess960: bool, moves: list[str], searching: Searching) -> Assessments:
    """Assess a game on a worker; depends only on the arguments."""
    game = Game({"FEN": fen, "Variant": "Chess960" if chess960 else "Standard"})
    game.add_line(moves)
    (engine,) = EnginePool(1, searching.hash_mib, searching.threads, searching.syzygy).engines
    return assess_game(engine, game, searching.limits)


def search_on_cluster(
    games: Iterator[FoundGame], searching: Searching, address: str, progress: Progress, total: int, kept: Kept
) -> Iterator[tuple[FoundGame, Assessments | None]]:
    """Yield the games in order, each with its assessments, or None if it could not be read; *kept* is not done again.

    Ctrl-C is raised after the games that are done.

    Raises:
        ClusterError: the cluster cannot be reached or used.
    """
    under_way: dict[int, FoundGame] = {}
    done: dict[int, Assessments | None] = {}
    following, stop = 0, Event()

    def tasks() -> Iterator[tuple[int, tuple]]:
        for number, found in enumerate(games):
            under_way[number] = found
            known = found.game and kept.get(found.game)
            if known or found.game is None:
                done[number] = known
                continue
            board = found.game.board()
            moves = [node.move for node in found.game.mainline()]
            yield number, (board.fen(shredder=board.chess960), board.chess960, moves, searching)

    with connect(address) as client, interrupt_sets(stop):
        bar = progress.add_task(f"games on {address}", total=total or None)
        searched = until_interrupt(run_tasks(client, assess_moves, tasks(), list, "game"), stop)
        # Nothing comes last, after games that no worker has to search.
        for results in chain(searched, [{}]):
            for number, assessments in results.items():
                kept.add(under_way[number].game, assessments)
            done |= results
            while following in done:
                yield under_way.pop(following), done.pop(following)
                progress.advance(bar)
                following += 1
        for number in sorted(done):
            yield under_way[number], done[number]
