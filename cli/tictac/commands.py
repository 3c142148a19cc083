"""The commands of `tictac` for people: a game in the terminal, perft, and the solution of a position."""

import random
import sys
from collections.abc import Callable
from html import escape

import click

from lux import __version__
from lux.cli.console import TextConsole, can_encode, prepare_input
from lux.cli.group import Group
from lux.cli.options import JSON_OPTION, MOVETIME_RANGE, choice_option, number_option, real_option
from lux.cli.output import say, say_json
from lux.cli.tictac.match import BOX, Match, draw, names, value_text
from lux.cli.tree_view import show_tree, tree_options
from tictac.perft import Ply
from tictac.perft import perft as plies_of
from tictac.player import DEFAULT_LEVEL, MAX_LEVEL, Player
from tictac.rules import Game, Mark
from tictac.search import Info, Limits, Searcher
from tictac.tree import TreeTooLargeError, grow
from tictac.ugi import parse_board

EPILOG = (
    "`tictac COMMAND --help` has examples.\n\n"
    "Without arguments tictac speaks UGI, and UCI for Cute Chess's variant tictactoe."
)

PLAY_EPILOG = """\b
Examples:
  tictac play --level 10
  tictac play --board 5x5x4 --color o --movetime 5"""

PERFT_EPILOG = """\b
Examples:
  tictac perft 9
  tictac perft 4 "XO1/1X1/3 o 3"
  tictac perft 6 --board 4x4x3"""

SOLVE_EPILOG = """\b
Examples:
  tictac solve
  tictac solve "XO1/1X1/3 o 3"
  tictac solve --board 5x5x4 --json"""


TREE_EPILOG = """\b
Examples:
  tictac tree "XO1/1X1/O2 x 3"
  tictac tree "XO1/1X1/O2 x 3" --html tree.html"""

LEGEND = (
    '<span class="all"><b>Blue</b></span>: the move wins; <span class="cut"><b>amber</b></span>: it loses; the others '
    "draw."
)


class GameType(click.ParamType):
    """A board such as 5x5x4 (files, ranks, in a row), or a position such as "XO1/1X1/3 o 3", read by a function."""

    def __init__(self, name: str, read: Callable[[str], Game]) -> None:
        self.name = name
        self.read = read

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> Game:
        """Return the game."""
        try:
            return value if isinstance(value, Game) else self.read(str(value))
        except ValueError as error:
            self.fail(str(error), param, context)


POSITION = GameType("position", Game.from_text)
board_option = click.option(
    "--board",
    type=GameType("board", parse_board),
    default="3x3x3",
    show_default=True,
    metavar="MxNxK",
    help="M files, N ranks, K in a row to win; up to 8x8.",
)


@click.group(cls=Group, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tictac", message="%(prog)s %(version)s")
def tictac() -> None:
    """tictac, a tic-tac-toe bot for boards of M files and N ranks with K in a row to win."""


@tictac.command(epilog=PLAY_EPILOG)
@choice_option("--color", "Your side; X begins.", ["x", "o", "random"], "x")
@number_option("--level", f"Strength of the bot; {MAX_LEVEL} is perfect.", DEFAULT_LEVEL, least=0, most=MAX_LEVEL)
@board_option
@real_option("--movetime", "Maximum time for a move of the bot.", MOVETIME_RANGE, 1, metavar="SECONDS")
@number_option("--seed", "Make the bot's choices repeatable.", least=0)
@click.option("--ascii", "plain", is_flag=True, help="Draw the board in ASCII.")
def play(color: str, level: int, board: Game, movetime: float, seed: int | None, plain: bool) -> None:
    """Play against the bot in the terminal."""
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a game needs standard input and output")
    human = random.choice((Mark.X, Mark.O)) if color == "random" else Mark[color.upper()]
    console = TextConsole()
    prepare_input()
    plain = plain or not console.is_terminal or console.no_color or not can_encode(console, "".join(BOX))
    match = Match(console, board, Player(level, seed), human, movetime, plain)
    match.say(f"You are {human.name}, tictac plays at level {level}; {board.in_a_row} in a row win.")
    match.say("Type a square such as b2, or help.")
    match.play()


@tictac.command(epilog=PERFT_EPILOG)
@click.argument("depth", type=click.IntRange(0, 64))
@click.argument("position", type=POSITION, required=False)
@board_option
@JSON_OPTION
def perft(depth: int, position: Game | None, board: Game, as_json: bool) -> None:
    """Count the games and positions 1 to DEPTH moves on.

    Nodes are move sequences, the perft number; wins and draws are those that end the game. Positions are different
    boards; classes count rotations and reflections as one.
    """
    if as_json:
        counted = [ply._asdict() for ply in plies_of(position or board, depth)]
        say_json({"position": (position or board).text(), "depth": depth, "plies": counted})
        return
    row = "{:>5} {:>18} {:>15} {:>15} {:>15} {:>10} {:>10}"
    say(row.format("moves", "nodes", "X wins", "O wins", "draws", "positions", "classes"))
    rows: list[Ply] = []
    for ply in plies_of(position or board, depth):
        rows.append(ply)
        say(row.format(*ply))
    x_wins, o_wins, draws, positions, classes = (sum(column) for column in list(zip(*rows, strict=True))[2:])
    say(f"{x_wins + o_wins + draws} games ended: {x_wins} X, {o_wins} O, {draws} draws")
    say(f"{positions} positions, {classes} up to symmetry")


@tictac.command(epilog=SOLVE_EPILOG)
@click.argument("position", type=POSITION, required=False)
@board_option
@real_option("--movetime seconds", "When to give up.", click.FloatRange(0.01), 60, metavar="SECONDS")
@JSON_OPTION
def solve(position: Game | None, board: Game, seconds: float, as_json: bool) -> None:
    """Prove the value of a POSITION or the empty board.

    A position is written as in "XO1/1X1/3 o 3": rows from the top, side to move, how many in a row win. The output is
    the value, the distance in plies, all best moves and a line of best play. The exit status is 1 if the time ran out.
    """
    game = position or board
    if game.is_over and as_json:
        winner = game.winner.name if game.winner else None
        say_json({"position": game.text(), "over": True, "winner": winner})
        return
    if game.is_over:
        say(f"{game.text()}: over, " + (f"{game.winner.name} has won" if game.winner else "a draw"))
        return
    errors = TextConsole(stderr=True)
    with errors.status("solving") as status:

        def report(info: Info) -> None:
            status.update(f"{value_text(game, info)}, {info.nodes:,} nodes")

        info = Searcher(game.width, game.height, game.in_a_row).search(game, Limits(seconds=seconds), report)
    if as_json:
        say_json(solution(game, info))
    else:
        say(f"{game.text()}: {value_text(game, info)}")
        say(f"best moves: {names(game, info.best)}")
        say(f"line: {names(game, info.line)}")
        say(f"{info.nodes} nodes, {info.seconds:.2f} s")
    if not info.exact:
        raise click.ClickException(f"not solved within {seconds:g} s")


def solution(game: Game, info: Info) -> dict[str, object]:
    """Return the result of a search as plain data for JSON; the winner is None for a draw or if nothing is proved."""
    winner = None if info.plies is None else (game.turn if info.plies > 0 else game.turn.other).name
    return {
        "position": game.text(),
        "over": False,
        "solved": info.exact,
        "winner": winner,
        "plies": None if info.plies is None else abs(info.plies),
        "best": [game.square_name(square) for square in info.best],
        "line": [game.square_name(square) for square in info.line],
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
    }


@tictac.command(epilog=TREE_EPILOG)
@click.argument("position", type=POSITION, required=False)
@board_option
@tree_options
@number_option("--max-nodes", "When to give up.", 1_000_000, most=10_000_000)
def tree(position: Game | None, board: Game, rows: int | None, html: str | None, max_nodes: int) -> None:
    """Show the whole tree that negamax searches from a POSITION or the empty board.

    Each row has a move, the value of the position after it, the number of empty squares, and the nodes of its subtree.
    The best line and the moves with the most nodes are shown; the others are folded into totals.
    """
    game = position or board
    try:
        with TextConsole(stderr=True).status("searching") as status:
            root = grow(game, max_nodes, lambda count: status.update(f"{count:,} nodes"))
    except TreeTooLargeError as error:
        raise click.ClickException(f"{error}; begin with more marks, or raise --max-nodes") from None
    summary = f"tictac {__version__}, negamax, {root.nodes:,} nodes"
    picture = f"<pre>{escape(draw(game, plain=True).plain)}</pre>"
    show_tree([root], rows, html, title=game.text(), summary=summary, legend=LEGEND, board=picture)
