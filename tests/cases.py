"""Cases that lie in tests/data as tables."""

from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"


def read_table(name: str) -> list[list[str]]:
    """Return the rows of a table of columns between tabs, without the head and remarks."""
    rows = (DATA / name).read_text(encoding="utf-8").splitlines()[1:]
    return [row.split("\t") for row in rows if row[0] != "#"]
