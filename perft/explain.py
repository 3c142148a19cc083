"""Describe moves: their kind and, if they are illegal, the reason."""

import re
from functools import partial

import lux
from lux.analysis.legality import (
    PROMOTIONS,
    Pieces,
    Rule,
    TriedMove,
    attackers,
    between,
    find_obstacle,
    king_of,
    piece_on,
)
from lux.board import PIECE_NAMES, side_name

# Why a move is illegal: *first* is one of the pieces that enforce the rule, *pieces* are all of them.
REASONS = {
    Rule.NO_PIECE: "there is no piece on {origin}",
    Rule.NOT_TO_MOVE: "{mover} is {them}'s, and {us} is to move",
    Rule.OWN_PIECE: "{target} holds a piece of its own side, {on_target}",
    Rule.MOVEMENT: "a {kind} does not move from {origin} to {target}",
    Rule.PAWN_HAS_MOVED: "{name} from {origin}, which is not where pawns start",
    Rule.BLOCKED: "the {kind} jumps over {pieces}",
    Rule.NOTHING_TO_TAKE: "pawn capture on {target}, where there is nothing to capture",
    Rule.EN_PASSANT_TOO_LATE: "{name}, which did not come by a double push just now",
    Rule.PROMOTION_TOO_EARLY: "a promotion on {target}, which is not the last rank",
    Rule.PROMOTION_OF_A_PIECE: "a {kind} does not promote",
    Rule.PROMOTION_MISSING: "a pawn on the last rank must become a knight, bishop, rook or queen",
    Rule.NO_CASTLING_ROOK: "{name} without a rook there",
    Rule.NO_CASTLING_RIGHT: "{name} without the right: the castling field is {field}, as rook files",
    Rule.CASTLING_BLOCKED: "{name} over {pieces}",
    Rule.CASTLING_OUT_OF_CHECK: "{name} out of check: {square} is attacked by {pieces}",
    Rule.CASTLING_THROUGH_CHECK: "{name} through check: {square} is attacked by {pieces}",
    Rule.CASTLING_INTO_CHECK: "{name} into check: {square} is attacked by {pieces}",
    Rule.CASTLING_UNCOVERS_KING: "{name}: the rook uncovers {pieces}",
    Rule.KING_STAYS_IN_LINE: "{name} that stays in the line of {first}",
    Rule.KING_INTO_CHECK: "{name} into check from {pieces}",
    Rule.DOUBLE_CHECK: "{name} in double check from {pieces}: only the king may move",
    Rule.CHECK_STAYS: "{name} that does not answer the check from {first}",
    Rule.PINNED: "{name} of a piece pinned on the {line}: it shields the king on {king} from {first}",
    Rule.EN_PASSANT_UNCOVERS_KING: "{name} that uncovers the king: the taken pawn shielded it from {first}",
}


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
    pieces, king, first = move.pieces, king_of(move.pieces, move.white), next(iter(obstacle.pieces), "")
    reason = REASONS[obstacle.rule]
    if obstacle.rule is Rule.BLOCKED and move.kind == "p":
        reason = "{name} onto {first}" if first == move.target else "{name} over {first}"
    elif obstacle.rule is Rule.EN_PASSANT_UNCOVERS_KING and move.origin in between(first, king):
        reason = "{name} that uncovers the king: both pawns leave the rank of {first}"
    return reason.format(
        origin=move.origin,
        target=move.target,
        kind=PIECE_NAMES.get(move.kind),
        name=name_of(move) if move.letter else "",
        mover=listing(pieces, [move.origin] if move.letter else []),
        on_target=listing(pieces, [move.target] if move.target in pieces else []),
        first=listing(pieces, obstacle.pieces[:1]),
        pieces=listing(pieces, obstacle.pieces),
        square=obstacle.square,
        us=side_name(move.white),
        them=side_name(not move.white),
        field=board.fen(shredder=True).split()[2],
        king=king,
        line="file" if first[:1] == king[0] else "rank" if first[1:] == king[1] else "diagonal",
    )
