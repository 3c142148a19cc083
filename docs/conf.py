"""Sphinx's settings: `make docs` writes the pages to build/docs/html."""

import os
import sys
from pathlib import Path

from lux import __version__

sys.path.insert(0, str(Path(__file__).resolve().parent))

# A stub by itself has no values: from_sources puts stubs into the compiled modules.
os.environ["SPHINX_AUTODOC_IGNORE_NATIVE_MODULE_TYPE_STUBS"] = "1"

project = "Lux"
author = "The Lux authors"
project_copyright = author
version = release = __version__

extensions = [
    "sphinx.ext.autodoc",
    "myst_parser",
    "sphinx_click",
    "from_sources",
]
exclude_patterns = ["README.md"]
needs_sphinx = "8.2"
nitpicky = True
smartquotes_action = "D"  # only dashes: quotes may be meant as they are

# A single pair of backquotes is a link if it names something that has a place here, else code.
default_role = "py:obj"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

autodoc_default_options = {"members": True}
autodoc_inherit_docstrings = False
# A type variable, a list with its own way to be shown, what one-line errors are known by, and what Board is built on.
nitpick_ignore = [
    ("py:class", "lux.review.Group"),
    ("py:class", "lux.text.uci_move.LegalMoves"),
    ("py:class", "lux.runtime.errors.OneLineError"),
    ("py:class", "lux.game.base_board.BaseBoard"),
]

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3

man_pages = [("commands", "lux", "play, analyse and verify chess", author, 1)]

highlight_language = "none"  # of blocks that name no other
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_title = f"Lux {version}"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
