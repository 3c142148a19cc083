"""Draw the pictures of README and documentation from what they show: `python docs/pictures.py FOLDER [NAME...]`.

Each picture is an SVG for a light page and one for a dark page, except boards, which suit both. Searches have fixed
nodes or depth, so the same commit draws the same bytes. `make pictures` draws all of them.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME, TerminalTheme
from rich.text import Text

import lux
import lux.svg
from lux.analysis.piece_values import piece_values
from lux.board import side_name
from lux.cli.analyse.evaluation import picture as evaluation_picture
from lux.cli.analyse.plot import plot_review
from lux.cli.play.drawing import marks_of
from lux.cli.play.game import Game
from lux.cli.play.screen import Terminal
from lux.perft import compare_engine
from lux.pgn import read_games
from lux.review import Judgement, remark, review_game

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SVG = "http://www.w3.org/2000/svg"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
REVIEW_NODES = 20_000
PLAY_PLIES = 30  # of the game on the board of `lux play`
SHOWN_MARKS = 5  # of the review
SEVERITY = (Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER)


class Theme(NamedTuple):
    """The colours of a picture, and of a terminal in it."""

    name: str
    paper: str
    ink: str
    quiet: str
    box: str
    edge: str
    accent: str
    terminal: TerminalTheme


THEMES = (
    Theme("light", "#ffffff", "#1f2328", "#59636e", "#f3f1ec", "#a9a296", "#0b5cad", DEFAULT_TERMINAL_THEME),
    Theme("dark", "#1b1a19", "#e6e1da", "#a39b90", "#2a2826", "#6a645c", "#8dbcec", SVG_EXPORT_THEME),
)

# What rich exports, without its fonts from the network: all screens below each other, of which the window shows one.
TERMINAL = """\
<svg viewBox="0 0 {{width}} {height:g}" xmlns="http://www.w3.org/2000/svg">
<style>
/* Blocks of this size meet those of the next line. */
.t-matrix {{{{ font: 21px/{{line_height}}px "DejaVu Sans Mono", Menlo, Consolas, monospace }}}}
.t-strip rect {{{{ shape-rendering: crispEdges }}}}
.t-strip {{{{ animation: next-screen {seconds}s steps({screens}) infinite }}}}
@keyframes next-screen {{{{ to {{{{ transform: translateY({strip:g}px) }}}} }}}}
{{styles}}
</style>
<clipPath id="t-window"><rect width="{{terminal_width}}" height="{window:g}"/></clipPath>
<rect width="100%" height="100%" rx="8" fill="{paper}" stroke="{edge}" stroke-width="2"/>
<text x="50%" y="27" text-anchor="middle" style="font: bold 18px sans-serif" fill="{ink}">{title}</text>
<g transform="translate({{terminal_x}}, {{terminal_y}})" clip-path="url(#t-window)">
<g class="t-strip">
{{backgrounds}}
<g class="t-matrix">{{matrix}}</g>
</g>
</g>
</svg>
"""
LINE_HEIGHT = 24.4
SECONDS = 2  # for each screen


# Terminals


def terminal_picture(screens: list[list[Text]], width: int, title: str, theme: Theme) -> str:
    """Return a terminal that shows these screens, one after another."""
    console, rows = recorder(width), max(map(len, screens))
    for screen in screens:
        for line in [*screen, *[Text()] * (rows - len(screen))]:
            console.print(line, no_wrap=True, overflow="ellipsis", highlight=False)
    window = rows * LINE_HEIGHT
    code_format = TERMINAL.format(
        title=title,
        paper=theme.terminal.background_color.hex,
        ink=theme.terminal.foreground_color.hex,
        edge=theme.edge,
        window=window,
        height=window + 50,
        screens=len(screens),
        seconds=SECONDS * len(screens),
        strip=-window * len(screens),
    )
    picture = console.export_svg(theme=theme.terminal, code_format=code_format, unique_id="t")
    # Ends of lines, and what holds for all rectangles and all lines.
    return re.sub(r'<text[^>]*>\n</text>| clip-path="url\(#t-line-\d+\)"| shape-rendering="crispEdges"', "", picture)


def recorder(width: int) -> Console:
    """Return a terminal in colour that keeps what it shows."""
    return Console(record=True, file=StringIO(), width=width, height=40, force_terminal=True, color_system="truecolor")


def sample_game() -> "lux.pgn.Game":
    """Return the game that the pictures show."""
    return next(read_games((HERE / "pictures" / "opera.pgn").read_text(encoding="utf-8"), errors="raise"))


def draw_play(theme: Theme) -> str:
    """Draw the last moves of a game in `lux play`; before White's moves their piece is chosen."""
    pgn, width, screens = sample_game(), 102, []
    moves = [node.move for node in pgn.mainline()]
    game = Game(lux.Board())
    for ply, move in enumerate([*moves, ""]):
        if ply >= PLAY_PLIES:
            screen = Terminal(recorder(width))
            if game.board.turn == lux.WHITE:
                screen.marks = marks_of(game.board, [m for m in game.board.legal_moves if m[:2] == move[:2]])
            screen.show(game, {lux.WHITE: pgn.headers["White"], lux.BLACK: pgn.headers["Black"]})
            screens.append(screen.lines())
        if move:
            game.push(move)
    return terminal_picture(screens, width, "lux play", theme)


def draw_tree(theme: Theme) -> str:
    """Draw what `lux tree` prints."""
    width, words = 92, ["tree", "--depth", "5", "--rows", "10"]
    colours = {"NO_COLOR": "", "FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": str(width)}
    command = [sys.executable, "-m", "lux.cli.main", *words]
    printed = subprocess.check_output(command, cwd=ROOT, env=os.environ | colours, text=True)
    lines = [Text(f"$ lux {' '.join(words)}", style="bold"), *Text.from_ansi(printed).split("\n")]
    return terminal_picture([lines], width, "lux tree", theme)


# Boards


def draw_values() -> str:
    """Draw what each piece contributes, as `lux eval --svg` does."""
    board = lux.Board(KIWIPETE)
    return evaluation_picture(board, piece_values(lux.Engine(hash_mib=1), board))


def draw_wrong_move() -> str:
    """Draw the move that an engine without en passant misses, as `lux perft-compare` finds it."""
    engine = [sys.executable, str(ROOT / "tests" / "perft" / "faulty_engine.py"), "no-en-passant"]
    found = compare_engine(engine, 2, KIWIPETE)
    arrows = [lux.svg.Arrow(move[:2], move[2:4], color="red") for move in found.missing]
    return lux.svg.board(lux.Board(found.fen), lastmove=found.path[-1], arrows=arrows, size=360)


# Pictures of several parts


def canvas(width: int, height: int, theme: Theme) -> Element:
    """Return an empty picture."""
    picture = Element("svg", xmlns=SVG, viewBox=f"0 0 {width} {height}")
    picture.attrib |= {"font-family": "sans-serif", "font-size": "14", "fill": theme.ink}
    SubElement(picture, "rect", width=str(width), height=str(height), rx="8", fill=theme.paper)
    return picture


def write(picture: Element, x: float, y: float, text: str, **look: str) -> None:
    """Write a line of text; its attributes have underscores for hyphens."""
    attributes = {name.replace("_", "-"): value for name, value in look.items()}
    SubElement(picture, "text", attributes, x=f"{x:g}", y=f"{y:g}").text = text


def place(picture: Element, part: str, x: int, y: int, width: int, height: int) -> Element:
    """Put another picture into one."""
    element = ElementTree.fromstring(part.replace(f' xmlns="{SVG}"', ""))
    element.attrib |= {"x": str(x), "y": str(y), "width": str(width), "height": str(height)}
    picture.append(element)
    return element


def text_of(picture: Element) -> str:
    """Return a picture as the text of a file."""
    return ElementTree.tostring(picture, encoding="unicode") + "\n"


def draw_review(theme: Theme) -> str:
    """Draw what `lux analyse` finds: the worst move, the marked moves, the course of the game."""
    review = review_game(lux.Engine(), sample_game(), nodes=REVIEW_NODES)
    marked = [move for move in review.moves if move.judgement not in (None, Judgement.INACCURACY)]
    worst = max(marked, key=lambda move: SEVERITY.index(move.judgement))
    picture = canvas(980, 690, theme)
    board = lux.svg.board(
        worst.node.board(),
        lastmove=worst.node.move,
        marks={worst.node.move[2:4]: worst.judgement.glyph},
        arrows=worst.best_line[:1],
    )
    place(picture, board, 15, 15, 310, 310)
    headers = review.game.headers
    write(picture, 350, 46, f"{headers['White']} - {headers['Black']}, {review.game.result}", font_size="27")
    accuracy = ", ".join(f"{side_name(side)} {value:.0f} %" for side, value in review.accuracy.items())
    write(picture, 350, 88, f"Accuracy: {accuracy}", fill=theme.quiet, font_size="24")
    for row, move in enumerate(marked[:SHOWN_MARKS]):
        name = f"{move.number}{'.' if move.turn else '...'} {move.san}{move.judgement.glyph}"
        write(picture, 350, 145 + 44 * row, name, font_size="24", font_weight="bold" if move is worst else "normal")
        write(picture, 520, 145 + 44 * row, shorten(remark(move), 36), fill=theme.quiet, font_size="24")
    with TemporaryDirectory() as folder:
        plot_review(review, Path(folder) / "course.svg")
        course = (Path(folder) / "course.svg").read_text(encoding="utf-8")
    plot = place(picture, course, 0, 330, 980, 360)
    plot.set("viewBox", "0 32 1000 367")  # without the title
    plot.find("rect").set("fill", theme.paper)
    plot.remove(plot.find("text"))
    return text_of(picture)


# Diagrams


class Box(NamedTuple):
    """A box of a diagram: its place, its name, and what is said about it below that; without a name a frame."""

    x: int
    y: int
    width: int
    height: int = 50
    name: str = ""
    about: str = ""


HOUSE = {
    "cli": Box(290, 15, 280, 50, "cli/", "the commands lux and tictac"),
    "learning": Box(20, 105, 250, 50, "lux/learning/", "self-play, training, tuning"),
    "perft": Box(305, 105, 250, 50, "perft/", "suites, comparison with engines"),
    "tictac": Box(590, 105, 250, 50, "tictac/", "a small engine in plain Python"),
    "uci": Box(35, 205, 160, 50, "lux/uci/", "the UCI protocol"),
    "analysis": Box(215, 205, 225, 50, "lux/analysis/", "explains a game or a search"),
    "files": Box(460, 205, 365, 50, "lux/", "pgn, epd, polyglot, review, client, protocol"),
    "gateway": Box(35, 310, 330, 50, "lux/", "board, engine, limits, score, network, svg"),
    "game": Box(385, 310, 130, 50, "lux/game/", "pieces, moves"),
    "text": Box(535, 310, 130, 50, "lux/text/", "FEN, SAN, EPD"),
    "runtime": Box(685, 310, 140, 50, "lux/runtime/", "build, threads"),
    "search": Box(290, 430, 280, 50, "lux/search/", "principal variation search"),
    "evaluation": Box(110, 520, 250, 50, "lux/evaluation/", "the network"),
    "syzygy": Box(500, 520, 250, 50, "lux/syzygy/", "tablebases"),
    "rules": Box(290, 610, 280, 50, "lux/rules/", "positions, legal moves, perft"),
    "layer 6": Box(20, 190, 820, 80),
    "layer 5": Box(20, 295, 820, 80),
}
# What each imports, without what follows from the rest. The rooms of layer 6, as those of layer 5, are one place here.
IMPORTS = {
    "cli": ("learning", "perft", "tictac"),
    "learning": ("layer 6",),
    "perft": ("layer 6",),
    "tictac": ("layer 6",),
    "layer 6": ("layer 5",),
    "layer 5": ("search",),
    "search": ("evaluation", "syzygy"),
    "evaluation": ("rules",),
    "syzygy": ("rules",),
}
WAY = {
    "GUI": Box(20, 40, 190, 660),
    "Python": Box(250, 40, 240, 660),
    "C": Box(530, 40, 310, 660),
    "go": Box(30, 60, 170, 50, "go wtime 60000 ...", "a command"),
    "read": Box(260, 60, 220, 50, "uci/session.py", "cmd_go reads the limits"),
    "start": Box(260, 150, 220, 50, "engine.py", "start sets root and limits"),
    "deepen": Box(545, 150, 280, 210, "root.py: iterative_deepening", "depth 1, 2, 3, ... until the time is up"),
    "window": Box(545, 400, 280, 50, "root.py: aspiration_search", "a window around the last score"),
    "search": Box(545, 480, 280, 50, "search.py", "prune, order moves, reduce, recurse"),
    "quiet": Box(545, 560, 280, 50, "qsearch.py", "captures until the position is quiet"),
    "leaf": Box(545, 640, 280, 50, "evaluation/accumulator.py", "the network evaluates the leaf"),
    "report": Box(260, 230, 220, 50, "engine.py: report", "after each iteration"),
    "info": Box(30, 230, 170, 50, "info depth 12 ...", "score, nodes, PV"),
    "best": Box(260, 310, 220, 50, "engine.py: best_moves", "of the best thread"),
    "result": Box(260, 400, 220, 50, "uci/session.py", "_report_result"),
    "bestmove": Box(30, 400, 170, 50, "bestmove e2e4", "and a move to ponder"),
}
STEPS = {
    "go": ("read",),
    "read": ("start",),
    "start": ("deepen",),
    "deepen": ("window", "report", "best"),
    "window": ("search",),
    "search": ("quiet",),
    "quiet": ("leaf",),
    "report": ("info",),
    "best": ("result",),
    "result": ("bestmove",),
}


def draw_diagram(
    width: int, height: int, boxes: dict[str, Box], arrows: dict[str, tuple[str, ...]], theme: Theme
) -> Element:
    """Draw boxes and arrows between them."""
    picture = canvas(width, height, theme)
    size = {"markerWidth": "8", "markerHeight": "8", "refX": "7", "refY": "4", "orient": "auto"}
    marker = SubElement(SubElement(picture, "defs"), "marker", size, id="head")
    SubElement(marker, "path", d="M0 0L8 4L0 8z", fill=theme.accent)
    for box in boxes.values():
        place = {name: str(getattr(box, name)) for name in ("x", "y", "width", "height")}
        frame = SubElement(picture, "rect", place, rx="6", stroke=theme.edge, fill=theme.box if box.name else "none")
        if not box.name:
            frame.set("stroke-dasharray", "4")
            continue
        middle = box.x + box.width / 2
        write(picture, middle, box.y + 21, box.name, text_anchor="middle", font_weight="bold")
        write(picture, middle, box.y + 40, box.about, text_anchor="middle", font_size="13", fill=theme.quiet)
    for name, others in arrows.items():
        for other in others:
            line = arrow(boxes[name], boxes[other])
            SubElement(picture, "path", d=line, fill="none", stroke=theme.accent, **{"marker-end": "url(#head)"})
    return picture


def arrow(start: Box, end: Box) -> str:
    """Return the path of an arrow: sideways where boxes stand beside each other, else down, towards the middle."""
    top, bottom = max(start.y, end.y), min(start.y + start.height, end.y + end.height)
    if top < bottom:
        y, right = (top + bottom) / 2, start.x < end.x
        return f"M{start.x + start.width * right} {y:g}L{end.x + end.width * (not right)} {y:g}"

    def towards(box: Box, other: Box) -> float:
        return min(max(other.x + other.width / 2, box.x + 25), box.x + box.width - 25)

    return f"M{towards(start, end):g} {start.y + start.height}L{towards(end, start):g} {end.y}"


def draw_house(theme: Theme) -> str:
    """Draw the rooms of the house, and which imports which."""
    picture = draw_diagram(860, 680, HOUSE, IMPORTS, theme)
    SubElement(picture, "path", {"stroke": theme.quiet, "stroke-dasharray": "2 4"}, d="M20 402H840")
    for y, text in ((396, "Python above"), (418, "C without the GIL below")):
        write(picture, 840, y, text, text_anchor="end", font_size="13", fill=theme.quiet)
    return text_of(picture)


def draw_way(theme: Theme) -> str:
    """Draw what happens from `go` to `bestmove`."""
    picture = draw_diagram(860, 720, WAY, STEPS, theme)
    for x, name in ((115, "chess GUI"), (370, "Python"), (685, "C without the GIL, each thread")):
        write(picture, x, 28, name, text_anchor="middle", fill=theme.quiet)
    return text_of(picture)


THEMED: dict[str, Callable[[Theme], str]] = {
    "play": draw_play,
    "review": draw_review,
    "tree": draw_tree,
    "house": draw_house,
    "way": draw_way,
}
BOARDS: dict[str, Callable[[], str]] = {"values": draw_values, "wrong-move": draw_wrong_move}


def draw(folder: Path, names: Iterable[str] = (*THEMED, *BOARDS)) -> None:
    """Write pictures into a folder, as NAME-light.svg and NAME-dark.svg, boards as NAME.svg."""
    for name in names:
        if name in BOARDS:
            pictures = {name: BOARDS[name]()}
        else:
            pictures = {f"{name}-{theme.name}": THEMED[name](theme) for theme in THEMES}
        for stem, picture in pictures.items():
            (folder / f"{stem}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]), sys.argv[2:] or (*THEMED, *BOARDS))
