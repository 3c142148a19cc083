"""Text that others wrote, such as the names of players, engines and files, as something that can only be read.

A terminal obeys escape sequences, a bidirectional mark turns what follows it, markup has signs of its own.
"""

import json
import re
from html import escape

# What a terminal obeys or nobody sees: controls (C0 and C1), marks of direction, format characters but for the joiners
# that Persian and emoji need, line separators, lone surrogates, tag characters; and what XML cannot hold.
HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Return a line of text for a terminal: what could not be seen is written as Python writes it.

    >>> print(visible("a\x1b]0;owned\x07\u202e\n"))
    a\x1b]0;owned\x07\u202e\n
    """
    return HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def visible_lines(text: str) -> str:
    """Return text of several lines, each as `visible` returns it."""
    return "\n".join(map(visible, text.split("\n")))


def markup(text: str) -> str:
    """Return text for HTML, SVG or other XML, in an element or an attribute.

    >>> markup("<b>'")
    '&lt;b&gt;&#x27;'
    """
    return escape(visible(text))


def json_text(value: object, indent: int | None = None, separators: tuple[str, str] | None = None) -> str:
    """Return *value* as JSON in ASCII; raise ValueError for a number that JSON has not, such as infinity."""
    return json.dumps(value, indent=indent, separators=separators, allow_nan=False)
