"""From negamax to Lux: the page names what there is, and its figures are those of this search."""

import re

import pytest

from tests.search.steps import PAGE, STEPS, table, table_on_page
from tests.search.tuning_build import build_for_tuning
from tests.sources import ROOT, needs_sources

pytestmark = needs_sources

TEXT = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
ITEMS = re.findall(r"^(\d+)\. \*\*(.*?)\.\*\* (.*?)(?=^\d+\. |\n\n)", TEXT, re.MULTILINE | re.DOTALL)


def test_every_step_has_its_item_and_its_figures():
    assert [int(number) for number, _, _ in ITEMS] == list(range(1, len(STEPS) + 1))
    for (_, title, _), step in zip(ITEMS, STEPS, strict=True):
        assert title.lower().removeprefix("the ") == step.name
    rows = table_on_page().splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == [f"| {number}. {step.name}" for number, step in enumerate(STEPS, 1)]


def test_what_is_to_be_read_exists():
    sources = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("lux/search/*.p*")}
    functions = set(re.findall(r"^(?:def|cdef inline \w+) (\w+)", "\n".join(sources.values()), re.MULTILINE))
    steps = set(re.findall(r"# Step (\d+)\.", sources["search.py"]))
    for _, _, text in ITEMS:
        names = re.findall(r"`(\w+)`", text)
        assert set(names) <= functions, text
        assert set(re.findall(r"`(\w+\.py)`", text)) <= {*sources}, text
        for numbers in re.findall(r"[Ss]teps? ([\d, and]+)", text):
            assert set(re.findall(r"\d+", numbers)) <= steps, text
    assert all((PAGE.parent / target).exists() for target in re.findall(r"\]\((.*?)\)", TEXT))


def test_ranges_hold_the_values_of_stockfish():
    """A comment such as "SF 140: 57" names a margin and what it is in Lux's units."""
    header = (ROOT / "lux/search/params.pxd").read_text(encoding="utf-8")
    margins = re.findall(r"# (-?\d+) \.\. (\d+), .*SF (-?\d+): (-?\d+)", header)
    assert len(margins) > 10
    for least, most, theirs, converted in margins:
        assert abs(int(theirs) * 134.5 / 328 - int(converted)) < 1
        assert int(least) <= int(converted) <= int(most)


@pytest.mark.slow
def test_the_figures(tmp_path):
    pytest.importorskip("Cython", reason="the build's own tools are not installed")
    build_for_tuning(tmp_path)
    assert table(tmp_path) == table_on_page(), "make steps writes the figures anew"
