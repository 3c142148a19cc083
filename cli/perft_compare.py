"""`lux perft-compare`: find the move that another engine's move generator has wrong."""

import json
from dataclasses import asdict

import click
from rich.console import Console
from rich.markup import escape

from cli.perft import position_argument, table_of
from cli.perft_suite import engine_options
from perft import EngineError, UciEngine, compare_engine, needs_chess960


@click.command()
@click.argument("depth", type=click.IntRange(1))
@click.argument("fen", nargs=-1, callback=position_argument, metavar="[FEN | startpos | kiwipete]")
@click.option("--engine", required=True, metavar="CMD", help="The UCI engine to examine.")
@engine_options
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook, with UCI_Chess960.")
@click.option(
    "--threads", type=click.IntRange(1), default=1, metavar="N", show_default=True, help="Threads of Lux's own counts."
)
@click.option("--hash", "hash_mib", type=click.IntRange(0), default=0, metavar="MIB", help="A table for Lux's counts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft_compare(
    depth: int,
    fen: str,
    engine: str,
    options: dict[str, str],
    timeout_s: float,
    go: str,
    chess960: bool,
    threads: int,
    hash_mib: int,
    as_json: bool,
) -> int:
    """Compare an engine's perft of DEPTH with Lux's, and name the position and the moves that make the difference."""
    chess960 = chess960 or needs_chess960(fen)
    try:
        with (
            UciEngine(engine, options=options, timeout_s=timeout_s, go=go) as started,
            Console(stderr=True).status("") as status,
        ):
            found = compare_engine(
                started,
                depth,
                fen,
                chess960=chess960,
                threads=threads,
                hash=table_of(hash_mib),
                progress=lambda left, path: status.update(escape(f"depth {left} after {' '.join(path) or 'nothing'}")),
            )
            name = started.name
    except EngineError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        details = {} if found is None else {**asdict(found), "text": found.sentence(), "commands": found.commands()}
        click.echo(json.dumps({"ok": found is None, "engine": name, "depth": depth, "fen": fen, **details}))
        return 0 if found is None else 1
    if found is None:
        click.echo(f"{name} agrees with Lux on every move to depth {depth}.")
        return 0
    click.echo(found.sentence())
    click.echo(f"position: {found.fen}")
    if found.path:
        click.echo(f"reached by: {' '.join(found.path)}")
    if remark := found.remark():
        click.echo(remark)
    click.echo("To see it, tell the engine:")
    for command in found.commands():
        click.echo(f"    {command}")
    return 1
