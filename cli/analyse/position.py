"""Analyse a position."""

import re
from os.path import exists  # false for a name too long for a file, as a long game may be

import click
from rich.console import Group
from rich.live import Live
from rich.text import Text

from lux.board import Board, FenError
from lux.cli.console import TextConsole
from lux.cli.output import say, say_json
from lux.cli.positions import COMMAND, find_fen, set_up
from lux.cli.progress import short_number
from lux.engine import Engine, SearchInfo, SearchResult
from lux.limits import Limits
from lux.perft.suites import POSITIONS
from lux.runtime.system import ctrl_c_calls
from lux.searcher import StopSignal

# A position by name, or what begins like a FEN.
BEGIN = re.compile(rf"{COMMAND}(({'|'.join(POSITIONS)})(\s+moves\b|$)|[1-8pnbrqk]+(/[1-8pnbrqk]+){{7}}(\s|$))", re.I)


def as_position(targets: tuple[str, ...], chess960: bool) -> Board | None:
    """Return the position in the arguments, a name or a FEN in one word or six; None if they are files."""
    text = " ".join(targets)
    if len(targets) > 1 and all(map(BEGIN.match, targets)):
        raise click.UsageError(f"expected one position, not {len(targets)}")
    if exists(targets[0]) or not BEGIN.match(text):
        return None
    try:
        return set_up(find_fen(text), chess960)
    except FenError as error:
        raise click.BadParameter(str(error), param_hint="TARGET") from None


def status_line(info: SearchInfo) -> str:
    """Return depth, nodes and time of a search so far."""
    return (
        f"depth {info.depth}/{info.seldepth}   {short_number(info.nodes)} nodes   {short_number(info.nps, ' nps')}"
        f"   {info.time_ms / 1000:.1f} s   hash {info.hashfull / 10:.0f} %"
    )


def white_bound(info: SearchInfo, board: Board) -> str:
    """Return the bound from White's point of view: 'exact', 'lower' or 'upper'."""
    return info.bound if board.turn else {"lower": "upper", "upper": "lower"}.get(info.bound, "exact")


def lines_text(board: Board, lines: list[SearchInfo], **how: object) -> Group:
    """Return the status of the search and the best lines; *how* says what becomes of lines that are too long."""
    rows = [status_line(lines[0])]
    for info in lines:
        score = {"exact": "", "lower": ">=", "upper": "<="}[white_bound(info, board)] + str(info.score.white())
        line = board.variation_san(info.pv) or "no legal move"
        rows.append(f"{info.multipv:>3}  depth {info.depth}  {score:>7}  {line}")
    styles = ["dim", "bold", *[""] * len(lines)]
    return Group(*(Text(row, style=style, **how) for row, style in zip(rows, styles, strict=False)))


def search_position(engine: Engine, board: Board, limits: Limits, live: Live | None) -> SearchResult:
    """Search until a limit or an interrupt; show the lines as they come."""

    def show(lines: list[SearchInfo]) -> None:
        live.update(lines_text(board, lines, no_wrap=True, overflow="ellipsis"))

    stop = StopSignal()
    with ctrl_c_calls(lambda *_: stop.set()):
        return engine.search(board, limits, on_report=None if live is None else show, stop=stop)


def ending_text(board: Board) -> str | None:
    """Return how the game has ended in a position, None if it has not."""
    reason = board.termination()
    if reason is None:
        return None
    result = {"1-0": "White has won", "0-1": "Black has won"}.get(board.result(), "a draw")
    return f"{reason.name.capitalize().replace('_', ' ')}: {result}."


def line_json(info: SearchInfo, board: Board) -> dict[str, object]:
    """Return a line as plain data for JSON; the score is from White's point of view."""
    return {
        "multipv": info.multipv,
        "depth": info.depth,
        "seldepth": info.seldepth,
        "score": info.score.white().as_dict(),
        "bound": white_bound(info, board),
        "pv": info.pv,
        "san": board.variation_san(info.pv),
    }


def analyse_position(engine: Engine, board: Board, limits: Limits, as_json: bool) -> None:
    """Search one position and show the best lines; if there is no move, show why."""
    console = TextConsole()
    if not as_json and not board.legal_moves:
        say(ending_text(board))
        return
    if as_json or not console.is_terminal:
        result = search_position(engine, board, limits, None)
    else:
        console.print(Text(board.fen(), style="bold"))
        with Live(console=console, refresh_per_second=8, transient=True) as live:
            result = search_position(engine, board, limits, live)
    if as_json:
        info, reason = result.info, board.termination()
        counts = {"nodes": info.nodes, "nps": info.nps, "time_ms": info.time_ms, "hashfull": info.hashfull}
        about = {"fen": board.fen(), "termination": reason.name.lower() if reason else None}
        lines = [line_json(line, board) for line in result.lines]
        say_json({**about, "best_move": result.best_move, **counts, "lines": lines}, indent=1)
        return
    console.print(lines_text(board, result.lines), soft_wrap=not console.is_terminal)
    if ending_text(board):
        say(f"{ending_text(board)} The lines show how play could continue.")
