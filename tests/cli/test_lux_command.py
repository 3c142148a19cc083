"""`lux` on the command line: what it prints for people, and how it refuses."""

import contextlib
import os
import pty
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES

import click
import pytest

from lux import __version__
from lux.cli.group import COMMANDS, lux
from lux.cli.main import main
from lux.cli.play.session_commands import HELP as PLAY_HELP
from lux.cli.tictac.commands import tictac
from lux.runtime.build import description
from lux.uci.session import HELP
from tests.protocol.session import LUX, ROOT, TICTAC, run
from tests.sources import compiled_modules, file_of, run_python


def test_version():
    assert run("--version").stdout == f"Lux {__version__} ({description()})\n"
    assert run("compiler").stdout == f"Lux {__version__}: {description()}\n"


@pytest.mark.parametrize(("encoding", "names"), [("ascii", "M?ller - ??d?"), ("latin-1", "Müller - ?ód?")])
def test_output_that_cannot_take_a_letter_gets_a_replacement(tmp_path, encoding, names):
    (tmp_path / "game.pgn").write_text('[White "Müller"]\n[Black "Łódź"]\n\n1. e4 e5 *\n', encoding="utf-8")
    command = [*LUX, "analyse", str(tmp_path / "game.pgn"), "--nodes", "100"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert names in done.stdout.decode(encoding)


def commands_below(command, path):
    """Yield each command with its names from the program's on."""
    yield command, path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands_below(command.get_command(context, name), [*path, name])


@pytest.mark.parametrize("program", [lux, tictac], ids=lambda program: program.name)
def test_every_help_has_one_style_and_fits_into_80_columns(program):
    commands = [*commands_below(program, [program.name])]
    assert len(commands) > len(program.list_commands(click.Context(program)))
    for command, path in commands:
        with click.Context(command, info_name=" ".join(path), terminal_width=80) as context:
            text = command.get_help(context)
        assert max(map(len, text.splitlines())) <= 80, text
        assert not re.search(r"[a-z]\.\.\.$", text, re.MULTILINE), text  # no sentence is cut off
        # A metavar tells more than the name of a type.
        assert not re.search(r"--\S+ (INTEGER|FLOAT)", text), text
        assert "Examples:" in text or len(path) != 2


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=str)
def test_help_is_asked_for_in_two_ways(words, capsys):
    assert main(["help", *words]) == 0
    text = capsys.readouterr().out
    assert main([*words, "--help"]) == 0
    assert capsys.readouterr().out == text
    if not words:
        assert "  play  " in text
        assert "UCI" in text


def test_help_of_nothing_and_of_a_group(capsys):
    assert main(["data"]) == 0
    assert capsys.readouterr().out.startswith("Usage: lux data [OPTIONS] COMMAND")
    assert main(["help", "me"]) == 2
    assert capsys.readouterr().err == "lux: No such command 'me'. (see `lux --help`)\n"
    assert max(map(len, [*HELP.splitlines(), *PLAY_HELP.splitlines()])) <= 80


def test_lux_alone_on_a_terminal_says_what_it_is_and_speaks_uci():
    master, slave = pty.openpty()
    with subprocess.Popen(LUX, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        os.write(master, b"uci\nquit\n")
        output = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while data := os.read(master, 65536):
                output += data
        os.close(master)
    assert process.returncode == 0
    shown = [line for line in output.decode().replace("\r", "").splitlines() if line not in ("uci", "quit")]
    assert re.fullmatch(r"Lux \S+, a chess engine, .*help.*", shown[0])
    assert "lux play" in shown[1]
    assert shown[2].startswith("id name Lux")
    assert shown[-1] == "uciok"


@pytest.mark.parametrize(
    ("line", "completions"),
    [
        ("lux g", ["plain,games"]),
        ("lux perft-suite t", ["plain,tricky", "file,t"]),
        ("lux p", ["plain,perft", "plain,perft-compare", "plain,perft-suite", "plain,play"]),
        ("lux play --th", ["plain,--theme"]),
        ("lux play --theme g", ["plain,green"]),
        ("lux play --fen k", ["plain,kiwipete"]),
        ("lux perft 5 k", ["plain,kiwipete"]),
        ("lux analyse g", ["file,g"]),
        ("lux perft-suite x", ["file,x"]),
        ("lux epd g", ["file,g"]),
    ],
)
def test_a_shell_completes(line, completions):
    # The shell calls lux bare, which means UCI to everybody else.
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "_LUX_COMPLETE": "bash_complete"}
    assert run(env=os.environ | words).stdout.splitlines() == completions


def test_the_completion_script():
    done = run(env=os.environ | {"_LUX_COMPLETE": "bash_source"})
    assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run(["bash", "-n"], input=done.stdout, text=True).returncode == 0
    assert "complete -o nosort -F _lux_completion lux" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["--help", "play"])
def test_output_that_cannot_be_written_is_one_line(command):
    streams = {"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*LUX, command], cwd=ROOT, stdout=full, timeout=10, **streams)
    assert (done.returncode, done.stderr) == (1, b"lux: No space left on device\n")


@pytest.mark.parametrize(
    "line", ["--help", "perft 3", "perft-suite wiki -v --max-nodes 99", "analyse startpos --nodes 9"]
)
def test_a_reader_that_has_gone_ends_it_quietly(line):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*LUX, *line.split()], cwd=ROOT, stdout=write, stderr=subprocess.PIPE, timeout=30)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("command", [LUX, TICTAC, [*LUX, "--version"]])
def test_streams_that_another_program_has_left_without_waiting_wait(command):
    read, write = os.pipe()
    os.set_blocking(write, False)
    with open(read), open(write, "wb") as output:
        subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, timeout=10, check=True)
        assert os.get_blocking(write)


CLOSED = """
analyse tests/data/lichess.pgn --nodes 20 --output {}/a.pgn
datagen {}/a.viri --games 2 --nodes 20
nonsense
perft 3 --divide
play --depth 1
tree --depth 2 --html {}/a.html
"""


@pytest.mark.parametrize("line", CLOSED.strip().splitlines(), ids=lambda line: line.split()[0])
def test_closed_streams_are_as_if_nobody_looked(tmp_path, line):
    """The status is as otherwise, files are written, and nothing is a traceback."""
    words = [*LUX, *line.format(tmp_path).split()]
    statuses = []
    for closed in ("2>&1", "2>&1 >&-", "2>&-", "<&- >&- 2>&-"):
        done = subprocess.run(["sh", "-c", f'"$@" </dev/null {closed}', "sh", *words], cwd=ROOT, capture_output=True)
        statuses.append(done.returncode)
        assert b"Traceback" not in done.stdout + done.stderr
        for path in tmp_path.glob("a.*"):
            assert path.stat().st_size
            path.unlink()
    assert statuses == 4 * statuses[:1]


def copy_without_core(folder):
    """Copy the package as it would be without its extensions."""
    compiled = {file_of(module, ".py") for module in compiled_modules()}
    for source in set(ROOT.glob("lux/**/*.py")) - compiled:
        copy = folder / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)


@pytest.mark.parametrize("command", [["lux"], ["lux.cli.main", "--version"]], ids=["missing", "damaged"])
def test_a_core_that_cannot_be_loaded_is_one_line_with_the_remedy(tmp_path, command):
    copy_without_core(tmp_path)
    if not (tmp_path / "lux" / "cli").exists():
        (tmp_path / "lux" / "cli").symlink_to(ROOT / "cli")
    if command != ["lux"]:
        (tmp_path / "lux" / "runtime" / f"build{EXTENSION_SUFFIXES[0]}").touch()
    done = run_python("-m", *command, cwd=tmp_path, input="uci\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"lux: the compiled core cannot be loaded \(.*pip install.*\n", done.stderr)
