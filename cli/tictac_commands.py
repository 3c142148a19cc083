"""The commands of `tictac` for people: a game in the terminal, perft, and the solution of a position."""

import random
import sys

import click
from rich.console import Console

from cli.console import can_encode, prepare_input
from cli.tictac_play import BOX, Match, names, value_text
from lux import __version__
from tictac.perft import Ply
from tictac.perft import perft as plies_of
from tictac.player import MAX_LEVEL, Player
from tictac.rules import Game, Mark, PositionError
from tictac.search import Info, Searcher
from tictac.ugi import parse_board

EPILOG = (
    "`tictac COMMAND --help` has examples.\n\n"
    "Without arguments tictac speaks UGI, and UCI as Cute Chess does for its variant tictactoe: that is how a game"
    " runner starts it."
)

PLAY_EPILOG = """\b
Examples:
  tictac play --level 5
  tictac play --board 5x5x4 --side o --movetime 5"""

PERFT_EPILOG = """\b
Examples:
  tictac perft 9
  tictac perft 4 "XO1/1X1/3 o 3"
  tictac perft 6 --board 4x4x3"""

SOLVE_EPILOG = """\b
Examples:
  tictac solve
  tictac solve "XO1/1X1/3 o 3"
  tictac solve --board 5x5x4"""


class BoardType(click.ParamType):
    """A board such as 5x5x4: files, ranks, in a row."""

    name = "board"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> Game:
        """Return the empty board."""
        try:
            return value if isinstance(value, Game) else parse_board(str(value))
        except ValueError as error:
            self.fail(str(error), param, context)


class PositionType(click.ParamType):
    """A position such as "XO1/1X1/3 o 3"."""

    name = "position"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> Game:
        """Return the game in that position."""
        try:
            return value if isinstance(value, Game) else Game.from_text(str(value))
        except PositionError as error:
            self.fail(str(error), param, context)


board_option = click.option(
    "--board",
    type=BoardType(),
    default="3x3x3",
    show_default=True,
    metavar="MxNxK",
    help="M files, N ranks, K in a row to win; up to 8x8.",
)


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tictac", message="%(prog)s %(version)s")
def tictac() -> None:
    """tictac, a tic-tac-toe bot, for any board of M files, N ranks and K in a row."""


@tictac.command(epilog=PLAY_EPILOG)
@click.option(
    "--side", type=click.Choice(["x", "o", "random"]), default="x", show_default=True, help="Your side; X begins."
)
@click.option(
    "--level",
    type=click.IntRange(0, MAX_LEVEL),
    default=MAX_LEVEL,
    show_default=True,
    metavar="N",
    help="Strength of the bot.",
)
@board_option
@click.option(
    "--movetime",
    type=click.FloatRange(0.01, 86400),
    default=1,
    show_default=True,
    metavar="SECONDS",
    help="Time for a move of the bot, at most.",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Make the bot's choices repeatable.")
@click.option("--ascii", "plain", is_flag=True, help="Draw the board in ASCII.")
def play(side: str, level: int, board: Game, movetime: float, seed: int | None, plain: bool) -> None:
    """Play against the bot in the terminal."""
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a game needs standard input and output")
    human = random.choice((Mark.X, Mark.O)) if side == "random" else Mark[side.upper()]
    console = Console()
    prepare_input()
    console.print(
        f"You are {human.name}, tictac plays at level {level}; {board.in_a_row} in a row win.\n"
        "Type a square such as b2, or help.",
        highlight=False,
    )
    plain = plain or not console.is_terminal or console.no_color or not can_encode(console, "".join(BOX))
    Match(console, board, Player(level, seed), human, movetime, plain).play()


@tictac.command(epilog=PERFT_EPILOG)
@click.argument("depth", type=click.IntRange(0, 64))
@click.argument("position", type=PositionType(), required=False)
@board_option
def perft(depth: int, position: Game | None, board: Game) -> None:
    """Count the games and positions 1 to DEPTH moves on.

    Nodes are the sequences of moves, the perft number; wins and draws those that end the game; positions the different
    boards, and classes those different by more than a rotation or reflection.
    """
    row = "{:>5} {:>18} {:>15} {:>15} {:>15} {:>10} {:>10}"
    click.echo(row.format("moves", "nodes", "X wins", "O wins", "draws", "positions", "classes"))
    rows: list[Ply] = []
    for ply in plies_of(position or board, depth):
        rows.append(ply)
        click.echo(row.format(*ply))
    x_wins, o_wins, draws, positions, classes = (sum(column) for column in list(zip(*rows, strict=True))[2:])
    click.echo(f"{x_wins + o_wins + draws} games ended: {x_wins} X, {o_wins} O, {draws} draws")
    click.echo(f"{positions} positions, {classes} up to symmetry")


@tictac.command(epilog=SOLVE_EPILOG)
@click.argument("position", type=PositionType(), required=False)
@board_option
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="When to give up.",
)
def solve(position: Game | None, board: Game, seconds: float) -> None:
    """Prove the value of a POSITION or the empty board.

    A position is written as in "XO1/1X1/3 o 3": rows from the top, side to move, how many in a row win. Prints the
    value, the distance in plies, all best moves and the whole line of best play. Ends with status 1 if the time was
    not enough.
    """
    game = position or board
    if game.is_over:
        click.echo(f"{game.text()}: over, " + (f"{game.winner.name} has won" if game.winner else "a draw"))
        return
    errors = Console(stderr=True)
    with errors.status("solving") as status:

        def report(info: Info) -> None:
            status.update(f"{value_text(game, info)}, {info.nodes:,} nodes")

        info = Searcher(game.width, game.height, game.in_a_row).search(game, seconds=seconds, on_info=report)
    click.echo(f"{game.text()}: {value_text(game, info)}")
    click.echo(f"best moves: {names(game, info.best)}")
    click.echo(f"line: {names(game, info.line)}")
    click.echo(f"{info.nodes} nodes, {info.seconds:.2f} s")
    if not info.exact:
        raise click.ClickException(f"not solved within {seconds:g} s")
