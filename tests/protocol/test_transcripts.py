"""Sessions as they are written down in transcripts/: after each command come these answers and no others.

Titles begin with `# ` and commands with `> `; `\\xff` and the like stand for bytes, `{tables}` for the folder of the
tablebases. Commands that follow each other are sent in one piece. In an answer `...` stands for anything, alone for
any lines but a `bestmove`.
"""

import re
from pathlib import Path

import pytest

from tests.protocol.session import Session
from tests.tables import TABLES


def transcripts_of(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the transcripts of a folder by title: what is sent, and the answers to it."""
    found = {}
    for path in sorted(folder.glob("*.txt")):
        for transcript in re.split("^# ", path.read_text(encoding="ascii"), flags=re.MULTILINE)[1:]:
            title, session = transcript.split("\n", 1)
            found[title] = re.findall(r"((?:^> .*\n)+)((?:^[^>\n].*\n)*)", session, re.MULTILINE)
    return found


TRANSCRIPTS = transcripts_of(Path(__file__).with_name("transcripts"))


def pattern(answer: str) -> str:
    """Return what an answer, or those that are left out, must match with the ends of their lines."""
    if answer == "...":
        return r"(?:(?!bestmove).*\n)*"
    return re.escape(answer).replace(r"\.\.\.", ".*") + r"\n"


def follow(session: Session, transcript: list[tuple[str, str]]) -> None:
    """Send what is written down, and assert that these answers come."""
    for commands, answers in transcript:
        sent = re.sub("^> ", "", commands, flags=re.MULTILINE).replace("{tables}", TABLES.as_posix())
        session.write(sent.encode("ascii").decode("unicode_escape").encode("latin-1"))
        wanted = answers.splitlines()
        came = [line for answer in wanted if answer != "..." for line in session.expect(pattern(answer)[:-2])]
        came += session.ready()
        assert re.fullmatch("".join(map(pattern, wanted)), "".join(f"{line}\n" for line in came)), came


@pytest.mark.parametrize("title", TRANSCRIPTS)
def test_transcript(session, title):
    follow(session, TRANSCRIPTS[title])
