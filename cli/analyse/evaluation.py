"""`lux eval FEN`: the evaluation, with each piece's contribution on the board."""

import click
from rich.style import Style
from rich.text import Text

from lux.analysis.piece_values import piece_values, white_evaluation
from lux.board import Board
from lux.cli.console import TextConsole
from lux.cli.options import JSON_OPTION, file_option
from lux.cli.output import result_file, say, say_json
from lux.cli.positions import position_argument, set_up
from lux.engine import Engine
from lux.svg import board as draw_board
from lux.uci.session import evaluation_table

# Average piece values in centipawns: a piece that contributes more is green, one that contributes less red.
USUAL = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 950}
RED, GREY, GREEN = (176, 52, 44), (120, 116, 110), (34, 128, 70)
FULL = 0.5  # the colour is full at this share of the average more or less

EPILOG = """\b
Examples:
  lux eval startpos
  lux eval kiwipete --svg kiwipete.svg"""


def color_of(piece: str, value: int) -> str:
    """Return the colour for a contribution, from red through grey to green, as SVG and rich write it."""
    usual = USUAL[piece.lower()]
    gain = ((value if piece.isupper() else -value) - usual) / (FULL * usual)
    share, end = min(abs(gain), 1.0), GREEN if gain > 0 else RED
    mixed = (round(grey + share * (full - grey)) for grey, full in zip(GREY, end, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def board_text(board: Board, values: dict[str, int]) -> Text:
    """Return the board with the value below each piece."""
    text = Text()
    for rank in "87654321":
        pieces, numbers = Text(f" {rank} "), Text("   ")
        for file in "abcdefgh":
            square = file + rank
            number, style = "", Style()
            if square in values:
                color = color_of(board.piece_at(square), values[square])
                number, style = f"{values[square] / 100:+.1f}", Style(color="#ffffff", bgcolor=color, bold=True)
            pieces.append((board.piece_at(square) or ".").center(7), style)
            numbers.append(number.center(7), style)
        text.append_text(pieces).append("\n").append_text(numbers).append("\n")
    return text.append("   " + "".join(file.center(7) for file in "abcdefgh"))


def picture(board: Board, values: dict[str, int]) -> str:
    """Return the board as SVG, each piece marked and coloured by its contribution, with a legend below."""
    fill = {square: color_of(board.piece_at(square), values[square]) for square in values}
    marks = {square: f"{abs(value) / 100:.1f}" for square, value in values.items()}
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 430" width="720" height="794">'
        f'<svg width="390" height="390">{draw_board(board, fill=fill, marks=marks)}</svg>{legend()}</svg>'
    )


def legend() -> str:
    """Return the meaning of the colours and numbers as SVG, below a board of 390 units."""
    stops = "".join(
        f'<stop offset="{percent}%" stop-color="{color_of("P", percent * USUAL["p"] // 50)}"/>'
        for percent in (0, 50, 100)
    )
    average = ", ".join(f"{piece.upper()} {value / 100:.1f}" for piece, value in USUAL.items())
    return f"""<svg y="390" width="390" height="40" font-family="sans-serif" font-size="10" text-anchor="middle">
<defs><linearGradient id="contribution">{stops}</linearGradient></defs>
<rect width="390" height="40" fill="#2b2722"/>
<rect x="15" y="6" width="360" height="14" rx="2" fill="url(#contribution)"/>
<g fill="#ffffff"><text x="55" y="16.5">half the average</text><text x="195" y="16.5">average piece value</text>
<text x="328" y="16.5">half as much again</text>
<text x="195" y="33">Numbers: contribution in pawns. Average: {average}.</text></g></svg>"""


@click.command(epilog=EPILOG)
@position_argument
@file_option("--svg", "Also write the board as SVG; - for standard output, alone.")
@JSON_OPTION
@click.option("--chess960", is_flag=True, help="Read the position as Chess960.")
def eval(fen: str, svg: str | None, as_json: bool, chess960: bool) -> None:
    """Show the static evaluation and the contribution of each piece.

    The contribution of a piece is how much the evaluation drops without it: green is above average, red below. Values
    are in pawns, positive for White; kings have none. In JSON they are in centipawns.
    """
    if as_json and svg == "-":
        raise click.UsageError("only one result can go to standard output")
    board = set_up(fen, chess960)
    engine = Engine(hash_mib=1)
    values = piece_values(engine, board)
    if as_json:
        say_json({"fen": board.fen(), "cp": white_evaluation(engine, board), "pieces": values})
    elif svg != "-":
        say(evaluation_table(engine, board)[-1], "")
        TextConsole().print(board_text(board, values))
    if svg is not None:
        with result_file(svg) as file:
            file.write(picture(board, values))
