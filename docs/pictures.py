"""Draw the pictures of README and documentation from what they show: `python docs/pictures.py FOLDER [NAME...]`.

Each picture is an SVG for a light page and one for a dark page, except boards, which suit both. Searches have fixed
nodes or depth, so the same commit draws the same bytes. `make pictures` draws all of them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
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
from lux.cli.play.game import Game
from lux.cli.play.screen import Marks
from lux.cli.play.terminal import Terminal
from lux.perft import compare_engine
from lux.pgn import read_games
from lux.review import Judgement, remark, review_game

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SVG = "http://www.w3.org/2000/svg"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
REVIEW_NODES = 20_000
PLAY_PLIES = 24  # of the game on the board of `lux play`
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

# What rich exports, without its fonts from the network.
TERMINAL = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font: {char_height}px/{line_height}px "DejaVu Sans Mono", Menlo, Consolas, monospace }}
.{unique_id}-title {{ font: bold 18px sans-serif }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


# Terminals


def terminal_picture(lines: Iterable[Text], width: int, title: str, theme: Theme) -> str:
    """Return a terminal that shows these lines."""
    console = recorder(width)
    for line in lines:
        console.print(line, no_wrap=True, overflow="ellipsis", highlight=False)
    picture = console.export_svg(title=title, theme=theme.terminal, code_format=TERMINAL, unique_id="t")
    return picture.replace("rgba(255,255,255,0.35)", theme.edge)


def recorder(width: int, height: int = 24) -> Console:
    """Return a terminal in colour that keeps what it shows."""
    return Console(
        record=True, file=StringIO(), width=width, height=height, force_terminal=True, color_system="truecolor"
    )


def command_output(width: int, *words: str) -> list[Text]:
    """Return a command line of `lux` and what it prints on a terminal that wide."""
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": str(width)}
    process = subprocess.run(
        [sys.executable, "-m", "lux.cli.main", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    if process.returncode:
        raise SystemExit(process.stderr)
    return [Text(f"$ lux {' '.join(words)}", style="bold"), *Text.from_ansi(process.stdout).split("\n")]


def sample_game() -> "lux.pgn.Game":
    """Return the game that the pictures show."""
    return next(read_games((HERE / "pictures" / "opera.pgn").read_text(encoding="utf-8"), errors="raise"))


def draw_play(theme: Theme) -> str:
    """Draw the board of `lux play`, a piece chosen."""
    pgn, width = sample_game(), 71
    game = Game(lux.Board())
    for node in list(pgn.mainline())[:PLAY_PLIES]:
        game.push(node.move)
    screen = Terminal(recorder(width))
    screen.marks = Marks.of_moves(game.board, [move for move in game.board.legal_moves if move.startswith("d1")])
    screen.show(game, {lux.WHITE: pgn.headers["White"], lux.BLACK: pgn.headers["Black"]})
    return terminal_picture(screen.lines(), width, "lux play", theme)


def draw_tree(theme: Theme) -> str:
    """Draw what `lux tree` prints."""
    width = 92
    return terminal_picture(command_output(width, "tree", "--depth", "5", "--rows", "10"), width, "lux tree", theme)


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
        write(picture, 520, 145 + 44 * row, remark(move), fill=theme.quiet, font_size="24")
    with TemporaryDirectory() as folder:
        plot_review(review, Path(folder) / "course.svg")
        course = (Path(folder) / "course.svg").read_text(encoding="utf-8")
    plot = place(picture, course, 0, 330, 980, 360)
    plot.set("viewBox", "0 32 1000 367")  # without the title
    plot.find("rect").set("fill", theme.paper)
    plot.remove(plot.find("text"))
    return text_of(picture)


def draw_loss(theme: Theme) -> str:
    """Draw the loss of a training, as `lux train --plot` does."""
    import matplotlib.style

    from lux.learning.training.losses import History, plot_losses

    log = json.loads((HERE / "pictures" / "loss.json").read_text(encoding="utf-8"))
    history = History(train=log["train"], held_out=log["held_out"])
    os.environ["SOURCE_DATE_EPOCH"] = "0"  # matplotlib writes the date into the picture
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        if theme.name == "dark":
            stack.enter_context(matplotlib.style.context("dark_background"))
        look = {"svg.hashsalt": "lux", "svg.fonttype": "none", "savefig.facecolor": theme.paper}
        stack.enter_context(matplotlib.rc_context(look | {"axes.facecolor": theme.paper}))
        plot_losses(history, log["steps_per_epoch"], Path(folder) / "loss.svg")
        return (Path(folder) / "loss.svg").read_text(encoding="utf-8")


# Diagrams


class Box(NamedTuple):
    """A box of a diagram: its place, its name, and what is said about it below that."""

    x: int
    y: int
    width: int
    height: int
    name: str
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
    "layer 6": Box(20, 190, 820, 80, ""),
    "layer 5": Box(20, 295, 820, 80, ""),
}
# Who imports whom, without what follows from the rest. The rooms of layer 6, as those of layer 5, are one place here.
IMPORTS = (
    ("cli", "learning"),
    ("cli", "perft"),
    ("cli", "tictac"),
    ("learning", "layer 6"),
    ("perft", "layer 6"),
    ("tictac", "layer 6"),
    ("layer 6", "layer 5"),
    ("layer 5", "search"),
    ("search", "evaluation"),
    ("search", "syzygy"),
    ("evaluation", "rules"),
    ("syzygy", "rules"),
)


def draw_box(picture: Element, box: Box, theme: Theme) -> None:
    """Draw a box; one without a name is a frame about others."""
    place = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    frame = SubElement(picture, "rect", {name: str(value) for name, value in place.items()}, rx="6", stroke=theme.edge)
    frame.set("fill", theme.box if box.name else "none")
    if not box.name:
        frame.set("stroke-dasharray", "4")
        return
    middle = box.x + box.width / 2
    write(picture, middle, box.y + 21, box.name, text_anchor="middle", font_weight="bold")
    write(picture, middle, box.y + 40, box.about, text_anchor="middle", font_size="13", fill=theme.quiet)


def draw_arrow(picture: Element, theme: Theme, *points: tuple[float, float]) -> None:
    """Draw an arrow along some points."""
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    SubElement(picture, "path", d=path, fill="none", stroke=theme.accent, **{"marker-end": "url(#head)"})


def add_arrowhead(picture: Element, theme: Theme) -> None:
    """Define the head of all arrows."""
    size = {"markerWidth": "8", "markerHeight": "8", "refX": "7", "refY": "4", "orient": "auto"}
    marker = SubElement(SubElement(picture, "defs"), "marker", size, id="head")
    SubElement(marker, "path", d="M0 0L8 4L0 8z", fill=theme.accent)


def below(box: Box, towards: Box) -> float:
    """Return where an arrow from a box leaves or reaches its edge: as near to the other box's middle as it can."""
    middle = towards.x + towards.width / 2
    return min(max(middle, box.x + 25), box.x + box.width - 25)


def draw_house(theme: Theme) -> str:
    """Draw the rooms of the house, and which imports which."""
    picture = canvas(860, 680, theme)
    add_arrowhead(picture, theme)
    for box in HOUSE.values():
        draw_box(picture, box, theme)
    for importer, imported in IMPORTS:
        upper, lower = HOUSE[importer], HOUSE[imported]
        start = (below(upper, lower), upper.y + upper.height)
        draw_arrow(picture, theme, start, (below(lower, upper), lower.y))
    line = {"stroke": theme.quiet, "stroke-dasharray": "2 4"}
    SubElement(picture, "path", line, d="M20 402H840")
    write(picture, 840, 396, "Python above", text_anchor="end", font_size="13", fill=theme.quiet)
    write(picture, 840, 418, "C without the GIL below", text_anchor="end", font_size="13", fill=theme.quiet)
    return text_of(picture)


def draw_way(theme: Theme) -> str:
    """Draw what happens from `go` to `bestmove`."""
    picture = canvas(860, 560, theme)
    add_arrowhead(picture, theme)
    for x, width, name in ((20, 190, "chess GUI"), (250, 240, "Python"), (530, 310, "C without the GIL, each thread")):
        draw_box(picture, Box(x, 40, width, 500, ""), theme)
        write(picture, x + width / 2, 28, name, text_anchor="middle", fill=theme.quiet)
    boxes = {
        "go": Box(30, 60, 170, 50, "go wtime 60000 ...", "a command"),
        "read": Box(260, 60, 220, 50, "uci/session.py", "cmd_go reads the limits"),
        "start": Box(260, 150, 220, 50, "engine.py", "start sets root and limits"),
        "deepen": Box(545, 150, 280, 50, "root.py: iterative_deepening", "depth 1, 2, 3, ... until the time is up"),
        "window": Box(545, 230, 280, 50, "root.py: aspiration_search", "a window around the last score"),
        "search": Box(545, 310, 280, 50, "search.py", "prune, order moves, reduce, recurse"),
        "quiet": Box(545, 390, 280, 50, "qsearch.py", "captures until the position is quiet"),
        "leaf": Box(545, 470, 280, 50, "evaluation/accumulator.py", "the network evaluates the leaf"),
        "info": Box(260, 270, 220, 50, "engine.py: report", "after each iteration"),
        "info line": Box(30, 270, 170, 50, "info depth 12 ...", "score, nodes, PV"),
        "best": Box(260, 390, 220, 50, "engine.py: best_moves", "of the best thread"),
        "result": Box(260, 470, 220, 50, "uci/session.py", "_report_result"),
        "bestmove": Box(30, 470, 170, 50, "bestmove e2e4", "and a move to ponder"),
    }
    for box in boxes.values():
        draw_box(picture, box, theme)
    draw_arrow(picture, theme, (200, 85), (260, 85))
    draw_arrow(picture, theme, (370, 110), (370, 150))
    draw_arrow(picture, theme, (480, 165), (545, 165))
    for y in (200, 280, 360, 440):
        draw_arrow(picture, theme, (685, y), (685, y + 30))
    draw_arrow(picture, theme, (545, 185), (512, 185), (512, 295), (480, 295))
    draw_arrow(picture, theme, (260, 295), (200, 295))
    draw_arrow(picture, theme, (512, 295), (512, 415), (480, 415))
    draw_arrow(picture, theme, (370, 440), (370, 470))
    draw_arrow(picture, theme, (260, 495), (200, 495))
    return text_of(picture)


THEMED: dict[str, Callable[[Theme], str]] = {
    "play": draw_play,
    "review": draw_review,
    "tree": draw_tree,
    "loss": draw_loss,
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
