"""The build: which modules it compiles, with which flags, and what counts as out of date."""

import os
import platform
import tomllib

import pytest

pytest.importorskip("Cython", reason="the build's own tools are not installed")

from Cython.Build.Dependencies import create_dependency_tree

import setup
from tests import sources
from tests.build.test_layers import LAYER, ORDINARY
from tests.sources import ROOT, compiled_modules, dependencies_of, extension_of, stale_extensions

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# The modules of `lux` that are not compiled: everything above the gateway, and one of it.
PLAIN = {module for module, layer in LAYER.items() if layer >= ORDINARY} | {"split_perft"}


def test_extensions_are_the_modules_on_disk():
    on_disk = {path.stem for path in ROOT.glob("lux/*.py")} - PLAIN
    assert {extension.name for extension in setup.extensions()} == {f"lux.{stem}" for stem in on_disk}


def test_lint_exceptions_are_for_the_compiled_modules():
    per_file = PYPROJECT["tool"]["ruff"]["lint"]["per-file-ignores"]
    assert list(per_file) == [f"lux/{{{','.join(compiled_modules())}}}.py"]


def test_every_package_is_installed():
    found = [*ROOT.glob("[a-z]*/__init__.py"), *ROOT.glob("[a-z]*/[a-z]*/__init__.py")]
    on_disk = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in found if not path.is_relative_to(ROOT / "tests")
    }
    assert set(PYPROJECT["tool"]["setuptools"]["packages"]) == on_disk


@pytest.mark.parametrize(
    ("machine", "arch", "flag"),
    [
        ("x86_64", "", "-march=native"),
        ("x86_64", "x86-64-v3", "-march=x86-64-v3"),
        ("aarch64", "", "-mcpu=native"),
        ("arm64", "native", "-mcpu=native"),
        ("aarch64", "armv8-a", "-march=armv8-a"),
    ],
)
def test_architecture(monkeypatch, machine, arch, flag):
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setenv("LUX_ARCH", arch)
    assert setup.compile_args("lux.search")[0] == flag


def test_debug_build_has_asserts_and_sanitizers(monkeypatch):
    monkeypatch.setenv("LUX_DEBUG", "1")
    assert {"-UNDEBUG", "-fsanitize=address,undefined"} <= set(setup.compile_args("lux.search"))
    assert "-fsanitize=address,undefined" in setup.link_args()
    monkeypatch.setenv("LUX_DEBUG", "0")
    assert setup.link_args() == []


def test_out_of_date_means_the_same_to_tests_and_build(monkeypatch):
    """Otherwise the tests could refuse to run on what `make build` leaves alone.

    Cython does not track the header behind `from cython.cimports.lux import x`. Write
    `import cython.cimports.lux.x as x`.
    """
    monkeypatch.chdir(ROOT)
    tree = create_dependency_tree()
    for stem in compiled_modules():
        # Headers of C's own library come with Cython.
        seen_by_cython = {(ROOT / path).resolve() for path in tree.all_dependencies(f"lux/{stem}.py")}
        assert dependencies_of(stem) == {path for path in seen_by_cython if path.parent == ROOT / "lux"}, stem


def test_stale_extensions_are_noticed(monkeypatch, tmp_path):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    lux = tmp_path / "lux"
    lux.mkdir()
    (lux / "types.pxd").write_text("")
    (lux / "position.pxd").write_text("from lux.types cimport Move\n")
    (lux / "position.py").write_text("")
    (lux / "movegen.pxd").write_text("")
    (lux / "movegen.py").write_text("from cython.cimports.lux.position import Position\n")
    (lux / "history.pxd").write_text("")
    (lux / "history.py").write_text("")
    for path in lux.iterdir():
        os.utime(path, (1000, 1000))
    assert stale_extensions() == ["history", "movegen", "position"]

    for stem in ("history", "movegen", "position"):
        extension_of(stem).touch()
        os.utime(extension_of(stem), (2000, 2000))
    assert stale_extensions() == []

    os.utime(lux / "types.pxd", (3000, 3000))
    assert stale_extensions() == ["movegen", "position"]
