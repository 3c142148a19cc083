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


# By the size of the board, from 1.
FIGURES = {size: read_figures(pictures) for size, pictures in enumerate((MIDDLE, LARGE), 1)}
