"""`lux epd`: rows, the summary, JSON, and what is refused."""

import json
import os
import re
import signal
import threading

import pytest

from lux.cli.analyse import epd
from lux.epd import solve
from tests.cli.in_process import run_here as run

BRATKO_KOPEC = "tests/data/bratko_kopec.epd"
MATES = "tests/data/mates.epd"
SUITE = """\
6k1/5ppp/8/8/8/8/R7/4K3 w - - bm Ra8#; dm 1; id "easy";
6k1/5ppp/8/8/8/8/R7/4K3 w - - bm Ke2; id "wrong";
6k1/5ppp/8/8/8/8/R7/4K3 w - - c0 "Ra8#=10, Ke2=1"; id "graded";
"""


def test_jobs_change_nothing():
    once = json.loads(run("epd", BRATKO_KOPEC, "--nodes", "5000", "--json").stdout)["suites"][0]["tasks"]
    twice = json.loads(run("epd", BRATKO_KOPEC, "--nodes", "5000", "--json", "--jobs", "3").stdout)["suites"][0][
        "tasks"
    ]
    assert len(once) == 24
    for task, again in zip(once, twice, strict=True):
        assert [task[key] for key in ("id", "move", "nodes", "pv")] == [
            again[key] for key in ("id", "move", "nodes", "pv")
        ]


def test_json_of_several_suites():
    done = run("epd", BRATKO_KOPEC, "-", "--depth", "2", "--json", stdin=SUITE)
    result = json.loads(done.stdout)
    assert result["limits"] == {"depth": 2}
    assert [(suite["path"], suite["count"]) for suite in result["suites"]] == [(BRATKO_KOPEC, 24), ("-", 3)]
    easy, wrong, graded = result["suites"][1]["tasks"]
    assert (easy["solved"], easy["move"], easy["score"], easy["found"]["depth"]) == (True, "a2a8", {"mate": 1}, 1)
    assert (wrong["solved"], wrong["found"]) == (False, None)
    assert (graded["points"], graded["max_points"]) == (10, 10)


def test_several_suites_are_summed_up():
    done = run("epd", MATES, BRATKO_KOPEC, "--nodes", "100")
    names = [line.split()[0] for line in done.stdout.splitlines()[-3:]]
    assert names == ["mates.epd", "bratko_kopec.epd", "all"]
    assert done.stdout.splitlines()[-1].split()[1].endswith("/142")


def test_a_file_of_something_else_is_not_read_to_its_end():
    done = run("epd", "tests/data/lichess.pgn")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"lux: tests/data/lichess.pgn: not a test suite: .* \(line 1: .*\)\n", done.stderr)
    done = run("epd", "-", BRATKO_KOPEC, stdin="junk\n" * 100_000)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)


@pytest.mark.parametrize(("bad", "more"), [(15, "5 more errors"), (11, "1 more error")])
def test_the_first_of_many_bad_lines_are_named(bad, more):
    done = run("epd", "-", "--depth", "1", stdin="\n".join([SUITE.splitlines()[0], *bad * ["junk"]]))
    assert done.returncode == 1
    assert [line.split(": ")[2] for line in done.stderr.splitlines()[:-1]] == [f"line {n}" for n in range(2, 12)]
    assert done.stderr.splitlines()[-1] == f"lux epd: -: and {more}"
    assert "1/1" in done.stdout


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_and_operations_that_cannot_be_read(tmp_path, encoding):
    path = tmp_path / "suite.epd"
    text = '6k1/5ppp/8/8/8/8/R7/4K3 w - - bm Ke2 Kd9; id "M\u00fcller \u2013 1";\0\r\n'
    path.write_bytes(f"{text}// remark\r\n{text}".encode(encoding))
    done = run("epd", str(path), "--depth", "1")
    assert [row.split()[:4] for row in done.stdout.splitlines()[:2]] == 2 * [["M\u00fcller", "\u2013", "1", "bm"]]
    assert done.stderr == "".join(f"lux epd: {path}: line {n}: not a move in SAN: 'Kd9'\n" for n in (1, 3))
    assert done.returncode == 1


def test_what_is_solved_before_an_interruption(tmp_path, monkeypatch):
    """With two engines a later position may be solved first, even in a later file; one cut short does not count."""
    solved = threading.Event()

    def interrupt(engine, task, limits, *, stop):
        if task.id == "first":
            assert solved.wait(30)
            os.kill(os.getpid(), signal.SIGINT)
            assert stop.wait(30)
        solution = solve(engine, task, limits, stop=stop)
        if task.id == "third":
            solved.set()
        return solution

    monkeypatch.setattr(epd, "solve", interrupt)
    files = [tmp_path / name for name in ("one.epd", "two.epd")]
    files[0].write_text('7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7; id "first";\n')
    files[1].write_text("".join(f'7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7; id "{name}";\n' for name in ("second", "third")))
    done = run("epd", *map(str, files), "--nodes", "50", "--jobs", "2", "--json")
    assert done.returncode == 130
    found = [[task["id"] for task in suite["tasks"]] for suite in json.loads(done.stdout)["suites"]]
    assert found[0] == []
    assert found[1][:1] == ["second"]
