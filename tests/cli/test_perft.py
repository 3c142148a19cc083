"""`lux perft`, `lux perft-suite` and `lux perft-compare`: what they print and return."""

import json
import os
import re
import shlex
import signal
import subprocess
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest

from lux.cli.progress import Meter
from lux.perft import POSITIONS, SUITES, load_suite
from tests.perft.engines import faulty
from tests.protocol.session import LUX, ROOT, until_at_work

KIWIPETE = POSITIONS["kiwipete"]
KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"


@pytest.fixture
def ok(run):
    """Return a runner that wants nothing on standard error, and returns what is printed."""

    def call(*args, status=0):
        done = run(*args)
        assert done == (status, done[1], "")
        return done[1]

    return call


def test_progress_without_a_terminal_is_lines_on_standard_error(capsys, monkeypatch):
    monkeypatch.setattr("lux.cli.progress.LINE_S", 0)
    with Meter() as meter:
        meter(1, 4, 1000)
        meter(2.5, 4, 2000)
        meter.show("words", 3)
        meter(0, 0, 0)  # all counts are zero
    output, errors = capsys.readouterr()
    assert re.fullmatch(r"62\.5% done, 2,000 nodes, .*nps, 0:00:0\d left\nwords\n", errors)
    assert output == ""


def test_perft_as_json(ok):
    data = json.loads(ok("perft", "2", "--divide", "--threads", "2", "--json"))
    assert data.pop("seconds") > 0
    assert data.pop("nps") > 0
    assert data.pop("divide")["e2e4"] == 20
    assert data == {"fen": POSITIONS["startpos"], "depth": 2, "nodes": 400, "bulk": True, "threads": 2, "hash_mib": 0}


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["perft-compare", "2", "--engine", shlex.join(faulty("dies"))], "Faulty ended with status 3"),
        (["perft-compare", "2", "--engine", shlex.join(faulty("none")), "--option", "Speed=1"], "no option 'Speed'"),
    ],
)
def test_failures_are_one_line_and_status_1(run, args, complaint):
    status, output, errors = run(*args)
    assert (status, output) == (1, "")
    assert complaint in errors
    assert errors.count("\n") == 1


def test_no_thread_left(run, monkeypatch):
    monkeypatch.setattr("threading.Thread.start", Mock(side_effect=RuntimeError("can't start new thread")))
    assert run("perft", "6") == (1, "", "lux: the system cannot start another thread\n")


def test_all_suites_by_default(ok):
    lines = ok("perft-suite", "--max-nodes", "1k", "--threads", "2").splitlines()
    assert [line.split()[0] for line in lines] == ["suite", *SUITES, "total", "PASS"]
    assert lines[-1] == "PASS (bulk, 2 threads, no hash, up to 1,000 nodes a count)"
    assert {len(line) for line in lines[:-1]} == {80}


def test_a_suite_that_fails(ok, tmp_path):
    path = tmp_path / "mine.epd"
    path.write_text(f'{KINGS} ;D1 5 ;D2 25\n{KINGS} ;D2 26; id "wrong"\nnonsense\n')
    lines = ok("perft-suite", str(path), "-v", status=1).splitlines()
    assert lines[0] == f"BAD  {path}:3: no position of four fields: 'nonsense'"
    assert f"FAIL {path}:2 wrong: depth 2: 25 instead of 26 (-1)" in lines
    assert f"PASS {path}:1 mine:1: depth 2: 25" in lines
    assert lines[-1].startswith("FAIL (")
    row = next(line for line in lines if line.startswith("mine"))
    assert row.split()[:6] == ["mine", "1", "1", "0", "0", "1"]


def test_a_suite_as_json_and_junit(ok, tmp_path):
    path = tmp_path / "report.xml"
    data = json.loads(ok("perft-suite", "wiki", "--max-nodes", "1000", "--json", "--junit", str(path)))
    assert data["ok"]
    assert [suite["name"] for suite in data["suites"]] == ["wiki"]
    assert data["nodes"] == data["suites"][0]["nodes"] == sum(line["nodes"] for line in data["suites"][0]["lines"])
    assert ElementTree.parse(path).getroot()[0].get("tests") == "7"


def test_a_report_costs_no_suite(run, tmp_path):
    path = tmp_path / "mine.epd"
    path.write_text("8/8/8/8/8/8/k7/4K2R w K - 0 1 ;D1 15\n")
    before = path.read_bytes()
    said = run("perft-suite", str(path), "--junit", str(path))
    assert said == (1, "", f"lux: {path}: would be written over another file of this command\n")
    assert path.read_bytes() == before


def test_a_suite_with_an_engine(ok):
    command = shlex.join(faulty("no-knight-promotion"))
    lines = ok(
        "perft-suite", "wiki", "--engine", command, "--max-nodes", "300", "--threads", "2", status=1
    ).splitlines()
    fail = next(index for index, line in enumerate(lines) if line.startswith("FAIL wiki.epd:4 "))
    assert lines[fail] == "FAIL wiki.epd:4 wiki:4: depth 2: 252 instead of 264 (-12)"
    assert lines[fail + 1] == f"     {load_suite('wiki')[3].fen}"
    assert lines[fail + 2].startswith("     Faulty misses ")
    assert "under-promotion to a knight" in lines[fail + 2]
    assert lines[-1] == "FAIL (Faulty, 2 at once, up to 300 nodes a count)"


def test_compare(ok):
    command = shlex.join(faulty("no-en-passant"))
    assert ok("perft-compare", "1", "--engine", command) == "Faulty agrees with Lux on every move to depth 1.\n"
    lines = ok("perft-compare", "2", "kiwipete", "--engine", command, status=1).splitlines()
    assert lines == [
        "Faulty misses b4a3 (en passant capture of the pawn on a4)",
        "position: r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
        "reached by: a2a4",
        "To see it, tell the engine:",
        "    position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
        "    go perft 1",
    ]
    assert "\n".join(lines) in (ROOT / "docs" / "perft.md").read_text(encoding="utf-8")
    data = json.loads(ok("perft-compare", "2", "kiwipete", "--engine", command, "--json", status=1))
    assert (data["ok"], data["path"], data["missing"]) == (
        False,
        ["a2a4"],
        {"b4a3": "en passant capture of the pawn on a4"},
    )


@pytest.mark.parametrize(
    "args",
    [
        ["perft", "12"],
        ["perft", "12", "--divide", "--threads", "2"],
        ["perft-suite", "wiki", "--max-nodes", "999999G", "--threads", "2"],
        ["perft-suite", "wiki", "--engine", shlex.join(faulty("hangs"))],
        ["perft-compare", "3", "--engine", shlex.join(faulty("hangs"))],
    ],
)
def test_interrupt_ends_promptly(args):
    with subprocess.Popen([*LUX, *args], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        until_at_work(process)
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130, errors
    assert b"Traceback" not in errors
