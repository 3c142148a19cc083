"""Number the 960 start positions of Chess960 (layer 5).

Source: https://www.chessprogramming.org/Reinhard_Scharnagl, the numbering of the start positions
"""

from functools import cache
from itertools import combinations


def start_rank(number: int) -> str:
    """Return the pieces on White's first rank, a to h, in Scharnagl's start position *number*, 0 to 959.

    Raises:
        ValueError: *number* is not from 0 to 959.

    >>> start_rank(518)
    'RNBQKBNR'
    """
    if not 0 <= number < 960:
        raise ValueError(f"start positions are numbered from 0 to 959, not {number}")
    rank = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = rank[2 * dark] = "B"

    def free() -> list[int]:
        return [file for file in range(8) if not rank[file]]

    rank[free()[queen]] = "Q"
    squares = free()
    for place in list(combinations(range(5), 2))[knights]:
        rank[squares[place]] = "N"
    for file, piece in zip(free(), "RKR", strict=True):
        rank[file] = piece
    return "".join(rank)


def start_fen(number: int) -> str:
    """Return the FEN of Scharnagl's start position *number*, 0 to 959; raises as start_rank.

    >>> start_fen(0)
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """
    rank = start_rank(number)
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"


@cache
def _numbers() -> dict[str, int]:
    """Return the numbers of the start positions by their EPD, with castling rights as the rooks' files."""
    numbers = {}
    for number in range(960):
        rank = start_rank(number)
        rooks = "".join(file for file, piece in zip("hgfedcba", reversed(rank), strict=True) if piece == "R")
        numbers[f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {rooks.upper()}{rooks} -"] = number
    return numbers


def start_number(epd: str) -> int | None:
    """Return Scharnagl's number, 0 to 959, of the start position of an EPD with castling rights as files, or None.

    >>> start_number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -")
    518
    """
    return _numbers().get(epd)
