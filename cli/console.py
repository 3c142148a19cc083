"""The console of all commands, line input, and the abilities of the terminal."""

import locale
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from lux.text.display import visible_lines


def shown(text: str, style: str = "") -> Text:
    """Return lines of text for the console as they stand: without markup, and with nothing that a terminal obeys."""
    return Text(visible_lines(text), style)


class TextConsole(Console):
    """A console that prints text as text: no string has markup or emoji codes, or anything that a terminal obeys."""

    def __init__(self, **settings: object) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **settings)

    def render_str(self, text: str, **how: object) -> Text:
        """Return a string, such as a table's cell, as text."""
        return super().render_str(visible_lines(text), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Yield what is to be printed."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible_lines(text), style, control)


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
