"""`lux perft-compare`: find the move that another engine's move generator gets wrong."""

from dataclasses import asdict

import click

from lux.board import PerftTable
from lux.cli.console import TextConsole, shown
from lux.cli.options import JSON_OPTION, PERFT_HASH_OPTION, threads_option
from lux.cli.output import say, say_json
from lux.cli.perft.suite import engine_options
from lux.cli.positions import position_argument, set_up
from lux.game.perft import MAX_DEPTH
from lux.perft import UciEngine, compare_engine

EPILOG = """\b
Examples:
  lux perft-compare --engine ./yours 4 kiwipete
  lux perft-compare --engine "./yours --uci" 5 --option Hash=64 --json"""


@click.command(epilog=EPILOG)
@click.argument("depth", type=click.IntRange(1, MAX_DEPTH))
@position_argument
@click.option("--engine", required=True, metavar="CMD", help="The UCI engine to check.")
@engine_options
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook, and set UCI_Chess960.")
@threads_option("Threads of Lux's own counts.", None)
@PERFT_HASH_OPTION
@JSON_OPTION
def perft_compare(
    depth: int, fen: str, engine: str, chess960: bool, threads: int, hash_mib: int, as_json: bool, **asked: object
) -> int:
    """Compare an engine's perft of DEPTH with Lux's; name the position and the moves that differ."""
    chess960 = set_up(fen, chess960).chess960
    with UciEngine(engine, **asked) as started, TextConsole(stderr=True).status("") as status:
        found = compare_engine(
            started,
            depth,
            fen,
            chess960=chess960,
            threads=threads,
            hash=PerftTable(hash_mib) if hash_mib else 0,
            progress=lambda left, path: status.update(shown(f"depth {left} after {' '.join(path) or 'nothing'}")),
        )
        name = started.name
    if as_json:
        details = {} if found is None else {**asdict(found), "text": found.sentence(), "commands": found.commands()}
        say_json({"ok": found is None, "engine": name, "depth": depth, "fen": fen, **details})
        return 0 if found is None else 1
    if found is None:
        say(f"{name} agrees with Lux on every move to depth {depth}.")
        return 0
    reached = [f"reached by: {' '.join(found.path)}"] if found.path else []
    say(found.sentence(), f"position: {found.fen}", *reached, *filter(None, [found.remark()]))
    say("To see it, tell the engine:", *(f"    {command}" for command in found.commands()))
    return 1
