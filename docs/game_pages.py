"""A Sphinx extension: boards to step through a game on, the pages of `lux analyse --html` in a frame.

    ```{game} pictures/opera.pgn
    ```

The game is that of a file beside the page, or follows in the block itself. It is reviewed at fixed nodes, so the page
is the same at each build.
"""

import subprocess
import sys
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lux.pgn import read_games

NODES = "20000"  # of each search
# In the frame: the board and the moves without what stands around them.
FRAMED = """\
header, footer, .players { display: none }
body { padding: 0.5rem; max-width: none }
@media (min-width: 560px) {
  main { grid-template: "play moves" "course course" / minmax(0, 1fr) minmax(0, 1fr) }
}"""


class GamePage(SphinxDirective):
    """Show a game on a board to step through."""

    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Write the page of the game, and return the frame that shows it."""
        if self.env.app.builder.format != "html":
            return []
        pgn = "\n".join(self.content)
        if self.arguments:
            file, path = self.env.relfn2path(self.arguments[0])
            self.env.note_dependency(file)
            pgn = Path(path).read_text(encoding="utf-8")
        headers = next(read_games(pgn, errors="raise")).headers
        name = f"_games/{self.env.docname.replace('/', '-')}-{self.env.new_serialno('game')}.html"
        page = Path(self.env.app.outdir) / name
        page.parent.mkdir(exist_ok=True)
        with TemporaryDirectory() as folder:
            source = Path(folder) / "game.pgn"
            source.write_text(pgn, encoding="utf-8")
            command = [sys.executable, "-m", "lux.cli.main", "analyse", source, "--nodes", NODES, "--html", page, "-q"]
            subprocess.run(command, check=True)
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("</style>", f"{FRAMED}\n</style>", 1), encoding="utf-8")
        up = "../" * self.env.docname.count("/")
        title = escape(f"A board to step through: {headers['White']} - {headers['Black']}")
        frame = f'<iframe class="game" src="{up}{name}" title="{title}" loading="lazy"></iframe>'
        return [nodes.raw("", frame, format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("game", GamePage)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
