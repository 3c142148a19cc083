"""A Sphinx extension: boards to step through a game on, the pages of `lux analyse --html` in a frame.

    ```{game} pictures/opera.pgn
    ```

The game is that of a file beside the page, or follows in the block itself. It is reviewed at fixed nodes, so the page
is the same at each build.
"""

import re
import subprocess
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

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
        name = f"_games/{self.env.docname.replace('/', '-')}-{self.env.new_serialno('game')}.html"
        page = Path(self.env.app.outdir) / name
        page.parent.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "lux.cli.main", "analyse", "-", "--nodes", NODES, "--html", page, "-q"]
        subprocess.run(command, input=pgn, text=True, encoding="utf-8", check=True)
        text = page.read_text(encoding="utf-8").replace("</style>", f"{FRAMED}\n</style>", 1)
        page.write_text(text, encoding="utf-8")
        players = re.search("<title>(.*)</title>", text)[1]
        up = "../" * self.env.docname.count("/")
        frame = (
            f'<iframe class="game" src="{up}{name}" title="A board to step through: {players}" loading="lazy"></iframe>'
        )
        return [nodes.raw("", frame, format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("game", GamePage)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
