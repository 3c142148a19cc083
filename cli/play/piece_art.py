"""The figures of the larger boards, drawn in quarters of characters."""

from bisect import bisect
from functools import cache

# The smallest figures are drawn cell by cell: filled outlines would be blurred there.
SMALL = """
K | Q | R | B | N | P | dot
  ▄█▄  | ▖ █ ▗ | ▄ ▄ ▄ |   ▄   |  ▟█▖  |       |
 ▄▄█▄▄ | ▙▟█▙▟ | ▝███▘ |  ▟█▙  | ▟███▌ |   █   |  ▐█▌
 ▜███▛ | ▝███▘ | ▟███▙ | ▗▟█▙▖ | ▘▐██▌ |  ▟█▙  |"""
# Corners of the outlines, on squares of 100 by 100; what lies in any outline is filled.
FOOT = "22,92 22,84 30,78 70,78 78,84 78,92"
OUTLINES = {
    "K": "45,2 55,2 55,13 66,13 66,24 55,24 55,34 60,42 69,36 79,36 85,43 85,52 75,68 75,78"
    " 25,78 25,68 15,52 15,43 21,36 31,36 40,42 45,34 45,24 34,24 34,13 45,13",
    "Q": "9,24 17,22 24,46 27,18 36,16 41,44 45,8 55,8 59,44 64,16 73,18 76,46 83,22 91,24 79,68 75,78 25,78 21,68",
    "R": "24,14 35,14 35,23 44,23 44,14 56,14 56,23 65,23 65,14 76,14 76,33 67,40 67,68 74,78 26,78 33,68 33,40 24,33",
    "B": "50,6 55,9 55,14 52,16 63,27 67,40 64,50 58,56 58,62 66,78"
    " 34,78 42,62 42,56 36,50 33,40 37,27 48,16 45,14 45,9",
    "N": "38,10 46,17 58,20 71,31 77,48 77,78 28,78 30,68 42,56 45,48 35,53 27,60 19,56 17,50 28,32 34,24",
    "P": "50,26 60,30 64,39 60,47 55,50 60,60 66,74 70,78 30,78 34,74 40,60 45,50 40,47 36,39 40,30",
}
DOT = "50,36 60,40 64,50 60,60 50,64 40,60 36,50 40,40"
# By the quarters that are filled: 1 at the upper left, 2 at the upper right, 4 and 8 below them.
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
SAMPLES = (1 / 6, 1 / 2, 5 / 6)

# Width and height of a square, in characters, by the size of the board; on squares too small for a picture stands the
# character of the piece.
SQUARES = ((3, 1), (5, 2), (7, 3), (9, 4), (11, 5), (14, 6), (16, 7))


@cache
def figures(size: int) -> dict[str, list[str]]:
    """Return the lines of each figure on squares of a size, and under '' those of an empty one; none if too small."""
    width, height = SQUARES[size]
    if height < 3:
        return {}
    if height == 3:
        names, *rows = (line.split("|") for line in SMALL.split("\n")[1:])
        drawn = {name.strip(): [line.ljust(width) for line in lines] for name, *lines in zip(names, *rows, strict=True)}
    else:
        drawn = {name: filled(width, height, [outline, FOOT]) for name, outline in OUTLINES.items()}
        drawn["dot"] = filled(width, height, [DOT])
    return drawn | {"": height * [width * " "]}


def filled(width: int, height: int, outlines: list[str]) -> list[str]:
    """Return the lines of a square in which outlines are filled; a quarter is, if five of nine points in it are.

    >>> filled(4, 2, ["0,0 100,0 0,100"])
    ['██▛▘', '▛▘  ']
    """
    corners = [[tuple(map(float, corner.split(","))) for corner in outline.split()] for outline in outlines]
    # Quarters are twice as high as they are wide; no point may lie on an edge.
    unit = 100.013 / min(2 * width, 4 * height)
    left, counts = (2 * width * unit - 100) / 2, [[0] * (2 * width) for _ in range(2 * height)]
    for row in range(2 * height):
        for part in SAMPLES:
            crossings = [crossed(outline, (row + part) * 50 / height) for outline in corners]
            for column in range(2 * width):
                points = ((column + part) * unit - left for part in SAMPLES)
                counts[row][column] += sum(any(bisect(each, x) % 2 for each in crossings) for x in points)
    full = [[count > 4 for count in row] for row in counts]
    lines = []
    for upper, lower in zip(full[::2], full[1::2], strict=True):
        places = zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True)
        lines.append("".join(QUARTERS[a + 2 * b + 4 * c + 8 * d] for a, b, c, d in places))
    return lines


def crossed(outline: list[tuple[float, float]], y: float) -> list[float]:
    """Return where an outline crosses a horizontal line, from left to right."""
    edges = zip(outline, outline[1:] + outline[:1], strict=True)
    return sorted(x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y))
