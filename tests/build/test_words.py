"""Documentation and sources use the field's words: spellings that were replaced do not come back."""

import re

import pytest

from tests.sources import ROOT

pytestmark = pytest.mark.skipif(not (ROOT / "docs").exists(), reason="Lux is installed, its documentation is not here")

# What was written, as a regular expression for whole words, and what the field says.
REPLACED = {
    "m[ae]n": "piece, pieces",
    "endgame tables?": "tablebases",
    "table(?:'s)? (?:move|value)s?": "TT move, TT value",
    "closed windows?": "null window",
    "open windows?": "full window",
    "evaluation by hand|hand-made (?:evaluation|one)": "hand-crafted evaluation (HCE)",
    "builds? with a profile|profiled builds?": "PGO build",
    "second search(?:es)?": "re-search",
    "study builds?|builds? for tuning": "tuning build",
    "lateness": "overshoot",
    "nodes a (?:move|second)": "nodes/move, nodes per second",
    "(?:is|are) told in|it is said": "see ...",
    "wanted are": "an active sentence",
    "who (?:has|is|wants|prefers|searches)": "to ..., if you ...",
}
# Passages that keep such a word, by file: old names, and a person's.
EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "Makefile": ("sphinx -q -W -b man",),
    "lux/analysis/legality.py": ('men = OldName("men", "pieces")',),
    "lux/syzygy/probe.py": ("Ronald de Man's",),
    "lux/syzygy/table_file.py": ("Ronald de Man's",),
}
# Docstrings say what a function returns, computes, checks or raises.
CHATTY_VERB = re.compile(r'"""(?:Tell|Say|Know) [^\n]*')
PAGES = sorted(
    path for pattern in ("*.md", "docs/**/*.md", "docs/**/*.rst", "[lpct]*/**/*.md") for path in ROOT.glob(pattern)
)
SOURCES = sorted(
    path
    for pattern in (
        "setup.py",
        "Makefile",
        ".ci/*",
        *(f"{room}/**/*.p[yx]*" for room in ("lux", "cli", "perft", "tictac")),
    )
    for path in ROOT.glob(pattern)
    if "__pycache__" not in path.parts and path.is_file()
)


def found_in(text: str) -> list[str]:
    """Return each replaced wording in a text with its better one."""
    text = " ".join(text.split())
    return [
        f"{match[0]!r}: write {better}"
        for words, better in REPLACED.items()
        for match in re.finditer(rf"\b(?:{words})\b", text, re.IGNORECASE)
    ]


@pytest.mark.parametrize(("files", "least"), [(PAGES, 25), (SOURCES, 200)], ids=["pages", "sources"])
def test_replaced_words_do_not_come_back(files, least):
    assert len(files) > least
    wrong = []
    for path in files:
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for passage in EXCEPTIONS.get(name, ()):
            assert passage in text
            text = text.replace(passage, "")
        wrong += [f"{name}: {found}" for found in found_in(text)]
    assert not wrong, "\n".join(wrong)


def test_docstrings_name_what_a_function_does():
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in SOURCES
        for match in CHATTY_VERB.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)
    assert CHATTY_VERB.search('    """Tell whether the game is over."""')


def test_a_replaced_word_is_found_across_lines():
    assert found_in("The\nevaluation by\nhand of many women.") == [
        "'evaluation by hand': write hand-crafted evaluation (HCE)"
    ]
