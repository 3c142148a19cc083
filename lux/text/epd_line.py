"""Split a line of Extended Position Description into its position and its operations (layer 5).

Source: https://www.chessprogramming.org/Extended_Position_Description
"""

import re

OPERATION = re.compile(r'\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s";]+))*)\s*(?:;|$)')
OPERAND = re.compile(r'"[^"]*"|\S+')
COUNTERS = re.compile(r"(\d+)\s+(\d+)(?=\s|$)")

Operations = dict[str, list[str]]  # the operands of each, quotation marks kept


def split_epd(line: str) -> tuple[str, Operations]:
    """Return the FEN, in six fields, and the operations of a line.

    The counters come from the operations hmvc and fmvn or, as in some files, from the fifth and sixth field.

    Raises:
        ValueError: there are fewer than four fields, or anything but operations after them.

    >>> split_epd('4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "one"; fmvn 7;')
    ('4k3/8/8/8/8/8/8/R3K3 w Q - 0 7', {'bm': ['Ra8+'], 'id': ['"one"'], 'fmvn': ['7']})
    """
    *fields, rest = [*line.split(maxsplit=4), ""][:5]
    if len(fields) < 4:
        raise ValueError(f"no position of four fields: {line[:40]!r}")
    counters = COUNTERS.match(rest)
    operations = read_operations(rest[counters.end() :] if counters else rest)
    halfmoves, moves = counters.groups() if counters else ("0", "1")
    fields += [*operations.get("hmvc", [halfmoves])[:1], *operations.get("fmvn", [moves])[:1]]
    return " ".join(fields), operations


def read_operations(text: str) -> Operations:
    """Return the operands of each operation in *text*."""
    operations = {}
    end = 0
    while text[end:].strip():
        found = OPERATION.match(text, end)
        if not found:
            raise ValueError(f"no EPD operation: {text[end:].strip()[:20]!r}")
        operations[found[1]] = OPERAND.findall(found[2])
        end = found.end()
    return operations


def unquoted(operands: list[str]) -> list[str]:
    """Return operands without their quotation marks."""
    return [operand.strip('"') for operand in operands]


def operand_value(operands: list[str]) -> str | int | float | None:
    """Return the value of an operation's operands: a number if it stands alone, otherwise text; None without any.

    >>> [operand_value(operands) for operands in (["12"], ['"12"'], ["-0.5"], [], ["e4", "best"])]
    [12, '12', -0.5, None, 'e4 best']
    """
    if not operands:
        return None
    if len(operands) == 1:
        for number in (int, float):
            try:
                return number(operands[0])
            except ValueError:
                continue
    return " ".join(unquoted(operands))
