"""The names of the squares, and their files, ranks and numbers (layer 5).

A square is its name: `E4` is 'e4'. All functions raise ValueError for anything that is not a square.

>>> square_file(E4), square_rank(E4), square(4, 3), square_name(28), square_distance(A1, C2)
(4, 3, 'e4', 'e4', 2)
"""

FILE_NAMES = "abcdefgh"
RANK_NAMES = "12345678"
SQUARES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]  # a1, b1, ... h8
SQUARE_NAMES = SQUARES

A1, B1, C1, D1, E1, F1, G1, H1 = "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"
A2, B2, C2, D2, E2, F2, G2, H2 = "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"
A3, B3, C3, D3, E3, F3, G3, H3 = "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"
A4, B4, C4, D4, E4, F4, G4, H4 = "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"
A5, B5, C5, D5, E5, F5, G5, H5 = "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5"
A6, B6, C6, D6, E6, F6, G6, H6 = "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"
A7, B7, C7, D7, E7, F7, G7, H7 = "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7"
A8, B8, C8, D8, E8, F8, G8, H8 = "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"


def parse_square(name: str) -> str:
    """Return the square with that *name*.

    Raises:
        ValueError: *name* is not a square.
    """
    if name not in SQUARES:
        raise ValueError(f"not a square: {name!r}")
    return name


def square_name(square: str | int) -> str:
    """Return the name of a square, given by name or by number, 0 (a1) to 63 (h8).

    Raises:
        ValueError: there is no such square.
    """
    if isinstance(square, int) and 0 <= square < len(SQUARES):
        return SQUARES[square]
    return parse_square(str(square))


def square(file_index: int, rank_index: int) -> str:
    """Return the square on a file and a rank, each from 0 to 7."""
    if not (0 <= file_index < 8 and 0 <= rank_index < 8):
        raise ValueError(f"file and rank must be from 0 to 7, not {file_index} and {rank_index}")
    return SQUARES[8 * rank_index + file_index]


def square_file(square: str) -> int:
    """Return the file of a square, 0 (a) to 7 (h)."""
    return SQUARES.index(parse_square(square)) % 8


def square_rank(square: str) -> int:
    """Return the rank of a square, 0 to 7."""
    return SQUARES.index(parse_square(square)) // 8


def square_distance(a: str, b: str) -> int:
    """Return how many moves a king needs from one square to another on an empty board."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_mirror(square: str) -> str:
    """Return the square mirrored vertically: same file, opposite rank."""
    return f"{FILE_NAMES[square_file(square)]}{8 - square_rank(square)}"
