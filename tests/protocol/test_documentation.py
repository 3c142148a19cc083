"""What the documentation says of UCI options and commands, and its files for GUIs, is true."""

import re

import chess
import chess.engine
import yaml

from lux.uci.session import Uci
from tests.protocol.session import LUX, ROOT
from tests.sources import needs_sources

pytestmark = needs_sources


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def test_the_table_of_options_is_what_uci_declares(session):
    session.send("uci")
    declared = {}
    for line in session.expect("uciok"):
        if match := re.fullmatch(r"option name (.+) type (\w+)(?: default (\S+))?(?: min (\S+) max (\S+))?", line):
            name, kind, default, low, high = match.groups(default="")
            high = "the memory in MiB" if name == "Hash" else high
            declared[name] = [kind, default, f"{low} to {high}" if low else ""]
    table = page("options").split("| option | type |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    assert {name: said for name, *said, _ in rows} == declared
    assert all(meaning for *_, meaning in rows)


def test_the_commands_are_those_of_help(session):
    table = page("options").split("| command | effect |")[1].split("\n\n")[0]
    session.send("help")
    listed = "\n".join(session.ready())
    documented = {*re.findall(r"^\| `(\w+)", table, re.MULTILINE)} - {"help"}
    commands = {name.removeprefix("cmd_") for name in dir(Uci) if name.startswith("cmd_")} - {"help", "register"}
    assert documented < commands
    assert [name for name in commands if not re.search(rf"^  (?:\w+, )*{name}\b", listed, re.MULTILINE)] == []


def test_the_block_for_lichess_bot_is_taken_by_python_chess(tmp_path):
    block = yaml.safe_load(re.search(r"```yaml\n(.*?)```", page("gui"), re.DOTALL)[1])["engine"]
    options = block["uci_options"] | {"SyzygyPath": str(tmp_path)}
    assert (block["name"], block["protocol"]) == ("lux", "uci")
    board, clock = chess.Board(), chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    with chess.engine.SimpleEngine.popen_uci(LUX, cwd=ROOT) as engine:
        engine.configure(options)
        for _ in range(6):
            played = engine.play(board, clock, ponder=block["ponder"])
            board.push(played.move)
            assert played.ponder is None or played.ponder in board.legal_moves
