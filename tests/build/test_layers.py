"""The layers of the architecture: imports go downwards only."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import ROOT, Import, imports_of

pytestmark = pytest.mark.skipif(not (ROOT / "lux").exists(), reason="Lux is installed, its sources are not here")

# Every module of `lux`. A module may import any module of a lower layer, and of its own only what SIDEWAYS allows.
LAYER = {
    "types": 0,
    "bitboard": 0,
    "move": 0,
    "memory": 0,
    "attacks": 1,
    "zobrist": 1,
    "position": 2,
    "movegen": 2,
    "replies": 2,
    "perft": 2,
    "weights": 3,
    "evaluate": 3,
    "tt": 3,
    "history": 3,
    "syzygy_file": 3,
    "syzygy": 3,
    "params": 4,
    "timeman": 4,
    "movepick": 4,
    "search": 4,
    "fen": 5,
    "notation": 5,
    "split_perft": 5,
    "board": 5,
    "tablebase": 5,
    "engine": 5,
    "probe": 5,
    "protocol": 6,
    "options": 6,
    "machine": 6,
    "polyglot": 6,
    "wdl": 6,
    "genfens": 6,
    "bench": 6,
    "chess960": 6,
    "client": 6,
    "strength": 6,
    "pgn": 6,
    "epd": 6,
    "review": 6,
    "uci": 6,
    "__init__": 6,
    "__main__": 6,
}

SIDEWAYS = {
    "bitboard": {"types"},
    "move": {"types"},
    "movegen": {"position"},
    "replies": {"movegen", "position"},
    "perft": {"movegen", "position", "replies"},
    "evaluate": {"weights"},
    "syzygy": {"syzygy_file"},
    "search": {"movepick", "timeman", "params"},
    "notation": {"fen"},
    "board": {"fen", "notation", "split_perft"},
    "tablebase": {"board"},
    "engine": {"board", "notation", "tablebase"},
    "probe": {"board", "notation", "tablebase"},
    "options": {"protocol"},
    "epd": {"chess960"},
    "review": {"__init__", "pgn"},
    "uci": {"__init__", "bench", "genfens", "machine", "options", "polyglot", "protocol", "strength", "wdl"},
    "__main__": {"uci"},
}

GATEWAY, ORDINARY = 5, 6  # the first layer with Python objects, the first that is not compiled

# What the packages above may import of Lux's own, and of other people's.
PACKAGES = {
    "perft": {"lux", "perft"},
    "tictac": {"lux.protocol", "tictac"},
    "cli": {"lux", "perft", "tictac", "cli"},
    "tests": {"lux", "perft", "tictac", "cli", "tests", "setup"},
}
THIRD_PARTY = {
    "cli": {"click", "matplotlib", "rich"},
    "perft": {"dask", "distributed"},  # the extra [cluster]
    "tests": {"chess", "click", "Cython", "distributed", "hypothesis", "psutil", "pytest", "rich"},
}
OWN = {"lux", *PACKAGES, "setup"}


def module_files() -> dict[str, list[Path]]:
    """Return the files of every module of `lux`: source, header, or both."""
    files: dict[str, list[Path]] = {}
    for path in sorted(ROOT.glob("lux/*.p*")):
        if path.suffix in (".py", ".pxd"):
            files.setdefault(path.stem, []).append(path)
    return files


def imports_in(package: str) -> Iterator[tuple[str, Import]]:
    for path in sorted(ROOT.glob(f"{package}/**/*.py")):
        for found in imports_of(path):
            yield str(path.relative_to(ROOT)), found


def lux_imports(found: Import) -> set[str]:
    """Return the modules of `lux` that an import reaches; a name that is no module is the package's own."""
    if found.module == "lux":
        return {name if name in LAYER else "__init__" for name in found.names} or {"__init__"}
    return {found.module.split(".")[1]} if found.module.startswith("lux.") else set()


def is_standard(module: str) -> bool:
    return module.split(".")[0] in sys.stdlib_module_names


def test_every_module_has_a_layer():
    assert sorted(module_files()) == sorted(LAYER)


def test_readme_has_every_module_in_its_layer():
    rows = (ROOT / "README.md").read_text(encoding="utf-8").split("| layer | modules | |")[1].split("\n\n")[0]
    cells = [row.split("|")[1:3] for row in rows.splitlines()[2:]]
    shown = {name: int(number) for number, names in cells for name in re.findall(r"`(\w+)`", names)}
    assert shown == {name: number for name, number in LAYER.items() if not name.startswith("__")}


def test_lux_imports_downwards_only():
    wrong = [
        f"{path.name} imports {target}"
        for module, paths in module_files().items()
        for path in paths
        for found in imports_of(path)
        for target in sorted(lux_imports(found))
        if target != module and LAYER[target] >= LAYER[module] and target not in SIDEWAYS.get(module, ())
    ]
    assert not wrong, "\n".join(wrong)


def test_the_core_imports_nothing_of_python():
    wrong = [
        f"{path.name} imports {found.module}"
        for module, paths in module_files().items()
        for path in paths
        for found in imports_of(path)
        if LAYER[module] < GATEWAY and not found.compiled and found.module != "cython"
    ]
    assert not wrong, "\n".join(wrong)


def test_lux_imports_the_standard_library_at_most():
    wrong = [
        f"{path.name} imports {found.module}"
        for module, paths in module_files().items()
        for path in paths
        for found in imports_of(path)
        if not found.compiled
        and not lux_imports(found)
        and not is_standard(found.module)
        and (found.module != "cython" or LAYER[module] >= ORDINARY)
    ]
    assert not wrong, "\n".join(wrong)


def test_packages_above_import_what_they_may():
    wrong = []
    for package, allowed in PACKAGES.items():
        for path, found in imports_in(package):
            top = found.module.split(".")[0]
            reached = {found.module} if found.module != "lux" else {f"lux.{name}" for name in found.names} | {"lux"}
            own = top in OWN and any(name == may or name.startswith(may + ".") for name in reached for may in allowed)
            if not (own or is_standard(found.module) or top in THIRD_PARTY.get(package, ())):
                wrong.append(f"{path} imports {found.module}")
    assert not wrong, "\n".join(wrong)


def test_the_reader_of_imports_sees_every_form(tmp_path):
    source = tmp_path / "example.py"
    source.write_text(
        '"""from lux.wrong import a docstring"""\n'
        "import os, sys  # import wrong\n"
        "import cython as c\n"
        "from cython.cimports.lux.types import (\n    Move,  # packed\n    Square,\n)\n"
        "from cython.cimports.lux import attacks\n"
        "def later():\n    from lux.board import Board as B\n",
        encoding="utf-8",
    )
    assert sorted(imports_of(source)) == [
        Import("cython", (), False),
        Import("lux", ("attacks",), True),
        Import("lux.board", ("Board",), False),
        Import("lux.types", ("Move", "Square"), True),
        Import("os", (), False),
        Import("sys", (), False),
    ]
    header = tmp_path / "example.pxd"
    header.write_text("from lux.types cimport Move, \\\n    Square\ncimport cython\n", encoding="utf-8")
    assert sorted(imports_of(header)) == [
        Import("cython", (), True),
        Import("lux.types", ("Move", "Square"), True),
    ]
