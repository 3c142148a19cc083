"""Stubs: each .pyi names what its compiled module offers, no less and no more."""

import ast
from importlib import import_module

import pytest

from tests.sources import ROOT

STUBS = sorted(path.stem for path in ROOT.glob("lux/*.pyi"))


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


@pytest.mark.parametrize("stem", STUBS)
def test_stub_names_what_the_module_defines(stem):
    stub = ast.parse((ROOT / "lux" / f"{stem}.pyi").read_text(encoding="utf-8"))
    module = import_module(f"lux.{stem}")
    defined = {
        name for name in public(vars(module)) if getattr(vars(module)[name], "__module__", "") == module.__name__
    }
    assert defined <= names_in(stub.body) <= public(vars(module))


@pytest.mark.parametrize("stem", STUBS)
def test_stub_names_the_members_of_classes(stem):
    stub = ast.parse((ROOT / "lux" / f"{stem}.pyi").read_text(encoding="utf-8"))
    module = import_module(f"lux.{stem}")
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            inherited = {name for base in getattr(module, node.name).__mro__[1:] for name in vars(base)}
            assert names_in(node.body) == public(vars(getattr(module, node.name))) - inherited, node.name
