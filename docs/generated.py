"""Tables of the documentation that come from the engine itself."""

import re
from pathlib import Path

from lux.uci.machine import total_mib
from lux.uci.options import Option, Spin
from lux.uci.session import Uci

README = Path(__file__).resolve().parent.parent / "README.md"
TABLE = "| option | type | default | meaning |"


def meanings() -> dict[str, str]:
    """Return what the README says of each UCI option."""
    rows = README.read_text(encoding="utf-8").split(TABLE)[1].split("\n\n")[0].splitlines()[2:]
    return {name: meaning for name, _, _, meaning in (re.split(r"\s*\|\s*", row.strip("| ")) for row in rows)}


def option_range(option: Option) -> str:
    """Return the least and the largest value of an option, if it is a number."""
    if not isinstance(option, Spin):
        return ""
    return f"{option.low} to {'the memory in MiB' if option.high == total_mib() else option.high}"


def option_default(option: Option) -> str:
    """Return the default as UCI declares it."""
    declared = re.search(r" default (.*?)(?: min .*)?$", option.declaration())
    return f"`{declared[1]}`" if declared else ""


def uci_options() -> str:
    """Return the engine's UCI options as a table in Markdown."""
    said = meanings()
    rows = [
        f"| {option.name} | {option.kind} | {option_default(option)} | {option_range(option)} | {said[option.name]} |"
        for option in Uci(None, None).options
    ]
    return "\n".join(["| option | type | default | range | meaning |", "|---|---|---|---|---|", *rows])
