"""Reading suites: the shipped ones and anybody's."""

from importlib.resources import files

import pytest

from lux.perft import SUITES, load_suite, read_suite
from tests.cases import read_table

KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"


def test_every_shipped_file_is_a_suite():
    shipped = {path.name for path in files("lux.perft").iterdir() if path.name.endswith(".epd")}
    assert shipped == {f"{name}.epd" for name in SUITES}


@pytest.mark.parametrize("name", SUITES)
def test_depths_run_from_one_without_gaps(name):
    for fen, counts, *_ in load_suite(name):
        assert list(counts) == list(range(1, len(counts) + 1)), fen


def test_every_position_has_a_name_of_its_own_and_a_source():
    lines = [line for name in SUITES for line in load_suite(name)]
    assert len({line.id for line in lines}) == len({line.source for line in lines}) == len(lines)
    assert (load_suite("standard")[16].id, load_suite("standard")[16].source) == ("standard:17", "standard.epd:17")
    assert all(not line.id.startswith("lux:") for line in load_suite("lux"))


def test_counts_may_exceed_64_bits():
    assert load_suite("wiki")[0].counts[15] == 2015099950053364471960


def test_any_file_by_path(tmp_path):
    path = tmp_path / "mine.epd"
    path.write_bytes(
        f'\ufeff# two kings\r\n\r\n{KINGS} 0 1 ;D1 5;D2 25\r\n// the same\n{KINGS}; D2 25; id "two; kings";\n'.encode()
    )
    for name in (path, str(path)):
        assert load_suite(name) == [
            (f"{KINGS} 0 1", {1: 5, 2: 25}, "mine:3", f"{path}:3"),
            (KINGS, {2: 25}, "two; kings", f"{path}:5"),
        ]


@pytest.mark.parametrize(("line", "counts", "problem"), read_table("suites.tsv"))
def test_lines(tmp_path, line, counts, problem):
    """What is wrong is named and costs itself: the lines around it are read, and of its own what is right."""
    path = tmp_path / "mine.epd"
    path.write_text("# first line\n{}\n{} ;D1 5\n".format(line.replace("\\t", "\t").replace("\\0", "\0"), KINGS))
    suite = read_suite(path)
    *read, after = suite.lines
    assert after == (KINGS, {1: 5}, "mine:3", f"{path}:3")
    found = [" ".join(f"{depth}:{nodes}" for depth, nodes in sorted(counts.items())) for _, counts, *_ in read]
    assert found == [counts] * (counts != "-")
    assert all(line.startswith(" ".join(fen.split()[:4])) for fen, *_ in read)
    assert [str(each) for each in suite.problems] == [f"{path}:2: {problem}"] * (problem != "-")


def test_problems_are_errors_where_nobody_asks_for_them(tmp_path):
    path = tmp_path / "mine.epd"
    path.write_text(f"# first line\ngarbage\n{KINGS} ;D1 5\n")
    with pytest.raises(ValueError, match=r"mine\.epd:2: no position of four fields"):
        load_suite(path)


def test_blocks(tmp_path):
    path = tmp_path / "mine.perft"
    path.write_text(
        f'# comment\nid first\nepd {KINGS}\nperft 1 5\nperft 2 25\n\nid "second"\nepd {KINGS} 0 1\nperft 3 170\n'
        f"epd {KINGS}\nperft 1 5\nid no position\nperft 1 5\nepd {KINGS}\nperft one 5\n"
    )
    suite = read_suite(path)
    assert [(line.id, line.counts, line.source) for line in suite.lines] == [
        ("first", {1: 5, 2: 25}, f"{path}:3"),
        ("second", {3: 170}, f"{path}:8"),
        ("mine:10", {1: 5}, f"{path}:10"),
    ]
    assert sorted(map(str, suite.problems)) == [
        f"{path}:13: 'perft 1 5' is outside a block of 'id', 'epd', 'perft'",
        f"{path}:14: 'perft one 5' is not a node count, expected 'D<depth> <nodes>'",
    ]


def test_a_file_without_positions_is_a_problem(tmp_path):
    path = tmp_path / "empty.epd"
    path.write_text("# nothing\n")
    assert list(map(str, read_suite(path).problems)) == [f"{path}: no position in it"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "mine.epd"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path.write_bytes(f'{mark}# \u2013\r\n{KINGS} ;D1 5; id "M\u00fcller \u2013 1";\0\r\n'.encode(encoding))
    assert [line.id for line in load_suite(path)] == ["M\u00fcller \u2013 1"]


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_suite(tmp_path / "none.epd")
