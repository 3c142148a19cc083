"""Command lines as they are written down in transcripts/: exactly this is printed, and this is the status.

Titles begin with `# `, commands with `$ `, lines of standard input with `< `, of standard error with `! `, and a status
other than 0 with `? `. `...` stands for anything, alone for any lines.
"""

import re
import shlex
from pathlib import Path

import pytest

from lux.cli.group import lux
from lux.cli.tictac.commands import tictac
from tests.cli.in_process import run_here
from tests.protocol.test_transcripts import pattern

TRANSCRIPTS = {}
for path in sorted(Path(__file__).with_name("transcripts").glob("*.txt")):
    for transcript in re.split("^# ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, lines = transcript.rstrip().split("\n", 1)
        TRANSCRIPTS[title] = re.split(r"^\$ ", lines, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("title", TRANSCRIPTS)
def test_transcript(title):
    for command in TRANSCRIPTS[title]:
        typed, *lines = command.splitlines()
        parts = {mark: [line[2:] for line in lines if line[:2] == mark] for mark in ("< ", "! ", "? ")}
        printed = [line for line in lines if line[:2] not in parts]
        name, *words = shlex.split(typed)
        stdin = "".join(f"{line}\n" for line in parts["< "])
        done = run_here(*words, stdin=stdin, program={"lux": lux, "tictac": tictac}[name])
        for wanted, found in ((printed, done.stdout), (parts["! "], done.stderr)):
            assert re.fullmatch("".join(map(pattern, wanted)), found), f"{typed}\n{found}"
        assert done.returncode == int("".join(parts["? "]) or "0"), typed
