"""Draw boards as SVG: with arrows, coloured squares and marks, in any size (layer 5).

Names and arguments follow python-chess's `chess.svg`; squares and moves are strings, as everywhere in Lux. A picture is
self-contained; the figures are Lux's own.

>>> from lux import Board
>>> picture = board(Board(), lastmove="e2e4", arrows=["g8f6", Arrow("d2", "d4", color="blue")], size=360)
>>> print(picture[:87])
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 390" width="360" height="360">
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, parse, tostring

from lux.game.base_board import BaseBoard
from lux.squares import FILE_NAMES, RANK_NAMES, SQUARES, square_file, square_rank
from lux.text.display import visible
from lux.text.fen import PIECE_NAMES
from lux.text.uci_move import NULL_UCI, uci_text

SQUARE_SIZE = 45
MARGIN = 15
FIGURES = Path(__file__).with_name("data") / "figures.svg"
FIGURE_SIZE = 100  # of the square that each of them is drawn in
SVG = "http://www.w3.org/2000/svg"

DEFAULT_COLORS = {
    "square light": "#eeddc0",
    "square dark": "#b58a62",
    "square light lastmove": "#d9d27c",
    "square dark lastmove": "#b0a444",
    "margin": "#2b2722",
    "coord": "#e8e2d8",
    "arrow green": "#15781b90",
    "arrow blue": "#1f5fa890",
    "arrow red": "#a8202090",
    "arrow yellow": "#e68f00b3",
    "check": "#e02020",
    "mark": "#4a6f94",
    "mark ?!": "#b07d00",
    "mark ?": "#c75b00",
    "mark ??": "#c62828",
    "mark !": "#2e7d4f",
    "mark !!": "#00796b",
}
PGN_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
WHITE_FILL, BLACK_FILL = "#ffffff", "#3a3735"
EDGE, BLACK_LINE = "#1c1a18", "#d8d2c8"


class Picture(str):
    """An SVG document; notebooks show it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


@dataclass(frozen=True)
class Arrow:
    """An arrow between two squares, or a circle on one.

    *color* is green, blue, red or yellow, or any SVG colour.
    """

    tail: str
    head: str
    _: KW_ONLY
    color: str = "green"

    def pgn(self) -> str:
        """Return the arrow as in the PGN commands csl and cal; colours other than red, yellow and blue become green.

        >>> Arrow("g1", "f3", color="blue").pgn(), Arrow("e4", "e4").pgn()
        ('Bg1f3', 'Ge4')
        """
        letter = self.color[0].upper() if self.color in PGN_COLORS.values() else "G"
        return letter + self.tail + (self.head if self.head != self.tail else "")

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Return the arrow from one word of the PGN commands csl and cal.

        Raises:
            ValueError: *pgn* is not such a word.
        """
        color = PGN_COLORS.get(pgn[:1])
        squares = pgn[1:] if color else pgn
        tail, head = squares[:2], squares[2:] or squares[:2]
        if tail not in SQUARES or head not in SQUARES:
            raise ValueError(f"{pgn!r} is not an arrow such as Gg1f3 or Re4")
        return cls(tail, head, color=color or "green")


def board(
    board: BaseBoard | None = None,
    *,
    orientation: bool = True,
    lastmove: str | None = None,
    check: str | None = None,
    arrows: Iterable[Arrow | tuple[str, str] | str] = (),
    fill: Mapping[str, str] | None = None,
    squares: Iterable[str] | None = None,
    marks: Mapping[str, str] | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    style: str | None = None,
) -> Picture:
    """Return the picture of a board, empty without *board*.

    Args:
        orientation: the side at the bottom, White by default.
        lastmove: a move in UCI notation; its squares are highlighted.
        check: the square of a king in check.
        arrows: each an Arrow, a pair of squares, or a move; a pair of equal squares draws a circle.
        fill: maps squares to colours.
        squares: squares to mark with a cross.
        marks: maps squares to a short text for the corner, such as "?!".
        size: width and height in pixels; None fills the available space.
        coordinates: whether to label files and ranks in a margin.
        colors: replacements for some of DEFAULT_COLORS.
        style: a style sheet for the picture.

    Raises:
        ValueError: an argument is not a square, a move or a colour's name.
    """
    drawing = _Drawing(orientation, MARGIN if coordinates else 0, size, colors)
    if style is not None:
        # A tab written as \\t would be part of a name.
        _add(drawing.picture, "style").text = "\n".join(map(visible, style.expandtabs().splitlines()))
    if board is not None:
        _add(drawing.picture, "desc").text = str(board)
    if coordinates:
        drawing.coordinates()
    drawing.squares(lastmove)
    for square, color in (fill or {}).items():
        drawing.rectangle(square, "fill", color)
    if check is not None:
        drawing.check(check)
    if board is not None:
        drawing.pieces(board)
    for square in squares or ():
        drawing.cross(square)
    for arrow in arrows:
        drawing.arrow(arrow)
    for square, text in (marks or {}).items():
        drawing.mark(square, text)
    return Picture(tostring(drawing.picture, "unicode"))


def piece(piece: str, size: int | None = None) -> Picture:
    """Return the picture of a piece, given by its FEN letter.

    Raises:
        ValueError: *piece* is not a piece.
    """
    if piece.lower() not in PIECE_NAMES:
        raise ValueError(f"piece must be one of PNBRQKpnbrqk, not {piece!r}")
    picture = _document(SQUARE_SIZE, size)
    picture.append(_figure(piece))
    return Picture(tostring(picture, "unicode"))


def definitions(pieces: Iterable[str] = "PNBRQKpnbrqk") -> str:
    """Return an SVG element that defines figures as `white-pawn` and so on, each on a square of SQUARE_SIZE."""
    element = Element("defs")
    element.extend(map(_figure, pieces))
    return tostring(element, "unicode")


def _document(extent: int, size: int | None) -> Element:
    pixels = {} if size is None else {"width": str(size), "height": str(size)}
    return Element("svg", {"xmlns": SVG, "viewBox": f"0 0 {extent} {extent}", **pixels})


def _add(parent: Element, kind: str, **attributes: str | float) -> Element:
    """Add an element; an underscore in the name of an attribute stands for a hyphen."""
    texts = {name: value if isinstance(value, str) else f"{value:g}" for name, value in attributes.items()}
    return SubElement(parent, kind, {name.strip("_").replace("_", "-"): text for name, text in texts.items()})


def _move_squares(move: str, argument: str) -> tuple[str, str]:
    tail, head = move[:2], move[2:4]
    if tail not in SQUARES or head not in SQUARES:
        raise ValueError(f"{argument}: {move!r} is not a move in UCI notation")
    return tail, head


@cache
def _paths() -> dict[str, list[dict[str, str]]]:
    """Return the attributes of the paths of each figure: outlines, which cover those before them, then lines."""
    groups = parse(FIGURES).iter(f"{{{SVG}}}g")
    return {group.get("id", ""): [path.attrib for path in group] for group in groups}


def _figure_id(piece: str) -> str:
    return f"{'white' if piece.isupper() else 'black'}-{PIECE_NAMES[piece.lower()]}"


def _figure(piece: str) -> Element:
    """Return the figure of a piece as a group on a square of SQUARE_SIZE."""
    fill, line = (WHITE_FILL, EDGE) if piece.isupper() else (BLACK_FILL, BLACK_LINE)
    group = Element("g", id=_figure_id(piece))
    look = {"stroke_width": 4, "stroke_linecap": "round", "stroke_linejoin": "round", "fill": fill, "stroke": EDGE}
    drawing = _add(group, "g", **look, transform=f"scale({SQUARE_SIZE / FIGURE_SIZE:g})")
    for path in _paths()[PIECE_NAMES[piece.lower()]]:
        SubElement(drawing, "path", path, **({"stroke": line} if "fill" in path else {}))
    return group


class _Drawing:
    """The picture of a board that is being drawn."""

    def __init__(self, orientation: bool, margin: int, size: int | None, colors: Mapping[str, str] | None) -> None:
        unknown = sorted(set(colors or ()) - set(DEFAULT_COLORS))
        if unknown:
            raise ValueError(f"colors: {unknown[0]!r} is not one of {', '.join(DEFAULT_COLORS)}")
        self.palette = DEFAULT_COLORS | dict(colors or {})
        self.orientation = orientation
        self.margin = margin
        self.extent = 8 * SQUARE_SIZE + 2 * margin
        self.picture = _document(self.extent, size)

    def corner(self, square: str, argument: str = "square") -> tuple[int, int]:
        """Return the upper left corner of a square."""
        if square not in SQUARES:
            raise ValueError(f"{argument}: {square!r} is not a square")
        column, row = square_file(square), 7 - square_rank(square)
        if not self.orientation:
            column, row = 7 - column, 7 - row
        return self.margin + SQUARE_SIZE * column, self.margin + SQUARE_SIZE * row

    def center(self, square: str, argument: str = "square") -> tuple[float, float]:
        """Return the middle of a square."""
        x, y = self.corner(square, argument)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    def rectangle(self, square: str, argument: str, color: str, **name: str) -> None:
        """Fill a square."""
        x, y = self.corner(square, argument)
        _add(self.picture, "rect", x=x, y=y, width=SQUARE_SIZE, height=SQUARE_SIZE, fill=color, **name)

    def text(self, parent: Element, x: float, y: float, text: str, size: int, color: str) -> Element:
        """Write a text centred on a point."""
        look = {"font_size": size, "font_family": "sans-serif", "text_anchor": "middle", "dy": ".35em"}
        element = _add(parent, "text", **look, x=x, y=y, fill=color)
        element.text = visible(text)
        return element

    def coordinates(self) -> None:
        """Label the files and ranks in the margin."""
        _add(self.picture, "rect", width=self.extent, height=self.extent, fill=self.palette["margin"])
        for file, rank in zip(FILE_NAMES, RANK_NAMES, strict=True):
            x, y = self.center(file + rank)
            for across in (MARGIN / 2, self.extent - MARGIN / 2):
                self.text(self.picture, x, across, file, 11, self.palette["coord"])
                self.text(self.picture, across, y, rank, 11, self.palette["coord"])

    def squares(self, lastmove: str | None) -> None:
        """Draw the empty board, with the squares of the last move."""
        move = uci_text(lastmove)
        moved = () if move in (None, NULL_UCI) else _move_squares(move, "lastmove")
        for square in SQUARES:
            shade = "light" if (square_file(square) + square_rank(square)) % 2 else "dark"
            kind = f"square {shade} lastmove" if square in moved else f"square {shade}"
            self.rectangle(square, "square", self.palette[kind], class_=f"{kind} {square}")

    def check(self, square: str) -> None:
        """Shade the square of a king in check."""
        color = self.palette["check"]
        gradient = _add(_add(self.picture, "defs"), "radialGradient", id="check")
        _add(gradient, "stop", offset="30%", stop_color=color)
        _add(gradient, "stop", offset="100%", stop_color=color, stop_opacity=0)
        x, y = self.center(square, "check")
        _add(self.picture, "circle", class_="check", cx=x, cy=y, r=SQUARE_SIZE / 2, fill="url(#check)")

    def pieces(self, board: BaseBoard) -> None:
        """Draw the pieces of a board."""
        pieces = board.piece_map()
        _add(self.picture, "defs").extend(map(_figure, sorted(set(pieces.values()))))
        for square, letter in pieces.items():
            x, y = self.corner(square)
            _add(self.picture, "use", href=f"#{_figure_id(letter)}", transform=f"translate({x}, {y})")

    def cross(self, square: str) -> None:
        """Mark a square with a cross."""
        x, y = self.corner(square, "squares")
        path = f"M{x + 8} {y + 8}l29 29m0-29l-29 29"
        _add(self.picture, "path", d=path, class_="cross", stroke="#202020cc", stroke_width=3)

    def arrow(self, arrow: Arrow | tuple[str, str] | str) -> None:
        """Draw an arrow, or a circle."""
        if not isinstance(arrow, Arrow):
            arrow = Arrow(*(arrow if isinstance(arrow, tuple | list) else _move_squares(uci_text(arrow), "arrows")))
        color = self.palette.get(f"arrow {arrow.color}", arrow.color)
        x, y = self.center(arrow.tail, "arrows")
        head_x, head_y = self.center(arrow.head, "arrows")
        length = math.hypot(head_x - x, head_y - y)
        if length == 0:
            circle = {"class_": "circle", "stroke_width": 3.5, "fill": "none", "stroke": color}
            _add(self.picture, "circle", **circle, cx=x, cy=y, r=SQUARE_SIZE // 2 - 2)
            return
        # One outline, drawn along the x axis and then turned, so that no part of it covers another.
        outline = f"M12-4.5H{length - 17:.4g}v-8L{length - 1:.4g} 0 {length - 17:.4g} 12.5v-8H12z"
        turn = f"translate({x:g} {y:g}) rotate({math.degrees(math.atan2(head_y - y, head_x - x)):.4g})"
        _add(self.picture, "path", class_="arrow", d=outline, transform=turn, fill=color)

    def mark(self, square: str, text: str) -> None:
        """Put a mark on the upper right corner of a square; at the board's edge it stays within the picture."""
        x, y = self.corner(square, "marks")
        radius = 10
        x, y = min(x + SQUARE_SIZE - 4, self.extent - radius), max(y + 4, radius)
        mark = _add(self.picture, "g", class_="mark")
        _add(mark, "circle", cx=x, cy=y, r=radius, fill=self.palette.get(f"mark {text}", self.palette["mark"]))
        self.text(mark, x, y, text, 12 if len(text) <= 2 else 9, "#ffffff").set("font-weight", "bold")
