"""Adjudicate games whose scores have been decisive for long enough (layer 7)."""

import cython
from cython.cimports.lux.learning.packed import BLACK_WINS, DRAWN, WHITE_WINS


def begin_game(rules: cython.pointer[Adjudication]) -> cython.void:
    """Forget the scores of the last game."""
    rules.white_plies = 0
    rules.black_plies = 0
    rules.even_plies = 0


def adjudicate(rules: cython.pointer[Adjudication], white_score: cython.int, ply: cython.int) -> cython.int:
    """Return the result once the scores have been decisive for long enough."""
    rules.white_plies = rules.white_plies + 1 if white_score >= rules.win_score else 0
    rules.black_plies = rules.black_plies + 1 if white_score <= -rules.win_score else 0
    even: cython.bint = abs(white_score) <= rules.draw_score and ply >= rules.draw_from_ply
    rules.even_plies = rules.even_plies + 1 if even else 0
    if rules.white_plies >= rules.win_plies:
        return WHITE_WINS
    if rules.black_plies >= rules.win_plies:
        return BLACK_WINS
    return DRAWN if rules.even_plies >= rules.draw_plies else PLAYING


@cython.cclass
class Adjudicator:
    """Watch the scores of one game.

    Args:
        win_score, win_plies: the game is won after so many plies with at least this score.
        draw_score, draw_plies, draw_from_ply: the game is drawn after so many plies with at most this score for either
            side, counted from that ply on.
    """

    def __init__(self, *, win_score: int, win_plies: int, draw_score: int, draw_plies: int, draw_from_ply: int):
        self.rules.win_score = win_score
        self.rules.win_plies = win_plies
        self.rules.draw_score = draw_score
        self.rules.draw_plies = draw_plies
        self.rules.draw_from_ply = draw_from_ply
        begin_game(cython.address(self.rules))

    def result(self, white_score: cython.int, ply: cython.int) -> int | None:
        """Return 0 if Black wins, 1 for a draw, 2 if White wins, None while the game goes on."""
        found: cython.int = adjudicate(cython.address(self.rules), white_score, ply)
        return None if found == PLAYING else found
