"""The layers of the architecture: a folder of `lux` is a room, and imports go downwards only."""

import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from tests.sources import ROOT, Import, compiled_modules, file_of, imports_of, module_of, needs_sources

pytestmark = needs_sources

# The layer of each room. Rooms of one layer know nothing of each other; modules of one room import in one direction.
ROOMS = {
    "rules": 2,
    "evaluation": 3,
    "syzygy": 3,
    "search": 4,
    "text": 5,
    "game": 5,
    "runtime": 5,
    "analysis": 6,
    "uci": 6,
    "learning": 7,
}
# Of the modules in `lux` itself these are the gateway, Python objects on C, with layer 5, and what a board needs to
# draw itself, to read EPD and to know its start positions; the others have layer 6.
GATEWAY = {
    *("board", "chess960", "engine", "inspection", "limits", "network", "results"),
    *("score", "searcher", "squares", "svg", "tablebase"),
}

# Folders beside `lux/` that are imported, and installed, as packages in it: a link leads to each.
LINKED = {"lux.cli", "lux.perft"}
CLI_ROOMS = sorted(path.parent for path in ROOT.glob("cli/*/__init__.py"))

# What the packages above may import of Lux's own, and of other people's. `lux` alone means what lies in that folder.
PACKAGES = {
    "perft": {"lux", "lux.perft"},
    "tictac": {"lux.protocol", "tictac"},
    "cli": {"lux", "lux.perft", "tictac", "lux.cli"},
    "tests": {"lux", "lux.perft", "tictac", "lux.cli", "tests", "setup"},
}
THIRD_PARTY = {
    "cli": {"click", "matplotlib", "platformdirs", "prompt_toolkit", "rich"},
    "lux.learning.data": {"numpy"},
    "lux.learning.training": {"numpy", "torch"},  # the extra [train]
    "lux.learning.tuning": {"numpy"},
    "perft": {"dask", "distributed"},  # the extra [cluster]
    "tests": {
        *("chess", "click", "Cython", "distributed", "hypothesis", "playwright", "prompt_toolkit"),
        *("psutil", "pyte", "pytest", "rich", "setuptools", "torch", "yaml"),
    },
}
OWN = {"lux", "tictac", "tests", "setup"}


MODULES = sorted(
    {module_of(path).removesuffix(".__init__") for path in ROOT.glob("lux/**/*.p*") if path.suffix in (".py", ".pxd")}
)


def layer_of(module: str) -> int:
    room = module.split(".")[1] if "." in module else ""
    return ROOMS.get(room) or (5 if room in GATEWAY else 6)


def room_of(module: str) -> str:
    """Return the room of a module, or the module itself if it is in `lux`, where each is for itself."""
    return ".".join(module.split(".")[:2])


def files_of(module: str) -> list[Path]:
    named = [file_of(module, suffix) for suffix in (".py", ".pxd")]
    return [path for path in [*named, file_of(f"{module}.__init__", ".py")] if path.exists()]


def imports_by(module: str) -> Iterator[Import]:
    for path in files_of(module):
        yield from imports_of(path)


def modules_reached(module: str) -> set[str]:
    """Return the modules of `lux` that a module imports; a name that is not a module is its package's own."""
    reached = set()
    for found in imports_by(module):
        if found.module.split(".")[0] == "lux":
            submodules = {f"{found.module}.{name}" for name in found.names} & {*MODULES}
            reached |= submodules if len(submodules) == len(found.names) > 0 else submodules | {found.module}
    return reached - {module}


def imports_in(package: str) -> Iterator[tuple[str, Import]]:
    for path in sorted(ROOT.glob(f"{package}/**/*.py")):
        for found in imports_of(path):
            yield str(path.relative_to(ROOT)), found


def may_import(name: str, allowed: set[str]) -> bool:
    """Return whether a module, or a name from `lux`, is one of the allowed packages or in one."""
    linked = room_of(name)
    if linked in LINKED:
        return linked in allowed
    return any(name == may or name.startswith(may + ".") for may in allowed)


def is_standard(module: str) -> bool:
    return module.split(".")[0] in sys.stdlib_module_names


def test_every_room_has_a_layer_and_says_what_it_is_for():
    rooms = [path for path in (ROOT / "lux").iterdir() if any(path.glob("*.py")) and not path.is_symlink()]
    assert sorted(room.name for room in rooms) == sorted(ROOMS)
    inner = [path.parent for room in rooms for path in room.glob("*/__init__.py")]
    assert sorted(room.name for room in inner) == ["data", "selfplay", "training", "tuning"]
    for room in [*rooms, *inner, *CLI_ROOMS]:
        assert re.fullmatch(r'"""[^"]*Begin with `[^"]*"""\n', (room / "__init__.py").read_text(encoding="utf-8"))


def test_rooms_of_the_command_line_know_nothing_of_each_other():
    wrong = [
        f"{path} imports {found.module}"
        for room in CLI_ROOMS
        for path, found in imports_in(str(room.relative_to(ROOT)))
        if any(f"{found.module}.".startswith(f"lux.cli.{other.name}.") for other in CLI_ROOMS if other != room)
    ]
    assert len(CLI_ROOMS) == 5
    assert not wrong, "\n".join(wrong)


def test_folders_beside_lux_are_packages_in_it():
    links = {path for path in (ROOT / "lux").iterdir() if path.is_symlink()}
    assert {module_of(path) for path in links} == LINKED
    assert {path.resolve() for path in links} == {ROOT / "cli", ROOT / "perft"}


def test_the_documentation_has_every_module_in_its_room():
    rows = (
        (ROOT / "docs" / "architecture.md")
        .read_text(encoding="utf-8")
        .split("| layer | room | modules | |")[1]
        .split("\n\n")[0]
    )
    shown = set()
    for row in rows.splitlines()[2:]:
        layer, room, names = row.split("|")[1:4]
        package = room.strip(" `/").replace("/", ".")
        shown |= {(f"{package}.{name}", int(layer)) for name in re.findall(r"`(\w+)`", names)}
    packages = {"lux.__main__", *(module_of(path.parent) for path in ROOT.glob("lux/**/__init__.py"))}
    assert shown == {(module, layer_of(module)) for module in MODULES if module not in packages}


def test_lux_imports_downwards_only():
    wrong = [
        f"{module} imports {target}"
        for module in MODULES
        for target in sorted(modules_reached(module))
        if target not in MODULES
        or layer_of(target) > layer_of(module)
        or (layer_of(target) == layer_of(module) < 5 and room_of(target) != room_of(module))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_imports_itself_by_way_of_others():
    # The type checker's imports in lux/__init__.py are not executed.
    TopologicalSorter({module: modules_reached(module) for module in MODULES if module != "lux"}).prepare()


def test_the_core_imports_nothing_of_python():
    wrong = [
        f"{module} imports {found.module}"
        for module in MODULES
        for found in imports_by(module)
        if layer_of(module) < 5 and not found.compiled and found.module != "cython"
    ]
    assert not wrong, "\n".join(wrong)


def test_lux_imports_the_standard_library_at_most():
    wrong = [
        f"{module} imports {found.module}"
        for module in MODULES
        for found in imports_by(module)
        if not found.compiled
        and not (found.module.split(".")[0] == "lux" or is_standard(found.module))
        and not (found.module == "cython" and module in compiled_modules())
        and found.module.split(".")[0] not in THIRD_PARTY.get(module.rpartition(".")[0], set())
    ]
    assert not wrong, "\n".join(wrong)


def test_packages_above_import_what_they_may():
    wrong = []
    for package, allowed in PACKAGES.items():
        for path, found in imports_in(package):
            top = found.module.split(".")[0]
            from_lux = found.module == "lux" and found.names
            reached = {f"lux.{name}" for name in found.names} if from_lux else {found.module}
            own = top in OWN and all(may_import(name, allowed) for name in reached)
            if not (own or is_standard(found.module) or top in THIRD_PARTY.get(package, ())):
                wrong.append(f"{path} imports {found.module}")
    assert not wrong, "\n".join(wrong)
