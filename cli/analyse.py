"""`lux analyse`: what Lux thinks of a position, or of each move of a game."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import Progress, TaskID
from rich.table import Table
from rich.text import Text

from cli.meter import make_progress, short_number
from cli.options import (
    JSON_OPTION,
    find_fen,
    hash_option,
    limit_options,
    make_engine,
    search_limits,
    set_up,
    threads_option,
)
from lux.board import BLACK, STARTPOS, WHITE, Board, FenError
from lux.engine import Engine, SearchInfo, SearchResult
from lux.pgn import Game, PgnError, open_pgn, read_games, variation_san
from lux.review import GameReview, Judgement, MoveReview, annotate, review_game, score_json, score_text, white_score
from perft.suites import POSITIONS

POSITION_SECONDS, MOVE_SECONDS = 5.0, 0.5
BOARD_FIELD = re.compile(r"\s*[1-8pnbrqkPNBRQK]+(/[1-8pnbrqkPNBRQK]+){7}(\s|$)")
# Readable on a light background as on a dark one.
COLORS = {Judgement.INACCURACY: "dark_goldenrod", Judgement.MISTAKE: "dark_orange3", Judgement.BLUNDER: "red3"}
PLURALS = {Judgement.INACCURACY: "inaccuracies", Judgement.MISTAKE: "mistakes", Judgement.BLUNDER: "blunders"}
SIDES = {WHITE: "White", BLACK: "Black"}

EPILOG = f"""\b
Examples:
  lux analyse startpos --multipv 3
  lux analyse "{STARTPOS.replace(" 0 1", "")}" --depth 20
  lux analyse games.pgn --movetime 1 --output annotated.pgn
  lux analyse game.pgn --nodes 200000 --plot game.svg
  lux analyse games.pgn --json > review.json"""


# A position


def as_position(targets: tuple[str, ...], chess960: bool) -> Board | None:
    """Return the position that the arguments name or spell, as one word or in six, or None if they name files."""
    text = " ".join(targets)
    if Path(targets[0]).exists() or not (text.lower() in POSITIONS or BOARD_FIELD.match(text)):
        return None
    try:
        return set_up(find_fen(text), chess960)
    except FenError as error:
        raise click.BadParameter(str(error), param_hint="TARGET") from None


def status_line(info: SearchInfo) -> str:
    """Return what a search has cost so far."""
    return (
        f"depth {info.depth}/{info.seldepth}   {short_number(info.nodes)} nodes   {short_number(info.nps, ' nps')}"
        f"   {info.time_ms / 1000:.1f} s   hash {info.hashfull / 10:.0f} %"
    )


def white_bound(info: SearchInfo, board: Board) -> str:
    """Return what the score is for White: 'exact', 'lower' or 'upper'."""
    return info.bound if board.turn else {"lower": "upper", "upper": "lower"}.get(info.bound, "exact")


def score_of(info: SearchInfo, board: Board) -> str:
    """Return the score of a line as White's."""
    bound = {"exact": "", "lower": ">=", "upper": "<="}[white_bound(info, board)]
    return bound + score_text(white_score(info, board.turn))


def lines_table(board: Board, lines: list[SearchInfo], whole: bool = False) -> Group:
    """Return the best lines as a table, each in one row of the terminal, or `whole`."""
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    table.add_column("", justify="right", style="dim", no_wrap=True)
    table.add_column("depth", justify="right", no_wrap=True)
    table.add_column("White", justify="right", no_wrap=True)
    table.add_column("line", no_wrap=not whole, overflow="ellipsis", ratio=1)
    for info in lines:
        style = "bold" if info.multipv == 1 else ""
        line = Text(variation_san(board, info.pv) or "no legal move", style=style)
        table.add_row(str(info.multipv), str(info.depth), Text(score_of(info, board), style=style), line)
    return Group(Text(status_line(lines[0]), style="dim"), table)


def lines_text(board: Board, lines: list[SearchInfo]) -> str:
    """Return the best lines in full, one a line."""
    rows = [
        f"{info.multipv:>3}  depth {info.depth}  {score_of(info, board):>7}  "
        f"{variation_san(board, info.pv) or 'no legal move'}"
        for info in lines
    ]
    return "\n".join([status_line(lines[0]), *rows])


def search_position(
    engine: Engine, board: Board, limits: dict[str, int], multipv: int, live: Live | None
) -> SearchResult:
    """Search until a limit or an interrupt; show the lines as they come."""
    shown: list[SearchInfo] = []

    def show(info: SearchInfo) -> None:
        shown[info.multipv - 1 :] = [info]
        live.update(lines_table(board, shown))

    engine.start(board, multipv=multipv, on_info=None if live is None else show, **limits)
    try:
        return engine.wait()
    except KeyboardInterrupt:
        engine.stop()
        return engine.wait()


def line_json(info: SearchInfo, board: Board) -> dict[str, object]:
    """Return a line for a script; the score is White's."""
    return {
        "multipv": info.multipv,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": score_json(white_score(info, board.turn)),
        "bound": white_bound(info, board),
        "pv": info.pv,
        "san": variation_san(board, info.pv),
    }


def analyse_position(engine: Engine, board: Board, limits: dict[str, int], multipv: int, as_json: bool) -> None:
    """Search one position and show the best lines."""
    console = Console(highlight=False)
    if as_json or not console.is_terminal:
        result = search_position(engine, board, limits, multipv, None)
    else:
        console.print(Text(board.fen(), style="bold"))
        with Live(console=console, refresh_per_second=8, transient=True) as live:
            result = search_position(engine, board, limits, multipv, live)
    if as_json:
        info = result.info
        counts = {"nodes": info.nodes, "nps": info.nps, "time_ms": info.time_ms, "hashfull": info.hashfull}
        lines = [line_json(line, board) for line in result.lines]
        click.echo(json.dumps({"fen": board.fen(), "best_move": result.best_move, **counts, "lines": lines}, indent=1))
    elif console.is_terminal:
        console.print(lines_table(board, result.lines, whole=True))
    else:
        click.echo(lines_text(board, result.lines))


# Games


def review_text(title: str, review: GameReview) -> Text:
    """Return a game's moves with their scores, what would have been better, and what each side made of it."""
    text = Text(end="").append(f"{title}\n", "bold")
    remarks = Text()
    for move in review.moves:
        first, last = move is review.moves[0], move is review.moves[-1]
        if move.turn == WHITE or first:
            text.append(f"{move.number:>4}. {'' if move.turn == WHITE else '...':<{0 if move.turn == WHITE else 18}}")
        style = COLORS[move.judgement] if move.judgement else ""
        glyph = move.judgement.glyph if move.judgement else ""
        text.append(f"{move.san + glyph:<10}", style=style)
        text.append(f"{score_text(move.score):>7} ", style="dim")
        if move.judgement:
            better = variation_san(move.node.parent.board(), move.best_line[:6])
            remarks.append(f"      {move.judgement.name.lower()}; better {better}\n", style=style)
        if move.turn == BLACK or last:
            text.append("\n").append_text(remarks)
            remarks = Text()
    for side, accuracy in sorted(review.accuracy.items(), reverse=True):
        counts = {kind: review.count(side, kind) for kind in Judgement}
        words = [f"{count} {kind.name.lower() if count == 1 else PLURALS[kind]}" for kind, count in counts.items()]
        text.append(f"{SIDES[side]}: accuracy {accuracy:.1f} %, {', '.join(words)}\n")
    return text


def move_json(move: MoveReview) -> dict[str, object]:
    """Return a move for a script; scores are White's."""
    return {
        "number": move.number,
        "side": SIDES[move.turn].lower(),
        "move": move.node.move,
        "san": move.san,
        "score": score_json(move.score),
        "accuracy": round(move.accuracy, 1),
        "judgement": move.judgement.name.lower() if move.judgement else None,
        "best": move.best_line,
    }


def review_json(path: str, number: int, review: GameReview) -> dict[str, object]:
    """Return a game's review for a script."""
    accuracy = {SIDES[side].lower(): round(value, 1) for side, value in review.accuracy.items()}
    return {
        "file": path,
        "number": number,
        "headers": review.game.headers,
        "accuracy": accuracy,
        "start_score": score_json(review.scores[0]),
        "moves": [move_json(move) for move in review.moves],
    }


def all_games(paths: tuple[str, ...]) -> Iterator[tuple[str, int, Game | PgnError]]:
    """Yield the games of all files, each with its file and its number there."""
    for path in paths:
        with open_pgn(path) as file:
            for number, game in enumerate(read_games(file), 1):
                yield path, number, game


def load_plotter() -> Callable[[GameReview, Path], None]:
    """Import what draws; it is an extra."""
    try:
        from cli.plot import plot_review
    except ImportError as error:
        if (error.name or "").split(".")[0] != "matplotlib":
            raise
        raise click.ClickException("--plot needs matplotlib; install it with the extra: lux-chess[plot]") from None
    return plot_review


def check_files(paths: tuple[str, ...], written: list[Path]) -> None:
    """Refuse what cannot be read, and results that would overwrite it."""
    if paths.count("-") > (sys.stdin is not None):
        raise click.UsageError("standard input cannot be read, or not more than once")
    for path in paths:
        if path == "-":
            continue
        if not Path(path).exists() or Path(path).is_dir():
            raise click.UsageError(f"{path!r} is neither a position nor a file")
        for result in written:
            if result.exists() and result.samefile(path):
                raise click.UsageError(f"{result} would be overwritten")


def draw(reviews: list[tuple[int, GameReview]], plot: Path, plotter: Callable[[GameReview, Path], None]) -> None:
    """Draw the games; those of several get their number into the name."""
    for number, review in reviews:
        plotter(review, plot if len(reviews) == 1 else plot.with_stem(f"{plot.stem}-{number}"))


def analyse_games(
    engine: Engine,
    paths: tuple[str, ...],
    limits: dict[str, int],
    as_json: bool,
    output: Path | None,
    plot: Path | None,
) -> int:
    """Review the games of all files; return 1 if any could not be read, or there is none."""
    plotter = load_plotter() if plot else None
    console = Console(highlight=False, soft_wrap=True, stderr=as_json)
    games: list[dict[str, object]] = []
    errors: list[dict[str, object]] = []
    plotted: list[tuple[int, GameReview]] = []
    count = 0
    with ExitStack() as stack:
        annotated = stack.enter_context(output.open("w", encoding="utf-8")) if output else None
        progress = stack.enter_context(make_progress(console))
        for count, (path, number, game) in enumerate(all_games(paths), 1):
            if isinstance(game, PgnError):
                errors.append({"file": path, "number": number, "line": game.line, "reason": game.reason})
                click.echo(f"lux analyse: {path}: {game}", err=True)
                continue
            title = f"Game {number}: {game.headers['White']} - {game.headers['Black']}"
            bar = progress.add_task(title)
            review = review_game(engine, game, on_progress=partial(show_progress, progress, bar), **limits)
            progress.remove_task(bar)
            if as_json:
                games.append(review_json(path, number, review))
            else:
                console.print(review_text(f"{title}  {game.result}", review))
            if annotated:
                annotate(review)
                print(game, end="\n\n", file=annotated)
            if plotter:
                plotted.append((count, review))
    if plotter:
        draw(plotted, plot, plotter)
    if as_json:
        click.echo(json.dumps({"limits": limits, "games": games, "errors": errors}, indent=1))
    if not count:
        raise click.ClickException("there is no game to analyse")
    return 1 if errors else 0


def show_progress(progress: Progress, bar: TaskID, done: int, total: int) -> None:
    """Move the bar of a game."""
    progress.update(bar, completed=done, total=total)


# Command


@click.command(epilog=EPILOG)
@click.argument("targets", metavar="TARGET...", nargs=-1, required=True, type=click.Path())
@limit_options
@click.option(
    "--multipv", type=click.IntRange(1, 218), show_default="1", metavar="N", help="Best lines to show of a position."
)
@threads_option("Threads to search with.")
@hash_option()
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook in the UCI moves of a position.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="PGN file for the annotated games.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="SVG or PNG file for the course of a game; of several games each gets its number, as in game-2.svg.",
)
@JSON_OPTION
def analyse(
    targets: tuple[str, ...],
    depth: int | None,
    nodes: int | None,
    movetime: float | None,
    multipv: int | None,
    threads: int,
    hash_mib: int,
    chess960: bool,
    output: Path | None,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Analyse a position, or the games of PGN files.

    TARGET is a FEN, `startpos`, or one or more PGN files, of which `-` is standard input. Scores are in pawns and
    White's, #3 is a mate in three. Without a limit a position gets 5 seconds and each move of a game 0.5; Ctrl-C shows
    what was found so far.

    In a game, moves that lose winning chances are marked ?! ? and ?? as on Lichess, and each side's accuracy is given.
    --output writes the games with evaluations, these marks and the better lines, beside what was in them. Games that
    cannot be read are named and left out.
    """
    board = as_position(targets, chess960)
    if board is not None and (output or plot):
        raise click.UsageError("--output and --plot are for games, not for a position")
    if board is None and (multipv or chess960):
        raise click.UsageError("--multipv and --chess960 are for a position, not for games")
    if plot and plot.suffix.lower() not in (".svg", ".png"):
        raise click.BadParameter(f"{plot} is neither .svg nor .png", param_hint="--plot")
    if board is not None:
        limits = search_limits(depth, nodes, movetime, POSITION_SECONDS)
        analyse_position(make_engine(hash_mib, threads), board, limits, multipv or 1, as_json)
        return 0
    check_files(targets, [path for path in (output, plot) if path])
    limits = search_limits(depth, nodes, movetime, MOVE_SECONDS)
    return analyse_games(make_engine(hash_mib, threads), targets, limits, as_json, output, plot)
