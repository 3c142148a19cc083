"""README and documentation use the field's words: spellings that were replaced do not come back."""

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
    "study builds?": "tuning build",
    "nodes a (?:move|second)": "nodes/move, nodes per second",
    "(?:is|are) told in|it is said": "see ...",
    "wanted are": "an active sentence",
    "who (?:has|is|wants|prefers|searches)": "to ..., if you ...",
}
# Passages that keep such a word, by page.
EXCEPTIONS: dict[str, tuple[str, ...]] = {}
PAGES = sorted(
    path for pattern in ("*.md", "docs/**/*.md", "docs/**/*.rst", "[lpct]*/**/*.md") for path in ROOT.glob(pattern)
)


def found_in(text: str) -> list[str]:
    """Return each replaced wording in a text with its better one."""
    text = " ".join(text.split())
    return [
        f"{match[0]!r}: write {better}"
        for words, better in REPLACED.items()
        for match in re.finditer(rf"\b(?:{words})\b", text, re.IGNORECASE)
    ]


def test_replaced_words_do_not_come_back():
    assert len(PAGES) > 25
    wrong = []
    for path in PAGES:
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for passage in EXCEPTIONS.get(name, ()):
            assert passage in text
            text = text.replace(passage, "")
        wrong += [f"{name}: {found}" for found in found_in(text)]
    assert not wrong, "\n".join(wrong)


def test_a_replaced_word_is_found_across_lines():
    assert found_in("The\nevaluation by\nhand of many women.") == [
        "'evaluation by hand': write hand-crafted evaluation (HCE)"
    ]
