"""Read lines of Extended Position Description: a position and operations (layer 5).

Test suites, perft suites, opening files and `Board.from_epd` all read lines here, and what people make of the standard:
operations without a semicolon or with two, `id="x"`, quotes within quotes, opcodes of any characters.

Source: https://www.chessprogramming.org/Extended_Position_Description
"""

import re
from collections.abc import Iterable, Iterator

BLANK = "\ufeff\0\x1a \t\r\n"  # NUL and Ctrl-Z end the lines and files of some programs
REMARKS = ("#", "//", "%")
POSITION = re.compile(r"\S+\s+\S+\s+\S+\s+[^\s;,]+")
COUNTERS = re.compile(r"\s+(\d+)(?:\s+(\d+))?(?![^\s;,])")
MARK = re.compile(r'\\["\\]|[";]')
OPCODE = re.compile(r'(?:-\s+)*([^\s=":]+)\s*[=:]?\s*(.*)', re.DOTALL)
NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,18})?", re.ASCII)
# Blanks before a sign and around the mark of a promotion.
APART = re.compile(r"(?<![\s=])\s+(?=[=+!?]|#(?![-+\d]))|(?<==)\s+")
# One operation: bm, am or dm without a semicolon behind it ends where another one begins.
OPERATION = re.compile(r'\s*(?:-\s+)*[bad]m\s[^"]*?(?=\s(?:[bad]m|pv|id|ce|ac[dns]|c\d(?=\s*"))\s)|.+', re.DOTALL)
MATE = re.compile(r"#([+-]?\d+)")


def position_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line, from 1, that is neither blank nor a remark, which begins with #, // or %."""
    for number, line in enumerate(lines, 1):
        line = line.strip(BLANK)
        if line and not line.startswith(REMARKS):
            yield number, line


def split_position(line: str) -> tuple[str, str]:
    """Return the position, in four to six fields, and the rest of a line.

    Raises:
        ValueError: there are fewer than four fields.
    """
    found = POSITION.match(line)
    if not found:
        raise ValueError(f"no position of four fields: {line[:40]!r}")
    counters = COUNTERS.match(line, found.end())
    end = (counters or found).end()
    return line[:end], line[end:]


def split_epd(line: str) -> tuple[str, dict[str, str]]:
    """Return the FEN, in six fields, and the operations of a line: their operands by opcode, quotes kept.

    The counters come from the operations hmvc and fmvn or, as in some files, from the fifth and sixth field. `bm #6`,
    as suites of mates have it, becomes `dm 6`.

    Raises:
        ValueError: there are fewer than four fields.

    >>> split_epd('4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ #3;; id "one"; fmvn 7;')
    ('4k3/8/8/8/8/8/8/R3K3 w Q - 0 7', {'bm': 'Ra8+', 'id': '"one"', 'fmvn': '7', 'dm': '3'})
    """
    position, rest = split_position(line.strip(BLANK))
    found = [*map(split_operation, split_operations(rest))]
    operations = dict(found)
    # Some suites have an operation for each move.
    for goal in {"am", "bm"} & operations.keys():
        operations[goal] = " ".join(operand for opcode, operand in found if opcode == goal)
    words = move_words(operations.get("bm", ""))
    if mates := [word for word in words if MATE.fullmatch(word)]:
        operations["bm"] = " ".join(word for word in words if word not in mates)
        operations.setdefault("dm", mates[0].lstrip("#+"))
        if not operations["bm"]:
            del operations["bm"]
    fields = position.split()
    fields += ("0", "1")[len(fields) - 4 :]
    for index, name in ((4, "hmvc"), (5, "fmvn")):
        if operations.get(name, "").isdecimal():  # a dash is none
            fields[index] = operations[name]
    return " ".join(fields), operations


def split_operations(text: str) -> list[str]:
    r"""Return the operations of *text*, cut at semicolons outside strings.

    In a string, \" and quotes around a word or in it belong to it. One that does not end, ends with its operation.

    >>> split_operations(r'; id "a; \"b\""; c0 "the "best" move";; c1 "open; bm e4')
    ['id "a; \\"b\\""', 'c0 "the "best" move"', 'c1 "open', 'bm e4']
    """
    parts = []
    begin = depth = 0
    for mark in MARK.finditer(text):
        at = mark.start()
        before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
        if mark[0] == ";" and not depth:
            parts.append(text[begin:at])
            begin = at + 1
        elif mark[0] == '"' and depth and (not after or after in "; ,\t"):
            depth -= 1
        elif mark[0] == '"' and (not before or before in ("; \t(" if depth else "; \t(=:")):
            depth += 1
    parts += text[begin:].split(";") if depth else [text[begin:]]
    return [each.strip() for part in parts for each in OPERATION.findall(part) if each.strip(" \t-")]


def split_operation(text: str) -> tuple[str, str]:
    """Return the opcode and the operands of an operation."""
    found = OPCODE.match(text)
    return (found[1], found[2]) if found else (text, "")


def unquoted(operand: str) -> str:
    """Return the text of an operand, in quotes or not."""
    return re.sub(r'\\(["\\])', r"\1", operand[1:].removesuffix('"')) if operand[:1] == '"' else operand


def move_words(operand: str) -> list[str]:
    """Return the moves of an operation as words, signs that stand apart with them; commas and numbers are passed over.

    >>> move_words("1. e4, e5 2.Nf3/b4 f8 = Q + e8/Q")
    ['e4', 'e5', 'Nf3', 'b4', 'f8=Q+', 'e8/Q']
    """
    words = re.split(r'[\s,"|]+|/(?![NBRQnbrq]\b)', APART.sub("", operand))
    return [word for word in (re.sub(r"^\d+\.+", "", word) for word in words) if word]


def operand_value(operand: str) -> str | int | float | None:
    """Return the value of an operand: a number unless it is quoted, otherwise text; None without any.

    >>> [operand_value(operand) for operand in ("12", '"12"', "-0.5", "", "e4 best")]
    [12, '12', -0.5, None, 'e4 best']
    """
    if found := NUMBER.fullmatch(operand):
        return float(operand) if found[1] else int(operand)
    return unquoted(operand) if operand else None
