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
from typing import Protocol
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from lux.squares import FILE_NAMES as FILES
from lux.squares import RANK_NAMES as RANKS
from lux.squares import SQUARES, square_file, square_rank
from lux.text.display import visible, visible_lines
from lux.text.fen import PIECE_NAMES

SQUARE_SIZE = 45
MARGIN = 15
FIGURE_SIZE = 100  # of the square that the outlines below are drawn in

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
WHITE_FILL, BLACK_FILL = "#ffffff", "#3a3735"
EDGE, BLACK_LINE = "#1c1a18", "#d8d2c8"

FOOT = "M22 87v-5c0-4 3-6 7-6h42c4 0 7 2 7 6v5z"
# The outlines of each figure, which are filled and cover those before them, and the lines and dots on top.
FIGURES = {
    "p": (
        (
            "M27 87v-5c0-4 3-6 6-8 6-4 9-10 10-20h14c1 10 4 16 10 20 3 2 6 4 6 8v5z",
            "M36 54c0-4 3-6 7-7h14c4 1 7 3 7 7z",
            "M50 20a14 14 0 0 1 0 28 14 14 0 0 1 0-28z",
        ),
        (),
    ),
    "n": (
        (
            "M30 76c0-15 15-19 18-30-5 5-10 5-13 8-4 5-7 10-12 9-5 0-9-4-8-9 1-7 9-14 12-21 1-5 3-8 6-11l0-9 9 6"
            " 5-7 5 8c21 5 29 29 28 56z",
            FOOT,
        ),
        ("M36 33h.1", "M22 54h.1", "M57 26c10 8 14 24 13 43"),
    ),
    "b": (
        (
            "M50 9a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11z",
            "M50 19c12 8 19 19 19 29 0 7-4 11-8 14H39c-4-3-8-7-8-14 0-10 7-21 19-29z",
            "M37 62h26l4 14H33z",
            FOOT,
        ),
        ("M50 33v17", "M42 41h16"),
    ),
    "r": (
        (
            "M33 40h34l4 36H29z",
            "M25 18h12v7h7v-7h12v7h7v-7h12v17c0 3-3 5-6 5H31c-3 0-6-2-6-5z",
            FOOT,
        ),
        ("M33 68h34",),
    ),
    "q": (
        (
            "M28 76c0-6-1-9-3-15L16 33l17 19 2-28 15 26 15-26 2 28 17-19-9 28c-2 6-3 9-3 15z",
            "M16 25a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11z",
            "M35 15a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11z",
            "M65 15a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11z",
            "M84 25a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11z",
            FOOT,
        ),
        ("M28 67c14-4 30-4 44 0",),
    ),
    "k": (
        (
            "M47.5 5h5v5h5v5h-5v9h-5v-9h-5v-5h5z",
            "M50 50c-6-8-9-13-9-18a9 9 0 0 1 18 0c0 5-3 10-9 18z",
            "M28 76c0-6-1-8-4-12-9-9-12-16-9-23 5-11 29-7 35 13 6-20 30-24 35-13 3 7 0 14-9 23-3 4-4 6-4 12z",
            FOOT,
        ),
        ("M28 67c14-4 30-4 44 0",),
    ),
}


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
        letter = {"red": "R", "yellow": "Y", "blue": "B"}.get(self.color, "G")
        return letter + self.tail + (self.head if self.head != self.tail else "")

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Return the arrow from one word of the PGN commands csl and cal.

        Raises:
            ValueError: *pgn* is not such a word.
        """
        color = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}.get(pgn[:1])
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
    palette = _palette(colors)
    margin = MARGIN if coordinates else 0
    picture = _document(8 * SQUARE_SIZE + 2 * margin, size)
    if style is not None:
        SubElement(picture, "style").text = visible_lines(style)
    if board is not None:
        SubElement(picture, "desc").text = _diagram(board)
    if coordinates:
        _draw_margin(picture, orientation, palette)
    moved = set() if lastmove in (None, "0000") else set(_move_squares(lastmove, "lastmove"))
    _draw_squares(picture, orientation, margin, moved, palette)
    for square, color in (fill or {}).items():
        x, y = _corner(square, orientation, margin, "fill")
        _rectangle(picture, x, y, color)
    if check is not None:
        _draw_check(picture, _center(check, orientation, margin, "check"), palette)
    if board is not None:
        _draw_pieces(picture, board, orientation, margin)
    for square in squares or ():
        x, y = _corner(square, orientation, margin, "squares")
        cross = f"M{x + 8} {y + 8}l29 29m0-29l-29 29"
        SubElement(picture, "path", d=cross, **{"class": "cross", "stroke": "#202020cc", "stroke-width": "3"})
    for arrow in arrows:
        _draw_arrow(picture, _as_arrow(arrow), orientation, margin, palette)
    for square, text in (marks or {}).items():
        _draw_mark(picture, _corner(square, orientation, margin, "marks"), text, palette)
    return Picture(ElementTree.tostring(picture, encoding="unicode"))


def piece(piece: str, size: int | None = None) -> Picture:
    """Return the picture of a piece, given by its FEN letter.

    Raises:
        ValueError: *piece* is not a piece.
    """
    if piece.lower() not in FIGURES:
        raise ValueError(f"piece must be one of PNBRQKpnbrqk, not {piece!r}")
    picture = _document(SQUARE_SIZE, size)
    picture.append(_figure(piece))
    return Picture(ElementTree.tostring(picture, encoding="unicode"))


def definitions(pieces: Iterable[str] = "PNBRQKpnbrqk") -> str:
    """Return an SVG element that defines figures as `white-pawn` and so on, each on a square of SQUARE_SIZE."""
    element = Element("defs")
    element.extend(map(_figure, pieces))
    return ElementTree.tostring(element, encoding="unicode")


# Places


def _move_squares(move: str, argument: str) -> tuple[str, str]:
    tail, head = move[:2], move[2:4]
    if tail not in SQUARES or head not in SQUARES:
        raise ValueError(f"{argument}: {move!r} is not a move in UCI notation")
    return tail, head


def _corner(square: str, orientation: bool, margin: int, argument: str) -> tuple[int, int]:
    """Return the upper left corner of a square."""
    if square not in SQUARES:
        raise ValueError(f"{argument}: {square!r} is not a square")
    column, row = square_file(square), 7 - square_rank(square)
    if not orientation:
        column, row = 7 - column, 7 - row
    return margin + SQUARE_SIZE * column, margin + SQUARE_SIZE * row


def _center(square: str, orientation: bool, margin: int, argument: str) -> tuple[float, float]:
    x, y = _corner(square, orientation, margin, argument)
    return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2


# Drawing


def _document(extent: int, size: int | None) -> Element:
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {extent} {extent}")
    if size is not None:
        picture.set("width", str(size))
        picture.set("height", str(size))
    return picture


def _palette(colors: Mapping[str, str] | None) -> dict[str, str]:
    unknown = sorted(set(colors or ()) - set(DEFAULT_COLORS))
    if unknown:
        raise ValueError(f"colors: {unknown[0]!r} is not one of {', '.join(DEFAULT_COLORS)}")
    return DEFAULT_COLORS | dict(colors or {})


def _diagram(board: HasPieces) -> str:
    """Return the position in letters, for those who cannot see the picture."""
    return "\n".join(" ".join(board.piece_at(file + rank) or "." for file in FILES) for rank in reversed(RANKS))


def _rectangle(picture: Element, x: int, y: int, color: str, name: str = "") -> None:
    place = {"x": str(x), "y": str(y), "width": str(SQUARE_SIZE), "height": str(SQUARE_SIZE)}
    SubElement(picture, "rect", place, fill=color, **({"class": name} if name else {}))


def _text(picture: Element, x: float, y: float, text: str, size: int, color: str) -> None:
    """Write a text centred on a point."""
    look = {"font-size": str(size), "font-family": "sans-serif", "text-anchor": "middle", "dy": ".35em"}
    SubElement(picture, "text", look, x=f"{x:g}", y=f"{y:g}", fill=color).text = visible(text)


def _draw_margin(picture: Element, orientation: bool, palette: Mapping[str, str]) -> None:
    extent = 8 * SQUARE_SIZE + 2 * MARGIN
    SubElement(picture, "rect", width=str(extent), height=str(extent), fill=palette["margin"])
    for index in range(8):
        file, rank = (FILES[index], RANKS[7 - index]) if orientation else (FILES[7 - index], RANKS[index])
        along = MARGIN + SQUARE_SIZE * (index + 0.5)
        for across in (MARGIN / 2, extent - MARGIN / 2):
            _text(picture, along, across, file, 11, palette["coord"])
            _text(picture, across, along, rank, 11, palette["coord"])


def _draw_squares(
    picture: Element, orientation: bool, margin: int, moved: set[str], palette: Mapping[str, str]
) -> None:
    for square in SQUARES:
        shade = "light" if (square_file(square) + square_rank(square)) % 2 else "dark"
        x, y = _corner(square, orientation, margin, "square")
        kind = f"square {shade} lastmove" if square in moved else f"square {shade}"
        _rectangle(picture, x, y, palette[kind], f"{kind} {square}")


def _draw_check(picture: Element, center: tuple[float, float], palette: Mapping[str, str]) -> None:
    gradient = SubElement(SubElement(picture, "defs"), "radialGradient", id="check")
    SubElement(gradient, "stop", {"offset": "30%", "stop-color": palette["check"]})
    SubElement(gradient, "stop", {"offset": "100%", "stop-color": palette["check"], "stop-opacity": "0"})
    x, y = center
    radius = SQUARE_SIZE / 2
    SubElement(picture, "circle", {"class": "check"}, cx=f"{x:g}", cy=f"{y:g}", r=f"{radius:g}", fill="url(#check)")


def _figure(piece: str) -> Element:
    """Return the figure of a piece as a group on a square of SQUARE_SIZE."""
    white = piece.isupper()
    outlines, lines = FIGURES[piece.lower()]
    group = Element("g", id=f"{'white' if white else 'black'}-{PIECE_NAMES[piece.lower()]}")
    look = {"stroke-width": "4", "stroke-linecap": "round", "stroke-linejoin": "round"}
    drawing = SubElement(group, "g", look, transform=f"scale({SQUARE_SIZE / FIGURE_SIZE:g})")
    drawing.set("fill", WHITE_FILL if white else BLACK_FILL)
    drawing.set("stroke", EDGE)
    for outline in outlines:
        SubElement(drawing, "path", d=outline)
    for line in lines:
        SubElement(drawing, "path", d=line, fill="none", stroke=EDGE if white else BLACK_LINE)
    return group


def _draw_pieces(picture: Element, board: HasPieces, orientation: bool, margin: int) -> None:
    pieces = {square: letter for square in sorted(SQUARES) if (letter := board.piece_at(square)) is not None}
    SubElement(picture, "defs").extend(map(_figure, sorted(set(pieces.values()))))
    for square, letter in pieces.items():
        x, y = _corner(square, orientation, margin, "square")
        name = f"{'white' if letter.isupper() else 'black'}-{PIECE_NAMES[letter.lower()]}"
        SubElement(picture, "use", href=f"#{name}", transform=f"translate({x}, {y})")


def _as_arrow(arrow: Arrow | tuple[str, str] | str) -> Arrow:
    if isinstance(arrow, str):
        return Arrow(*_move_squares(arrow, "arrows"))
    return arrow if isinstance(arrow, Arrow) else Arrow(*arrow)


def _draw_arrow(picture: Element, arrow: Arrow, orientation: bool, margin: int, palette: Mapping[str, str]) -> None:
    color = palette.get(f"arrow {arrow.color}", arrow.color)
    tail_x, tail_y = _center(arrow.tail, orientation, margin, "arrows")
    head_x, head_y = _center(arrow.head, orientation, margin, "arrows")
    length = math.hypot(head_x - tail_x, head_y - tail_y)
    if length == 0:
        circle = {"class": "circle", "stroke-width": "3.5", "fill": "none", "stroke": color}
        SubElement(picture, "circle", circle, cx=f"{tail_x:g}", cy=f"{tail_y:g}", r=str(SQUARE_SIZE // 2 - 2))
        return
    # One outline, drawn along the x axis and then turned, so that no part of it covers another.
    outline = f"M12-4.5H{length - 17:.4g}v-8L{length - 1:.4g} 0 {length - 17:.4g} 12.5v-8H12z"
    angle = math.degrees(math.atan2(head_y - tail_y, head_x - tail_x))
    turn = f"translate({tail_x:g} {tail_y:g}) rotate({angle:.4g})"
    SubElement(picture, "path", {"class": "arrow", "d": outline, "transform": turn, "fill": color})


def _draw_mark(picture: Element, corner: tuple[int, int], text: str, palette: Mapping[str, str]) -> None:
    """Put a mark on the upper right corner of a square; at the board's edge it stays within the picture."""
    radius = 10
    x = min(corner[0] + SQUARE_SIZE - 4, int(picture.get("viewBox", "").split()[2]) - radius)
    y = max(corner[1] + 4, radius)
    mark = SubElement(picture, "g", {"class": "mark"})
    SubElement(mark, "circle", cx=str(x), cy=str(y), r=str(radius), fill=palette.get(f"mark {text}", palette["mark"]))
    _text(mark, x, y, text, 12 if len(text) <= 2 else 9, "#ffffff")
    mark[-1].set("font-weight", "bold")
