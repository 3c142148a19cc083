"""Running suites: what passes, fails, is skipped, and how that is reported."""

import json
import time
import tracemalloc
from xml.etree import ElementTree

import pytest

from lux.perft import POSITIONS, SUITES, EngineError, Status, read_suite, run_suite
from lux.perft.report import as_dict, junit_xml
from tests.perft.engines import STOCKFISH, faulty, needs_stockfish

START, KIWIPETE = POSITIONS["startpos"], POSITIONS["kiwipete"]
CHESS960 = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1 ;D1 13"


@pytest.fixture
def suite(tmp_path):
    """Return a maker of suites from lines."""

    def make(*lines):
        path = tmp_path / "mine.epd"
        path.write_text("\n".join(lines) + "\n")
        return read_suite(path)

    return make


def outcome(report):
    return [result.status.value for result in report.results]


def test_counts_are_checked_up_to_the_first_that_differs(suite):
    mine = suite(
        f"{START} ;D1 20 ;D2 400 ;D3 8902",
        f'{START} ;D3 8902 ;D2 401 ;D1 20; id "twice \\u0001"',
        f"{START} ;D6 119060324",
        f"{START} ;D1 x",
    )
    report = run_suite(mine, max_nodes=10_000)
    assert outcome(report) == ["PASS", "FAIL", "SKIP"]
    good, bad, skipped = report.results
    assert (good.depth, good.expected, good.counted, good.nodes) == (3, 8902, 8902, 9322)
    assert (bad.depth, bad.expected, bad.counted, bad.nodes) == (2, 401, 400, 420)
    assert "depth 2: 400 instead of 401 (-1)" in str(bad)
    assert skipped.nodes == 0
    assert [problem.source for problem in report.problems] == [f"{mine.lines[0].source[:-2]}:4"]
    assert report.nodes == 9322 + 420
    assert not report.ok


def test_a_bad_line_alone_fails_a_suite(suite):
    assert run_suite(suite(f"{START} ;D1 20")).ok
    report = run_suite(suite(f"{START} ;D1 20", "nonsense"))
    assert not report.ok
    assert outcome(report) == ["PASS"]


def test_limits(suite):
    mine = suite(f"{START} ;D1 20 ;D2 400 ;D3 8902")
    assert run_suite(mine, max_depth=2).nodes == 420
    assert run_suite(mine, max_nodes=400).nodes == 420
    assert run_suite(mine, max_nodes=19).results[0].status is Status.SKIP


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("hash_mib", [0, 1])
def test_threads_and_a_table_change_nothing_but_the_mode(threads, hash_mib):
    seen, progress = [], []
    report = run_suite(
        "tricky",
        max_nodes=100_000,
        threads=threads,
        hash=hash_mib,
        on_result=seen.append,
        progress=lambda *how: progress.append(how),
    )
    expected = [sum(n for n in line.counts.values() if n <= 100_000) for line in read_suite("tricky").lines]
    assert report.ok
    assert [result.nodes for result in report.results] == expected
    assert sorted(map(str, seen)) == sorted(map(str, report.results))
    assert progress[-1] == (sum(expected), sum(expected))
    plural = "s" if threads > 1 else ""
    assert report.mode == f"bulk, {threads} thread{plural}, {'hash 1 MiB' if hash_mib else 'no hash'}"


def test_an_interrupt_stops_the_threads(suite):
    mine = suite(*[f"{START} ;D8 84998978956"] * 2)

    def interrupt(done, planned):
        if done > 100_000_000:
            raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_suite(mine, max_nodes=10**12, threads=2, progress=interrupt)
    assert time.monotonic() - start < 20


def test_it_says_what_an_engine_gets_wrong(suite):
    mine = suite(f"{KIWIPETE} ;D1 48 ;D2 2039", f"{START} ;D2 400", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1 ;D1 6")
    report = run_suite(mine, engine=faulty("no-en-passant"), threads=2)
    assert outcome(report) == ["FAIL", "PASS", "PASS"]
    result = report.results[0]
    assert result.text.startswith("Faulty misses b4a3 (en passant capture of the pawn on a4) in r3k2r/p1ppqpb1/")
    assert report.mode == "Faulty, 2 at once"
    plain = run_suite(mine, engine=faulty("no-en-passant"), explain=False)
    assert (plain.results[0].counted, plain.results[0].text) == (result.counted, "")


def test_a_count_that_is_wrong_in_the_suite(suite):
    report = run_suite(suite(f"{START} ;D2 401"), engine=faulty("none"))
    assert report.results[0].text == "Lux counts as the engine does: the count in the suite is wrong"


def test_it_says_where_to_look(suite):
    report = run_suite(suite("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1 ;D2 46"), engine=faulty("leaves-taken-pawn"))
    assert "the fault is in making that move" in report.results[0].remark


def test_an_engine_without_chess960_skips_it(suite):
    report = run_suite(suite(CHESS960, f"{START} ;D1 20"), engine=faulty("no-chess960"))
    assert outcome(report) == ["SKIP", "PASS"]
    assert report.results[0].text == "Faulty has no option UCI_Chess960"
    assert report.ok
    assert run_suite(suite(CHESS960), engine=faulty("none")).results[0].status is Status.PASS


def test_castling_with_a_rook_in_no_corner_is_counted_as_chess960(suite):
    """Read as standard chess, in which the FEN gives no such right, the counts would be 14, 63, 1139."""
    assert run_suite(suite("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1 ;D1 15 ;D2 66 ;D3 1187")).ok


@pytest.mark.parametrize(
    ("fault", "text"), [("dies", "Faulty ended with status 3"), ("hangs", "did not answer `go perft ")]
)
def test_an_engine_that_fails_is_started_again(suite, fault, text):
    report = run_suite(suite(f"{START} ;D1 20", f"{START} ;D2 400"), engine=faulty(fault), timeout_s=1)
    assert outcome(report) == ["ERROR", "ERROR"]
    assert all(text in result.text for result in report.results)
    assert not report.ok


def test_a_failure_that_cannot_be_explained_is_a_failure(suite):
    report = run_suite(suite(f"{KIWIPETE} ;D1 47"), engine=faulty("dies-second"))
    assert outcome(report) == ["FAIL"]
    assert report.results[0].text.startswith("not explained: Faulty ended")


def test_an_engine_that_cannot_be_asked_at_all():
    with pytest.raises(EngineError, match="searched for a move"):
        run_suite("wiki", engine=faulty("searches"))


@needs_stockfish
@pytest.mark.parametrize(
    "name", [name if name in ("tricky", "lux") else pytest.param(name, marks=pytest.mark.slow) for name in SUITES]
)
def test_stockfish_passes(name):
    report = run_suite(name, engine=STOCKFISH, max_nodes=10_000)
    assert report.ok
    assert not report.count(Status.SKIP)


def test_reports_for_machines(suite):
    mine = suite(f'{START} ;D1 20; id "a <b> & \\x01\x01"', f"{START} ;D1 21", f"{START} ;D9 1000000000", "nonsense")
    report = run_suite(mine)
    data = json.loads(json.dumps(as_dict(report)))
    assert (data["pass"], data["fail"], data["skip"], data["error"], data["ok"]) == (1, 1, 1, 0, False)
    assert [line["status"] for line in data["lines"]] == ["PASS", "FAIL", "SKIP"]
    assert data["problems"][0]["text"].startswith("no position of four fields")
    root = ElementTree.fromstring(junit_xml([report, report]))
    assert root.tag == "testsuites"
    first, second = root
    assert [first.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["4", "1", "1", "1"]
    assert [[child.tag for child in case] for case in second] == [[], ["failure"], ["skipped"], ["error"]]
    assert first[0].get("name") == "a <b> & \\x01\\x01"
    assert "20 instead of 21" in first[1][0].get("message")


def test_memory_of_a_large_suite(tmp_path):
    """A suite of a million lines took 3 GB, most of it for futures."""
    path = tmp_path / "large.epd"
    path.write_text("".join(f"7k/6Q1/6K1/8/8/8/8/8 b - - 0 {number} ;D1 0\n" for number in range(1, 5001)))
    tracemalloc.start()
    try:
        assert run_suite(path).count(Status.PASS) == 5000
        assert tracemalloc.get_traced_memory()[1] < 5000 * 1200
    finally:
        tracemalloc.stop()


def test_a_defect_in_a_thread_ends_the_run(suite, monkeypatch):
    monkeypatch.setattr("lux.perft.runner._Counter.check", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run_suite(suite(f"{START} ;D1 20", f"{START} ;D1 20"), threads=2)
