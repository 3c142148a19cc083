"""Lines from standard input, waited for no longer than there is time."""

import codecs
import io
import os
import select
import sys
from time import monotonic
from typing import TextIO

BLOCK = 65536


class Leave(Exception):
    """Signal that the person wants to go, or that the input has ended."""


class FlagFall(Exception):
    """Signal that the time of the side to move is up."""


class LineReader:
    """Read the lines of standard input; bytes that are not text become replacement characters."""

    def __init__(self) -> None:
        self._source = sys.stdin.fileno() if _has_descriptor(sys.stdin) else None
        self._decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
        self._text = ""
        self._ended = False

    def read(self, seconds: float | None = None) -> str:
        """Return the next line.

        Raises:
            FlagFall: there is none within *seconds*; the part of it that has come is kept for the next call.
            Leave: the input has ended.
        """
        deadline = None if seconds is None else monotonic() + seconds
        while "\n" not in self._text and not self._ended:
            left = None if deadline is None else max(0.0, deadline - monotonic())
            if self._source is None:
                data = sys.stdin.buffer.read()  # all is there already
            elif select.select([self._source], [], [], left)[0]:
                data = os.read(self._source, BLOCK)
            else:
                raise FlagFall
            self._ended = not data
            self._text += self._decode(data, self._ended)
        if not self._text:
            raise Leave
        line, _, self._text = self._text.partition("\n")
        return line.removesuffix("\r")


def _has_descriptor(stream: TextIO) -> bool:
    """Tell whether the system knows a stream; it does not know a substitute for standard input."""
    try:
        stream.fileno()
    except io.UnsupportedOperation:
        return False
    return True
