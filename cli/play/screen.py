"""What `lux play` shows: the board, what stands beside it, and what is said below."""

import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.style import Style
from rich.text import Text

from cli.console import can_encode
from cli.openings import find_opening
from cli.play.figures import FIGURES
from cli.play.game import Clock, Game, clock_text, material_balance, side_name
from lux.board import WHITE, Board

# Filled figures for both sides where colour tells them apart: outlined ones fade on a coloured square.
FILLED = dict(zip("KQRBNPkqrbnp", "♚♛♜♝♞♟♚♛♜♝♞♟", strict=True))
OUTLINED = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
LETTERS = {piece: piece for piece in FILLED}
WHITE_PIECE, BLACK_PIECE = "#ffffff", "#000000"
PANEL_GAP = "   "
PAIR_WIDTH = 17  # of "12. exd8=Q+ Nbxd7" and a space, or nearly
MAX_PANEL_WIDTH = 60
MIN_PANEL_WIDTH = 20
CLOCK_WIDTH = 9
LARGE_HEIGHT = 41  # of a terminal that a large board leaves room in
FULL_BLOCKS = re.compile("(█+)")
SHORT_TEXT = 3  # lines that do not take the place of the board, however little room there is


class Theme(NamedTuple):
    """Colours of the squares; each has a contrast of about 3 or more with white and with black figures.

    They still tell the squares apart when they are rounded to the 256 colours that many terminals have.
    """

    light: str
    dark: str
    light_moved: str
    dark_moved: str
    chosen: str = "#3f7fbf"
    quiet: str = "#3f8f5f"
    capture: str = "#c0603c"
    check: str = "#d03c3c"


THEMES = {
    "wood": Theme("#a99070", "#7a5c2a", "#98a04c", "#767d2a"),
    "green": Theme("#8f9f78", "#587848", "#a89c40", "#807820", quiet="#3f80a0", chosen="#8868b8"),
    "blue": Theme("#849cb0", "#4f6b86", "#98a04c", "#767d2a", chosen="#8868b8"),
    "grey": Theme("#999999", "#666666", "#98a04c", "#767d2a"),
}


class Marks(NamedTuple):
    """Squares to mark for the person: the chosen one and where its piece may go."""

    chosen: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    capture: frozenset[str] = frozenset()

    @classmethod
    def of_moves(cls, board: Board, moves: Sequence[str]) -> "Marks":
        """Mark origins and targets of legal moves."""
        taking = {move[2:4] for move in moves if "x" in board.san(move)}
        targets = {move[2:4] for move in moves}
        return cls(frozenset(move[:2] for move in moves), frozenset(targets - taking), frozenset(taking))


NO_MARKS = Marks()


class Look(NamedTuple):
    """How to draw: the figures, the colours of the squares (None without colours), and whether these are large."""

    figures: dict[str, str]
    theme: Theme | None
    large: bool = False

    @property
    def square_size(self) -> tuple[int, int]:
        """Return the width and height of a coloured square in characters."""
        if not self.large:
            return 3, 1
        return (7, 3) if self.figures is LETTERS else (len(FIGURES[""][0]), len(FIGURES[""]))

    @property
    def dot(self) -> str:
        """Return the sign of an empty square that the chosen piece may go to."""
        return "*" if self.figures is LETTERS else "•"


def square_kind(board: Board, square: str, marks: Marks) -> str:
    """Return what a square is marked as: a field of Theme or Marks, 'moved', or '' for nothing."""
    for kind in marks._fields:
        if square in getattr(marks, kind):
            return kind
    if board.is_check() and board.piece_at(square) == ("K" if board.turn == WHITE else "k"):
        return "check"
    last = board.move_stack[-1] if board.move_stack else ""
    return "moved" if square in (last[:2], last[2:4]) else ""


PLAIN_MARKS = {"": "  ", "moved": "()", "check": "!!", "chosen": "[]", "quiet": "  ", "capture": "><"}


def plain_cell(piece: str | None, kind: str, look: Look) -> str:
    """Return a square in three characters, marked by signs."""
    left, right = PLAIN_MARKS[kind]
    glyph = look.figures[piece] if piece is not None else look.dot if kind == "quiet" else "."
    return left + glyph + right


def colored_cell(piece: str | None, kind: str, look: Look) -> list[str]:
    """Return the lines of a square that its colours tell from the others."""
    if look.large and look.figures is not LETTERS:
        return FIGURES[piece.upper() if piece is not None else "dot" if kind == "quiet" else ""]
    width, height = look.square_size
    lines = height * [width * " "]
    glyph = look.figures[piece] if piece is not None else look.dot if kind == "quiet" else " "
    lines[height // 2] = glyph.center(width)
    return lines


def square_style(square: str, piece: str | None, kind: str, theme: Theme) -> Style:
    """Return the colours of a square and of what stands on it."""
    shade = "dark" if (ord(square[0]) - ord("a") + int(square[1])) % 2 else "light"
    name = f"{shade}_moved" if kind == "moved" else kind or shade
    color = BLACK_PIECE if piece is not None and piece.islower() else WHITE_PIECE
    return Style(color=color, bgcolor=getattr(theme, name), bold=piece is not None)


def draw_board(board: Board, below: bool, look: Look, marks: Marks = NO_MARKS) -> list[Text]:
    """Return the lines of the board with its coordinates, the side `below` at the bottom."""
    files, ranks = ("abcdefgh", "87654321") if below == WHITE else ("hgfedcba", "12345678")
    if look.theme is None:
        edge = "  +" + 24 * "-" + "+"
        rows = [
            f"{rank} |"
            + "".join(
                plain_cell(board.piece_at(file + rank), square_kind(board, file + rank, marks), look) for file in files
            )
            + "|"
            for rank in ranks
        ]
        return [Text(line) for line in (edge, *rows, edge, "    " + "  ".join(files) + " ")]
    width, height = look.square_size
    lines = []
    for rank in ranks:
        row = [Text().append(f" {rank} " if index == (height - 1) // 2 else "   ", "dim") for index in range(height)]
        for square in (file + rank for file in files):
            piece, kind = board.piece_at(square), square_kind(board, square, marks)
            style = square_style(square, piece, kind, look.theme)
            # A background fills its square to the edge, as few fonts' full block does.
            filled = Style.from_color(bgcolor=style.color)
            for line, cell in zip(row, colored_cell(piece, kind, look), strict=True):
                for part in FULL_BLOCKS.split(cell):
                    full = part.startswith("█")
                    line.append(len(part) * " " if full else part, filled if full else style)
        lines += row
    lines.append(Text("   " + "".join(file.center(width) for file in files), style="dim"))
    return lines


def captured_text(game: Game, by: bool, look: Look) -> str:
    """Return what a side has taken, and by how much it is ahead."""
    ahead = material_balance(game.board) * (1 if by == WHITE else -1)
    figures = OUTLINED if look.figures is FILLED else look.figures
    pieces = "".join(figures[piece] for piece in game.captured(by))
    return f"{pieces} +{ahead}".strip() if ahead > 0 else pieces


def clock_face(clock: Clock, color: bool) -> str:
    """Return what the clock of a side shows, always as wide."""
    return f"{clock_text(clock.remaining_s(color)):>{CLOCK_WIDTH}}"


def player_line(game: Game, names: dict[bool, str], color: bool, width: int) -> Text:
    """Return a player's name, marked if it is that side's move, and what the clock shows."""
    to_move = game.outcome is None and game.board.turn == color
    clock = clock_face(game.clock, color) if game.clock is not None else ""
    name = f"{'>' if to_move else ' '} {side_name(color)}: {names[color]}"
    room = width - len(clock)
    if len(name) > room:
        name = name[: room - 3] + "..."
    return Text(f"{name:<{room}}{clock}" if clock else name, style="bold" if to_move else "")


def move_list(game: Game, width: int, height: int) -> list[Text]:
    """Return the last moves of the game, in as few columns as hold them all, at most as many as fit."""
    pairs = game.move_pairs()
    most = max(1, width // PAIR_WIDTH)
    columns = min(most, max(1, -(-len(pairs) // height)))
    shown = pairs[-columns * height :]
    if columns == most and len(shown) < len(pairs):
        # Whole columns move on at once, so that the eye keeps its place.
        rest = len(pairs) % height
        shown = pairs[-((columns - 1) * height + (rest or height)) :]
    lines = [Text() for _ in range(min(height, len(shown)))]
    for index, (number, white, black) in enumerate(shown):
        last = pairs[-1] == (number, white, black)
        lines[index % height].append(f"{number:>4}", style="dim")
        lines[index % height].append(f"{f' {white} {black}':<{PAIR_WIDTH - 4}}", style="bold" if last else "")
    return lines


def panel(game: Game, names: dict[bool, str], below: bool, look: Look, width: int, height: int) -> list[Text]:
    """Return the `height` lines beside the board: the far player, the opening and the moves, the near player."""
    far, near = (
        [player_line(game, names, color, width), Text("  " + captured_text(game, color, look))]
        for color in (not below, below)
    )
    opening = find_opening(game.board)
    name = f"{opening.eco} {opening.name}" if opening is not None else ""
    if game.start_number is not None:
        name = f"Chess960, start position {game.start_number}"
    middle = [Text(f"  {name}", style="italic")] if name else []
    middle += move_list(game, width, height - 5)
    blank = [Text()] * (height - 4 - len(middle))
    return [*far, *middle, *blank, near[1], near[0]]


class Screen:
    """The output of a session: redrawn in place on a terminal, one thing below the other elsewhere."""

    def __init__(self, console: Console, theme: str = "wood", ascii_only: bool = False) -> None:
        self.console = console
        self.in_place = console.is_terminal and not console.is_dumb_terminal and sys.stdin.isatty()
        colored = not console.no_color and console.color_system in ("256", "truecolor")
        letters = ascii_only or not can_encode(console, "".join(OUTLINED.values()))
        figures = LETTERS if letters else FILLED if colored else OUTLINED
        self.look = Look(figures, THEMES[theme] if colored else None)
        self.below = WHITE
        self.marks = NO_MARKS
        self.messages: list[str] = []
        self._clock_rows: dict[bool, int] = {}
        self._clock_column = 0
        self._drawing = self._stale = False

    def __enter__(self) -> "Screen":
        if self.in_place:
            self.console.set_alt_screen(True)
        return self

    def __exit__(self, *_: object) -> None:
        if self.in_place:
            self.console.set_alt_screen(False)
            self.in_place = False

    def say(self, message: str) -> None:
        """Tell the person something: at once, or with the next drawing of the screen."""
        if self.in_place:
            self.messages.append(message)
        else:
            self._print(message)

    def show(self, game: Game, names: dict[bool, str]) -> None:
        """Draw the position and what has been said since the last time."""
        if not self.in_place:
            for line in ["", *self._scene(game, names, self.look, 80, 0), ""]:
                self._print(line)
            return
        # A signal that the size of the terminal has changed may come in the middle of a drawing.
        self._stale = True
        if self._drawing:
            return
        self._drawing = True
        try:
            while self._stale:
                self._stale = False
                self._draw(game, names)
        finally:
            self._drawing = False

    def _draw(self, game: Game, names: dict[bool, str]) -> None:
        """Draw over what the terminal shows."""
        width, height = self.console.size
        scene = [Text()] * (height >= 16)
        scene += self._scene(game, names, self._fitting_look(width, height), width, len(scene))
        said = [line for message in self.messages for line in Text(message).wrap(self.console, width) or [Text()]]
        room = max(0, height - len(scene) - 1)
        if len(said) > max(room, SHORT_TEXT):
            # Whoever asks for much wants to read it; the board comes back with the next drawing.
            scene, room = [], height - 1
            self._clock_rows = {}
        if len(said) > room:
            said = [*said[: room - 1], Text("...")][:room]
        gap = [Text()] * (len(said) < room)
        with self.console.capture() as capture:
            for line in [*scene, *gap, *said][: height - 1]:
                self.console.print(line, no_wrap=True, overflow="crop", crop=True, highlight=False)
        # Overwriting line by line does not flicker, as clearing the screen first would.
        drawn = capture.get().replace("\n", "\x1b[K\n")
        self.write(f"\x1b[H{drawn}\x1b[J")

    def show_clocks(self, game: Game) -> None:
        """Draw the clocks anew where they stand, without moving the cursor."""
        if not self.in_place or game.clock is None:
            return
        for color, row in self._clock_rows.items():
            self.write(f"\x1b7\x1b[{row};{self._clock_column}H{clock_face(game.clock, color)}\x1b8")

    def _scene(self, game: Game, names: dict[bool, str], look: Look, width: int, above: int) -> list[Text]:
        """Return the board with what stands beside it; `above` is the number of lines over it."""
        board = draw_board(game.board, self.below, look, self.marks)
        board_width = board[0].cell_len
        panel_width = min(MAX_PANEL_WIDTH, width - board_width - len(PANEL_GAP) - 1)
        if panel_width >= MIN_PANEL_WIDTH:
            beside = panel(game, names, self.below, look, panel_width, len(board))
        elif panel_width >= CLOCK_WIDTH and game.clock is not None:
            # For the clocks there is still room.
            far, near = (Text(clock_face(game.clock, color)) for color in (not self.below, self.below))
            beside = [far, *[Text()] * (len(board) - 2), near]
        else:
            self._clock_rows = {}
            return board
        self._clock_rows = {not self.below: above + 1, self.below: above + len(board)}
        self._clock_column = board_width + len(PANEL_GAP) + panel_width - CLOCK_WIDTH + 1
        lines = []
        for left, right in zip(board, beside, strict=True):
            right.truncate(panel_width, overflow="ellipsis")
            right.rstrip()
            lines.append(Text.assemble(left, PANEL_GAP, right) if right.plain else left)
        return lines

    def _fitting_look(self, width: int, height: int) -> Look:
        large = self.look._replace(large=True)
        fits = height >= LARGE_HEIGHT and width >= 8 * large.square_size[0] + 6 + 30  # with a panel beside it
        return large if fits and large.theme is not None else self.look

    def _print(self, message: str | Text) -> None:
        self.console.print(message, markup=False, highlight=False, soft_wrap=True)

    def write(self, data: str) -> None:
        """Send the terminal text or control sequences as they are."""
        self.console.file.write(data)
        self.console.file.flush()
