"""Stubs: each .pyi declares what its compiled module offers, no less and no more, and so do signatures."""

import ast
import inspect
import pydoc
import subprocess
import sys
from importlib import import_module

import pytest

from tests.sources import ROOT, module_of

STUBS = {module_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("lux/**/*.pyi"))}
# The classes that programs make, and their modules.
CLASSES = [
    (name, node)
    for name, stub in STUBS.items()
    for node in stub.body
    if isinstance(node, ast.ClassDef) and any(getattr(item, "name", "") == "__init__" for item in node.body)
]


def names_in(body: list[ast.stmt]) -> set[str]:
    """Return the public names that a stub's module or class body defines."""
    names = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets}
    return {name for name in names if not name.startswith("_")}


def public(members: dict) -> set[str]:
    return {name for name in members if not name.startswith("_")}


@pytest.mark.parametrize("name", STUBS)
def test_stub_names_what_the_module_defines(name):
    module = import_module(name)
    defined = {
        name for name in public(vars(module)) if getattr(vars(module)[name], "__module__", "") == module.__name__
    }
    assert defined <= names_in(STUBS[name].body) <= public(vars(module))


@pytest.mark.parametrize("name", STUBS)
def test_stub_names_the_members_of_classes(name):
    module = import_module(name)
    for node in STUBS[name].body:
        if isinstance(node, ast.ClassDef):
            kinds = getattr(module, node.name).__mro__
            own = {name for kind in kinds if kind.__module__.startswith("lux.") for name in vars(kind)}
            inherited = {name for kind in kinds if not kind.__module__.startswith("lux.") for name in vars(kind)}
            assert names_in(node.body) == public(own) - inherited, node.name


def declared(function: ast.FunctionDef) -> list[tuple[str, bool, bool]]:
    """Return name, whether by keyword only, and whether it has a default, of each argument but the first."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    optional = len(plain) - len(arguments.defaults)
    found = [(argument.arg, False, index >= optional) for index, argument in enumerate(plain)]
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found[1:] + [(argument.arg, True, default is not None) for argument, default in keywords]


def shown(thing: object, bound: bool) -> list[tuple[str, bool, bool]]:
    """Return the same of what `inspect` sees."""
    parameters = [one for one in inspect.signature(thing).parameters.values() if one.kind is not one.VAR_KEYWORD]
    return [
        (parameter.name, parameter.kind is parameter.KEYWORD_ONLY, parameter.default is not parameter.empty)
        for parameter in (parameters if bound else parameters[1:])
    ]


@pytest.mark.parametrize(("name", "node"), CLASSES, ids=[f"{name}.{node.name}" for name, node in CLASSES])
def test_signatures_are_those_of_the_stubs(name, node):
    kind = getattr(import_module(name), node.name)
    for item in node.body:
        if not isinstance(item, ast.FunctionDef) or (item.name.startswith("_") and item.name != "__init__"):
            continue
        decorators = {getattr(decorator, "id", "setter") for decorator in item.decorator_list}
        if decorators & {"property", "setter"}:
            continue
        thing = kind if item.name == "__init__" else getattr(kind, item.name)
        assert shown(thing, item.name == "__init__" or "classmethod" in decorators) == declared(item), item.name
        assert "cython" not in str(inspect.signature(thing)), item.name


def test_help_begins_with_the_signature_and_what_it_is_for():
    board, engine = (getattr(import_module("lux"), name) for name in ("Board", "Engine"))
    text = pydoc.plain(pydoc.render_doc(board))
    assert "Board(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', chess960=False)" in text
    assert board.__doc__.startswith("A game of chess")
    assert board.fen.__doc__.startswith("Return the FEN")
    assert engine.search.__doc__.startswith("Search and return the result")
    # What a method is, `help` says in one line, once.
    assert text.count("gives_check(") == 1
    assert "perft_here" not in [name for name in dir(board) if not name.startswith("_")]


def test_defaults_are_those_that_are_used():
    lux = import_module("lux")
    for kind in (lux.Board, lux.Engine, lux.Tablebase):
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(kind).parameters.items()
            if parameter.default is not parameter.empty
        }
        assert repr(kind(**defaults)) == repr(kind())


def test_modules_need_no_import_of_their_own():
    script = "import lux; help(lux.board); help(lux.review); lux.nothing"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert "Play and examine a game from Python" in done.stdout
    assert done.stderr.endswith("AttributeError: module 'lux' has no attribute 'nothing'\n")
