"""What the games in the terminal share."""

import contextlib
import locale
import os
import sys

from rich.console import Console


def prepare_input() -> None:
    """Give the prompt a history and line editing, and survive bytes that are not text."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):  # Windows has its own line editing
            import readline  # noqa: F401
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def can_encode(console: Console, text: str) -> bool:
    """Tell whether the encoding of the console has the characters of `text`, and that of the locale."""
    # Under LC_ALL=C Python writes UTF-8 all the same, but whoever sets that wants ASCII.
    implied = sys.flags.utf8_mode and "PYTHONUTF8" not in os.environ
    try:
        text.encode(console.encoding)
        text.encode(locale.getencoding() if implied else console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
