"""A Sphinx extension that adapts text from the sources to the pages."""

import ast
import inspect
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path, PurePosixPath

import click
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.util import inspect as sphinx_inspect

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

    content[0] = show_pictures(re.sub(r"\[([^]\[]+)\]\(([^)\s]+)\)", follow, content[0]))


def show_pictures(text: str) -> str:
    """Turn each <picture>, which a hosting site shows, into two pictures: the theme's switch chooses one of them."""

    def both(picture: re.Match) -> str:
        """Return the images in place of one."""
        dark, width, alt, light = picture.groups()
        return "\n".join(
            f'![{alt}](/pictures/{PurePosixPath(file).name}){{.only-{theme} width="{width}"}}'
            for theme, file in (("light", light), ("dark", dark))
        )

    source, image = r'<source[^>]* srcset="([^"]*)">', r'<img width="([^"]*)" alt="([^"]*)" src="([^"]*)">'
    return re.sub(rf"<picture>\s*{source}\s*{image}\s*</picture>", both, text)


def read_pictures(app: Sphinx, page: str, content: list[str]) -> None:
    """Show the pictures of a page."""
    content[0] = show_pictures(content[0])


class Name(PyXRefRole):
    """What stands between single backquotes, as it stands there: dots at its beginning mean nothing."""

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Return title and target, to be looked up where the text stands."""
        refnode["py:module"], refnode["py:class"] = env.ref_context.get("py:module"), env.ref_context.get("py:class")
        return title, target


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
    """Show the examples at the end of a command's help as a block of code with a heading."""
    block = [line.removeprefix("|").removeprefix(" ") for line in lines if line.startswith("|")]
    if block:
        heading, *examples = block
        lines[:] = [
            f".. rubric:: {heading.rstrip(':')}",
            "",
            ".. code-block:: none",
            "",
            *(f"   {e}" for e in examples),
        ]


# Types

# What the stubs declare of a class's attributes and properties, by class and name.
ATTRIBUTES: dict[tuple[type, str], str] = {}
# The arguments of compiled classes, in which Python finds none.
CONSTRUCTORS: dict[object, inspect.Signature] = {}


def qualified(annotation: ast.expr, places: dict[str, str]) -> str:
    """Return an annotation with its names as *places* says where they are from."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            node.id = places.get(node.id, node.id)
    return ast.unparse(annotation)


def annotate(function: object, declared: ast.FunctionDef, places: dict[str, str]) -> None:
    """Set on a compiled function the types that its stub declares."""
    arguments = [*declared.args.posonlyargs, *declared.args.args, *declared.args.kwonlyargs]
    types = {argument.arg: qualified(argument.annotation, places) for argument in arguments if argument.annotation}
    if declared.returns is not None:
        types["return"] = qualified(declared.returns, places)
    function.__annotations__ = types


def annotate_module(name: str) -> None:
    """Set on the functions and classes of a compiled module the types that its stub declares."""
    module = import_module(name)
    tree = ast.parse((ROOT / name.replace(".", "/")).with_suffix(".pyi").read_text(encoding="utf-8"))
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    places = {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imported for alias in node.names}
    places |= {node.name: f"{name}.{node.name}" for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            annotate(getattr(module, node.name), node, places)
        elif isinstance(node, ast.ClassDef):
            annotate_class(getattr(module, node.name), node, places)


def owner(kind: type, name: str) -> type:
    """Return the class that defines a member of *kind*: itself, or a base class."""
    return next(base for base in kind.__mro__ if name in base.__dict__)


def is_setter(decorator: ast.expr) -> bool:
    """Return whether a decorator marks a property's setter."""
    return isinstance(decorator, ast.Attribute) and decorator.attr == "setter"


def annotate_class(kind: type, declared: ast.ClassDef, places: dict[str, str]) -> None:
    """Set on the methods of a compiled class the types that the stub declares, and note its constructor."""
    for node in declared.body:
        if isinstance(node, ast.AnnAssign):
            ATTRIBUTES[owner(kind, node.target.id), node.target.id] = qualified(node.annotation, {})
        elif not isinstance(node, ast.FunctionDef) or any(map(is_setter, node.decorator_list)):
            continue
        elif any(getattr(decorator, "id", "") == "property" for decorator in node.decorator_list):
            ATTRIBUTES[owner(kind, node.name), node.name] = qualified(node.returns, {})
        elif node.name == "__init__":
            names = {**vars(import_module(kind.__module__))}
            del node.args.args[0]
            exec(f"from __future__ import annotations\ndef example({ast.unparse(node.args)}): ...", names)
            CONSTRUCTORS[kind] = inspect.signature(names["example"])
        elif not node.name.startswith("_"):
            method = owner(kind, node.name).__dict__[node.name]
            annotate(getattr(method, "__func__", method), node, places)


def signature_of(
    subject: object, *args: object, find: Callable = sphinx_inspect.signature, **keywords: object
) -> object:
    """Return the arguments of a compiled class from its stub, of anything else as Sphinx finds them."""
    is_class = isinstance(subject, type) and subject in CONSTRUCTORS
    return CONSTRUCTORS[subject] if is_class else find(subject, *args, **keywords)


def annotate_all(app: Sphinx) -> None:
    """Set the types of the stubs on the compiled modules."""
    for stub in sorted(ROOT.glob("lux/**/*.pyi")):
        annotate_module(".".join(stub.relative_to(ROOT).with_suffix("").parts))


# Docstrings


def mark_blocks(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Mark an indented block after a line that ends with a colon as literal."""
    for number in range(len(lines) - 2):
        line, gap, block = lines[number : number + 3]
        indent = len(line) - len(line.lstrip())
        if line.endswith(":") and not line.endswith("::") and not gap and block.startswith(" " * (indent + 4)):
            lines[number] += ":"


def read_sections(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Turn Args, Raises and the like into fields. In napoleon's own hook a colon in a property's line ends its type."""
    kind = "method" if what in ("attribute", "property") else what
    config = Config(napoleon_use_ivar=True)  # autodoc has an entry for each attribute already
    lines[:] = GoogleDocstring(lines, config, app, kind, name, thing, options).lines()
    if declared := ATTRIBUTES.get((getattr(thing, "__objclass__", None), name.split(".")[-1])):
        lines += [f":type: ``{declared}``", ""]


def skip_fields(app: Sphinx, what: str, name: str, thing: object, skip: bool, options: object) -> bool | None:
    """Skip the fields of named tuples, which the signature shows."""
    return True if (getattr(thing, "__doc__", None) or "").startswith("Alias for field number") else None


def leave_plain(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element) -> nodes.Element | None:
    """Show names without a page, and types of the standard library, without links."""
    return text if node["reftype"] == "name" or node["reftarget"].split(".")[0] in sys.stdlib_module_names else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything with Sphinx."""
    app.connect("builder-inited", annotate_all)
    app.connect("include-read", follow_links)
    app.connect("source-read", read_pictures)
    app.add_role_to_domain("py", "name", Name())
    app.connect("doctree-read", prefer_lux)
    app.connect("autodoc-process-docstring", mark_blocks, priority=400)
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("autodoc-skip-member", skip_fields)
    sphinx_inspect.signature = signature_of
    app.connect("sphinx-click-process-description", mark_options)
    app.connect("sphinx-click-process-epilog", show_examples)
    app.connect("missing-reference", leave_plain)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
