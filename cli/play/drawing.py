"""What `lux play` draws: the board, the bar and the panel beside it."""

import re
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from lux.analysis.material import material_balance
from lux.board import BLACK, WHITE, Board
from lux.cli.openings import find_opening
from lux.cli.play.clock import Clock, clock_text
from lux.cli.play.game import Game, side_name
from lux.cli.play.piece_art import SQUARES, figures
from lux.score import Score

# What stands on a square: a piece, nothing, or the sign that the chosen piece may go there. Filled figures are for both
# sides where colour tells them apart: outlined ones fade on a coloured square.
FILLED, OUTLINED, LETTERS = (
    dict(zip([*"KQRBNPkqrbnp", "", "dot"], signs, strict=True))
    for signs in ("♚♛♜♝♞♟♚♛♜♝♞♟ •", "♔♕♖♗♘♙♚♛♜♝♞♟ •", "KQRBNPkqrbnp *")
)
WHITE_PIECE, BLACK_PIECE = "#fffaf0", "#0c0a08"
PANEL_GAP = "   "
PAIR_WIDTH = 17  # of "12. exd8=Q+ Nbxd7" and a space, or nearly
# The fewest lines that a board leaves below it, and columns beside it.
ROOM_BELOW, ROOM_BESIDE = 6, 21
MAX_PANEL_WIDTH = 60
MIN_PANEL_WIDTH = 17
CLOCK_WIDTH = 9
FULL_BLOCKS = re.compile("█+|[^█]+")
BLOCKS = " ▁▂▃▄▅▆▇█"
BAR_COLORS = {WHITE: "#f0f0f0", BLACK: "#303030"}


class Theme(NamedTuple):
    """Colours of the squares; each has a contrast of about 3 or more with white and with black figures.

    They stay distinct when they are rounded to the 256 colours that many terminals have.
    """

    light: str
    dark: str
    light_moved: str
    dark_moved: str
    chosen: str = "#3f7fbf"
    quiet: str = "#3f8f5f"
    capture: str = "#c0603c"
    check: str = "#d03c3c"
    cursor: str = "#c05090"


THEMES = {
    "wood": Theme("#b8925f", "#7f572e", "#a5a03c", "#7f7d1c"),
    "slate": Theme("#8797a7", "#54616f", "#98a04c", "#767d2a", chosen="#8868b8"),
    "paper": Theme("#a39d8d", "#75705f", "#a89c40", "#807820"),
    "green": Theme("#8f9f78", "#587848", "#a89c40", "#807820", quiet="#3f80a0", chosen="#8868b8"),
}


# For terminals of 8 or 16 colours, each of which has another idea of them.
ANSI_THEME = Theme("cyan", "green", "yellow", "yellow", "magenta", "blue", "red", "red", "magenta")


def marks_of(board: Board, moves: Iterable[str]) -> dict[str, str]:
    """Return the marks of legal moves by square: where they begin, and where they end with and without a capture."""
    moves = list(moves)
    targets = {move[2:4]: "capture" if "x" in board.san(move) else "quiet" for move in moves}
    return targets | {move[:2]: "chosen" for move in moves}


class Look(NamedTuple):
    """How to draw: the figures, the colours of the squares (None without colours), and their size in SQUARES."""

    figures: dict[str, str]
    theme: Theme | None
    size: int = 0

    @property
    def square_size(self) -> tuple[int, int]:
        """Return the width and height of a square in characters."""
        return SQUARES[self.size]


def square_kind(board: Board, square: str, marks: dict[str, str]) -> str:
    """Return what a square is marked as: a field of Theme, 'moved', or '' for nothing."""
    if square in marks:
        return marks[square]
    if board.is_check() and square == board.king(board.turn):
        return "check"
    last = board.move_stack[-1] if board.move_stack else ""
    return "moved" if square in (last[:2], last[2:4]) else ""


PLAIN_MARKS = {"": "  ", "moved": "()", "check": "!!", "cursor": "{}", "chosen": "[]", "quiet": "  ", "capture": "><"}


def draw_square(board: Board, square: str, look: Look, marks: dict[str, str]) -> list[list[tuple[str, Style | str]]]:
    """Return the lines of a square in parts: marked by its colours, or without them in three characters by signs."""
    kind = square_kind(board, square, marks)
    content = board.piece_at(square) or ("dot" if kind == "quiet" else "")
    if look.theme is None:
        left, right = PLAIN_MARKS[kind]
        return [[(left + (look.figures[content] if content else ".") + right, "")]]
    style = square_style(square, content, kind, look.theme)
    # A background fills its square to the edge, as few fonts' full block does.
    filled = Style.from_color(bgcolor=style.color)
    parts = map(FULL_BLOCKS.findall, square_lines(content, look))
    return [[(len(part) * " ", filled) if part[:1] == "█" else (part, style) for part in line] for line in parts]


def square_lines(content: str, look: Look) -> list[str]:
    """Return what stands on a square in colours, line by line."""
    drawn = figures(look.size) if look.figures is not LETTERS else {}
    if drawn:
        return drawn[content.upper() if len(content) == 1 else content]
    width, height = look.square_size
    lines = height * [width * " "]
    lines[(height - 1) // 2] = look.figures[content].center(width)
    return lines


def square_style(square: str, content: str, kind: str, theme: Theme) -> Style:
    """Return the colours of a square and of what stands on it."""
    shade = "dark" if (ord(square[0]) - ord("a") + int(square[1])) % 2 else "light"
    name = f"{shade}_moved" if kind == "moved" else kind or shade
    is_piece, is_black = len(content) == 1, content.islower()
    color = BLACK_PIECE if is_piece and is_black else WHITE_PIECE
    # Where colours are few, bold black is grey.
    bold = is_piece and (theme is not ANSI_THEME or not is_black)
    return Style(color=color, bgcolor=getattr(theme, name), bold=bold)


def draw_board(board: Board, below: bool, look: Look, marks: dict[str, str]) -> list[Text]:
    """Return the lines of the board with its coordinates, the side `below` at the bottom."""
    files, ranks = ("abcdefgh", "87654321") if below == WHITE else ("hgfedcba", "12345678")
    width, height = look.square_size
    plain = look.theme is None
    lines = []
    for rank in ranks:
        squares = [draw_square(board, file + rank, look, marks) for file in files]
        for index, parts in enumerate(zip(*squares, strict=True)):
            number = rank if index == (height - 1) // 2 else " "
            edges = (f"{number} |", "|") if plain else ((f" {number} ", "dim"), "")
            lines.append(Text.assemble(edges[0], *chain(*parts), edges[1]))
    names = "   " + "".join(file.center(width) for file in files)
    if not plain:
        return [*lines, Text(names, style="dim")]
    edge = Text("  +" + 24 * "-" + "+")
    return [edge, *lines, edge, Text(f"{names} ")]


def captured_text(game: Game, by: bool, look: Look) -> str:
    """Return the pieces that a side has taken, and by how much it is ahead."""
    ahead = material_balance(game.board) * (1 if by == WHITE else -1)
    figures = OUTLINED if look.figures is FILLED else look.figures
    pieces = "".join(figures[piece] for piece in game.captured(by))
    return f"{pieces} +{ahead}".strip() if ahead > 0 else pieces


def clock_face(clock: Clock, color: bool) -> str:
    """Return what the clock of a side shows, always equally wide; nothing without a limit."""
    return f"{clock_text(clock.remaining_s(color)):>{CLOCK_WIDTH}}" if clock.limited else ""


def player_line(game: Game, names: dict[bool, str], color: bool, width: int) -> Text:
    """Return a player's name, marked if it is that side's move, and what the clock shows."""
    to_move = game.outcome is None and game.board.turn == color
    clock = clock_face(game.clock, color)
    room = width - len(clock)
    # Which side it is can be seen from the board.
    name = f"{side_name(color)}: {names[color]}"
    shown = name if len(name) + 2 <= room else names[color]
    line = Text(f"{'>' if to_move else ' '} {shown}", "bold" if to_move else "")
    line.truncate(room, overflow="ellipsis", pad=bool(clock))
    return line.append(clock)


def move_list(game: Game, width: int, height: int) -> list[Text]:
    """Return the last moves of the game, in as few columns as hold them all, at most as many as fit."""
    pairs = game.move_pairs()
    columns, most = -(-len(pairs) // height), max(1, width // PAIR_WIDTH)
    # Whole columns move on at once, so that the eye keeps its place.
    shown = pairs[max(0, columns - most) * height :]
    lines = [Text() for _ in range(min(height, len(shown)))]
    for index, (number, white, black) in enumerate(shown):
        last = pairs[-1] == (number, white, black)
        lines[index % height].append(f"{number:>4}", style="dim")
        lines[index % height].append(f"{f' {white} {black}':<{PAIR_WIDTH - 4}}", style="bold" if last else "")
    return lines


def panel(
    game: Game, names: dict[bool, str], below: bool, look: Look, width: int, height: int, score: Score | None = None
) -> list[Text]:
    """Return the `height` lines beside the board: the far player, score, opening and moves, the near player."""
    far, near = (
        [player_line(game, names, color, width), Text("  " + captured_text(game, color, look))]
        for color in (not below, below)
    )
    name = str(find_opening(game.board) or "")
    if game.start_number is not None:
        name = f"Chess960, start position {game.start_number}"
    known = f"{score.white()}  " if score is not None else ""
    middle = [Text.assemble("  ", (known, "bold"), (name, "italic"))] if known or name else []
    middle += move_list(game, width, height - 5)
    blank = [Text()] * (height - 4 - len(middle))
    return [*far, *middle, *blank, near[1], near[0]]


def draw_bar(score: Score, below: bool, look: Look) -> list[Text]:
    """Return what stands between the board's lines and the panel: which side is better, as high as the squares.

    The part of the side `below` is at the bottom; a mate fills the bar. Without colours it is of the letters W and B.
    """
    share = (1 + score.white().winning_chances()) / 2 if score.winner is None else float(score.winner == WHITE)
    height = 8 * look.square_size[1]
    eighths = round(8 * height * (share if below == WHITE else 1 - share))
    cells = []
    for row in reversed(range(height)):
        part = max(0, min(eighths - 8 * row, 8))
        if look.theme is None or look.figures is LETTERS:
            part = 8 if part > 4 else 0
        color, background = BAR_COLORS[below], BAR_COLORS[not below]
        # A background fills its character to the edge, as few fonts' full block does.
        full = Style(bgcolor=color if part == 8 else background)
        cell = Text(" ", full) if part in (0, 8) else Text(BLOCKS[part], Style(color=color, bgcolor=background))
        cells.append(Text("W" if bool(part) == below else "B") if look.theme is None else cell)
    edge = [Text(" ")]
    cells = [*edge, *cells, *edge, *edge] if look.theme is None else [*cells, *edge]
    return [Text.assemble(" ", cell, " ") for cell in cells]


def fitting_look(look: Look, width: int, height: int, said: int) -> Look:
    """Return the look with the largest squares that leave room for a panel beside the board and what is said below."""
    if look.theme is None:
        return look
    for size in reversed(range(len(SQUARES))):
        larger = look._replace(size=size)
        board_width, board_height = (8 * side for side in larger.square_size)
        if width >= board_width + 3 + ROOM_BESIDE and height >= board_height + 2 + max(ROOM_BELOW, said + 1):
            return larger
    return look
