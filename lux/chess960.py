"""The 960 start positions of Chess960, and which positions are of it (layer 6).

Source: https://www.chessprogramming.org/Reinhard_Scharnagl, the numbering of the start positions
"""

from functools import cache
from itertools import combinations

from lux.board import Board


def start_rank(number: int) -> str:
    """Return the pieces on White's first rank, a to h, in Scharnagl's start position *number*, 0 to 959.

    Raises:
        ValueError: there is no such number.

    >>> start_rank(518)
    'RNBQKBNR'
    """
    if not 0 <= number < 960:
        raise ValueError(f"start positions are numbered from 0 to 959, not {number}")
    rank = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = "B"
    rank[2 * dark] = "B"

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
    """Return the number of each start position by its first rank."""
    return {start_rank(number): number for number in range(960)}


def start_number(fen: str) -> int | None:
    """Return Scharnagl's number of a start position, 0 to 959, or None if *fen* is none.

    >>> start_number(start_fen(355)), start_number("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    (355, None)
    """
    rank = fen.split("/")[-1].split()[0]
    number = _numbers().get(rank)
    if number is None or Board(fen, chess960=True) != Board(start_fen(number), chess960=True):
        return None
    return number


def needs_chess960(fen: str) -> bool:
    """Tell whether castling in *fen* is Chess960's: a king off the e-file or a rook off the corner has rights.

    Raises:
        FenError: it is no position.

    >>> needs_chess960("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), needs_chess960("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")
    (False, True)
    """
    return Board(fen, chess960=True).has_chess960_castling_rights()
