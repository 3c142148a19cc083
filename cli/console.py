"""What the games in the terminal share."""

import contextlib
import sys


def prepare_input() -> None:
    """Give the prompt a history and line editing, and survive bytes that are no text."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):  # Windows has its own line editing
            import readline  # noqa: F401
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
