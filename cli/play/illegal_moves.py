"""Explain to a player why a move is illegal."""

from lux.analysis.legality import Rule, TriedMove, find_obstacle, piece_on
from lux.board import PIECE_NAMES, Board, side_name

# Why a move is illegal: *first* is a piece that enforces the rule.
REASONS = {
    Rule.NO_PIECE: "there is no piece on {origin}",
    Rule.NOT_TO_MOVE: "{mover} is {them}'s",
    Rule.SAME_SQUARE: "{mover} must leave its square",
    Rule.OWN_PIECE: "your own {on_target} stands on {target}",
    Rule.MOVEMENT: "{mover} does not move like that",
    Rule.PAWN_HAS_MOVED: "{mover} has moved already: it goes one square at a time",
    Rule.BLOCKED: "{first} blocks {mover}",
    Rule.NOTHING_TO_TAKE: "there is nothing on {target} for {mover} to take",
    Rule.EN_PASSANT_TOO_LATE: "{first} did not go two squares just now",
    Rule.PROMOTION_TOO_EARLY: "only a pawn on the last rank becomes another piece",
    Rule.PROMOTION_OF_A_PIECE: "only a pawn on the last rank becomes another piece",
    Rule.NO_CASTLING_ROOK: "king or rook has moved, or the rook is gone",
    Rule.NO_CASTLING_RIGHT: "king or rook has moved, or the rook is gone",
    Rule.CASTLING_BLOCKED: "{first} stands in the way",
    Rule.CASTLING_OUT_OF_CHECK: "a king in check may not castle",
    Rule.CASTLING_THROUGH_CHECK: "the king would pass through check on {square}",
    Rule.CASTLING_INTO_CHECK: "the king would be in check on {square}",
    Rule.CASTLING_UNCOVERS_KING: "the king would be in check on {square}",
    Rule.KING_STAYS_IN_LINE: "the king would be in check on {target}",
    Rule.KING_INTO_CHECK: "the king would be in check on {target}",
    Rule.DOUBLE_CHECK: "your king is in check, and would still be",
    Rule.CHECK_STAYS: "your king is in check, and would still be",
    Rule.PINNED: "{mover} is pinned: your king would be in check",
    Rule.EN_PASSANT_UNCOVERS_KING: "without the pawn that is taken your king would be in check",
}


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
    return reason(board, TriedMove(board, uci))


def castling_obstacle(board: Board, queenside: bool) -> str:
    """Return why castling to a side is illegal."""
    return reason(board, TriedMove.castling(board, "q" if queenside else "k"))


def reason(board: Board, move: TriedMove) -> str:
    """Return why a move is illegal."""
    found, target = find_obstacle(move), move.target
    if found is None:
        raise ValueError(f"{move.origin}{target} is legal in {board.fen()}")
    if found.rule is Rule.PROMOTION_MISSING:
        return f"promote to which piece? {one_of([board.san(move.origin + target + kind) for kind in 'qrbn'])}"
    why = REASONS[found.rule]
    if found.rule is Rule.NO_CASTLING_RIGHT and move.own(target) and not board.chess960:
        why = "your own {on_target} stands on {target}"
    return why.format(
        origin=move.origin,
        target=target,
        mover=piece_on(move.pieces, move.origin) if move.letter else "",
        first=piece_on(move.pieces, found.pieces[0]) if found.pieces else "",
        on_target=PIECE_NAMES.get(move.pieces.get(target, "").lower()),
        square=found.square,
        them=side_name(not board.turn),
    )
