"""Pictures of boards: what stands where, against python-chess, and every kind of mark."""

import inspect
from xml.etree import ElementTree

import chess
import chess.svg
import pytest

from lux import Board, svg
from tests.playouts import playouts

SVG = "{http://www.w3.org/2000/svg}"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def elements(picture, kind, name=None):
    """Return the elements of a kind and class in their order."""
    found = ElementTree.fromstring(picture).iter(SVG + kind)
    return [element for element in found if name is None or element.get("class") == name]


def placed(picture, link="href"):
    return {(use.get(link), use.get("transform")) for use in elements(picture, "use")}


@pytest.mark.parametrize("orientation", [True, False])
@pytest.mark.parametrize("coordinates", [True, False])
def test_pieces_stand_where_python_chess_puts_them(orientation, coordinates):
    how = {"orientation": orientation, "coordinates": coordinates}
    for oracle, board in playouts(seed=17, positions=40):
        expected = placed(chess.svg.board(oracle, **how), "{http://www.w3.org/1999/xlink}href")
        assert placed(svg.board(board, **how)) == expected
        assert len(expected) == len(oracle.piece_map())


def test_arguments_are_those_of_python_chess():
    parameters = inspect.signature(svg.board).parameters
    for name, parameter in inspect.signature(chess.svg.board).parameters.items():
        if name in ("flipped", "borders"):  # deprecated; an ornament
            continue
        assert parameters[name].kind == parameter.kind
        assert bool(parameters[name].default) == bool(parameter.default), name
    colors = set(chess.svg.DEFAULT_COLORS)
    assert colors - set(svg.DEFAULT_COLORS) == {"inner border", "outer border"}


def test_every_figure_that_is_used_is_defined_in_the_picture():
    for fen in (MATED, "8/8/8/8/8/8/8/K6k w - - 0 1"):
        picture = ElementTree.fromstring(svg.board(Board(fen)))
        defined = {group.get("id") for group in picture.iter(SVG + "g") if group.get("id")}
        assert {use.get("href")[1:] for use in picture.iter(SVG + "use")} == defined
    assert svg.definitions().count(" id=") == 12


def test_nothing_comes_from_elsewhere():
    picture = svg.board(Board(MATED), lastmove="d8h4", check="e1", arrows=["g8f6"], marks={"g4": "??"})
    assert picture.count("http") == 1  # the name space


@pytest.mark.parametrize(("orientation", "corner"), [(True, (15 + 4 * 45, 15 + 4 * 45)), (False, (150, 150))])
def test_squares_of_the_last_move_and_filled_ones(orientation, corner):
    picture = svg.board(orientation=orientation, lastmove="e2e4", fill={"e4": "#123456"})
    moved = [rect.get("class") for rect in elements(picture, "rect") if "lastmove" in rect.get("class", "")]
    assert moved == ["square light lastmove e2", "square light lastmove e4"]
    (filled,) = (rect for rect in elements(picture, "rect") if rect.get("fill") == "#123456")
    assert (int(filled.get("x")), int(filled.get("y"))) == corner
    assert picture == svg.board(orientation=orientation, lastmove=chess.Move.from_uci("e2e4"), fill={"e4": "#123456"})
    assert "lastmove" not in svg.board(lastmove="0000") + svg.board(lastmove=chess.Move.null())
    assert len(elements(svg.board(), "rect")) == 65


def test_arrows():
    arrows = [svg.Arrow("a1", "a8", color="red"), ("h1", "a1"), "e2e4", "g1g1", svg.Arrow("b2", "c3", color="#abcdef")]
    picture = svg.board(arrows=arrows)
    assert picture == svg.board(arrows=[*arrows[:2], chess.Move.from_uci("e2e4"), *arrows[3:]])
    drawn = elements(picture, "path", "arrow")
    assert [arrow.get("transform") for arrow in drawn] == [
        "translate(37.5 352.5) rotate(-90)",
        "translate(352.5 352.5) rotate(180)",
        "translate(217.5 307.5) rotate(-90)",
        "translate(82.5 307.5) rotate(-45)",
    ]
    colors = svg.DEFAULT_COLORS
    assert [arrow.get("fill") for arrow in drawn] == [
        colors["arrow red"],
        colors["arrow green"],
        colors["arrow green"],
        "#abcdef",
    ]
    assert "H298v" in drawn[0].get("d")  # seven squares less the head
    assert len(elements(picture, "circle", "circle")) == 1


@pytest.mark.parametrize("pgn", ["Ga1", "Ya2h2", "Re4e5", "Bg1f3", "e2e4", "h8"])
def test_arrows_in_pgn_are_those_of_python_chess(pgn):
    arrow, expected = svg.Arrow.from_pgn(pgn), chess.svg.Arrow.from_pgn(pgn)
    squares = [chess.square_name(square) for square in (expected.tail, expected.head)]
    assert ([arrow.tail, arrow.head], arrow.color, arrow.pgn()) == (squares, expected.color, expected.pgn())


def test_checks_crosses_and_marks():
    picture = svg.board(Board(MATED), check="e1", squares=["a3", "b4"], marks={"g4": "??", "h8": "?!", "c3": "<&"})
    (check,) = elements(picture, "circle", "check")
    assert (check.get("cx"), check.get("cy")) == ("217.5", "352.5")
    assert len(elements(picture, "path", "cross")) == 2
    marks = elements(picture, "g", "mark")
    assert [mark.find(SVG + "text").text for mark in marks] == ["??", "?!", "<&"]
    assert [mark.find(SVG + "circle").get("fill") for mark in marks] == [
        svg.DEFAULT_COLORS[name] for name in ("mark ??", "mark ?!", "mark")
    ]


def test_marks_at_the_edge_stay_in_the_picture():
    for square in ("a8", "h8", "h1", "a1"):
        for coordinates in (True, False):
            picture = svg.board(marks={square: "!"}, coordinates=coordinates)
            extent = int(ElementTree.fromstring(picture).get("viewBox").split()[2])
            circle = elements(picture, "g", "mark")[0].find(SVG + "circle")
            radius = int(circle.get("r"))
            assert all(radius <= int(circle.get(axis)) <= extent - radius for axis in ("cx", "cy"))


def test_coordinates_follow_the_side():
    def places(picture):
        return {(text.text, text.get("x"), text.get("y")) for text in elements(picture, "text")}

    assert places(svg.board()) > {("a", "37.5", "7.5"), ("a", "37.5", "382.5"), ("8", "7.5", "37.5")}
    assert places(svg.board(orientation=False)) > {("h", "37.5", "7.5"), ("1", "7.5", "37.5"), ("1", "382.5", "37.5")}
    assert places(svg.board(coordinates=False)) == set()


def test_size_colors_and_style():
    root = ElementTree.fromstring(
        svg.board(size=200, colors={"square light": "#ffffff"}, style=".arrow {\r\n\topacity: 1;\r\n}")
    )
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("200", "200", "0 0 390 390")
    assert root.find(SVG + "style").text == ".arrow {\n        opacity: 1;\n}"
    assert sum(rect.get("fill") == "#ffffff" for rect in root.iter(SVG + "rect")) == 32
    assert ElementTree.fromstring(svg.board(coordinates=False)).get("viewBox") == "0 0 360 360"
    assert ElementTree.fromstring(svg.board()).get("width") is None


def test_those_who_cannot_see_it_can_read_the_position():
    for oracle, board in playouts(seed=18, positions=10):
        (description,) = elements(svg.board(board), "desc")
        assert description.text == str(oracle)


def test_notebooks_show_it():
    assert svg.board(Board())._repr_svg_() == svg.board(Board())
    assert ElementTree.fromstring(svg.piece("q", size=64)).find(SVG + "g").get("id") == "black-queen"


@pytest.mark.parametrize(
    ("draw", "wrong", "named"),
    [
        (svg.board, {"lastmove": "e9e4"}, "lastmove: 'e9e4'"),
        (svg.board, {"check": "x1"}, "check: 'x1'"),
        (svg.board, {"arrows": ["e2"]}, "arrows: 'e2'"),
        (svg.board, {"arrows": [("e2", "e0")]}, "arrows: 'e0'"),
        (svg.board, {"fill": {"": "red"}}, "fill: ''"),
        (svg.board, {"squares": ["E4"]}, "squares: 'E4'"),
        (svg.board, {"marks": {"a0": "?"}}, "marks: 'a0'"),
        (svg.board, {"colors": {"square": "red"}}, "colors: 'square'"),
        *((svg.piece, {"piece": letter}, "piece must be one of") for letter in ("x", "", "pp")),
        *((svg.Arrow.from_pgn, {"pgn": pgn}, "is not an arrow") for pgn in ("", "Z", "Ge9", "Ge4e", "e4e5e6")),
    ],
)
def test_errors_name_the_argument(draw, wrong, named):
    with pytest.raises(ValueError, match=named):
        draw(**wrong)
