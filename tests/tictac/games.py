"""Ways through the game that several tests walk."""

from collections.abc import Iterator
from functools import cache

from tictac.rules import Board, Position

WIN = 1000


def after(moves: str, shape: tuple[int, int, int] = (3, 3, 3)) -> Position:
    """Return the position after moves given by name."""
    position = Position(Board(*shape))
    for name in moves.split():
        position = position.after(position.board.square(name))
    return position


def every_position(position: Position) -> Iterator[Position]:
    """Yield a position and each that can follow it, once."""
    seen, waiting = {position}, [position]
    for position in waiting:
        yield position
        following = [position.after(square) for square in position.legal_moves]
        waiting += [position for position in dict.fromkeys(following) if position not in seen]
        seen.update(following)


@cache
def value(position: Position) -> int:
    """Return the value for the side to move by trying everything: 0, or WIN less the plies to the end."""
    return -WIN if position.winner else max(values(position).values(), default=0)


def values(position: Position) -> dict[int, int]:
    """Return the value of every move for the side to move."""
    outcomes = {square: -value(position.after(square)) for square in position.legal_moves}
    return {square: outcome - (outcome > 0) + (outcome < 0) for square, outcome in outcomes.items()}
