"""The search in its simplest form: negamax, and alpha-beta, which finds the same value in a fraction of the nodes.

Values are from the side to move's point of view: 0 for a draw, WIN minus the plies to it for a win, the negative for a
loss.
"""

from tictac.rules import Game, Mark

WIN = 1000


def negamax(game: Game) -> int:
    """Return the value of a position by trying all moves."""
    if game.winner != Mark.NONE:
        return -WIN
    best = -WIN if game.legal_moves else 0
    for square in game.legal_moves:
        game.place(square)
        best = max(best, one_ply_on(-negamax(game)))
        game.undo()
    return best


def alpha_beta(game: Game, alpha: int = -WIN, beta: int = WIN) -> int:
    """Return the value of a position, or a bound of it where it lies outside alpha and beta.

    We have a move worth alpha already, and the opponent can hold us to beta: a move that is worth more than beta ends
    the search of its position, since the opponent would not let it come to that.
    """
    if game.winner != Mark.NONE:
        return -WIN
    best = -WIN if game.legal_moves else 0
    for square in game.legal_moves:
        game.place(square)
        # A ply on, wins are one farther off and the sides have changed: the window is widened by one for that.
        best = max(best, one_ply_on(-alpha_beta(game, -beta - 1, -max(alpha, best) + 1)))
        game.undo()
        if best >= beta:
            break
    return best


def one_ply_on(value: int) -> int:
    """Return what a value is worth a ply earlier: the sooner a win the better, so each ply takes one from it."""
    return value - (value > 0) + (value < 0)
