"""The commands of `tictac` for people: a game in the terminal, perft, and the solution of a position."""

import random
import signal
import sys
from html import escape

import click
from click.core import ParameterSource

from lux import __version__
from lux.cli.console import TextConsole, can_encode, prepare_input
from lux.cli.group import Group
from lux.cli.options import (
    JSON_OPTION,
    MOVETIME_RANGE,
    choice_option,
    number_option,
    parsed_by,
    real_option,
    text_option,
    together,
)
from lux.cli.output import say, say_json
from lux.cli.tictac.match import BOX, Match, draw, names, outcome
from lux.cli.tree_view import show_tree, tree_options
from tictac.notation import read_board, read_position, text_of
from tictac.perft import Ply
from tictac.perft import perft as plies_of
from tictac.player import DEFAULT_LEVEL, MAX_LEVEL, Player
from tictac.rules import Board, Position, other
from tictac.search import Info, Limits, Searcher
from tictac.tree import TreeTooLargeError, grow

EPILOG = (
    "`tictac COMMAND --help` has examples.\n\n"
    "Without arguments tictac speaks UGI, and UCI for Cute Chess's variant tictactoe."
)
LEGEND = (
    '<span class="all"><b>Blue</b></span>: the move wins; <span class="cut"><b>amber</b></span>: it loses; the others '
    "draw."
)


def examples(*commands: str) -> str:
    """Return the examples at the end of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  tictac {command}" for command in commands)


def placed(context: click.Context, parameter: click.Parameter, given: str | None) -> Position:
    """Return the position of an argument, or the empty one, on the board of --board."""
    board = context.params.pop("board")
    position = parsed_by(lambda text: read_position(text, board))(context, parameter, given) or Position(board)
    if position.board != board and context.get_parameter_source("board") is ParameterSource.COMMANDLINE:
        raise click.BadParameter("the position has another board than --board", context, parameter)
    return position


board_option = text_option(
    "--board", "M files, N ranks, K in a row to win; up to 8x8.", "MxNxK", read_board, "3x3x3", is_eager=True
)
position_argument = together(click.argument("position", callback=placed, required=False), board_option)


@click.group(cls=Group, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tictac", message="%(prog)s %(version)s")
def tictac() -> None:
    """tictac, a tic-tac-toe bot for boards of M files and N ranks with K in a row to win."""


@tictac.command(epilog=examples("play --level 10", "play --board 5x5x4 --color o --movetime 5"))
@choice_option("--color", "Your side; X begins.", ["x", "o", "random"], "x")
@number_option("--level", f"Strength of the bot; {MAX_LEVEL} is perfect.", DEFAULT_LEVEL, least=0, most=MAX_LEVEL)
@board_option
@real_option("--movetime", "Maximum time for a move of the bot.", MOVETIME_RANGE, 1, metavar="SECONDS")
@number_option("--seed", "Make the bot's choices repeatable.", least=0)
@click.option("--ascii", "plain", is_flag=True, help="Draw the board in ASCII.")
def play(color: str, level: int, board: Board, movetime: float, seed: int | None, plain: bool) -> None:
    """Play against the bot in the terminal."""
    human = random.choice("XO") if color == "random" else color.upper()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # and leave the screen
    console = TextConsole()
    prepare_input()
    plain = plain or not console.is_terminal or console.no_color or not can_encode(console, "".join(BOX))
    match = Match(console, board, Player(level, seed), human, movetime, plain)
    match.say(f"You are {human}, tictac plays at level {level}; {board.in_a_row} in a row win.")
    match.say("Type a square such as b2, or help.")
    match.play()


@tictac.command(epilog=examples("perft 9", 'perft 4 "XO1/1X1/3 o 3"', "perft 6 --board 4x4x3"))
@click.argument("depth", type=click.IntRange(0, 64))
@position_argument
@JSON_OPTION
def perft(depth: int, position: Position, as_json: bool) -> None:
    """Count the games and positions 1 to DEPTH moves on.

    Nodes are move sequences, the perft number; wins and draws are those that end the game. Positions are different
    boards; classes count rotations and reflections as one.
    """
    if as_json:
        counted = [ply._asdict() for ply in plies_of(position, depth)]
        say_json({"position": text_of(position), "depth": depth, "plies": counted})
        return
    row = "{:>5} {:>18} {:>15} {:>15} {:>15} {:>10} {:>10}"
    say(row.format("moves", "nodes", "X wins", "O wins", "draws", "positions", "classes"))
    rows: list[Ply] = []
    for ply in plies_of(position, depth):
        rows.append(ply)
        say(row.format(*ply))
    x_wins, o_wins, draws, positions, classes = (sum(column) for column in list(zip(*rows, strict=True))[2:])
    say(f"{x_wins + o_wins + draws} games ended: {x_wins} X, {o_wins} O, {draws} draws")
    say(f"{positions} positions, {classes} up to symmetry")


@tictac.command(epilog=examples("solve", 'solve "XO1/1X1/3 o 3"', "solve --board 5x5x4 --json"))
@position_argument
@real_option("--movetime seconds", "When to give up.", click.FloatRange(0.01), 60, metavar="SECONDS")
@JSON_OPTION
def solve(position: Position, seconds: float, as_json: bool) -> None:
    """Prove the value of a POSITION or the empty board.

    A position is written as in "XO1/1X1/3 o 3": rows from the top, side to move, how many in a row win. The output is
    the value, the distance in plies, all best moves and a line of best play. The exit status is 1 if the time ran out.
    """
    text = text_of(position)
    with TextConsole(stderr=True).status("solving") as status:
        info = Searcher(position.board).search(
            position,
            Limits(seconds=seconds),
            lambda info: status.update(f"{outcome(position, info)}, {info.nodes:,} nodes"),
        )
    if as_json:
        say_json({"position": text, **solution(position, info)})
    elif position.is_over:
        say(f"{text}: over, " + (f"{position.winner} has won" if position.winner else "a draw"))
    else:
        say(f"{text}: {outcome(position, info)}")
        say(f"best moves: {names(position, info.best)}")
        say(f"line: {names(position, info.line)}")
        say(f"{info.nodes} nodes, {info.seconds:.2f} s")
    if not info.exact:
        raise click.ClickException(f"not solved within {seconds:g} s")


def solution(position: Position, info: Info) -> dict[str, object]:
    """Return the result of a search as plain data for JSON; the winner is None for a draw or if nothing is proved."""
    if position.is_over:
        return {"over": True, "winner": position.winner or None}
    return {
        "over": False,
        "solved": info.exact,
        "winner": None if not info.value else position.turn if info.value > 0 else other(position.turn),
        "plies": info.plies and abs(info.plies),
        "best": names(position, info.best).split(),
        "line": names(position, info.line).split(),
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
    }


@tictac.command(epilog=examples('tree "XO1/1X1/O2 x 3"', 'tree "XO1/1X1/O2 x 3" --html tree.html'))
@position_argument
@tree_options
@number_option("--max-nodes", "When to give up.", 1_000_000, most=10_000_000)
def tree(position: Position, rows: int | None, html: str | None, max_nodes: int) -> None:
    """Show the whole tree that negamax searches from a POSITION or the empty board.

    Each row has a move, the value of the position after it, the number of empty squares, and the nodes of its subtree.
    The best line and the moves with the most nodes are shown; the others are folded into totals.
    """
    try:
        with TextConsole(stderr=True).status("searching") as status:
            root = grow(position, max_nodes, lambda count: status.update(f"{count:,} nodes"))
    except TreeTooLargeError as error:
        raise click.ClickException(f"{error}; begin with more marks, or raise --max-nodes") from None
    summary = f"tictac {__version__}, negamax, {root.nodes:,} nodes"
    picture = f"<pre>{escape(draw(position, plain=True).plain)}</pre>"
    show_tree([root], rows, html, title=text_of(position), summary=summary, legend=LEGEND, board=picture)
