"""The symmetries of a board: rotations and reflections, which preserve values."""

from functools import cache, lru_cache
from itertools import chain

from tictac.rules import Board, bits


@cache
def symmetries(board: Board) -> list[list[int]]:
    """Return where each square goes under every symmetry, the identity first: 8 on a square board, 4 on an oblong."""
    width = board.width
    grids = [[list(range(rank * width, (rank + 1) * width)) for rank in range(board.height)]]
    grids += [grid[::-1] for grid in grids]
    grids += [[row[::-1] for row in grid] for grid in grids]
    if width == board.height:
        grids += [[list(file) for file in zip(*grid, strict=True)] for grid in grids]
    return [[*chain(*grid)] for grid in grids]


@lru_cache(1 << 19)
def _moved(board: Board, squares: int) -> list[int]:
    """Return a set of squares under every symmetry."""
    return [sum(1 << to[square] for square in bits(squares)) for to in symmetries(board)]


def images(board: Board, low: int, high: int) -> list[int]:
    """Return a position under every symmetry, each as one number: the two sides' squares in its low and high bits.

    The smallest is the same for all positions that differ only by a symmetry.
    """
    size = board.full.bit_length()
    return [one | other << size for one, other in zip(_moved(board, low), _moved(board, high), strict=True)]
