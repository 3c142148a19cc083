"""Decide whether a game is over: by the rules, or by scores that have been decisive for long enough (layer 7)."""

import cython
from cython.cimports.lux.learning.packed import BLACK_WINS, DRAWN, WHITE_WINS
from cython.cimports.lux.rules.movegen import count_legal
from cython.cimports.lux.rules.position import Position, is_insufficient_material
from cython.cimports.lux.rules.types import WHITE


def result_by_rules(pos: cython.pointer[cython.const[Position]], repeated: cython.bint) -> cython.int:
    """Return the result, or PLAYING; draws need no claim."""
    if count_legal(pos) == 0:
        if pos.checkers == 0:
            return DRAWN
        return BLACK_WINS if pos.stm == WHITE else WHITE_WINS
    return DRAWN if pos.rule50 >= 100 or repeated or is_insufficient_material(pos) else PLAYING


@cython.cclass
class Adjudicator:
    """Watch the scores of a game, by rules that are named as in PlaySettings."""

    def __init__(self, rules: dict[str, int]):
        self.rules = rules

    def begin(self) -> cython.void:
        """Forget the game before."""
        self.white_plies = self.black_plies = self.even_plies = 0

    def note(self, white_score: cython.int, ply: cython.int) -> cython.int:
        """Return the result once the scores have been decisive for long enough."""
        rules: cython.pointer[cython.const[Adjudication]] = cython.address(self.rules)
        self.white_plies = self.white_plies + 1 if white_score >= rules.win_score else 0
        self.black_plies = self.black_plies + 1 if white_score <= -rules.win_score else 0
        even: cython.bint = abs(white_score) <= rules.draw_score and ply >= rules.draw_from_ply
        self.even_plies = self.even_plies + 1 if even else 0
        if self.white_plies >= rules.win_plies:
            return WHITE_WINS
        if self.black_plies >= rules.win_plies:
            return BLACK_WINS
        return DRAWN if self.even_plies >= rules.draw_plies else PLAYING

    def result(self, white_score: cython.int, ply: cython.int) -> int | None:
        """Return 0 if Black wins, 1 for a draw, 2 if White wins, None while the game goes on."""
        found: cython.int = self.note(white_score, ply)
        return None if found == PLAYING else found
