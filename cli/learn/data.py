"""`lux data`: check, show, split and shuffle the games of `lux datagen`."""

from pathlib import Path
from random import Random

import click

from lux.board import Board
from lux.cli.extras import load_extra
from lux.cli.group import Group
from lux.cli.options import number_option, real_option
from lux.cli.output import say
from lux.cli.progress import Meter
from lux.learning.data.checking import RECORDS_SUFFIX, Survey, random_samples, survey
from lux.learning.data.conversion import copy_games, shuffle_games
from lux.learning.data.replay import Filter

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, path_type=Path)
MOST = 2**31 - 1  # of a C int
FILES_ARGUMENT = click.argument("files", nargs=-1, required=True, type=FILE)
SEED_OPTION = number_option("--seed", "Seed of the random order.", 1, least=0, most=2**64 - 1)


EPILOG = """\b
Examples:
  lux data check games.viri
  lux data split games.viri --train train.viri --held-out held-out.viri
  lux data shuffle train.viri --output train.records
  lux data show train.records --count 3"""


@click.group(cls=Group, epilog=EPILOG)
def data() -> None:
    """Inspect the games of `lux datagen`, and convert them into training positions.

    Files named *.records hold positions, all other files hold games.
    """


def totals_text(found: Survey) -> str:
    """Describe what a file holds in one line."""
    black, draws, white = found.results
    results = f"(+{white:,} ={draws:,} -{black:,})"
    if found.path.suffix == RECORDS_SUFFIX:
        return f"{found.path}: {found.positions:,} positions {results}"
    each = f"{found.bytes / found.positions:.2f} bytes a position" if found.positions else "no positions"
    plies = found.positions / found.games if found.games else 0
    return f"{found.path}: {found.games:,} games {results}, {found.positions:,} positions, {plies:.1f} a game, {each}"


@data.command()
@FILES_ARGUMENT
def check(files: tuple[Path, ...]) -> int:
    """Replay every game, count, and report errors with their byte offsets: illegal moves, results, checksums."""
    wrong = 0
    for file in files:
        with Meter() as meter:
            found = survey(file, meter)
        for problem in found.problems:
            say(f"{found.path}: {problem}")
        wrong += len(found.problems)
        count = {0: "all right", 1: "1 problem"}.get(len(found.problems), f"{len(found.problems)} problems")
        say(f"{totals_text(found)}: {count}")
    return 1 if wrong else 0


@data.command()
@click.argument("file", type=FILE)
@number_option("--count", "Positions to show.", 1)
@SEED_OPTION
def show(file: Path, count: int, seed: int) -> None:
    """Show positions chosen at random, as boards, with score, result and move."""
    for number, sample in enumerate(random_samples(file, count, Random(seed))):
        if number:
            say()
        move = "" if sample.move is None else f", move {sample.move}"
        score = f"score {sample.score / 100:+.2f} for White, result {sample.result / 2:.1f}{move}"
        say(*str(Board(sample.fen, chess960=True)).splitlines(), sample.fen, score)


@data.command()
@FILES_ARGUMENT
@click.option("--output", "out", type=OUT, required=True, metavar="FILE", help="The records to write.")
@number_option("--memory", "Memory for a pile.", 256, metavar="MIB")
@SEED_OPTION
@number_option("--min-ply", "Leave out the first plies, random moves included.", Filter().min_ply, least=0, most=MOST)
@number_option(
    "--max-score",
    "Leave out scores above CP centipawns for either side.",
    Filter().max_score,
    least=0,
    most=MOST,
    metavar="CP",
)
@click.option("--checks", is_flag=True, help="Keep positions in check.")
@click.option("--noisy", is_flag=True, help="Keep positions whose best move captures or promotes.")
@number_option("--every", "Keep one in N of these in each game; N seeds in a row give all, each once.", 1, most=MOST)
@real_option(
    "--smoothing",
    "Share of the next position's smoothed score in each score.",
    click.FloatRange(0, 1),
    Filter().smoothing,
)
def shuffle(files: tuple[Path, ...], out: Path, memory: int, seed: int, **keep: object) -> None:
    """Write the selected positions of games, in random order."""
    load_extra("data shuffle", "numpy")
    with Meter() as meter:
        totals = shuffle_games(files, out, Filter(**keep, seed=seed), seed=seed, memory_mib=memory, progress=meter)
    games, positions, records = (totals[name] for name in ("games", "positions", "records"))
    share = 100 * records / positions if positions else 0
    say(f"{out}: {records:,} of {positions:,} positions ({share:.1f} %) from {games:,} games")


@data.command()
@FILES_ARGUMENT
@click.option("--train", type=OUT, required=True, metavar="FILE", help="Where most games go.")
@click.option("--held-out", type=OUT, required=True, metavar="FILE", help="File for the held-out games.")
@real_option("--percent", "Percentage held out.", click.FloatRange(0, 100), 2.0)
@SEED_OPTION
def split(files: tuple[Path, ...], train: Path, held_out: Path, percent: float, seed: int) -> None:
    """Split the games into training and held-out games; no game goes into both files."""
    random = Random(seed)
    outs = [train, held_out]
    with Meter() as meter:
        counts = copy_games(files, outs, lambda: random.random() < percent / 100, progress=meter)
    for out, totals in zip(outs, counts, strict=True):
        say(f"{out}: {totals['games']:,} games, {totals['positions']:,} positions")
