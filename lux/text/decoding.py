"""Open text files in the encodings that people have: UTF-8, UTF-16 and Windows-1252 (layer 5)."""

import codecs
import io
import sys
from typing import TextIO


def open_text(path: str) -> TextIO:
    """Open a text file, or standard input for '-', for reading.

    Text is UTF-8, or UTF-16 with a byte order mark; bytes that are not valid UTF-8 are read as Windows-1252.

    Raises:
        OSError: the file cannot be read.
    """
    stream = sys.stdin.buffer if path == "-" else open(path, "rb")  # noqa: SIM115
    utf16 = stream.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    encoding, errors = ("utf-16", "replace") if utf16 else ("utf-8-sig", "lux.windows-1252")
    return io.TextIOWrapper(stream, encoding=encoding, errors=errors)


# The five bytes that Windows-1252 leaves undefined become U+FFFD.
codecs.register_error(
    "lux.windows-1252",
    lambda error: (error.object[error.start : error.end].decode("cp1252", "replace"), error.end),
)
