"""Find the rule that forbids a move, and the pieces that enforce it.

>>> find_obstacle(Board("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), "e1g1")
Obstacle(reason='the king would pass through check on f1 from the rook on f3', is_reachable=False)
"""

from typing import NamedTuple

from lux.board import PIECE_NAMES, Board, side_name
from lux.squares import SQUARES, square_distance, square_file, square_rank


class Obstacle(NamedTuple):
    """Why a move is illegal, and whether the piece reaches the square, but for its king or a missing promotion."""

    reason: str
    is_reachable: bool = False


def find_obstacle(board: Board, uci: str) -> Obstacle | None:
    """Return what forbids a move of the side to move, None if it is legal; castling may be written either way."""
    origin, target, promotion = uci[:2], uci[2:4], uci[4:]
    kind = board.piece_type_at(origin)
    if kind is None:
        return Obstacle(f"there is no piece on {origin}")
    if board.color_at(origin) != board.turn:
        return Obstacle(f"{piece_on(board, origin)} is {side_name(not board.turn)}'s")
    if origin == target:
        return Obstacle(f"{piece_on(board, origin)} must leave its square")
    if promotion and (kind != "P" or target[1] not in "18"):
        return Obstacle("only a pawn on the last rank becomes another piece")
    if side := _castling_side(board, origin, target):
        return castling_obstacle(board, side, target)
    if board.color_at(target) == board.turn:
        return _own_piece(board, target)
    obstacle = _pawn_obstacle(board, origin, target) if kind == "P" else _piece_obstacle(board, origin, target)
    obstacle = obstacle or _king_obstacle(board, origin, target)
    if obstacle is None and kind == "P" and target[1] in "18" and promotion not in ("n", "b", "r", "q"):
        moves = [board.san(origin + target + letter) for letter in "qrbn"]
        return Obstacle("promote to which piece? {}, {}, {} or {}".format(*moves), True)
    return obstacle


def castling_obstacle(board: Board, side: str, target: str | None = None) -> Obstacle | None:
    """Return what forbids castling to a side, `k` or `q`, None if it is legal; *target* is how it is written."""
    king = board.king(board.turn)
    rank = king[1]
    rooks = [square for square in board.castling_rights if board.color_at(square) == board.turn]
    rook = next((square for square in rooks if (square > king) == (side == "k")), None)
    onto_rook = target in board.pieces("R", board.turn)
    if rook is None or (onto_rook and target != rook):
        gone = "king or rook has moved, or the rook is gone"
        return _own_piece(board, target) if onto_rook and not board.chess960 else Obstacle(gone)
    king_to, rook_to = ("g" + rank, "f" + rank) if side == "k" else ("c" + rank, "d" + rank)
    path = [*between(king, rook), *between(king, king_to), king_to, *between(rook, rook_to), rook_to]
    if blockers := sorted(square for square in path if board.piece_at(square) and square not in (king, rook)):
        return Obstacle(f"{piece_on(board, blockers[0])} stands in the way")
    for square in [king, *between(king, king_to), king_to]:
        if found := _check(board, square, board):
            if square == king:
                return Obstacle(f"the king is in check {found}, and may not castle")
            passes = "be in" if square == king_to else "pass through"
            return Obstacle(f"the king would {passes} check on {square} {found}")
    after = board.copy(stack=False)
    moved = {king: None, rook: None, king_to: board.piece_at(king), rook_to: board.piece_at(rook)}
    after.set_piece_map(board.piece_map() | moved)
    found = _check(board, king_to, after)
    return Obstacle(f"the king would be in check on {king_to} {found}") if found else None


def piece_on(board: Board, square: str) -> str:
    """Name the piece on *square*, as in `the rook on h8`."""
    return f"the {PIECE_NAMES[board.piece_type_at(square).lower()]} on {square}"


def between(one: str, other: str) -> list[str]:
    """List the squares between two on one line; none if they share no line."""
    files, ranks = square_file(other) - square_file(one), square_rank(other) - square_rank(one)
    if one == other or (0 not in (files, ranks) and abs(files) != abs(ranks)):
        return []
    begin, end = SQUARES.index(one), SQUARES.index(other)
    step = (end - begin) // square_distance(one, other)
    return SQUARES[begin + step : end : step]


def _check(board: Board, square: str, where: Board) -> str | None:
    """Return what would check a king of the side to move on *square* of another board, as `from the rook on f3`."""
    checkers = where.attackers(not board.turn, square)
    return "from " + " and ".join(piece_on(where, each) for each in checkers) if checkers else None


def _own_piece(board: Board, square: str) -> Obstacle:
    return Obstacle(f"your own {PIECE_NAMES[board.piece_type_at(square).lower()]} stands on {square}")


def _castling_side(board: Board, origin: str, target: str) -> str | None:
    """Return the letter, `k` or `q`, of the side that a king castles to; None for any other move."""
    if board.piece_type_at(origin) != "K" or not origin[1] == target[1] == ("1" if board.turn else "8"):
        return None
    files = square_file(target) - square_file(origin)
    side = "k" if files > 0 else "q"
    # Only in Chess960 does a king that castles go farther than two squares.
    castles = target[0] == {"k": "g", "q": "c"}[side] and (abs(files) == 2 or (abs(files) > 2 and board.chess960))
    return side if castles or target in board.pieces("R", board.turn) else None


def _pawn_obstacle(board: Board, origin: str, target: str) -> Obstacle | None:
    """Return how a pawn move breaks the rules of its movement."""
    pawn = piece_on(board, origin)
    ranks = (int(target[1]) - int(origin[1])) * (1 if board.turn else -1)
    files = abs(square_file(target) - square_file(origin))
    if (ranks, files) not in ((1, 0), (1, 1), (2, 0)):
        return Obstacle(f"{pawn} does not move like that")
    if files == 0:
        if ranks == 2 and origin[1] != ("2" if board.turn else "7"):
            return Obstacle(f"{pawn} has moved already: it goes one square at a time")
        blockers = [square for square in [*between(origin, target), target] if board.piece_at(square)]
        return Obstacle(f"{piece_on(board, blockers[0])} blocks {pawn}") if blockers else None
    if board.piece_at(target) is None and target != board.ep_square:
        passed = target[0] + origin[1]
        if board.piece_at(passed) == ("p" if board.turn else "P") and origin[1] == ("5" if board.turn else "4"):
            return Obstacle(f"{piece_on(board, passed)} did not go two squares just now")
        return Obstacle(f"there is nothing on {target} for {pawn} to take")
    return None


def _piece_obstacle(board: Board, origin: str, target: str) -> Obstacle | None:
    """Return how a piece move breaks the rules of its movement."""
    if target in board.attacks(origin):
        return None
    alone = Board.empty()
    alone.set_piece_at(origin, board.piece_at(origin))
    if target not in alone.attacks(origin):
        return Obstacle(f"{piece_on(board, origin)} does not move like that")
    blocker = next(square for square in between(origin, target) if board.piece_at(square))
    return Obstacle(f"{piece_on(board, blocker)} blocks {piece_on(board, origin)}")


def _king_obstacle(board: Board, origin: str, target: str) -> Obstacle | None:
    """Return how a move leaves the king in check."""
    takes_en_passant = board.piece_type_at(origin) == "P" and target == board.ep_square
    captured = target[0] + origin[1] if takes_en_passant else target
    king, after = board.king(board.turn), board.copy(stack=False)
    after.set_piece_map(board.piece_map() | {captured: None, origin: None, target: board.piece_at(origin)})
    found = _check(board, after.king(board.turn), after)
    if found is None:
        return None
    if king == origin:
        return Obstacle(f"the king would be in check on {target} {found}", True)
    checkers = after.attackers(not board.turn, king)
    if {*checkers} & {*board.checkers()}:
        return Obstacle(f"the king is in check {_check(board, king, board)}, and would still be", True)
    line = between(checkers[0], king)
    if takes_en_passant and (origin not in line or captured in line):
        return Obstacle(f"without the pawn that is taken the king would be in check {found}", True)
    return Obstacle(f"{piece_on(board, origin)} is pinned: the king would be in check {found}", True)
