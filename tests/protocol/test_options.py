"""`setoption`: what each option takes and does."""

import io
import os
import re
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from lux import Engine, PerftTable
from lux.cli.analyse.engine_pool import EnginePool
from lux.protocol import SearchProtocol, split_line
from lux.runtime.system import memory_bytes
from tests.networks import write_network
from tests.protocol.session import Session
from tests.tables import TABLES


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("setoption name SyzygyPath value /x/a  b", ["setoption", "name", "SyzygyPath", "value", "/x/a  b"]),
        (" setoption  name Debug Log File VALUE\t/x\ty \r\n", "setoption name Debug Log File VALUE /x\ty".split(" ")),
        ("joho setoption name A value b value  c", ["joho", "setoption", "name", "A", "value", "b value  c"]),
        ("setoption name Hash value", ["setoption", "name", "Hash", "value"]),
        ("position  startpos", ["position", "startpos"]),
    ],
)
def test_the_text_of_an_option_is_as_it_was_given(line, words):
    assert split_line(line) == words


def nodes_of(session, command):
    """Return the nodes of a search."""
    session.send(command)
    return int(session.expect("bestmove .*")[-2].split(" nodes ")[1].split()[0])


def test_hash_beyond_memory_keeps_the_table(session):
    session.send("uci")
    (most,) = [line.split()[-1] for line in session.expect("uciok") if line.startswith("option name Hash ")]
    cold = nodes_of(session, "go depth 10")
    session.send(f"setoption name Hash value {most}")
    session.expect(f"info string not enough memory for Hash {most}; it stays 16")
    # The table is the old one, contents and all.
    warm = nodes_of(session, "go depth 10")
    assert warm < 0.8 * cold
    session.send("setoption name Clear Hash", "setoption name Hash")
    assert nodes_of(session, "go depth 10") > 1.2 * warm
    assert any("not nothing; it stays 16" in line for line in session.seen)
    session.send("ucinewgame")
    assert nodes_of(session, "go depth 10") == cold
    session.send("setoption name Hash value 4")
    assert session.ready() == []
    assert session.bestmove("go depth 4") != "(none)"


@pytest.mark.posix("control groups of Linux")
@pytest.mark.parametrize("names", ["max current inactive_file", "limit_in_bytes usage_in_bytes total_inactive_file"])
def test_no_table_takes_more_than_a_container_has(monkeypatch, tmp_path, names):
    limit, use, cached = names.split()
    folder = tmp_path if limit == "max" else tmp_path / "memory"
    folder.mkdir(exist_ok=True)
    for name, text in ((limit, "4096\n"), (use, "3000\n"), ("stat", f"anon 5\n{cached} 1000\n")):
        (folder / f"memory.{name}").write_text(text)
    machine, left = memory_bytes()
    monkeypatch.setattr("lux.runtime.system.CGROUP", f"{tmp_path}/")
    assert memory_bytes() == (machine, 2096)
    for make, *size in ((lambda mib: Engine(hash_mib=mib), 65), (PerftTable, 65), (EnginePool, 2, 33)):
        with pytest.raises(MemoryError, match="no memory for"):
            make(*size)
    (folder / f"memory.{limit}").write_text("max\n" if limit == "max" else f"{2**63 - 4096}\n")
    assert 0.5 * left < memory_bytes()[1] <= machine


@pytest.mark.timing
def test_move_overhead_is_saved(session):
    session.send("setoption name Move Overhead value 400", "isready")
    session.expect("readyok")
    for limit in ("wtime 1000 btime 1000", "movetime 450"):
        assert statistics.median(session.seconds(f"go {limit}") for _ in range(5)) < 0.4


def test_show_wdl(session):
    """A score of one pawn means that one game in two is won."""
    session.send("setoption name UCI_ShowWDL value true", "setoption name MultiPV value 3")
    wins = set()
    for position in ("startpos", "fen 4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1", "fen 4k3/8/8/8/8/8/8/4KN2 b - - 0 1"):
        session.send(f"position {position}", "go depth 5")
        for line in session.expect("bestmove .*")[:-1]:
            match = re.search(r" score cp (-?\d+)(?: \w+bound)? wdl (\d+) (\d+) (\d+) nodes ", line)
            cp, win, draw, loss = map(int, match.groups())
            assert win + draw + loss == 1000
            assert ((win >= 500) == (cp >= 100) and (loss >= 500) == (cp <= -100)) or abs(cp) in range(97, 104)
            wins.add(win >= 500)
    assert wins == {True, False}
    session.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go depth 3")
    assert " score mate 1 wdl 1000 0 0 " in session.expect("bestmove .*")[-4]
    session.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert session.expect("bestmove .*")[0] == "info depth 0 score cp 0 wdl 0 1000 0"
    session.send("setoption name UCI_ShowWDL value false", "position startpos", "go depth 2")
    assert not [line for line in session.expect("bestmove .*") if " wdl " in line]


def test_log_holds_every_line_in_and_out(session, tmp_path):
    log = tmp_path / "lux log.txt"
    session.send("uci", f"setoption name Debug Log File value {log}", "isready", "go depth 2", "no command")
    session.expect("bestmove .*")
    session.write(b"position startpos moves e2e5\r\n\xff\x00\n")
    session.ready()
    session.send("setoption name Debug Log File value <empty>", "d")
    session.ready()
    assert "Debug Log File" not in "".join(line for line in session.seen if not line.startswith("option "))
    lines = log.read_bytes().decode("utf-8", "replace").splitlines()
    assert lines[0] == "<< info string setoption waits for the search to end" or lines[0] == ">> isready"
    assert [line.removeprefix(">> ") for line in lines if line.startswith(">> ")] == [
        *("isready", "go depth 2", "no command", "position startpos moves e2e5", "\ufffd\0", "isready"),
        "setoption name Debug Log File value <empty>",
    ]
    after = session.seen[session.seen.index("readyok") :]
    answers = [line.removeprefix("<< ") for line in lines if line.startswith("<< ")]
    assert answers == after[: len(answers)]
    assert after[len(answers)] == ""


def test_log_has_the_lines_of_all_threads_in_the_order_of_the_output(tmp_path):
    output = io.BytesIO()
    protocol = SearchProtocol(None, output)
    protocol.log_to(str(tmp_path / "log"))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            pool.map(lambda sender: [protocol.send(f"{sender} {line}") for line in range(1000)], range(4))
    finally:
        sys.setswitchinterval(interval)
    protocol.log_to("")
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line.removeprefix("<< ") for line in lines] == output.getvalue().decode().splitlines()


@pytest.mark.posix("names of files that are bytes")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a file system that takes any bytes")
def test_a_file_may_have_a_name_that_is_not_utf_8(session, tmp_path):
    log = os.fsencode(tmp_path) + b"/J\xfcrgen.txt"
    session.write(b"setoption name Debug Log File value " + log + b"\nisready\nsetoption name J\xfcrgen\n")
    session.expect(r"info string unknown option: 'J\?rgen'")
    with open(log, "rb") as lines:
        assert lines.readline() == b">> isready\n"


def test_two_engines_share_a_log(session, tmp_path):
    """A GUI that lets Lux play Lux gives both the same options: neither wipes out what the other one writes."""
    log = tmp_path / "log.txt"
    log.write_text(">> quit\n")
    with Session() as other:
        for player in (session, other, session, other):
            player.send(f"setoption name Debug Log File value {log}")
            player.ready()
        session.ready()
    lines = log.read_text().splitlines()
    assert lines[0] == ">> quit"
    assert lines.count(">> isready") == 5


@pytest.mark.posix("colons between directories")
def test_syzygy_path(session, tmp_path):
    """Several directories, one of them missing, and damaged files: the rest is used."""
    for number in range(12):
        # One of them is not the name of a table: it has eight pieces.
        (tmp_path / f"K{'Q' * (number % 5 + 1)}vK{'R' * (number // 5)}.rtbw").write_bytes(b"?")
    session.send(f"setoption name SyzygyPath value {tmp_path}:{TABLES}:{tmp_path / 'none'}")
    answers = session.ready()
    assert len(answers) == 12
    assert answers[0] == f"info string SyzygyPath: left out {tmp_path / 'KQQQQQvK.rtbw'}: truncated"
    assert answers[-2:] == [
        "info string SyzygyPath: left out 2 more files",
        "info string SyzygyPath: found 10 WDL and 9 DTZ files, up to 4 pieces",
    ]
    (tmp_path / "KQQQQQvK.rtbw").unlink()
    session.send(f"setoption name SyzygyPath value {tmp_path}:{TABLES}:{tmp_path / 'none'}")
    assert session.ready()[-2] == "info string SyzygyPath: left out 1 more file"
    session.send("position fen 8/8/8/4k3/8/8/8/2BK1B2 w - - 0 1", "go nodes 2000")
    info = session.expect("bestmove .*")[-2]
    assert re.search(r" score cp 20000 nodes \d+ .* tbhits [1-9]", info)
    session.send("setoption name SyzygyPath value <empty>", "go nodes 2000")
    info = session.expect("bestmove .*")[-2]
    assert " tbhits 0 " in info
    assert " score cp 20000 " not in info


@pytest.mark.parametrize("option", ["UCI_LimitStrength value true", "Skill Level value 0"])
def test_a_limited_player_varies_and_spends_little(session, option):
    session.send(f"setoption name {option}")
    chosen = set()
    for _ in range(20):
        session.send("go wtime 60000 btime 60000")
        *infos, best = session.expect("bestmove .*")
        chosen.add(best.split()[1])
        assert all(" multipv 1 " in info for info in infos)
        assert infos[-1].split(" pv ")[1].split()[0] == best.split()[1]
        assert int(re.search(r" nodes (\d+)", infos[-1])[1]) < 5000
    assert len(chosen) > 1
    full = "setoption name UCI_LimitStrength value false", "setoption name Skill Level value 20"
    for strong in (["setoption name UCI_AnalyseMode value true"], full):
        session.send(*strong, "go depth 6")
        assert session.expect("bestmove .*")[-2].startswith("info depth 6 ")
        session.send("setoption name UCI_AnalyseMode value false")


def test_a_limited_player_waits_for_stop(session):
    session.send("setoption name Skill Level value 10", "go infinite")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in session.ready())
    assert session.bestmove("stop") != "(none)"


def test_eval_file_takes_another_network_and_gives_the_shipped_one_back(session, tmp_path):
    write_network(tmp_path / "random.nnue", seed=9)
    values = []
    for path in ("", tmp_path / "random.nnue", "<empty>"):
        session.send(f"setoption name EvalFile value {path}", "position startpos moves e2e4", "eval")
        values.append(session.ready()[-1])
    assert values[0] == values[2] != values[1]


def test_a_bad_eval_file_changes_nothing(session, tmp_path):
    (tmp_path / "bad.nnue").write_bytes(b"LUXNNUE\n" + bytes(100))
    session.send("eval")
    before = session.ready()
    for path, told in ((tmp_path / "bad.nnue", "version: 0, wanted 1"), (tmp_path / "none.nnue", "No such file")):
        session.send(f"setoption name EvalFile value {path}")
        (line,) = session.ready()
        assert line.startswith("info string EvalFile is unchanged: ")
        assert told in line
    session.send("eval")
    assert session.ready() == before
