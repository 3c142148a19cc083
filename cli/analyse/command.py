"""The command line of `lux analyse`."""

from pathlib import Path

import click

from lux.cli.analyse.games import Outputs, analyse_games, check_files, files_of
from lux.cli.analyse.position import analyse_position, as_position
from lux.cli.analyse.searching import Searching
from lux.cli.extras import cluster_option
from lux.cli.options import (
    JSON_OPTION,
    file_option,
    hash_option,
    limit_options,
    number_option,
    search_limits,
    threads_option,
)
from lux.engine import Engine
from lux.tablebase import Tablebase

POSITION_SECONDS, MOVE_SECONDS = 5.0, 0.5

EPILOG = """\b
Examples:
  lux analyse startpos --multipv 3
  lux analyse "8/8/8/4k3/8/8/4P3/4K3 w - -" --depth 20
  lux analyse game.pgn --html game.html
  lux analyse games.pgn --movetime 1 --jobs 2 --output annotated.pgn
  lux analyse games/ --html all.html --syzygy ~/syzygy --resume all.searches
  lux analyse game.pgn --engine stockfish --nodes 500000
  lux analyse games.pgn --nodes 200000 --cluster tcp://host:8786 --json
  lux analyse game.pgn --multipv 2 --output - | less"""


@click.command(epilog=EPILOG)
@click.argument("targets", metavar="TARGET...", nargs=-1, required=True, type=click.Path())
@limit_options
@number_option("--multipv", "Best lines to find.", most=218, show_default="1")
@threads_option("Threads to search with.")
@hash_option()
@click.option("--syzygy", type=click.Path(), metavar="PATH", help="Directories of Syzygy tablebases.")
@click.option("--engine", metavar="CMD", help="Let this UCI engine review the games.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook in UCI moves; for a position.")
@number_option("--jobs", "Games at a time.", most=256, show_default="1")
@cluster_option("Search")
@file_option("--html", "HTML page to step through all games.")
@file_option("--output", "PGN file for the annotated games; - for standard output.")
@file_option("--plot", "SVG file for the score graph; several games are numbered, as in game-2.svg.", path_type=Path)
@file_option("--resume", "File that keeps the searched games: the same command goes on after an interruption.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@JSON_OPTION
@click.pass_context
def analyse(
    context: click.Context,
    targets: tuple[str, ...],
    multipv: int | None,
    threads: int,
    hash_mib: int,
    syzygy: str | None,
    engine: str | None,
    chess960: bool,
    jobs: int | None,
    cluster: str | None,
    **given: object,
) -> int:
    """Analyse a position, or the games of PGN files.

    TARGET is a FEN, `startpos`, or one or more PGN files or directories of them (`-` for standard input). A FEN may end
    after the board: then White is to move. Scores are in pawns, from White's point of view; #3 is a mate in three. By
    default a position gets 5 seconds and each move of a game 0.5. Ctrl-C ends the search and shows the best lines so
    far, or what is done of the games.

    In a game, moves that lose winning chances are marked ?! ? and ?? as on Lichess. For each side there is the
    accuracy, overall and by phase, the average loss, and the time per move if the PGN has clocks; several games are
    summarised by player. --output adds evaluations, marks, comments and better lines to the games; --html writes a page
    for any browser; with either, the terminal shows one line per game. A game with an illegal move is analysed up to
    it, and the error is reported.
    """
    board = as_position(targets, chess960)
    limited = {name: given.pop(name) for name in ("depth", "nodes", "movetime")}
    limits = search_limits(MOVE_SECONDS if board is None else POSITION_SECONDS, **limited)
    limits = limits._replace(multipv=multipv or 1)
    if board is not None:
        for name in ("output", "html", "plot", "resume", "engine", "jobs", "cluster", "quiet"):
            if context.params[name]:
                raise click.UsageError(f"--{name} is for games, not for a position")
        own = Engine(hash_mib=hash_mib, threads=threads, tablebase=Tablebase(syzygy) if syzygy else None)
        analyse_position(own, board, limits, given["as_json"])
        return 0
    if chess960:
        raise click.UsageError("--chess960 is for a position, not for games")
    for name in ("engine", "jobs"):
        if cluster and context.params[name]:
            raise click.UsageError(f"--{name} is for this machine, not for --cluster")
    outputs = Outputs(**given)
    if outputs.plot and outputs.plot.suffix.lower() != ".svg":
        raise click.BadParameter(f"{outputs.plot} does not end in .svg", param_hint="--plot")
    if outputs.plot and not outputs.plot.parent.is_dir():
        raise click.BadParameter(f"there is no directory {outputs.plot.parent}", param_hint="--plot")
    targets = files_of(targets)
    check_files(targets, outputs)
    return analyse_games(targets, Searching(limits, hash_mib, threads, syzygy, engine), outputs, jobs or 1, cluster)
