"""The symmetries of a board: rotations and reflections, which preserve values."""

from functools import cache, lru_cache
from operator import or_

from tictac.rules import bits


@cache
def symmetries(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return where each square goes under every symmetry, the identity first: 8 on a square board, 4 on an oblong."""

    def image(square: int, flip_x: bool, flip_y: bool, swap: bool) -> int:
        y, x = divmod(square, width)
        x, y = width - 1 - x if flip_x else x, height - 1 - y if flip_y else y
        return x * width + y if swap else y * width + x

    flips = [(flip_x, flip_y, swap) for swap in (False, True) for flip_x in (False, True) for flip_y in (False, True)]
    return tuple(
        tuple(image(square, *flip) for square in range(width * height))
        for flip in flips
        if width == height or not flip[2]
    )


@lru_cache(1 << 19)
def _moved(squares: int, width: int, height: int, shift: int) -> tuple[int, ...]:
    """Return a set of squares under every symmetry, in higher bits."""
    return tuple(sum(1 << to[square] for square in bits(squares)) << shift for to in symmetries(width, height))


def images(x: int, o: int, width: int, height: int) -> list[int]:
    """Return the position with these marks under every symmetry: O's squares in the high bits, X's in the low.

    The smallest is the same for all positions that differ only by a symmetry.
    """
    return list(map(or_, _moved(x, width, height, 0), _moved(o, width, height, width * height)))
