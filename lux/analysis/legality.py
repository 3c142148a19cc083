"""Find the rule that forbids a move, and the pieces that enforce it.

Two other modules put the result into words: `lux.perft.explain` for authors of engines, `lux.cli.play.illegal_moves`
for players.

>>> castling = TriedMove(Board("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), "e1g1")
>>> find_obstacle(castling)
Obstacle(rule=<Rule.CASTLING_THROUGH_CHECK: 17>, pieces=['f3'], square='f1')
"""

import enum
from typing import NamedTuple

from lux.board import PIECE_NAMES, Board
from lux.squares import SQUARES, square_distance, square_file, square_rank

Pieces = dict[str, str]  # letters of the pieces by square, upper case for White

PROMOTIONS = ("n", "b", "r", "q")


class Rule(enum.Enum):
    """The rules that can forbid a move."""

    NO_PIECE = 1
    NOT_TO_MOVE = 2
    SAME_SQUARE = 3
    OWN_PIECE = 4
    MOVEMENT = 5
    PAWN_HAS_MOVED = 6  # so it does not go two squares
    BLOCKED = 7
    NOTHING_TO_TAKE = 8
    EN_PASSANT_TOO_LATE = 9
    PROMOTION_TOO_EARLY = 10
    PROMOTION_OF_A_PIECE = 11
    PROMOTION_MISSING = 12
    NO_CASTLING_ROOK = 13
    NO_CASTLING_RIGHT = 14
    CASTLING_BLOCKED = 15
    CASTLING_OUT_OF_CHECK = 16
    CASTLING_THROUGH_CHECK = 17
    CASTLING_INTO_CHECK = 18
    CASTLING_UNCOVERS_KING = 19
    KING_STAYS_IN_LINE = 20
    KING_INTO_CHECK = 21
    DOUBLE_CHECK = 22
    CHECK_STAYS = 23
    PINNED = 24
    EN_PASSANT_UNCOVERS_KING = 25  # the captured pawn was in the line, alone or next to the one that captures

    @property
    def is_about_king(self) -> bool:
        """Return whether the move would be legal if its king could be taken."""
        return self.value >= Rule.KING_STAYS_IN_LINE.value


class Obstacle(NamedTuple):
    """The rule against a move, the squares of the pieces that enforce it, and for castling the square they attack."""

    rule: Rule
    pieces: list[str] = []
    square: str | None = None


# Geometry


def between(one: str, other: str) -> list[str]:
    """List the squares between two on one line; none if they share no line."""
    files, ranks = square_file(other) - square_file(one), square_rank(other) - square_rank(one)
    if one == other or (0 not in (files, ranks) and abs(files) != abs(ranks)):
        return []
    begin, end = SQUARES.index(one), SQUARES.index(other)
    step = (end - begin) // square_distance(one, other)
    return SQUARES[begin + step : end : step]


def placed(pieces: Pieces) -> Board:
    """Return a board with these pieces, whether the position is legal or not."""
    board = Board.empty()
    board.set_piece_map(pieces)
    return board


def attacks(pieces: Pieces, square: str, target: str) -> bool:
    """Return whether the piece on *square* attacks *target*."""
    return target in placed(pieces).attacks(square)


def attackers(pieces: Pieces, target: str, white: bool) -> list[str]:
    """List the squares of the side's pieces that attack *target*."""
    return placed(pieces).attackers(white, target)


def king_of(pieces: Pieces, white: bool) -> str:
    """Return the square of the side's king."""
    return placed(pieces).king(white)


def piece_on(pieces: Pieces, square: str) -> str:
    """Name the piece on *square*, as in `the rook on h8`."""
    return f"the {PIECE_NAMES[pieces[square].lower()]} on {square}"


class TriedMove:
    """A move that a player tries, legal or not, and its board.

    Args:
        uci: squares and promotion letter; castling may be written either way.
        side: `k` or `q` where castling to that side is meant, whatever the squares say.
    """

    def __init__(self, board: Board, uci: str, side: str | None = None) -> None:
        self.pieces: Pieces = board.piece_map()
        self.white = board.turn
        self.chess960 = board.chess960
        self.rights = [square for square in board.castling_rights if (square[1] == "1") == self.white]
        self.ep_square = board.ep_square
        self.origin, self.target, self.promotion = uci[:2], uci[2:4], uci[4:]
        self.letter = self.pieces.get(self.origin, "")
        self.kind = self.letter.lower()
        self.home_rank, self.last_rank = ("1", "8") if self.white else ("8", "1")
        self.side = side or self.castling_side()
        self.is_pawn_capture = self.kind == "p" and self.origin[0] != self.target[0]
        self.is_en_passant = self.is_pawn_capture and self.target not in self.pieces
        self.is_double_push = self.kind == "p" and abs(int(self.origin[1]) - int(self.target[1])) == 2

    @classmethod
    def castling(cls, board: Board, side: str) -> "TriedMove":
        """Return the move that castles to a side, `k` or `q`, whether the king has moved or not."""
        king = board.king(board.turn)
        return cls(board, king + ("g" if side == "k" else "c") + king[1], side)

    def own(self, square: str) -> bool:
        """Return whether a piece of the side to move stands on *square*."""
        return square in self.pieces and self.pieces[square].isupper() == self.white

    def castling_side(self) -> str | None:
        """Return the letter, `k` or `q`, of the side that the king castles to; None for any other move."""
        if self.kind != "k" or not self.origin[1] == self.target[1] == self.home_rank:
            return None
        if self.own(self.target) and self.pieces[self.target].lower() == "r":
            return "k" if self.target[0] > self.origin[0] else "q"
        files = ord(self.target[0]) - ord(self.origin[0])
        # Only in Chess960 does a king that castles go farther than two squares.
        if abs(files) < 2 or (abs(files) > 2 and not self.chess960):
            return None
        return {("g", True): "k", ("c", False): "q"}.get((self.target[0], files > 0))

    def rook_square(self) -> str | None:
        """Return the square of the rook that the king castles with: the one that has the right, or looks like it."""
        corner = ("h" if self.side == "k" else "a") + self.origin[1]
        beyond = [*between(self.origin, corner), corner]
        rooks = [square for square in beyond if self.own(square) and self.pieces[square].lower() == "r"]
        entitled = [square for square in rooks if square in self.rights]
        return next(iter(entitled), self.target if self.target in rooks else rooks[-1] if rooks else None)

    def castled_squares(self) -> tuple[str, str]:
        """Return where king and rook stand once they have castled."""
        king_file, rook_file = "gf" if self.side == "k" else "cd"
        return king_file + self.home_rank, rook_file + self.home_rank

    def captured(self) -> str | None:
        """Return the square of the piece that the move takes."""
        if self.is_en_passant:
            return self.target[0] + self.origin[1]
        takes = self.target in self.pieces and self.side is None and (self.kind != "p" or self.is_pawn_capture)
        return self.target if takes else None

    def after(self) -> Pieces:
        """Return the pieces after the move."""
        pieces = dict(self.pieces)
        letter = pieces.pop(self.origin)
        if self.side is not None:
            king_to, rook_to = self.castled_squares()
            pieces.pop(self.rook_square(), None)
            pieces[king_to] = letter
            pieces[rook_to] = "R" if self.white else "r"
            return pieces
        pieces.pop(self.captured(), None)
        if self.promotion in PROMOTIONS:
            letter = self.promotion.upper() if self.white else self.promotion
        pieces[self.target] = letter
        return pieces


# Rules


def find_obstacle(move: TriedMove) -> Obstacle | None:
    """Return what forbids a move, or None if it is legal."""
    if not move.letter:
        return Obstacle(Rule.NO_PIECE)
    if not move.own(move.origin):
        return Obstacle(Rule.NOT_TO_MOVE)
    if move.origin == move.target:
        return Obstacle(Rule.SAME_SQUARE)
    if move.promotion and move.kind != "p":
        return Obstacle(Rule.PROMOTION_OF_A_PIECE)
    if move.side is not None:
        return castling_obstacle(move)
    if move.own(move.target):
        return Obstacle(Rule.OWN_PIECE)
    wrong = pawn_obstacle(move) if move.kind == "p" else piece_obstacle(move)
    if wrong is None:
        wrong = king_obstacle(move)
    if wrong is None and move.kind == "p" and move.target[1] == move.last_rank and move.promotion not in PROMOTIONS:
        return Obstacle(Rule.PROMOTION_MISSING)
    return wrong


def castling_obstacle(move: TriedMove) -> Obstacle | None:
    """Return what forbids castling."""
    rook = move.rook_square()
    if rook is None:
        return Obstacle(Rule.NO_CASTLING_ROOK)
    if rook not in move.rights:
        return Obstacle(Rule.NO_CASTLING_RIGHT)
    king_to, rook_to = move.castled_squares()
    path = {*between(move.origin, king_to), king_to, *between(rook, rook_to), rook_to} - {move.origin, rook}
    blockers = sorted(square for square in path | set(between(move.origin, rook)) if square in move.pieces)
    if blockers:
        return Obstacle(Rule.CASTLING_BLOCKED, blockers)
    # The king casts no shadow on its own way.
    others = {square: letter for square, letter in move.pieces.items() if square != move.origin}
    for square, rule in [
        (move.origin, Rule.CASTLING_OUT_OF_CHECK),
        *((square, Rule.CASTLING_THROUGH_CHECK) for square in between(move.origin, king_to)),
        (king_to, Rule.CASTLING_INTO_CHECK),
    ]:
        if found := attackers(others, square, not move.white):
            return Obstacle(rule, found, square)
    found = attackers(move.after(), king_to, not move.white)
    return Obstacle(Rule.CASTLING_UNCOVERS_KING, found, king_to) if found else None


def pawn_obstacle(move: TriedMove) -> Obstacle | None:
    """Return how a pawn move breaks the rules of its movement."""
    pieces = move.pieces
    forward = 1 if move.white else -1
    ranks = forward * (int(move.target[1]) - int(move.origin[1]))
    files = abs(ord(move.target[0]) - ord(move.origin[0]))
    if (ranks, files) not in ((1, 0), (1, 1), (2, 0)):
        return Obstacle(Rule.MOVEMENT)
    if move.target[1] != move.last_rank and move.promotion:
        return Obstacle(Rule.PROMOTION_TOO_EARLY)
    if files == 0:
        if ranks == 2 and move.origin[1] != ("2" if move.white else "7"):
            return Obstacle(Rule.PAWN_HAS_MOVED)
        blockers = [square for square in [*between(move.origin, move.target), move.target] if square in pieces]
        return Obstacle(Rule.BLOCKED, blockers) if blockers else None
    if move.is_en_passant and move.target != move.ep_square:
        if pieces.get(move.captured()) != ("p" if move.white else "P"):
            return Obstacle(Rule.NOTHING_TO_TAKE)
        return Obstacle(Rule.EN_PASSANT_TOO_LATE, [move.captured()])
    return None


def piece_obstacle(move: TriedMove) -> Obstacle | None:
    """Return how a piece move breaks the rules of its movement."""
    if attacks(move.pieces, move.origin, move.target):
        return None
    if not attacks({move.origin: move.letter}, move.origin, move.target):
        return Obstacle(Rule.MOVEMENT)
    return Obstacle(Rule.BLOCKED, [square for square in between(move.origin, move.target) if square in move.pieces])


def king_obstacle(move: TriedMove) -> Obstacle | None:
    """Return how the move leaves the king in check."""
    after = move.after()
    found = attackers(after, king_of(after, move.white), not move.white)
    if not found:
        return None
    king = king_of(move.pieces, move.white)
    checkers = attackers(move.pieces, king, not move.white)
    if move.kind == "k":
        through = [square for square in found if square in checkers and move.origin in between(square, move.target)]
        return Obstacle(Rule.KING_STAYS_IN_LINE, through) if through else Obstacle(Rule.KING_INTO_CHECK, found)
    if len(checkers) > 1:
        return Obstacle(Rule.DOUBLE_CHECK, checkers)
    if set(found) & set(checkers):
        return Obstacle(Rule.CHECK_STAYS, checkers)
    line = between(found[0], king)
    if move.is_en_passant and (move.origin not in line or move.captured() in line):
        return Obstacle(Rule.EN_PASSANT_UNCOVERS_KING, found)
    return Obstacle(Rule.PINNED, found)
