"""Shared by the games in the terminal: line input, and the abilities of the terminal."""

import locale
import os
import sys
from importlib import import_module
from importlib.util import find_spec

from rich.console import Console


def prepare_input() -> None:
    """Add a history and line editing to the prompt, and accept bytes that are not text."""
    if sys.stdin.isatty() and find_spec("readline"):  # Windows has its own line editing
        import_module("readline")
    sys.stdin.reconfigure(errors="replace")


def read_line(prompt: str) -> str:
    """Return a line of input; prompt only on a terminal.

    Raises:
        EOFError: the input has ended.
    """
    return input(prompt if sys.stdin.isatty() else "")


def can_encode(console: Console, text: str) -> bool:
    """Return whether the encodings of console and locale have the characters of `text`."""
    # Under LC_ALL=C Python still writes UTF-8, but that locale asks for ASCII.
    implied = sys.flags.utf8_mode and "PYTHONUTF8" not in os.environ
    try:
        text.encode(console.encoding)
        text.encode(locale.getencoding() if implied else console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
