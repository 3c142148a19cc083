"""Reading suites: the shipped ones and anybody's."""

from importlib.resources import files

import pytest

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
        ("garbage", "no node counts"),
        (";D1 20", "no position"),
        ("garbage ;D1 20", "expected 4 to 6 fields, found 1"),
        ("4k3/8/8/8/8/8/8/4k3 w - - 0 1 ;D1 20", "White has no king"),
        (f"{KINGS} 0 1 2 ;D1 5", "'2' is not a node count"),
        (f"{KINGS} 0 1 ;D1", "'D1' is not a node count"),
        (f"{KINGS} 0 1 ;D0 1", "'D0 1' is not a node count"),
        (f"{KINGS} 0 1 ;D1 x", "'D1 x' is not a node count"),
        (f"{KINGS} 0 1 ;D1 5 ;E2 25", "'E2 25' is not a node count"),
        (f"{KINGS} 0 1 ;D1 5 ;D6 4,865,609", "'D6 4,865,609' is not a node count"),
        (f"{KINGS} 0 1 ;D1 5 ;D1 6", "two counts for depth 1: 5 and 6"),
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


def test_a_file_without_positions_is_a_problem(tmp_path):
    path = tmp_path / "empty.epd"
    path.write_text("# nothing\n")
    assert list(map(str, read_suite(path).problems)) == [f"{path}: no position in it"]


def test_bytes_that_are_not_text_spoil_only_their_line(tmp_path):
    path = tmp_path / "mine.epd"
    path.write_bytes(b"\xff\xfe;D1 5\n" + f'{KINGS} ;D1 5; id "M\xfcller"\n'.encode("latin-1"))
    suite = read_suite(path)
    assert len(suite.problems) == len(suite.lines) == 1
    assert suite.lines[0].id == "M\ufffdller"


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_suite(tmp_path / "none.epd")
