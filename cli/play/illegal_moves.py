"""Explain to a player why a move is illegal."""

from lux.analysis.legality import Obstacle, Rule, TriedMove, find_obstacle
from lux.board import PIECE_NAMES, Board, side_name


def one_of(names: list[str]) -> str:
    """Join alternatives as 'a, b or c'."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def san_obstacle(board: Board, kind: str, file: str, rank: str, target: str) -> str:
    """Return why no piece of a kind, from that file and rank where they are given, can go to `target`."""
    letter = (kind or "P").upper() if board.turn else (kind or "P").lower()
    name = PIECE_NAMES[letter.lower()]
    # A pawn that does not capture stays on its file.
    file = file or ("" if kind else target[0])
    origins = [
        square
        for square, piece in board.piece_map().items()
        if piece == letter and square[0].startswith(file) and square[1].startswith(rank)
    ]
    if not origins:
        where = f" on {file}{rank}" if file and rank else f" on the {file}-file" if file else ""
        return f"{side_name(board.turn)} has no {name}{where}"
    if len(origins) == 1:
        return obstacle(board, origins[0] + target)
    # Prefer a piece that reaches the square but may not leave its own.
    for origin in origins:
        found = find_obstacle(TriedMove(board, origin + target))
        if found is not None and (found.rule.is_about_king or found.rule is Rule.PROMOTION_MISSING):
            return obstacle(board, origin + target)
    return f"no {name} can go to {target}"


def obstacle(board: Board, uci: str) -> str:
    """Return why the move `uci`, with or without a promotion, is illegal."""
    move = TriedMove(board, uci)
    return reason(board, move, find_obstacle(move))


def castling_obstacle(board: Board, queenside: bool) -> str:
    """Return why castling to a side is illegal."""
    move = TriedMove.castling(board, "q" if queenside else "k")
    return reason(board, move, find_obstacle(move))


def reason(board: Board, move: TriedMove, found: Obstacle | None) -> str:
    """Describe an obstacle."""
    if found is None:
        raise ValueError(f"{move.origin}{move.target} is legal in {board.fen()}")
    mover, target = described(move, move.origin) if move.letter else "", move.target
    if found.rule.is_about_king:
        return king_reason(mover, target, found)
    match found.rule:
        case Rule.NO_PIECE:
            return f"there is no piece on {move.origin}"
        case Rule.NOT_TO_MOVE:
            return f"{mover} is {side_name(not board.turn)}'s"
        case Rule.SAME_SQUARE:
            return f"{mover} must leave its square"
        case Rule.OWN_PIECE:
            return f"your own {PIECE_NAMES[move.pieces[target].lower()]} stands on {target}"
        case Rule.MOVEMENT:
            return f"{mover} does not move like that"
        case Rule.PAWN_HAS_MOVED:
            return f"{mover} has moved already: it goes one square at a time"
        case Rule.BLOCKED:
            return f"{described(move, found.pieces[0])} blocks {mover}"
        case Rule.NOTHING_TO_TAKE:
            return f"there is nothing on {target} for {mover} to take"
        case Rule.EN_PASSANT_TOO_LATE:
            return f"{described(move, found.pieces[0])} did not go two squares just now"
        case Rule.PROMOTION_TOO_EARLY | Rule.PROMOTION_OF_A_PIECE:
            return "only a pawn on the last rank becomes another piece"
        case Rule.PROMOTION_MISSING:
            names = [board.san(move.origin + target + kind) for kind in "qrbn"]
            return f"what shall the pawn become? {one_of(names)}"
    return castling_reason(board, move, found)


def king_reason(mover: str, target: str, found: Obstacle) -> str:
    """Return how a king would be left in check."""
    match found.rule:
        case Rule.KING_STAYS_IN_LINE | Rule.KING_INTO_CHECK:
            return f"the king would be in check on {target}"
        case Rule.DOUBLE_CHECK | Rule.CHECK_STAYS:
            return "your king is in check, and would still be"
        case Rule.EN_PASSANT_UNCOVERS_KING:
            return "without the pawn that is taken your king would be in check"
    return f"{mover} is pinned: your king would be in check"


def castling_reason(board: Board, move: TriedMove, found: Obstacle) -> str:
    """Return why a king may not castle."""
    match found.rule:
        case Rule.NO_CASTLING_RIGHT if move.own(move.target) and not board.chess960:
            return f"your own rook stands on {move.target}"
        case Rule.NO_CASTLING_ROOK | Rule.NO_CASTLING_RIGHT:
            return "king or rook has moved, or the rook is gone"
        case Rule.CASTLING_OUT_OF_CHECK:
            return "a king in check may not castle"
        case Rule.CASTLING_THROUGH_CHECK:
            return f"the king would pass through check on {found.square}"
        case Rule.CASTLING_BLOCKED:
            return f"{described(move, found.pieces[0])} stands in the way"
    return f"the king would be in check on {found.square}"


def described(move: TriedMove, square: str) -> str:
    """Return 'the knight on g1'."""
    return f"the {PIECE_NAMES[move.pieces[square].lower()]} on {square}"
