"""Cases that lie in tests/data as tables."""

import shlex
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"


def read_table(name: str) -> list[list[str]]:
    """Return the rows of a table of columns between tabs, without the head and remarks."""
    rows = (DATA / name).read_text(encoding="utf-8").splitlines()[1:]
    return [row.split("\t") for row in rows if row[0] != "#"]


def read_sessions(name: str) -> list[tuple[list[str], str, list[str]]]:
    """Return the sessions of a file between blank lines: options after `$`, what is typed after `>`, what is found."""
    sessions = []
    for block in (DATA / name).read_text(encoding="utf-8").strip().split("\n\n")[1:]:
        args, script, *patterns = [line for line in block.splitlines() if line[0] != "#"]
        sessions.append((shlex.split(args[1:]), script[1:].strip(), patterns))
    return sessions
