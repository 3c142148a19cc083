"""The figures of a large board, drawn in pixels: two to a character, one above the other."""

PIXELS = {
    "K": """
        ....#....
        ...###...
        ....#....
        .##.#.##.
        .#######.
        ..#####..
        .#######.
        .........""",
    "Q": """
        ....#....
        .#..#..#.
        .#.###.#.
        .#######.
        ..#####..
        ...###...
        .#######.
        .........""",
    "R": """
        .........
        .##.#.##.
        .#######.
        ..#####..
        ..#####..
        ..#####..
        .#######.
        .........""",
    "B": """
        ....#....
        ...##....
        ..##.##..
        ..#.###..
        ...###...
        ..#####..
        .#######.
        .........""",
    "N": """
        ...#.....
        ...####..
        ..##.###.
        .#######.
        .##.####.
        ...####..
        .#######.
        .........""",
    "P": """
        .........
        .........
        ...###...
        ...###...
        ....#....
        ...###...
        ..#####..
        .........""",
    "dot": """
        .........
        .........
        ...###...
        ...###...
        .........
        .........
        .........
        .........""",
    "": "\n".join(8 * [9 * "."]),
}
HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def half_blocks(pixels: str) -> list[str]:
    """Return the lines of characters that show a picture.

    >>> half_blocks("##.. .##.")
    ['▀█▄ ']
    """
    rows = pixels.split()
    return [
        "".join(HALVES[top + bottom] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


FIGURES = {name: half_blocks(pixels) for name, pixels in PIXELS.items()}
