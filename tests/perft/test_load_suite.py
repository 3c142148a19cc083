"""Reading suites: the shipped ones and anybody's."""

from importlib.resources import files

import pytest

from lux import STARTPOS
from lux.perft import SUITES, load_suite, read_suite

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
    lines = load_suite(path)
    assert lines == load_suite(str(path))
    assert lines == [
        (f"{KINGS} 0 1", {1: 5, 2: 25}, "mine:3", f"{path}:3"),
        (KINGS, {2: 25}, "two; kings", f"{path}:5"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        f"{KINGS} 0 1 ;D1 5 ;D2 25",
        f"{KINGS} 0 1;D1 5;D2 25;",
        f"{KINGS} 0 1; D1 5; D2 25;",
        f"{KINGS} 0 ;d1 5 ;d2 25",
        f"{KINGS};D1 5;D2 25",
        f"{KINGS}\t;D1\t5\t;D2   25\t",
        f"{KINGS} D1 5; D2 25;",
        f"{KINGS} 0 1 D1 5 D2 25",
        f"{KINGS} 0 1 ;D1=5 ;D2:25",
        f"{KINGS} 0 1; perft 1 = 5; perft(2)=25",
        f"{KINGS} 0 1; depth 1: 5; depth 2: 25",
        f"{KINGS} 0 1,5,25",
        f"{KINGS}, 5, 25",
        f"{KINGS};;D1 5;;;D2 25;\0",
        f'{KINGS} ; - ; D1 5; id="a "b; D1 6" c"; D2 25; c1 "open',
        f"{KINGS} ;D02 25 ;D1 5",
        f'{KINGS} hmvc 0; fmvn 1; bm Ke2; D1 5; D2 25; c1 "a;b"; ',
    ],
)
def test_spellings_of_a_line(tmp_path, line):
    path = tmp_path / "mine.epd"
    path.write_text(line)
    (read,) = load_suite(path)
    assert " ".join(read.fen.split()[:4]) == KINGS
    assert dict(sorted(read.counts.items())) == {1: 5, 2: 25}


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


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (f"{KINGS} 0 1", "no node counts"),
        ("garbage", "no position of four fields"),
        (";D1 20", "no position of four fields"),
        ("garbage ;D1 20", "no position of four fields"),
        ("4k3/8/8/8/8/8/8/4k3 w - - 0 1 ;D1 20", "White has no king"),
        (f"{KINGS} 0 1 ;D1 5 ;D1 6", "two counts for depth 1: 5 and 6"),
        (f"{KINGS} 0 1,6,5", "depth 1 has 5 nodes, not 6"),
        (f"{KINGS} 0 1,3,170,4,1120", "depth 1 has 5 nodes, not 3"),
        (f"{KINGS} 0 1,25,6", "depth 1 has 5 nodes, not 25"),
        (f"{KINGS} 0 1 ;D0 1", "'D0 1' is not a node count"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path, line, complaint):
    path = tmp_path / "mine.epd"
    path.write_text(f"# first line\n{line}\n{KINGS} ;D1 5\n")
    with pytest.raises(ValueError, match=rf"mine\.epd:2: {complaint}"):
        load_suite(path)
    suite = read_suite(path)
    assert [problem.source for problem in suite.problems] == [f"{path}:2"]
    assert [line.source for line in suite.lines] == [f"{path}:3"]


NO_COUNTS = ["2", "D1", "D0 1", "D101 5", "D10000000000000000000 1", "D2 x", "E2 25", "D6 4,865,609", "D2 25 best"]


@pytest.mark.parametrize("operation", [*NO_COUNTS, "D7 " + "9" * 120])
def test_an_operation_that_is_no_count_costs_itself(tmp_path, operation):
    path = tmp_path / "mine.epd"
    path.write_text(f"{KINGS} ;D3 170;{operation} ;D4 1120\n")
    suite = read_suite(path)
    assert [problem.text for problem in suite.problems] == [
        f"{operation[:40]!r} is not a node count, expected 'D<depth> <nodes>'"
    ]
    assert suite.lines[0].counts.items() >= {3: 170, 4: 1120}.items()


@pytest.mark.parametrize(
    ("fen", "numbers", "counts"),
    [
        (STARTPOS, "5,4865609", {5: 4865609}),
        (KINGS, "5,4865609", {5: 4865609}),  # too many for depth 2, although depth 1 has 5
        (KINGS, " 3 , 170", {3: 170}),
        (STARTPOS, "20,400,8902", {1: 20, 2: 400, 3: 8902}),
        (STARTPOS, "20", {1: 20}),
        ("k7/8/8/8/8/6q1/5q2/7K w - - 0 1", "0,0", {1: 0, 2: 0}),
    ],
)
def test_numbers_after_commas_are_counts_or_depth_and_count(tmp_path, fen, numbers, counts):
    path = tmp_path / "mine.epd"
    path.write_text(f"{fen},{numbers}\n")
    assert load_suite(path)[0].counts == counts


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
