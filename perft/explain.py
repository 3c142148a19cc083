"""Describe moves: their kind and, if they are illegal, the reason."""

import re

import lux
from lux.analysis.legality import find_obstacle, piece_on
from lux.board import PIECE_NAMES


def kind_of(board: lux.Board, uci: str) -> str:
    """Name the kind of a legal move."""
    if board.is_castling(uci):
        return f"castling {'king' if board.is_kingside_castling(uci) else 'queen'} side"
    name = PIECE_NAMES[board.piece_at(uci[:2]).lower()]
    if board.is_en_passant(uci):
        return f"en passant capture of {piece_on(board, uci[2] + uci[1])}"
    takes = f" of {piece_on(board, uci[2:4])}" if board.is_capture(uci) else ""
    if promotion := uci[4:]:
        under = "under-promotion" if promotion != "q" else "promotion"
        return f"{under} to a {PIECE_NAMES[promotion]}" + (f" with capture{takes}" if takes else "")
    if takes:
        return f"{name} capture{takes}"
    return "double pawn push" if name == "pawn" and abs(int(uci[1]) - int(uci[3])) == 2 else f"{name} move"


def describe(board: lux.Board, uci: str) -> str:
    """Return the kind of the legal move *uci*, and what makes it tricky for a move generator.

    >>> describe(lux.Board("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"), "e4d3")
    'en passant capture of the pawn on d4, takes the checking pawn'
    """
    remarks = [kind_of(board, uci)]
    origin, target = uci[:2], uci[2:4]
    checkers, moves_king = board.checkers(), origin == board.king(board.turn)
    if board.is_castling(uci):
        remarks += castling_remarks(board, uci)
    elif checkers and moves_king:
        remarks.append(f"out of the check from {' and '.join(piece_on(board, square) for square in checkers)}")
    elif checkers and checkers[0] == (target[0] + origin[1] if board.is_en_passant(uci) else target):
        remarks.append(f"takes the checking {PIECE_NAMES[board.piece_at(checkers[0]).lower()]}")
    elif checkers:
        remarks.append(f"blocks the check from {piece_on(board, checkers[0])}")
    elif board.is_pinned(board.turn, origin) and not moves_king:
        (pinner,) = {*board.attackers(not board.turn, origin)} & {*board.pin(board.turn, origin)}
        pinned = f"along the pin by {piece_on(board, pinner)}"
        remarks.append("the pinned piece takes its pinner" if target == pinner else pinned)
    after = board.copy()
    after.push(uci)
    checking = after.checkers()
    if len(checking) > 1:
        remarks.append("gives double check")
    elif checking and checking[0] != target and not board.is_castling(uci):
        remarks.append(f"gives discovered check from {piece_on(after, checking[0])}")
    elif checking:
        remarks.append("gives check")
    return ", ".join(remarks)


def castling_remarks(board: lux.Board, uci: str) -> list[str]:
    """Return why a generator may wrongly reject a legal castling."""
    king, rank = uci[:2], uci[1]
    queenside = board.is_queenside_castling(uci)
    rook = next(each for each in board.castling_rights if each[1] == rank and (each < king) == queenside)
    remarks = []
    if board.is_attacked_by(not board.turn, rook):
        remarks.append(f"{piece_on(board, rook)} is attacked, which does not matter")
    if queenside and rook[0] == "a" and board.is_attacked_by(not board.turn, f"b{rank}"):
        remarks.append(f"b{rank} is attacked, which does not matter")
    if king[0] != "e" or rook[0] not in "ah":
        remarks.append(f"king from {king}, rook from {rook}")
    return remarks


def why_illegal(board: lux.Board, uci: str) -> str:
    """Return which rule forbids the illegal move *uci*.

    >>> why_illegal(lux.Board("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), "e1g1")
    'the king would pass through check on f1 from the rook on f3'
    """
    if not re.fullmatch("[a-h][1-8][a-h][1-8][a-z]?", uci) or uci[:2] == uci[2:4]:
        return "not a move"
    obstacle = find_obstacle(board, uci)
    if obstacle is None:
        raise ValueError(f"{uci} is legal in {board.fen()}")
    return obstacle.reason
