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
from typing import Protocol
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from lux.squares import FILE_NAMES as FILES
from lux.squares import RANK_NAMES as RANKS
from lux.squares import SQUARES, square_file, square_rank
from lux.text.display import visible, visible_lines
from lux.text.fen import PIECE_NAMES
from lux.text.uci_move import NULL_UCI

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


class HasPieces(Protocol):
    """Anything with `piece_at`, such as `lux.Board`."""

    def piece_at(self, square: str) -> str | None:
        """Return the FEN letter of the piece on a square, or None."""


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
    board: HasPieces | None = None,
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
        SubElement(drawing.picture, "style").text = visible_lines(style)
    if board is not None:
        SubElement(drawing.picture, "desc").text = _diagram(board)
    if coordinates:
        drawing.coordinates()
    drawing.squares(set() if lastmove in (None, NULL_UCI) else set(_move_squares(lastmove, "lastmove")))
    for square, color in (fill or {}).items():
        drawing.rectangle(drawing.corner(square, "fill"), color)
    if check is not None:
        drawing.check(drawing.center(check, "check"))
    if board is not None:
        drawing.pieces(board)
    for square in squares or ():
        drawing.cross(drawing.corner(square, "squares"))
    for arrow in arrows:
        drawing.arrow(_as_arrow(arrow))
    for square, text in (marks or {}).items():
        drawing.mark(drawing.corner(square, "marks"), text)
    return _as_picture(drawing.picture)


def piece(piece: str, size: int | None = None) -> Picture:
    """Return the picture of a piece, given by its FEN letter.

    Raises:
        ValueError: *piece* is not a piece.
    """
    if piece.lower() not in PIECE_NAMES:
        raise ValueError(f"piece must be one of PNBRQKpnbrqk, not {piece!r}")
    picture = _document(SQUARE_SIZE, size)
    picture.append(_figure(piece))
    return _as_picture(picture)


def definitions(pieces: Iterable[str] = "PNBRQKpnbrqk") -> str:
    """Return an SVG element that defines figures as `white-pawn` and so on, each on a square of SQUARE_SIZE."""
    element = Element("defs")
    element.extend(map(_figure, pieces))
    return ElementTree.tostring(element, encoding="unicode")


def _document(extent: int, size: int | None) -> Element:
    pixels = {} if size is None else {"width": str(size), "height": str(size)}
    return Element("svg", {"xmlns": SVG, "viewBox": f"0 0 {extent} {extent}", **pixels})


def _as_picture(element: Element) -> Picture:
    return Picture(ElementTree.tostring(element, encoding="unicode"))


def _diagram(board: HasPieces) -> str:
    """Return the position in letters, for those who cannot see the picture."""
    return "\n".join(" ".join(board.piece_at(file + rank) or "." for file in FILES) for rank in reversed(RANKS))


def _move_squares(move: str, argument: str) -> tuple[str, str]:
    tail, head = move[:2], move[2:4]
    if tail not in SQUARES or head not in SQUARES:
        raise ValueError(f"{argument}: {move!r} is not a move in UCI notation")
    return tail, head


def _as_arrow(arrow: Arrow | tuple[str, str] | str) -> Arrow:
    if isinstance(arrow, str):
        return Arrow(*_move_squares(arrow, "arrows"))
    return arrow if isinstance(arrow, Arrow) else Arrow(*arrow)


@cache
def _paths() -> dict[str, list[dict[str, str]]]:
    """Return the attributes of the paths of each figure: outlines, which cover those before them, then lines."""
    groups = ElementTree.parse(FIGURES).iter(f"{{{SVG}}}g")
    return {group.get("id", ""): [path.attrib for path in group] for group in groups}


def _figure_id(piece: str) -> str:
    return f"{'white' if piece.isupper() else 'black'}-{PIECE_NAMES[piece.lower()]}"


def _figure(piece: str) -> Element:
    """Return the figure of a piece as a group on a square of SQUARE_SIZE."""
    fill, line = (WHITE_FILL, EDGE) if piece.isupper() else (BLACK_FILL, BLACK_LINE)
    group = Element("g", id=_figure_id(piece))
    look = {"stroke-width": "4", "stroke-linecap": "round", "stroke-linejoin": "round", "fill": fill, "stroke": EDGE}
    drawing = SubElement(group, "g", look, transform=f"scale({SQUARE_SIZE / FIGURE_SIZE:g})")
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

    def corner(self, square: str, argument: str) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        if square not in SQUARES:
            raise ValueError(f"{argument}: {square!r} is not a square")
        column, row = square_file(square), 7 - square_rank(square)
        if not self.orientation:
            column, row = 7 - column, 7 - row
        return self.margin + SQUARE_SIZE * column, self.margin + SQUARE_SIZE * row

    def center(self, square: str, argument: str) -> tuple[float, float]:
        """Return the middle of a square."""
        x, y = self.corner(square, argument)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    def rectangle(self, corner: tuple[int, int], color: str, **name: str) -> None:
        """Fill a square."""
        place = {"x": str(corner[0]), "y": str(corner[1]), "width": str(SQUARE_SIZE), "height": str(SQUARE_SIZE)}
        SubElement(self.picture, "rect", place, fill=color, **name)

    def text(self, parent: Element, place: tuple[float, float], text: str, size: int, color: str) -> Element:
        """Write a text centred on a point."""
        look = {"font-size": str(size), "font-family": "sans-serif", "text-anchor": "middle", "dy": ".35em"}
        element = SubElement(parent, "text", look, x=f"{place[0]:g}", y=f"{place[1]:g}", fill=color)
        element.text = visible(text)
        return element

    def coordinates(self) -> None:
        """Label the files and ranks in the margin."""
        SubElement(self.picture, "rect", width=str(self.extent), height=str(self.extent), fill=self.palette["margin"])
        for index in range(8):
            file, rank = (FILES[index], RANKS[7 - index]) if self.orientation else (FILES[7 - index], RANKS[index])
            along = MARGIN + SQUARE_SIZE * (index + 0.5)
            for across in (MARGIN / 2, self.extent - MARGIN / 2):
                self.text(self.picture, (along, across), file, 11, self.palette["coord"])
                self.text(self.picture, (across, along), rank, 11, self.palette["coord"])

    def squares(self, moved: set[str]) -> None:
        """Draw the empty board, with the squares of the last move."""
        for square in SQUARES:
            shade = "light" if (square_file(square) + square_rank(square)) % 2 else "dark"
            kind = f"square {shade} lastmove" if square in moved else f"square {shade}"
            self.rectangle(self.corner(square, "square"), self.palette[kind], **{"class": f"{kind} {square}"})

    def check(self, center: tuple[float, float]) -> None:
        """Shade the square of a king in check."""
        color, radius = self.palette["check"], SQUARE_SIZE / 2
        gradient = SubElement(SubElement(self.picture, "defs"), "radialGradient", id="check")
        SubElement(gradient, "stop", {"offset": "30%", "stop-color": color})
        SubElement(gradient, "stop", {"offset": "100%", "stop-color": color, "stop-opacity": "0"})
        place = {"cx": f"{center[0]:g}", "cy": f"{center[1]:g}", "r": f"{radius:g}"}
        SubElement(self.picture, "circle", {"class": "check"}, **place, fill="url(#check)")

    def pieces(self, board: HasPieces) -> None:
        """Draw the pieces of a board."""
        pieces = {square: letter for square in sorted(SQUARES) if (letter := board.piece_at(square)) is not None}
        SubElement(self.picture, "defs").extend(map(_figure, sorted(set(pieces.values()))))
        for square, letter in pieces.items():
            x, y = self.corner(square, "square")
            SubElement(self.picture, "use", href=f"#{_figure_id(letter)}", transform=f"translate({x}, {y})")

    def cross(self, corner: tuple[int, int]) -> None:
        """Mark a square with a cross."""
        path = f"M{corner[0] + 8} {corner[1] + 8}l29 29m0-29l-29 29"
        look = {"class": "cross", "stroke": "#202020cc", "stroke-width": "3"}
        SubElement(self.picture, "path", d=path, **look)

    def arrow(self, arrow: Arrow) -> None:
        """Draw an arrow, or a circle."""
        color = self.palette.get(f"arrow {arrow.color}", arrow.color)
        tail_x, tail_y = self.center(arrow.tail, "arrows")
        head_x, head_y = self.center(arrow.head, "arrows")
        length = math.hypot(head_x - tail_x, head_y - tail_y)
        if length == 0:
            circle = {"class": "circle", "stroke-width": "3.5", "fill": "none", "stroke": color}
            place = {"cx": f"{tail_x:g}", "cy": f"{tail_y:g}", "r": str(SQUARE_SIZE // 2 - 2)}
            SubElement(self.picture, "circle", circle, **place)
            return
        # One outline, drawn along the x axis and then turned, so that no part of it covers another.
        outline = f"M12-4.5H{length - 17:.4g}v-8L{length - 1:.4g} 0 {length - 17:.4g} 12.5v-8H12z"
        angle = math.degrees(math.atan2(head_y - tail_y, head_x - tail_x))
        turn = f"translate({tail_x:g} {tail_y:g}) rotate({angle:.4g})"
        SubElement(self.picture, "path", {"class": "arrow", "d": outline, "transform": turn, "fill": color})

    def mark(self, corner: tuple[int, int], text: str) -> None:
        """Put a mark on the upper right corner of a square; at the board's edge it stays within the picture."""
        radius = 10
        x = min(corner[0] + SQUARE_SIZE - 4, self.extent - radius)
        y = max(corner[1] + 4, radius)
        mark = SubElement(self.picture, "g", {"class": "mark"})
        color = self.palette.get(f"mark {text}", self.palette["mark"])
        SubElement(mark, "circle", cx=str(x), cy=str(y), r=str(radius), fill=color)
        self.text(mark, (x, y), text, 12 if len(text) <= 2 else 9, "#ffffff").set("font-weight", "bold")
