"""Say in words what kind of move a move is, and why it is illegal if it is: what the author of an engine looks for.

Ordinary Python over the letters of a board, since an illegal move leads where no `lux.Board` can follow.
"""

import re
from collections.abc import Iterator
from functools import partial

import lux

Men = dict[str, str]  # letters of the men by square, upper case for White

FILES = "abcdefgh"
NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
LINES = {"b": DIAGONAL, "r": ORTHOGONAL, "q": ORTHOGONAL + DIAGONAL}


def step(square: str, direction: tuple[int, int]) -> str | None:
    """Return the square that lies one step from *square*, or None beyond the edge."""
    file, rank = FILES.index(square[0]) + direction[0], int(square[1]) + direction[1]
    return f"{FILES[file]}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else None


def walk(square: str, direction: tuple[int, int]) -> Iterator[str]:
    """Yield the squares from *square*, itself left out, to the edge."""
    while (square := step(square, direction)) is not None:
        yield square


def between(one: str, other: str) -> list[str]:
    """List the squares between two that share a line; those that share none have nothing between."""
    for direction in LINES["q"]:
        squares = list(walk(one, direction))
        if other in squares:
            return squares[: squares.index(other)]
    return []


def attacks(men: Men, square: str, target: str) -> bool:
    """Tell whether the man on *square* attacks *target*."""
    letter = men[square]
    kind = letter.lower()
    if kind == "p":
        forward = 1 if letter == "P" else -1
        return target in (step(square, (-1, forward)), step(square, (1, forward)))
    if kind in "nk":
        return target in (step(square, direction) for direction in (KNIGHT if kind == "n" else LINES["q"]))
    if not any(target in walk(square, direction) for direction in LINES[kind]):
        return False
    return not any(inner in men for inner in between(square, target))


def attackers(men: Men, target: str, white: bool) -> list[str]:
    """List the squares of the side's men that attack *target*."""
    return [square for square, letter in men.items() if letter.isupper() == white and attacks(men, square, target)]


def king_of(men: Men, white: bool) -> str:
    """Return the square of the side's king."""
    return next(square for square, letter in men.items() if letter == ("K" if white else "k"))


def man(men: Men, square: str) -> str:
    """Name the man on *square*, as in `the rook on h8`."""
    return f"the {NAMES[men[square].lower()]} on {square}"


def listing(men: Men, squares: list[str]) -> str:
    """Name the men on some squares."""
    return " and ".join(man(men, square) for square in squares)


class Move:
    """A move as an engine gives it, legal or not, on the board it is given for."""

    def __init__(self, board: lux.Board, uci: str) -> None:
        squares = [file + rank for rank in "12345678" for file in FILES]
        self.men: Men = {square: letter for square in squares if (letter := board.piece_at(square))}
        self.white = board.turn
        self.rights = board.fen(shredder=True).split()[2]
        self.ep_square = board.ep_square
        self.origin, self.target, self.promotion = uci[:2], uci[2:4], uci[4:]
        self.letter = self.men.get(self.origin, "")
        self.kind = self.letter.lower()
        self.home_rank, self.last_rank = ("1", "8") if self.white else ("8", "1")
        self.side = self.castling_side()
        self.is_pawn_capture = self.kind == "p" and self.origin[0] != self.target[0]
        self.is_en_passant = self.is_pawn_capture and self.target not in self.men
        self.is_double_push = self.kind == "p" and abs(int(self.origin[1]) - int(self.target[1])) == 2

    def own(self, square: str) -> bool:
        """Tell whether a man of the side to move stands on *square*."""
        return square in self.men and self.men[square].isupper() == self.white

    def castling_side(self) -> str | None:
        """Return the letter, `k` or `q`, of the side that the king castles to; None for any other move."""
        if self.kind != "k" or not self.origin[1] == self.target[1] == self.home_rank:
            return None
        takes_rook = self.own(self.target) and self.men[self.target].lower() == "r"
        two_steps = self.target[0] in "cg" and abs(ord(self.origin[0]) - ord(self.target[0])) >= 2
        return ("k" if self.target[0] > self.origin[0] else "q") if takes_rook or two_steps else None

    def rook_square(self) -> str | None:
        """Return where the rook stands that the king castles with: the one that has the right, or looks like it."""
        beyond = list(walk(self.origin, (1 if self.side == "k" else -1, 0)))
        rooks = [square for square in beyond if self.own(square) and self.men[square].lower() == "r"]
        files = self.rights.replace("-", "")
        entitled = [s for s in rooks if (s[0].upper() if self.white else s[0]) in files]
        return next(iter(entitled), self.target if self.target in rooks else rooks[-1] if rooks else None)

    def captured(self) -> str | None:
        """Return the square of the man that the move takes."""
        if self.is_en_passant:
            return self.target[0] + self.origin[1]
        takes = self.target in self.men and self.side is None and (self.kind != "p" or self.is_pawn_capture)
        return self.target if takes else None

    def after(self) -> Men:
        """Return the men after the move."""
        men = dict(self.men)
        if self.side is not None:
            rook = self.rook_square()
            king_to, rook_to = ("g", "f") if self.side == "k" else ("c", "d")
            men.pop(self.origin)
            men.pop(rook, None)
            men[king_to + self.origin[1]] = self.letter
            men[rook_to + self.origin[1]] = "R" if self.white else "r"
            return men
        men.pop(self.captured(), None)
        men.pop(self.origin)
        men[self.target] = self.promotion.upper() if self.promotion and self.white else self.promotion or self.letter
        return men

    def name(self) -> str:
        """Name the kind of move, whether legal or not."""
        if self.side is not None:
            return f"castling {'king' if self.side == 'k' else 'queen'} side"
        captured = self.captured()
        takes = f" of {man(self.men, captured)}" if captured in self.men else ""
        if self.is_en_passant:
            return f"en passant capture{takes}"
        if self.promotion in tuple("nbrq"):
            under = "under-promotion" if self.promotion != "q" else "promotion"
            return f"{under} to a {NAMES[self.promotion]}" + (f" with capture{takes}" if takes else "")
        if takes:
            return f"{NAMES[self.kind]} capture{takes}"
        if self.is_double_push:
            return "double pawn push"
        return f"{NAMES[self.kind]} move"


def describe(board: lux.Board, uci: str) -> str:
    """Say what kind of move the legal *uci* is, and what about it may mislead a move generator.

    >>> describe(lux.Board("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"), "e4d3")
    'en passant capture of the pawn on d4, takes the checking pawn'
    """
    move = Move(board, uci)
    men, after = move.men, move.after()
    king, enemy_king = king_of(men, move.white), king_of(men, not move.white)
    checkers = attackers(men, king, not move.white)
    remarks = [move.name()]
    if move.side is not None:
        remarks += castling_remarks(move)
    elif checkers:
        if move.kind == "k":
            remarks.append(f"out of the check from {listing(men, checkers)}")
        elif move.captured() in checkers:
            remarks.append(f"takes the checking {NAMES[men[checkers[0]].lower()]}")
        else:
            remarks.append(f"blocks the check from {man(men, checkers[0])}")
    elif move.kind != "k":
        without = {square: letter for square, letter in men.items() if square != move.origin}
        pinners = attackers(without, king, not move.white)
        if pinners and move.target == pinners[0]:
            remarks.append("the pinned piece takes its pinner")
        elif pinners:
            remarks.append(f"along the pin by {man(men, pinners[0])}")
    checking = attackers(after, enemy_king, move.white)
    if len(checking) > 1:
        remarks.append("gives double check")
    elif checking and checking[0] != move.target and move.side is None:
        remarks.append(f"gives discovered check from {man(after, checking[0])}")
    elif checking:
        remarks.append("gives check")
    return ", ".join(remarks)


def castling_remarks(move: Move) -> list[str]:
    """Say what a generator may wrongly hold against a legal castling."""
    rook = move.rook_square()
    attacked = partial(attackers, move.men, white=not move.white)
    remarks = []
    if attacked(rook):
        remarks.append(f"{man(move.men, rook)} is attacked, which does not matter")
    if move.side == "q" and rook[0] == "a" and attacked(f"b{rook[1]}"):
        remarks.append(f"b{rook[1]} is attacked, which does not matter")
    if move.origin[0] != "e" or rook[0] not in "ah":
        remarks.append(f"king from {move.origin}, rook from {rook}")
    return remarks


def why_illegal(board: lux.Board, uci: str) -> str:
    """Say what kind of move the illegal *uci* would be, and which rule forbids it.

    >>> why_illegal(lux.Board("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), "e1g1")
    'castling king side through check: f1 is attacked by the rook on f3'
    """
    if not re.fullmatch("[a-h][1-8][a-h][1-8][a-z]?", uci) or uci[:2] == uci[2:4]:
        return "not a move"
    move = Move(board, uci)
    men = move.men
    side, other = ("White", "Black") if move.white else ("Black", "White")
    if not move.letter:
        return f"there is no man on {move.origin}"
    if not move.own(move.origin):
        return f"{man(men, move.origin)} is {other}'s, and {side} is to move"
    if move.side is not None:
        return why_no_castling(move)
    if move.own(move.target):
        return f"{move.target} holds a man of its own side, {man(men, move.target)}"
    wrong = why_wrong_pawn(move) if move.kind == "p" else why_wrong_piece(move)
    return wrong or why_unsafe(move) or "illegal"


def why_no_castling(move: Move) -> str:
    """Say why the king may not castle."""
    name, men, rank = move.name(), move.men, move.origin[1]
    rook = move.rook_square()
    if rook is None:
        return f"{name} without a rook there"
    file = rook[0].upper() if move.white else rook[0]
    if file not in move.rights:
        return f"{name} without the right: the castling field is {move.rights}, as rook files"
    king_to, rook_to = (f + rank for f in (("g", "f") if move.side == "k" else ("c", "d")))
    path = {*between(move.origin, king_to), king_to, *between(rook, rook_to), rook_to} - {move.origin, rook}
    blockers = sorted(square for square in path | set(between(move.origin, rook)) if square in men)
    if blockers:
        return f"{name} over {listing(men, blockers)}"
    # The king casts no shadow on its own way.
    others = {square: letter for square, letter in men.items() if square != move.origin}
    for square, how in [
        (move.origin, "out of check"),
        *((square, "through check") for square in between(move.origin, king_to)),
        (king_to, "into check"),
    ]:
        if found := attackers(others, square, not move.white):
            return f"{name} {how}: {square} is attacked by {listing(men, found)}"
    found = attackers(move.after(), king_to, not move.white)
    return f"{name}: the rook uncovers {listing(men, found)}" if found else "illegal"


def why_wrong_pawn(move: Move) -> str | None:
    """Say how a pawn move breaks the rules of its movement; None if it does not."""
    men, name = move.men, move.name()
    forward = 1 if move.white else -1
    ranks = forward * (int(move.target[1]) - int(move.origin[1]))
    files = abs(ord(move.target[0]) - ord(move.origin[0]))
    if (ranks, files) not in ((1, 0), (1, 1), (2, 0)):
        return f"a pawn does not move from {move.origin} to {move.target}"
    if move.target[1] == move.last_rank and move.promotion not in tuple("nbrq"):
        return "a pawn on the last rank must become a knight, bishop, rook or queen"
    if move.target[1] != move.last_rank and move.promotion:
        return f"a promotion on {move.target}, which is not the last rank"
    if files == 0:
        if ranks == 2 and move.origin[1] != ("2" if move.white else "7"):
            return f"{name} from {move.origin}, which is not where pawns start"
        way = [step(move.origin, (0, forward * distance)) for distance in range(1, ranks + 1)]
        blockers = [square for square in way if square in men]
        return (
            f"{name} {'onto' if blockers[0] == move.target else 'over'} {man(men, blockers[0])}" if blockers else None
        )
    if move.is_en_passant and move.target != move.ep_square:
        victim = move.captured()
        if men.get(victim) != ("p" if move.white else "P"):
            return f"pawn capture on {move.target}, where there is nothing to take"
        # The FEN may name a square whose capture is illegal for the king's sake; that is said elsewhere.
        return why_unsafe(move) or f"{name}, which did not come by a double push just now"
    return None


def why_wrong_piece(move: Move) -> str | None:
    """Say how a piece move breaks the rules of its movement; None if it does not."""
    name = NAMES[move.kind]
    if move.promotion:
        return f"a {name} does not promote"
    if attacks(move.men, move.origin, move.target):
        return None
    without = {move.origin: move.letter}
    if not attacks(without, move.origin, move.target):
        return f"a {name} does not move from {move.origin} to {move.target}"
    blockers = [square for square in between(move.origin, move.target) if square in move.men]
    return f"the {name} jumps over {listing(move.men, blockers)}"


def why_unsafe(move: Move) -> str | None:
    """Say how the move leaves the king in check; None if it does not."""
    men, after = move.men, move.after()
    king = king_of(men, move.white)
    checkers = attackers(men, king, not move.white)
    found = attackers(after, king_of(after, move.white), not move.white)
    name = move.name()
    if not found:
        return None
    if move.kind == "k":
        through = [square for square in found if square in checkers and move.origin in between(square, move.target)]
        if through:
            return f"{name} that stays in the line of {man(men, through[0])}"
        return f"{name} into check from {listing(men, found)}"
    if len(checkers) > 1:
        return f"{name} in double check from {listing(men, checkers)}: only the king may move"
    if set(found) & set(checkers):
        return f"{name} that does not answer the check from {man(men, checkers[0])}"
    pinner = found[0]
    if move.is_en_passant and move.origin not in between(pinner, king):
        return f"{name} that uncovers the king: the taken pawn shielded it from {man(men, pinner)}"
    if move.is_en_passant and move.captured() in between(pinner, king):
        return f"{name} that uncovers the king: both pawns leave the rank of {man(men, pinner)}"
    line = "file" if pinner[0] == king[0] else "rank" if pinner[1] == king[1] else "diagonal"
    return f"{name} of a piece pinned on the {line}: it shields the king on {king} from {man(men, pinner)}"
