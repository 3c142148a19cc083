"""The symmetries of a board: rotations and reflections, which preserve values."""

from functools import cache, lru_cache
from itertools import chain
from operator import or_

from tictac.rules import bits


@cache
def symmetries(width: int, height: int) -> list[list[int]]:
    """Return where each square goes under every symmetry, the identity first: 8 on a square board, 4 on an oblong."""
    grids = [[list(range(rank * width, (rank + 1) * width)) for rank in range(height)]]
    grids += [grid[::-1] for grid in grids]
    grids += [[row[::-1] for row in grid] for grid in grids]
    if width == height:
        grids += [[list(file) for file in zip(*grid, strict=True)] for grid in grids]
    return [[*chain(*grid)] for grid in grids]


@lru_cache(1 << 19)
def _moved(squares: int, width: int, height: int, shift: int) -> list[int]:
    """Return a set of squares under every symmetry, in higher bits."""
    return [sum(1 << to[square] for square in bits(squares)) << shift for to in symmetries(width, height)]


def images(x: int, o: int, width: int, height: int) -> list[int]:
    """Return the position with these marks under every symmetry: O's squares in the high bits, X's in the low.

    The smallest is the same for all positions that differ only by a symmetry.
    """
    return list(map(or_, _moved(x, width, height, 0), _moved(o, width, height, width * height)))
