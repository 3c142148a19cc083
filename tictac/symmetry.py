"""The symmetries of a board: rotations and reflections, which preserve values."""

from functools import cache
from operator import or_

from tictac.rules import bits

# Remembered images of sets of squares, at most.
IMAGES = 1 << 19


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


class Images:
    """Keys of positions on one size of board: the smallest of a position's images."""

    def __init__(self, width: int, height: int) -> None:
        self.symmetries = symmetries(width, height)
        self._shift = width * height
        self._low: dict[int, list[int]] = {}
        self._high: dict[int, list[int]] = {}

    def of(self, x: int, o: int) -> list[int]:
        """Return the position with these marks under every symmetry: O's squares in the high bits, X's in the low."""
        low = self._low.get(x) or self._remember(self._low, x, 0)
        high = self._high.get(o) or self._remember(self._high, o, self._shift)
        return list(map(or_, low, high))

    def _remember(self, known: dict[int, list[int]], squares: int, shift: int) -> list[int]:
        if len(known) >= IMAGES:
            known.clear()
        known[squares] = [sum(1 << to[square] for square in bits(squares)) << shift for to in self.symmetries]
        return known[squares]
