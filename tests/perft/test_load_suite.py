"""Reading suites: the shipped ones and anybody's."""

from importlib.resources import files

import pytest

from perft import SUITES, load_suite


def test_every_shipped_file_is_a_suite():
    shipped = {path.name for path in files("perft").iterdir() if path.name.endswith(".epd")}
    assert shipped == {f"{name}.epd" for name in SUITES}


@pytest.mark.parametrize("name", SUITES)
def test_depths_run_from_one_without_gaps(name):
    for fen, counts in load_suite(name):
        assert list(counts) == list(range(1, len(counts) + 1)), fen


def test_fixture_loads_by_name(perft_lines):
    assert perft_lines("wiki")[0].counts[5] == 4865609


def test_any_file_by_path(tmp_path):
    path = tmp_path / "mine.epd"
    path.write_text("# two kings\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5;D2 25\n")
    assert load_suite(path) == [("4k3/8/8/8/8/8/8/4K3 w - - 0 1", {1: 5, 2: 25})]
    assert load_suite(str(path)) == load_suite(path)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no node counts"),
        (";D1 20", "no position"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1", "'D1' is not a node count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D0 1", "'D0 1' is not a node count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 x", "'D1 x' is not a node count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;", "'' is not a node count"),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, complaint):
    path = tmp_path / "mine.epd"
    path.write_text(f"# first line\n{line}\n")
    with pytest.raises(ValueError, match=rf"mine\.epd:2: {complaint}"):
        load_suite(path)


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_suite(tmp_path / "none.epd")
