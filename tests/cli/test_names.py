"""Names of players, engines, files and positions are text: no terminal, markup, SVG or JSON takes them for more."""

import json
import re
import shlex
import sys
from xml.etree import ElementTree

import pytest
from rich.text import Text

from lux.cli.console import TextConsole
from lux.text.display import HIDDEN, visible
from tests.cli.in_process import run_here

# The title of a terminal's window, a colour by C1, a mark of direction, markup and emoji of rich, HTML.
NAME = "\x1b]0;own\x07 \x9b31m \u202eevil [/opt/nets/a.pb] Engine [dev] :heart: </script><b>"
SHOWN = r"\x1b]0;own\x07 \x9b31m \u202eevil [/opt/nets/a.pb] Engine [dev] :heart: </script><b>"
FILE = NAME.replace("/", "%")
FILE_SHOWN = SHOWN.replace("/", "%")
TAGS = f'[Event "{NAME}"]\n[White "{NAME}"]\n[Black "[red]B"]\n[WhiteElo "{NAME}"]\n'
PGN = f"{TAGS}\n1. f3 {{{NAME}}} e5 2. g4 Qh4# 0-1\n\n"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
ENGINE = """\
import sys
for line in sys.stdin:
    match line.split()[0]:
        case "uci": sys.stdout.buffer.write({uci!r})
        case "isready": print("readyok")
        case "go": print({answer!r})
    sys.stdout.flush()
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write the files that the commands below name."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    (tmp_path / f"{FILE}.pgn").write_text(PGN + PGN.replace("g4", "Ke3"), "utf-8")
    (tmp_path / f"{FILE}.epd").write_text(f'{START} bm e4; dm 1; id "{NAME}";\n{START} {NAME};\n', "utf-8")
    (tmp_path / f"{FILE}.perft").write_text(f'{START} ;id "{NAME}" ;D1 21\n{NAME} ;D1 20\n', "utf-8")
    games = tmp_path / "data/lux/games"
    games.mkdir(parents=True)
    (games / "1.pgn").write_text(PGN, "utf-8")
    (games / "2.pgn").write_text(f"[{NAME}\n\n1. Ke2 {NAME}", "utf-8")
    for name, answer in (("good", "bestmove e2e4"), ("wrong", f"e2e4: 2\n{NAME}: 1\nNodes searched: 2")):
        uci = f"id name {NAME}\nuciok\n".encode()
        (tmp_path / f"{name}.py").write_text(ENGINE.format(uci=uci, answer=answer), "utf-8")
    return tmp_path


# A command line, in which {} is the folder, and what is shown of it.
COMMANDS = [
    ('analyse "{}/*.pgn" --nodes 50', SHOWN),
    ('analyse "{}/*.pgn" --nodes 50 --jobs 2', FILE_SHOWN),
    ('analyse "{}/*.pgn" --nodes 50 --html {}/a.html --plot {}/a.svg', SHOWN),
    ('analyse "{}/*.pgn" --nodes 50 --json', r"\u001b]0;own\u0007"),
    (f'analyse "{NAME}"', SHOWN),
    ('epd "{}/*.epd" --nodes 50', SHOWN),
    ('epd "{}/*.epd" --nodes 50 --json', r"\u001b]0;own\u0007"),
    ('perft-suite "{}/*.perft" -v --junit {}/a.xml', FILE_SHOWN),
    ('perft-suite "{}/*.perft" --json', r"\u001b]0;own\u0007"),
    ('perft-suite "{}/*.perft" --engine "PYTHON {}/wrong.py"', SHOWN),
    ('perft-compare 1 --engine "PYTHON {}/wrong.py"', SHOWN),
    (f'perft-compare 1 --engine "{NAME}"', ""),
    ("games", SHOWN),
    ("games 1", SHOWN),
    ("games 1 --review", SHOWN),
    ("games --json", r"\u001b]0;own\u0007"),
    ('play --white "PYTHON {}/good.py" --depth 1 --ascii', SHOWN),
    (f'play --white "{NAME}"', ""),
    (f'eval "{NAME}"', ""),
    (f'perft 1 "{NAME}"', ""),
    (f'tree "{NAME}"', ""),
    (f'data check "{NAME}"', SHOWN),
    (f'train "{NAME}" x', SHOWN),
    (f'"{NAME}"', ""),
    (f'--"{NAME}"', ""),
]


@pytest.mark.parametrize(("line", "shown"), COMMANDS, ids=[line.split()[0] for line, _ in COMMANDS])
def test_names_are_text(folder, line, shown):
    words = []
    for word in shlex.split(line.replace("PYTHON", sys.executable).replace("{}", str(folder))):
        words += map(str, folder.glob(word[len(str(folder)) + 1 :])) if "*" in word else [word]
    done = run_here(*words, stdin="d4\nquit\n")
    assert "Traceback" not in done.stderr
    output = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", done.stdout + done.stderr)  # rich's own
    assert shown in " ".join(output.split())
    assert set(HIDDEN.findall(output)) <= {"\n", "\r"}
    for path in folder.glob("a.*"):
        assert not set(HIDDEN.findall(path.read_text("utf-8"))) - {"\n", "\t"}
        if path.suffix in (".svg", ".xml"):
            assert visible(NAME)[:9] in "".join(ElementTree.parse(path).getroot().itertext()) + path.read_text("utf-8")
    if "--json" in words:
        assert repr(NAME)[1:-1] in repr(json.loads(done.stdout))


def test_what_a_file_or_a_pipe_gets_is_the_text_itself(folder):
    for words in (
        ("analyse", str(folder / f"{FILE}.pgn"), "--nodes", "50", "--output", "-"),
        ("games", "--export", "-"),
    ):
        assert f'[White "{NAME}"]' in run_here(*words).stdout


def test_a_table_is_as_wide_with_what_is_written_for_a_sign():
    console = TextConsole(width=40, record=True, file=sys.stderr)
    console.print(Text("a\x1b[2Jb"), "[bold]x[/bold] :heart:")
    assert console.export_text() == "a\\x1b[2Jb [bold]x[/bold] :heart:\n"
