"""Convert scores to the chances to win, draw and lose (layer 6).

With material m on the board, a score of x wins with probability 1 / (1 + exp((a - x) / b)) and loses with the winning
probability of -x; a and b are cubic polynomials in m. So a is the score with a 50 % chance to win, which UCI shows as
+1.00.

Source: the win rate model of Stockfish, https://github.com/official-stockfish/WDL_model. The coefficients were fitted
by maximum likelihood (`lux data wdl`) to 1,400 games of generation 9 against itself, at about 9,000 nodes/move, from
random openings: 130,249 positions with a score between -400 and 400. As many games of generation 11, at about 10,000
nodes/move, give values of a that are at most 4 % larger.
"""

from lux.analysis.material import PIECE_VALUES
from lux.board import Board
from lux.score import TB_WIN_CP, parameters


def material(board: Board) -> int:
    """Return the total piece value on the board: 78 in the starting position, 0 for bare kings."""
    return sum(PIECE_VALUES.get(piece, 0) for piece in board.epd().split()[0].lower())


def normalized_cp(score_cp: int, material: int) -> int:
    """Return the engine's score scaled so that 100 is a 50 % chance to win; tablebase wins are not scaled."""
    if abs(score_cp) >= TB_WIN_CP - 1000:
        return score_cp
    return round(100 * score_cp / parameters(material)[0])
