"""The figures of the larger boards, drawn in pixels: two to a character, one above the other."""

# Side by side: king, queen, rook, bishop, knight, pawn, and the dot of a square that a piece may go to.
NAMES = ("K", "Q", "R", "B", "N", "P", "dot")
MIDDLE = """
    ...#... .#.#.#. ....... ...#... ...#... ....... .......
    ..###.. .#.#.#. .#.#.#. ..##... ..####. ....... .......
    .#.#.#. .#####. .#####. ..#.#.. .#####. ...#... ..###..
    .#####. ..###.. ..###.. ..###.. .#.###. ..###.. ..###..
    ..###.. ..###.. ..###.. ...#... ..###.. ...#... .......
    .#####. .#####. .#####. .#####. .#####. ..###.. ......."""
LARGE = """
    ....#.... ....#.... ......... ....#.... ...#..... ......... .........
    ...###... .#..#..#. .##.#.##. ...##.... ...####.. ......... .........
    ....#.... .#.###.#. .#######. ..##.##.. ..##.###. ...###... ...###...
    .##.#.##. .#######. ..#####.. ..#.###.. .#######. ...###... ...###...
    .#######. ..#####.. ..#####.. ...###... .##.####. ....#.... .........
    ..#####.. ...###... ..#####.. ..#####.. ...####.. ...###... .........
    .#######. .#######. .#######. .#######. .#######. ..#####.. .........
    ......... ......... ......... ......... ......... ......... ........."""
HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def half_blocks(rows: tuple[str, ...]) -> list[str]:
    """Return the lines of characters that show a picture.

    >>> half_blocks(("##..", ".##."))
    ['▀█▄ ']
    """
    return [
        "".join(HALVES[top + bottom] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def read_figures(pictures: str) -> dict[str, list[str]]:
    """Return the lines of each figure, and under '' those of an empty square."""
    columns = zip(*(row.split() for row in pictures.split("\n")[1:]), strict=True)
    figures = {name: half_blocks(rows) for name, rows in zip(NAMES, columns, strict=True)}
    return figures | {"": [len(line) * " " for line in figures["dot"]]}


def doubled(pictures: str) -> str:
    """Return pictures twice as wide and as high."""
    rows = pictures.split("\n")[1:]
    return "".join(2 * f"\n{' '.join(''.join(2 * pixel for pixel in word) for word in row.split())}" for row in rows)


# Width and height of a square, in characters, by the size of the board; on squares too small for a picture stands the
# character of the piece.
SQUARES = ((3, 1), (5, 2), (7, 3), (9, 4), (14, 6))
FIGURES = {size: read_figures(pictures) for size, pictures in enumerate((MIDDLE, LARGE, doubled(MIDDLE)), 2)}
