"""Draw the pictures of README and documentation from what they show: `python docs/pictures.py FOLDER [NAME...]`.

Each is an SVG that follows the page, light or dark. Searches have fixed nodes or depth, so the same commit draws the
same bytes. `make pictures` draws all of them; the diagrams, `house.svg` and `way.svg`, are sources.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from textwrap import shorten

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME
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
from lux.text.display import markup

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
REVIEW_NODES = 100_000  # with a fifth of that Morphy's 15. Bxd7+ is a blunder
PLAY_PLIES = 30  # of the game on the board of `lux play`
SHOWN_MARKS = 5  # of the review

# What rich exports, without its fonts from the network: all screens below each other, of which the window shows one.
TERMINAL = Template("""\
<svg viewBox="0 0 {width} $height" xmlns="http://www.w3.org/2000/svg">
<style>
/* Blocks of this size meet those of the next line. */
.t-matrix {{ font: 21px/{line_height}px "DejaVu Sans Mono", Menlo, Consolas, monospace }}
.t-strip rect {{ shape-rendering: crispEdges }}
.t-strip {{ animation: next-screen ${seconds}s steps($screens) infinite }}
@keyframes next-screen {{ to {{ transform: translateY(${strip}px) }} }}
.paper {{ fill: #ffffff; stroke: #a9a296; stroke-width: 2 }}
.title {{ fill: #000000; font: bold 18px sans-serif; text-anchor: middle }}
{styles}
@media (prefers-color-scheme: dark) {{
.paper {{ fill: #292929; stroke: #6a645c }}
.title {{ fill: #c5c8c6 }}
/* dark */
}}
</style>
<clipPath id="t-window"><rect width="{terminal_width}" height="$window"/></clipPath>
<rect width="100%" height="100%" rx="8" class="paper"/>
<text x="50%" y="27" class="title">$title</text>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#t-window)">
<g class="t-strip">
{backgrounds}
<g class="t-matrix">{matrix}</g>
</g>
</g>
</svg>
""")
LINE_HEIGHT = 24.4
SECONDS = 2  # for each screen

# Of the picture of a review; a board and the course of the game follow, and lines of text.
REVIEW = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 690" font-family="sans-serif" font-size="24" class="ink">
<style>
.paper { fill: #ffffff }
.ink { fill: #1f2328 }
.quiet { fill: #59636e }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1b1a19 }
  .ink { fill: #e6e1da }
  .quiet { fill: #a39b90 }
}
</style>
<rect width="980" height="690" rx="8" class="paper"/>
"""


def terminal_picture(screens: list[list[Text]], width: int, title: str) -> str:
    """Return a terminal that shows these screens, one after another."""
    console, rows = recorder(width), max(map(len, screens))
    for screen in screens:
        for line in [*screen, *[Text()] * (rows - len(screen))]:
            console.print(line, no_wrap=True, overflow="ellipsis", highlight=False)
    window = rows * LINE_HEIGHT
    code_format = TERMINAL.substitute(
        title=title,
        window=f"{window:g}",
        height=f"{window + 50:g}",
        screens=len(screens),
        seconds=SECONDS * len(screens),
        strip=f"{-window * len(screens):g}",
    )
    dark = console.export_svg(theme=SVG_EXPORT_THEME, code_format="{styles}", unique_id="t", clear=False)
    picture = console.export_svg(theme=DEFAULT_TERMINAL_THEME, code_format=code_format, unique_id="t")
    # Ends of lines, and what holds for all rectangles and all lines.
    picture = re.sub(r'<text[^>]*>\n</text>| clip-path="url\(#t-line-\d+\)"| shape-rendering="crispEdges"', "", picture)
    return picture.replace("/* dark */", dark)


def recorder(width: int) -> Console:
    """Return a terminal in colour that keeps what it shows."""
    return Console(record=True, file=StringIO(), width=width, height=40, force_terminal=True, color_system="truecolor")


def sample_game() -> "lux.pgn.Game":
    """Return the game that the pictures show."""
    return next(read_games((HERE / "pictures" / "opera.pgn").read_text(encoding="utf-8"), errors="raise"))


def draw_play() -> str:
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
    return terminal_picture(screens, width, "lux play")


def draw_tree() -> str:
    """Draw what `lux tree` prints."""
    width, words = 92, ["tree", "--depth", "5", "--rows", "10"]
    colours = {"NO_COLOR": "", "FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": str(width)}
    command = [sys.executable, "-m", "lux.cli.main", *words]
    printed = subprocess.check_output(command, cwd=ROOT, env=os.environ | colours, text=True)
    lines = [Text(f"$ lux {' '.join(words)}", style="bold"), *Text.from_ansi(printed).split("\n")]
    return terminal_picture([lines], width, "lux tree")


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


def draw_review() -> str:
    """Draw what `lux analyse` finds: the worst move, the marked moves, the course of the game."""
    review = review_game(lux.Engine(), sample_game(), nodes=REVIEW_NODES)
    marked = [move for move in review.moves if move.judgement not in (None, Judgement.INACCURACY)]
    worst = max(marked, key=lambda move: [*Judgement].index(move.judgement))
    board = lux.svg.board(
        worst.node.board(),
        size=310,
        lastmove=worst.node.move,
        marks={worst.node.move[2:4]: worst.judgement.glyph},
        arrows=worst.best_line[:1],
    )
    with TemporaryDirectory() as folder:
        plot_review(review, Path(folder) / "course.svg")
        course = (Path(folder) / "course.svg").read_text(encoding="utf-8")
    # Below its title, and on the paper of the page.
    place = 'viewBox="0 32 1000 367" x="0" y="330" width="980" height="360"'
    course = re.sub('viewBox=.* height="400"', place, course, count=1).replace('fill="white"', 'class="paper"', 1)
    players = " - ".join(review.game.headers[name] for name in ("White", "Black"))
    accuracy = ", ".join(f"{side_name(side)} {value:.0f} %" for side, value in review.accuracy.items())
    parts = [
        REVIEW + board.replace("<svg ", '<svg x="15" y="15" ', 1),
        course,
        f'<text x="350" y="46" font-size="27">{markup(players)}, {review.game.result}</text>',
        f'<text x="350" y="88" class="quiet">Accuracy: {accuracy}</text>',
    ]
    for row, move in enumerate(marked[:SHOWN_MARKS]):
        y, weight = 145 + 44 * row, "bold" if move is worst else "normal"
        name = f"{move.number}{'.' if move.turn else '...'} {move.san}{move.judgement.glyph}"
        parts.append(f'<text x="350" y="{y}" font-weight="{weight}">{name}</text>')
        parts.append(f'<text x="520" y="{y}" class="quiet">{markup(shorten(remark(move), 36))}</text>')
    return "\n".join([*parts, "</svg>\n"])


PICTURES: dict[str, Callable[[], str]] = {
    "play": draw_play,
    "review": draw_review,
    "tree": draw_tree,
    "values": draw_values,
    "wrong-move": draw_wrong_move,
}


def draw(folder: Path, *names: str) -> None:
    """Write pictures into a folder, by default all."""
    for name in names or PICTURES:
        (folder / f"{name}.svg").write_text(PICTURES[name](), encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]), *sys.argv[2:])
