"""Describe moves: their kind and, if they are illegal, the reason."""

import re
from functools import partial

import lux
from lux.analysis.legality import (
    PROMOTIONS,
    Obstacle,
    Pieces,
    Rule,
    TriedMove,
    attackers,
    between,
    find_obstacle,
    king_of,
)
from lux.board import PIECE_NAMES, side_name


def piece_on(pieces: Pieces, square: str) -> str:
    """Name the piece on *square*, as in `the rook on h8`."""
    return f"the {PIECE_NAMES[pieces[square].lower()]} on {square}"


def listing(pieces: Pieces, squares: list[str]) -> str:
    """Name the pieces on some squares."""
    return " and ".join(piece_on(pieces, square) for square in squares)


def name_of(move: TriedMove) -> str:
    """Name the kind of a move, whether it is legal or not."""
    if move.side is not None:
        return f"castling {'king' if move.side == 'k' else 'queen'} side"
    captured = move.captured()
    takes = f" of {piece_on(move.pieces, captured)}" if captured in move.pieces else ""
    if move.is_en_passant:
        return f"en passant capture{takes}"
    if move.promotion in PROMOTIONS:
        under = "under-promotion" if move.promotion != "q" else "promotion"
        return f"{under} to a {PIECE_NAMES[move.promotion]}" + (f" with capture{takes}" if takes else "")
    if takes:
        return f"{PIECE_NAMES[move.kind]} capture{takes}"
    if move.is_double_push:
        return "double pawn push"
    return f"{PIECE_NAMES[move.kind]} move"


def describe(board: lux.Board, uci: str) -> str:
    """Return the kind of the legal move *uci*, and what makes it tricky for a move generator.

    >>> describe(lux.Board("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"), "e4d3")
    'en passant capture of the pawn on d4, takes the checking pawn'
    """
    move = TriedMove(board, uci)
    pieces, after = move.pieces, move.after()
    king, enemy_king = king_of(pieces, move.white), king_of(pieces, not move.white)
    checkers = attackers(pieces, king, not move.white)
    remarks = [name_of(move)]
    if move.side is not None:
        remarks += castling_remarks(move)
    elif checkers:
        if move.kind == "k":
            remarks.append(f"out of the check from {listing(pieces, checkers)}")
        elif move.captured() in checkers:
            remarks.append(f"takes the checking {PIECE_NAMES[pieces[checkers[0]].lower()]}")
        else:
            remarks.append(f"blocks the check from {piece_on(pieces, checkers[0])}")
    elif move.kind != "k":
        without = {square: letter for square, letter in pieces.items() if square != move.origin}
        pinners = attackers(without, king, not move.white)
        if pinners and move.target == pinners[0]:
            remarks.append("the pinned piece takes its pinner")
        elif pinners:
            remarks.append(f"along the pin by {piece_on(pieces, pinners[0])}")
    checking = attackers(after, enemy_king, move.white)
    if len(checking) > 1:
        remarks.append("gives double check")
    elif checking and checking[0] != move.target and move.side is None:
        remarks.append(f"gives discovered check from {piece_on(after, checking[0])}")
    elif checking:
        remarks.append("gives check")
    return ", ".join(remarks)


def castling_remarks(move: TriedMove) -> list[str]:
    """Return why a generator may wrongly reject a legal castling."""
    rook = move.rook_square()
    attacked = partial(attackers, move.pieces, white=not move.white)
    remarks = []
    if attacked(rook):
        remarks.append(f"{piece_on(move.pieces, rook)} is attacked, which does not matter")
    if move.side == "q" and rook[0] == "a" and attacked(f"b{rook[1]}"):
        remarks.append(f"b{rook[1]} is attacked, which does not matter")
    if move.origin[0] != "e" or rook[0] not in "ah":
        remarks.append(f"king from {move.origin}, rook from {rook}")
    return remarks


def why_illegal(board: lux.Board, uci: str) -> str:
    """Return the kind of the illegal move *uci*, and which rule forbids it.

    >>> why_illegal(lux.Board("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), "e1g1")
    'castling king side through check: f1 is attacked by the rook on f3'
    """
    if not re.fullmatch("[a-h][1-8][a-h][1-8][a-z]?", uci) or uci[:2] == uci[2:4]:
        return "not a move"
    move = TriedMove(board, uci)
    obstacle = find_obstacle(move)
    if obstacle is None:
        raise ValueError(f"{uci} is legal in {board.fen()}")
    return movement_reason(move, obstacle) or castling_reason(board, move, obstacle) or king_reason(move, obstacle)


def movement_reason(move: TriedMove, obstacle: Obstacle) -> str | None:
    """Return how the move breaks the rules of its piece's movement."""
    pieces, origin, target = move.pieces, move.origin, move.target
    kind = PIECE_NAMES.get(move.kind)
    match obstacle.rule:
        case Rule.NO_PIECE:
            return f"there is no piece on {origin}"
        case Rule.NOT_TO_MOVE:
            return (
                f"{piece_on(pieces, origin)} is {side_name(not move.white)}'s, and {side_name(move.white)} is to move"
            )
        case Rule.OWN_PIECE:
            return f"{target} holds a piece of its own side, {piece_on(pieces, target)}"
        case Rule.MOVEMENT:
            return f"a {kind} does not move from {origin} to {target}"
        case Rule.PAWN_HAS_MOVED:
            return f"{name_of(move)} from {origin}, which is not where pawns start"
        case Rule.BLOCKED if move.kind == "p":
            first = obstacle.pieces[0]
            return f"{name_of(move)} {'onto' if first == target else 'over'} {piece_on(pieces, first)}"
        case Rule.BLOCKED:
            return f"the {kind} jumps over {listing(pieces, obstacle.pieces)}"
        case Rule.NOTHING_TO_TAKE:
            return f"pawn capture on {target}, where there is nothing to capture"
        case Rule.EN_PASSANT_TOO_LATE:
            return f"{name_of(move)}, which did not come by a double push just now"
        case Rule.PROMOTION_TOO_EARLY:
            return f"a promotion on {target}, which is not the last rank"
        case Rule.PROMOTION_OF_A_PIECE:
            return f"a {kind} does not promote"
        case Rule.PROMOTION_MISSING:
            return "a pawn on the last rank must become a knight, bishop, rook or queen"
    return None


def castling_reason(board: lux.Board, move: TriedMove, obstacle: Obstacle) -> str | None:
    """Return why the king may not castle."""
    name, pieces = name_of(move), move.pieces
    match obstacle.rule:
        case Rule.NO_CASTLING_ROOK:
            return f"{name} without a rook there"
        case Rule.NO_CASTLING_RIGHT:
            field = board.fen(shredder=True).split()[2]
            return f"{name} without the right: the castling field is {field}, as rook files"
        case Rule.CASTLING_BLOCKED:
            return f"{name} over {listing(pieces, obstacle.pieces)}"
        case Rule.CASTLING_UNCOVERS_KING:
            return f"{name}: the rook uncovers {listing(pieces, obstacle.pieces)}"
    how = {
        Rule.CASTLING_OUT_OF_CHECK: "out of check",
        Rule.CASTLING_THROUGH_CHECK: "through check",
        Rule.CASTLING_INTO_CHECK: "into check",
    }.get(obstacle.rule)
    return how and f"{name} {how}: {obstacle.square} is attacked by {listing(pieces, obstacle.pieces)}"


def king_reason(move: TriedMove, obstacle: Obstacle) -> str:
    """Return how the move leaves the king in check."""
    name, pieces = name_of(move), move.pieces
    first = piece_on(pieces, obstacle.pieces[0])
    match obstacle.rule:
        case Rule.KING_STAYS_IN_LINE:
            return f"{name} that stays in the line of {first}"
        case Rule.KING_INTO_CHECK:
            return f"{name} into check from {listing(pieces, obstacle.pieces)}"
        case Rule.DOUBLE_CHECK:
            return f"{name} in double check from {listing(pieces, obstacle.pieces)}: only the king may move"
        case Rule.CHECK_STAYS:
            return f"{name} that does not answer the check from {first}"
    king, pinner = king_of(pieces, move.white), obstacle.pieces[0]
    if obstacle.rule is Rule.EN_PASSANT_UNCOVERS_KING:
        if move.origin in between(pinner, king):
            return f"{name} that uncovers the king: both pawns leave the rank of {first}"
        return f"{name} that uncovers the king: the taken pawn shielded it from {first}"
    line = "file" if pinner[0] == king[0] else "rank" if pinner[1] == king[1] else "diagonal"
    return f"{name} of a piece pinned on the {line}: it shields the king on {king} from {first}"
