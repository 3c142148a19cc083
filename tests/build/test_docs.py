"""The documentation's sources: nothing public is left out, and what they include is there. Sphinx is not needed."""

import re
import shlex
import tomllib
from importlib import import_module
from math import log10

import click

import lux.squares
from lux import perft
from tests.sources import ROOT, needs_sources, run_python

DOCS = ROOT / "docs"
pytestmark = needs_sources

PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
    for path in DOCS.rglob("*.*")
    if path.suffix in (".md", ".rst")
}
TEXT = "\n".join(PAGES.values())
# Modules in `lux` itself that are no part of what programs import.
INTERNAL = {"cpu", "epd_line", "inspection", "levels", "worker"}


def described(kind: str) -> set[str]:
    """Return the names that directives such as `autoclass` name, those of `lux` in full."""
    found = set()
    for page in PAGES.values():
        module = re.search(r"^\.\. currentmodule:: (\S+)", page, re.MULTILINE)
        for name in re.findall(rf"^\.\. {kind}:: (\S+)(?:\n +(\w+)$)?", page, re.MULTILINE):
            found |= {part if "." in part or not module else f"{module[1]}.{part}" for part in name if part}
    return found


def test_every_public_name_has_its_place():
    names = described("(?:auto)?(?:class|data|exception|function)")
    of_squares = {name for name in vars(lux.squares) if not name.startswith("_")}
    assert {*lux.__all__} - {"__version__"} >= of_squares
    assert {f"lux.{name}" for name in {*lux.__all__} - of_squares - {"__version__"}} <= names
    for name in names:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute), name


def test_every_public_module_has_its_place():
    modules = described("automodule")
    named = {f"lux.{path.stem}" for path in (ROOT / "lux").glob("*.py") if not path.stem.startswith("_")}
    by_name = {*"board engine limits results score searcher tablebase".split()}  # whose names are those of `lux`
    assert named - {f"lux.{name}" for name in INTERNAL | by_name} <= modules
    assert {perft.__name__} <= modules
    for module in modules:
        assert import_module(module).__doc__


def matches() -> list[dict[str, str]]:
    """Return the rows with wins, draws and losses in the tables of all documents, by the headings of their columns."""
    rows = []
    for path in (DOCS / "strength.md", DOCS / "log.md", *(ROOT / "lux").glob("**/README.md")):
        for table in re.findall(
            r"^\|.*won, drawn, lost.*\n\|[-| :]+\n(?:\|.*\n)+", path.read_text("utf-8"), re.MULTILINE
        ):
            head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
            rows += [dict(zip(head, row, strict=True)) for row in body]
    return rows


def test_elo_and_score_follow_from_wins_draws_and_losses():
    checked = 0
    for row in matches():
        won, drawn, lost = map(int, row["won, drawn, lost"].split(", "))
        games = won + drawn + lost
        score = (won + drawn / 2) / games
        assert row.get("games", str(games)) == str(games), row
        assert row.get("score", f"{score:.0%}".replace("%", " %")) == f"{score:.0%}".replace("%", " %"), row
        for column, elo in row.items():
            if column.startswith("Elo") and elo:
                assert abs(int(re.match(r"[+-]?\d+", elo)[0]) + 400 * log10(1 / score - 1)) <= 0.51, row
                checked += 1
    assert checked > 20


def test_the_readme_says_what_the_matches_say():
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    # The first row of a rival is that of today.
    rows = {row["rival"]: row["Elo of Lux"].replace("&plusmn;", "±") for row in matches()[::-1] if "Elo of Lux" in row}
    assert f"beats Stockfish 11 ({rows['Stockfish 11, without network']} Elo)" in readme
    assert f"and Smallbrain ({rows['Smallbrain of 2024, with its network']})" in readme
    assert f"loses clearly to Stockfish 15.1 ({rows['Stockfish 15.1 of Debian']})" in readme


def shell_examples() -> list[list[str]]:
    """Return the words of each command line of `lux` or `tictac` in README and documentation, up to a comment."""
    text = "\n".join([*PAGES.values(), *(path.read_text("utf-8") for path in ROOT.glob("*.md"))])
    blocks = re.findall(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for _, language, block in blocks if not language for line in block.splitlines()]
    commands = [part for line in lines for part in re.split(r"   +| \| | && ", line)]
    return [shlex.split(line) for line in commands if line.startswith(("lux ", "tictac "))]


def test_examples_for_the_shell_name_commands_and_options_that_there_are():
    groups = {"lux": import_module("lux.cli.group").lux, "tictac": import_module("lux.cli.tictac.commands").tictac}
    uci = {"bench", "go", "position startpos moves e2e4"}
    checked = 0
    for program, name, *words in shell_examples():
        if program == "lux" and name in uci:
            continue
        command = groups[program]
        for word in [name, *words]:
            if isinstance(command, click.Group):
                command = command.get_command(click.Context(command), word)
                assert command, (program, name, words)
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known, (program, name, words)
        checked += 1
    assert checked > 40


HELP = """
import pydoc, sys
import lux
for name in sys.argv[1:]:
    eval(".".join(name.split(".")[:2]))
    print(pydoc.render_doc(name, renderer=pydoc.plaintext).count(chr(10)), name)
"""


def test_names_of_lux_work_as_written():
    text = "\n".join(
        [*PAGES.values(), *(path.read_text("utf-8") for path in (ROOT / "README.md", ROOT / "lux/README.md"))]
    )
    names = {name for name in re.findall(r"\blux(?:\.[A-Za-z_]\w*)+", text) if name != "lux.exe"}
    assert names >= {"lux.client", "lux.perft.compare_engine", "lux.E1"}
    # In a fresh interpreter, where `import lux` has loaded no other module.
    done = run_python("-c", HELP, *sorted(names))
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(names)


def test_what_is_needed_is_what_the_package_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (python,) = set(re.findall(r"Python (3\.\d+) or newer", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert project["requires-python"] == f">={python}"
    extras = set(re.findall(r"lux-chess\[(\w+)\]", TEXT))
    assert extras
    assert extras <= set(project["optional-dependencies"])
