"""What the README says of the options, and shows in Python and for GUIs, is so."""

import json
import re

import chess
import chess.engine
import pytest
import yaml

from tests.protocol.session import LUX, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_options_is_what_uci_declares(session):
    session.send("uci")
    declared, ranges = {}, {}
    for line in session.expect("uciok"):
        if match := re.fullmatch(r"option name (.+) type (\w+)(?: default (\S+))?(?: min (\S+) max (\S+))?", line):
            declared[match[1]] = (match[2], match[3] or "")
            ranges[match[1]] = (match[4], match[5])
    table = README.split("| option | type | default | meaning |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    assert {name: (kind, default) for name, kind, default, _ in rows} == declared
    said = {name: span.groups() for name, _, _, meaning in rows if (span := re.search(r"(\d+) to (\d+)", meaning))}
    assert said == {name: ranges[name] for name in ("Threads", "UCI_Elo")}


def test_the_scale_of_the_levels_is_that_of_their_calibration():
    scale = re.search(r"Stockfish 15\.1's UCI_Elo from \d+ to \d+", README)[0]
    assert scale in (ROOT / "lux" / "strength.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("heading", "output"),
    [
        ("In Python", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ("Perft", "119060324 8\nTrue 1610060 []\n"),
    ],
)
def test_the_examples_in_python_run(capsys, heading, output):
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    example = re.search(r"```python\n(.*?)```", section, re.DOTALL)[1]
    exec(compile(example, "README.md", "exec"), {})
    assert output in capsys.readouterr().out


def example_in(language: str) -> str:
    section = README.split("## In a GUI\n")[1].split("\n## ")[0]
    return re.search(rf"```{language}\n(.*?)```", section, re.DOTALL)[1]


def test_the_entry_for_cute_chess_names_options_that_there_are(session):
    (entry,) = json.loads(example_in("json"))
    assert entry["command"].endswith("/lux")
    session.send(entry["protocol"])
    declared = session.expect("uciok")
    assert "fischerandom" in entry["variants"]
    assert any(line.startswith("option name UCI_Chess960 ") for line in declared)
    for option in entry["options"]:
        (line,) = [line for line in declared if line.startswith(f"option name {option['name']} type ")]
        words = line.removeprefix(f"option name {option['name']} ").split()
        told = dict(zip(words[::2], words[1::2], strict=True))
        assert (told["type"], int(told["default"]), int(told["min"])) == ("spin", option["default"], option["min"])
        assert option["min"] <= option["value"] <= option["max"]
        session.send(f"setoption name {option['name']} value {option['value']}")
    assert not [line for line in session.ready() if line.startswith("info string")]


def test_the_block_for_lichess_bot_is_taken_by_python_chess(tmp_path):
    block = yaml.safe_load(example_in("yaml"))["engine"]
    options = block["uci_options"] | {"SyzygyPath": str(tmp_path)}
    assert (block["name"], block["protocol"]) == ("lux", "uci")
    board, clock = chess.Board(), chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    with chess.engine.SimpleEngine.popen_uci(LUX, cwd=ROOT) as engine:
        engine.configure(options)
        for _ in range(6):
            played = engine.play(board, clock, ponder=block["ponder"])
            board.push(played.move)
            assert played.ponder is None or played.ponder in board.legal_moves


def test_what_a_perft_10_needs_follows_from_the_measured_speeds():
    page = (ROOT / "docs" / "perft.md").read_text(encoding="utf-8")
    section = page.split("## Beyond one machine\n")[1].split("\n```{include}")[0]
    nodes = int(re.search(r"perft 10 from the start, ([\d,]+),", section)[1].replace(",", ""))
    rows = re.findall(r"\| ([\d,]+) \| ([\d.]+) \| ([\d.]+) minutes \| (\d+) seconds \|", section)
    assert len(rows) == 2
    for mnps, core_hours, minutes, seconds in rows:
        core_seconds = nodes / (int(mnps.replace(",", "")) * 1e6)
        assert core_hours == f"{core_seconds / 3600:.1f}"
        assert minutes == f"{core_seconds / 100 / 60:.1f}"
        assert seconds == f"{core_seconds / 1000:.0f}"
