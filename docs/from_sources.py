"""A Sphinx extension that adapts text from the sources to the pages."""

import __future__

import re
import sys
from importlib import import_module
from pathlib import Path, PurePosixPath

import click
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config, GoogleDocstring

import lux

ROOT = Path(__file__).resolve().parent.parent

# Where a page of the documentation has the text of a file, or of a section of the README.
PAGES = {
    "lux/README.md": "/negamax.md",
    "lux/search/README.md": "/ideas.md",
    "perft/README.md": "/files.md#perft-suites",
    "lux/evaluation/data/README.md": "/network.md",
    "CHANGELOG.md": "/changelog.md",
}


def follow_links(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    """Make the links of an included file lead to pages; links to sources become text."""
    folder = PurePosixPath((app.srcdir / path).resolve().relative_to(ROOT).as_posix())

    def follow(link: re.Match) -> str:
        """Return the link in place of one."""
        text, target = link.groups()
        if "://" in target:
            return link[0]
        file, hash_sign, anchor = target.partition("#")
        place = (ROOT / folder.parent / file).resolve().relative_to(ROOT).as_posix() if file else folder.as_posix()
        if page := PAGES.get(place + hash_sign + anchor):
            return f"[{text}]({page})"
        return f"[{text}](/{place.removeprefix('docs/')}{hash_sign}{anchor})" if place.startswith("docs/") else text

    content[0] = re.sub(r"\[([^]\[]+)\]\(([^)\s]+)\)", follow, content[0])


def prefer_lux(app: Sphinx, doctree: nodes.document) -> None:
    """Resolve public names of `lux` in all of its modules to `lux`, since tictac has some of the same names."""
    for node in doctree.findall(pending_xref):
        if node["reftarget"] in lux.__all__ and (node.get("py:module") or "").split(".")[0] == "lux":
            node["reftarget"] = f"lux.{node['reftarget']}"


# Commands


def mark_options(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    """Show options in a command's help as code, and placeholders unchanged."""
    lines[:] = [re.sub(r"(?<!\S)(--[a-z][a-z-]*)", r"``\1``", line).replace("*", r"\*") for line in lines]


def show_examples(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    """Show the examples at the end of a command's help as a block of code."""
    heading, *examples = [line.removeprefix("|").removeprefix(" ") for line in lines if line.startswith("|")] or [""]
    if examples:
        lines[:] = [f"{heading}:", "", *(f"   {example}" for example in examples)]


# Docstrings


def read_stubs(app: Sphinx) -> None:
    """Put the stubs' classes and functions, which have signatures and types, in the place of the compiled ones."""
    stubs = [*sorted(ROOT.glob("lux/*/**/*.pyi")), *sorted(ROOT.glob("lux/*.pyi"))]  # base classes come first
    modules = [import_module(".".join(stub.relative_to(ROOT).with_suffix("").parts)) for stub in stubs]
    for stub, module in zip(stubs, modules, strict=True):
        code = compile(stub.read_text(encoding="utf-8"), stub, "exec", __future__.annotations.compiler_flag)
        exec(code, vars(module))


def read_sections(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Turn Args, Raises and the like into fields. In napoleon's own hook a colon in a property's line ends its type."""
    kind = "method" if what in ("attribute", "property") else what
    config = Config(napoleon_use_ivar=True)  # autodoc has an entry for each attribute already
    lines[:] = GoogleDocstring(lines, config, app, kind, name, thing, options).lines()


def skip_fields(app: Sphinx, what: str, name: str, thing: object, skip: bool, options: object) -> bool | None:
    """Skip the fields of named tuples, which the signature shows."""
    return True if (getattr(thing, "__doc__", None) or "").startswith("Alias for field number") else None


def leave_plain(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element) -> nodes.Element | None:
    """Show names without a page, and types of the standard library, without links."""
    return text if node["reftype"] == "obj" or node["reftarget"].split(".")[0] in sys.stdlib_module_names else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything with Sphinx."""
    app.connect("builder-inited", read_stubs)
    app.connect("include-read", follow_links)
    app.connect("doctree-read", prefer_lux)
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("sphinx-click-process-description", mark_options)
    app.connect("sphinx-click-process-epilog", show_examples)
    app.connect("missing-reference", leave_plain)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
