"""Divide PGN text into tokens, as people and programs write it (layer 5).

>>> [(kind, value) for kind, value, _ in tokenize(['[White "Anna"] 1. e4± {x} 1-0'])]
[('tag', ('White', 'Anna')), ('move', 'e4'), ('nag', 16), ('comment', 'x'), ('result', '1-0')]

Source: the PGN standard, https://www.chessclub.com/help/PGN-spec, and what pgn-extract, Scid, Lichess and python-chess
accept beyond it
"""

import re
from collections.abc import Generator, Iterable, Iterator

# The signs of annotators, as their NAGs; the last of several for one is the usual one.
SIGNS = {
    "!": 1, "?": 2, "‼": 3, "!!": 3, "⁇": 4, "??": 4, "⁉": 5, "!?": 5, "⁈": 6, "?!": 6,
    "□": 7, "=": 10, "~": 13, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
    "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "+--": 20, "--+": 21, "=∞": 44,
    "⨀": 22, "⟳": 32, "↑": 36, "→": 40, "⇆": 132, "⊕": 138, "∆": 140, "Δ": 140, "⌓": 142,
    "TN": 146, "N": 146, "D": 220,
}  # fmt: skip
# Words between moves that say nothing about the game that its moves do not.
SILENT_WORDS = {"ch", "dblch", "dis", "mate", "e", "ep", "p"}
# What looks like a letter, a dash or an x of the standard, and what cannot be seen at all.
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
PLAIN = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟\u2010\u2011\u2012\u2013\u2014\u2212\u00d7", "KQRBNPKQRBNP------x", INVISIBLE)
DASH = "[-\u2010-\u2014\u2212]"
BETWEEN = rf"(?:{DASH}|[x:\u00d7])?"  # the squares of a move

NAME = r"[A-Za-z0-9][A-Za-z0-9_+\#=:-]*"  # of a tag, as python-chess reads and writes it
TAG = re.compile(rf'\s*\[\s*({NAME})\s*"((?:[^"\\]|\\["\\])*)"\s*\]')
# The same with quotes that are not escaped, and with the bracket forgotten: up to the end of the line.
LOOSE_TAG = re.compile(rf'\s*\[\s*({NAME})\s*"(.*)"\s*\]?\s*$')
TAG_LINE = re.compile(rf'\s*\[\s*{NAME}\s+"')
BRACKET = re.compile(r"\s*\[[^\[\]]*\]?")
FIRST_NUMBER = re.compile(r"\s*1\s*\.(?!\s*\.)")
TOKEN = re.compile(
    rf"""
      (?P<move> (?: [KQRBN♔-♟][a-h]?[1-8]?{BETWEEN}[a-h][1-8]
                  | P?(?:[a-h][1-8]?)?{BETWEEN}[a-h][1-8] (?: (?<=[18]) (?:[=/]?[NBRQnbrq]|\([NBRQ]\)) )?
                  | [O0o]{DASH}[O0o](?:{DASH}[O0o])? | OOO?|ooo?|(?<![\d.:,])000?(?![.:,]\d) )
                (?: (?!\w) | (?=e\.?p|ch\b|dbl|dis|mate|[DN]\b|1-0|0-1|1/2) ) (?!{DASH}\w|/\w) (?: [+\#]+(?![-=/+]) )? )
    | (?P<result> (?: (?<![-:]) (?:1/2|½) (?: \s?[-:]\s?(?:1/2|½) | {DASH}(?:1/2|½) )? | 0[.,]5{DASH}0[.,]5
                    | 1\s?[-:]\s?0 | 0\s?[-:]\s?1 | 1{DASH}0 | 0{DASH}1 ) (?![\w:/]) | \* )
    | (?P<null> -{{2,4}}(?![-+]) | @@@@ | <> | (?:Z0|0000|null|pass)(?!\w) )
    | (?P<number> \d+[.…]* )
    | \{{ (?P<comment> [^}}]* ) \}}
    | \{{ (?P<unclosed> .* )
    | ; (?P<remark> .* )
    | \$ (?P<nag> \d{{1,3}} )(?!\d)
    | (?P<glyph> [!?]{{1,2}} )[!?]*
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<bracket> \[ [^\[\]]* \]? )
    | (?P<word> \w[^\s\x1a(){{}};$\[!?]* )
    | (?P<sign> [^\w\s\x1a(){{}};$\[!?*]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
# A word that may stand for a move, so that a ply would be lost without it: it has a square, or is like exd or PxP.
MOVE_LIKE = re.compile(r"[^\W\d_]\d|\b[A-Za-z][x:][A-Za-z]|\b[Oo0]-[Oo0]|@")
AS_THEY_ARE = frozenset({"comment", "remark", "null", "open", "close"})  # tokens whose text is their value
BLANKS = "\ufeff\x1a \t\r\n\v\f"

Token = tuple[str, object, int]


def tokenize(lines: Iterable[str]) -> Iterator[Token]:
    """Yield the tokens of PGN text: kind, value and number of the line, from 1. The time is linear in the text.

    Kinds and their values are tag (name and value), move, null, result (as PGN spells it), nag (int), comment, remark
    (after a semicolon), open and close (of a variation), blank (a line), first (a move number 1 after a blank line),
    and what cannot be read: bad (it resembles a move), unclosed (a comment) and lost (anything else).
    """
    source = _Lines(lines)
    blank = False
    for number, line, place in source:
        if line.startswith("%") and not place:
            continue
        if not line.strip(BLANKS):
            blank = True
            yield "blank", None, number
            continue
        if blank and FIRST_NUMBER.match(line):
            yield "first", None, number
        blank = False
        place = yield from _read_tags(line, place, number)
        for token in TOKEN.finditer(line, place):
            kind = token.lastgroup
            if kind == "number":
                continue
            value = token[kind]
            if kind in AS_THEY_ARE or (kind == "move" and value[0] not in "O0o" and value.isascii()):
                yield kind, value, number
            elif kind == "unclosed":
                yield *source.rest_of_comment(value), number
            else:
                yield from _read_other(kind, value, number)
                if kind == "result" and TAG.match(line, token.end()):
                    source.again.append((number, line, token.end()))
                    break


class _Lines:
    """Numbered lines, each with the place to read it from; those in *again*, the last first, come before others."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._fresh = ((number, line.lstrip("\ufeff").replace("\0", " "), 0) for number, line in enumerate(lines, 1))
        self.again: list[tuple[int, str, int]] = []

    def __iter__(self) -> Iterator[tuple[int, str, int]]:
        return self

    def __next__(self) -> tuple[int, str, int]:
        return self.again.pop() if self.again else next(self._fresh)

    def rest_of_comment(self, text: str) -> tuple[str, str]:
        """Return comment or unclosed, and the text of a comment that begins with *text*.

        What follows it in its last line is read next. A comment is not closed at the end of the file, nor if a line
        with a tag follows and after it another comment begins before any ends: then it ends before that line.
        """
        certain, doubtful = [text], []
        for current, line, _ in self:
            end = line.find("}")
            if doubtful or TAG_LINE.match(line):
                begin = line.find("{")
                if begin >= 0 and (end < 0 or begin < end):
                    self.again.append((current, line, 0))
                    break
                doubtful.append((current, line, 0))
            if end >= 0:
                self.again.append((current, line, end + 1))
                return "comment", " ".join([*certain, *(line for _, line, _ in doubtful[:-1]), line[:end]])
            if not doubtful:
                certain.append(line)
        self.again += reversed(doubtful)
        return "unclosed", " ".join(certain)


def _read_tags(line: str, place: int, number: int) -> Generator[Token, None, int]:
    """Yield the tags of a line, from *place* on; return where they end."""
    loose = True
    while found := BRACKET.match(line, place):
        if tag := TAG.match(line, place):
            yield "tag", (tag[1], re.sub(r"\\(.)", r"\1", tag[2])), number
        elif loose and (tag := LOOSE_TAG.match(line, place)):
            yield "tag", (tag[1], tag[2]), number
        else:
            # Tried once a line, or a line of many brackets would be read as many times.
            loose = False
            yield "lost", found[0].strip(), number
        place = (tag or found).end()
    return place


def _read_other(kind: str, text: str, number: int) -> Iterator[Token]:
    """Yield what a move, a result, a NAG, a sign or a word stands for; nothing if it says nothing."""
    if not text.isascii():
        plain = text.translate(PLAIN)
        if kind == "word" and plain != text:
            for token in TOKEN.finditer(plain):
                yield from _read_other(token.lastgroup, token[token.lastgroup], number)
            return
        text = plain
    if kind == "move":
        yield kind, "-".join("O" for letter in text if letter in "O0o") if text[0] in "O0o" else text, number
    elif kind == "result":
        if text != "*":
            text = f"{text[0]}-{text[-1]}" if text[-1] in "01" and text[1] != "." else "1/2-1/2"
        yield kind, text, number
    elif (nag := int(text) if kind == "nag" else SIGNS.get(text.rstrip(".,"))) is not None:
        yield "nag", nag, number
    elif kind in ("word", "bracket") and text.replace(".", "").lower() not in SILENT_WORDS:
        yield ("bad" if kind == "word" and MOVE_LIKE.search(text) else "lost"), text, number
