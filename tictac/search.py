"""Negamax over the whole game tree, with a table of the positions already solved."""

from tictac.rules import Game

# A win is worth more the sooner it comes: this less the plies until then.
WIN = 100

_solved: dict[tuple[int, int], int] = {}


def negamax(game: Game) -> int:
    """Return the value for the side to move: 0 for a draw, WIN less the plies to a win, minus that for a loss."""
    if game.winner is not None:
        return -WIN
    if game.is_over:
        return 0
    if game.marks not in _solved:
        _solved[game.marks] = max(value for _, value in move_values(game))
    return _solved[game.marks]


def move_values(game: Game) -> list[tuple[int, int]]:
    """Return each legal move with its value for the side to move."""
    values = []
    for square in game.legal_moves:
        game.place(square)
        value = -negamax(game)
        game.undo()
        values.append((square, value - (value > 0) + (value < 0)))
    return values


def best_line(game: Game) -> tuple[int, list[int]]:
    """Return the value of the position and the moves of best play from it."""
    value, line = negamax(game), []
    while moves := move_values(game):
        line.append(max(moves, key=lambda move: move[1])[0])
        game.place(line[-1])
    for _ in line:
        game.undo()
    return value, line
