"""Journals of long runs: what was recorded comes back, and no other file is written to."""

import pytest

from lux.runtime.journal import Journal, JournalError, read_journal

HEADERS = [{"tuning": {"steps": 3, "seed": 1}}, {"tuning": 1, "steps": 3, "seed": 1}]
ENTRIES = [{"score": 1}, {"score": -2}]


def opened(path, header):
    return Journal(path, "tuning", header)


@pytest.fixture(params=HEADERS, ids=["settings below", "settings beside"])
def header(request):
    return request.param


@pytest.fixture
def path(tmp_path, header):
    """Return a journal of two entries."""
    with opened(tmp_path / "state", header) as journal:
        journal.append(*ENTRIES)
    return tmp_path / "state"


@pytest.mark.parametrize("rest", [b"", b'{"score": 3', b"\0\0"])
def test_a_crash_costs_the_last_line(path, header, rest):
    whole = path.read_bytes()
    path.write_bytes(whole + rest)
    assert read_journal(path, "tuning", "tuning") == (header, ENTRIES)
    with opened(path, header) as journal:
        assert journal.entries == ENTRIES
        journal.append({"score": 0})
    assert path.read_bytes() == whole + b'{"score": 0}\n'


def test_a_crash_in_the_first_line_costs_nothing(path, header):
    first = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(first[:-5])
    with opened(path, header) as journal:
        assert journal.entries == []
    assert path.read_bytes() == first


def test_other_settings_are_named(path, header):
    other = {key: value | {"steps": 4} if key == "tuning" and value != 1 else value for key, value in header.items()}
    with pytest.raises(JournalError, match=rf"^{path}: tuning with other steps: 3, not 4$"):
        opened(path, other | ({"steps": 4} if "steps" in other else {}))


STRANGE = [
    "1. e4 *\n",
    "To do:\nbuy milk",
    "no line end",
    "[1]\n",
    "7\n",
    "\n",
    "\ufeff{}\n",
    '{"other": 1}\n',
    "[" * 9**5 + "\n",
]


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_a_file_of_something_else_stays_as_it_is(path, header, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(JournalError, match=rf"^{path}: not a tuning$"):
        opened(path, header)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("line", ["", "x", "7", "[]"])
def test_a_damaged_line_is_named(path, header, line):
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[2:], ""]))
    with pytest.raises(JournalError, match=rf"^{path}:3: not a line of a tuning$"):
        opened(path, header)


def test_two_runs_do_not_write_one_file(path, header):
    with opened(path, header), pytest.raises(JournalError, match=rf"^{path}: in use by another run$"):
        opened(path, header)
    opened(path, header).close()
