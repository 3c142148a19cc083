"""The search in its simplest form: negamax, and alpha-beta, which finds the same value in a fraction of the nodes.

Values are from the side to move's point of view: 0 for a draw, WIN minus the plies to it for a win, the negative for a
loss.
"""

from tictac.rules import Position

WIN = 1000


def negamax(position: Position) -> int:
    """Return the value of a position by trying all moves."""
    if position.winner:
        return -WIN
    return max((one_ply_on(-negamax(position.after(square))) for square in position.legal_moves), default=0)


def alpha_beta(position: Position, alpha: int = -WIN, beta: int = WIN) -> int:
    """Return the value of a position, or a bound of it where it lies outside alpha and beta.

    We have a move worth alpha already, and the opponent can hold us to beta: a move that is worth more than beta ends
    the search of its position, since the opponent would not let it come to that.
    """
    if position.winner:
        return -WIN
    best = -WIN if position.legal_moves else 0
    for square in position.legal_moves:
        # A ply on, the sides have changed, and so have the signs.
        window = -one_ply_back(beta), -one_ply_back(max(alpha, best))
        best = max(best, one_ply_on(-alpha_beta(position.after(square), *window)))
        if best >= beta:
            break
    return best


def one_ply_on(value: int) -> int:
    """Return what a value is worth a ply earlier: the sooner a win the better, so each ply takes one from it."""
    return value - (value > 0) + (value < 0)


def one_ply_back(value: int) -> int:
    """Return the value that is worth this a ply earlier: what `one_ply_on` takes is given back."""
    return value + (value > 0) - (value < 0)
