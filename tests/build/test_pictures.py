"""The pictures of README and documentation: `make pictures` draws them, and what they say of the rooms is true."""

import re
from xml.etree import ElementTree

import pytest

from tests.build.test_layers import GATEWAY, MODULES, ROOMS, imports_in, modules_reached
from tests.sources import ROOT, load_script, needs_sources

DOCS = ROOT / "docs"
pytestmark = needs_sources
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LARGEST = 200_000  # bytes


@pytest.fixture(scope="module")
def pictures():
    """Return the module that draws the pictures."""
    return load_script(DOCS / "pictures.py")


def test_the_command_draws_every_picture_and_each_time_the_same(pictures, tmp_path):
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
    pictures.draw(first)
    pictures.draw(again, "review", "tree", "values")
    committed = {path.name for path in (DOCS / "pictures").glob("*.svg")}
    # `lux train --plot` drew the loss, and the diagrams are kept by hand.
    assert {path.name for path in first.iterdir()} == committed - {"loss.svg", "house.svg", "way.svg"}
    for path in first.iterdir():
        ElementTree.parse(path)
        assert 1_000 < path.stat().st_size < LARGEST
    for path in again.iterdir():
        assert path.read_bytes() == (first / path.name).read_bytes()


def test_no_picture_asks_for_anything_from_elsewhere():
    for path in (DOCS / "pictures").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""(?:href|src)=["'](?!#)|url\((?!#)|@import""", text), path.name


def test_pages_show_every_picture_with_alternative_text():
    shown = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for alternative, file in re.findall(r"!\[([^\]]+)\]\(([^)]+\.svg)\)", text):
            assert len(alternative) > 20
            shown.add((page.parent / file).resolve())
    assert shown == {path.resolve() for path in (DOCS / "pictures").glob("*.svg")}


def place_of(module: str) -> str | None:
    """Return the place of a module in the diagram of the house; its rooms of layers 5 and 6 share one each."""
    room = module.split(".")[1] if "." in module else ""
    if room in ("perft", "cli"):
        return room
    if not room or room == "inspection":
        return None
    layer = ROOMS.get(room) or (5 if room in GATEWAY else 6)
    return f"layer-{layer}" if layer in (5, 6) else room


def below(edges: dict[str, set[str]], place: str) -> set[str]:
    """Return all that a place imports, by way of others too."""
    return set().union(*({lower} | below(edges, lower) for lower in edges.get(place, ())))


def diagram() -> tuple[set[str], dict[str, set[str]]]:
    """Return the names in the diagram of the house, and its arrows, from the edge of a box to that of another."""
    text = (DOCS / "pictures" / "house.svg").read_text(encoding="utf-8")
    edges: dict[tuple[str, int], list[tuple[float, float, str]]] = {}
    for name, *place in re.findall(r'<rect id="([\w-]+)" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', text):
        x, y, width, height = map(int, place)
        for end, edge in (("start", y + height), ("end", y)):
            edges.setdefault((end, edge), []).append((x, x + width, name))
    drawn: dict[str, set[str]] = {}
    for x, y, to_x, to_y in re.findall(r'<path d="M(\S+) (\d+)L(\S+) (\d+)"/>', text):
        (upper,) = (name for left, right, name in edges["start", int(y)] if left <= float(x) <= right)
        (lower,) = (name for left, right, name in edges["end", int(to_y)] if left <= float(to_x) <= right)
        drawn.setdefault(upper, set()).add(lower)
    return {*re.findall(r'<text class="name"[^>]*>(.*)</text>', text)}, drawn


def test_the_diagram_has_every_room_and_the_imports_between_them():
    shown, drawn = diagram()
    assert shown == {"cli/", "perft/", "tictac/", "lux/", *(f"lux/{room}/" for room in ROOMS)}
    edges: dict[str, set[str]] = {}
    for module in MODULES:
        for target in modules_reached(module):
            edges.setdefault(place_of(module), set()).add(place_of(target))
    for package in ("cli", "perft", "tictac"):
        for _, found in imports_in(package):
            names = {f"lux.{name}" for name in found.names} if found.module == "lux" else {found.module}
            for name in names:
                if name.split(".")[0] in ("lux", "tictac"):
                    known = "tictac" if name.startswith("tictac") else place_of(name)
                    edges.setdefault(package, set()).add(known)
    edges = {upper: {lower for lower in found if lower not in (None, upper)} for upper, found in edges.items() if upper}
    # What comes by way of others is not drawn.
    direct = {
        upper: {lower for lower in lowers if not any(lower in below(edges, other) for other in lowers)}
        for upper, lowers in edges.items()
        if lowers
    }
    assert drawn == direct
