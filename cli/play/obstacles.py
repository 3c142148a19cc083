"""Why a move is illegal, in words for a person. That it is illegal is known already, from the engine's rules."""

from cli.play.game import side_name
from lux.board import Board

PIECE_NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def one_of(names: list[str]) -> str:
    """Join alternatives as 'a, b or c'."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def san_obstacle(board: Board, kind: str, file: str, rank: str, target: str) -> str:
    """Say why no piece of a kind, from that file and rank where they are given, can go to `target`."""
    letter = (kind or "P").upper() if board.turn else (kind or "P").lower()
    name = PIECE_NAMES[letter.lower()]
    # A pawn that does not capture stays on its file.
    file = file or ("" if kind else target[0])
    origins = [
        square
        for square in SQUARES
        if board.piece_at(square) == letter and square[0].startswith(file) and square[1].startswith(rank)
    ]
    if not origins:
        where = f" on {file}{rank}" if file and rank else f" on the {file}-file" if file else ""
        return f"{side_name(board.turn)} has no {name}{where}"
    if len(origins) == 1:
        return obstacle(board, origins[0], target)
    # The piece that reaches the square but may not leave its own is the one that was meant.
    for origin in origins:
        if reaches(board, origin, target):
            return obstacle(board, origin, target)
    return f"no {name} can go to {target}"


def step_to(origin: str, target: str) -> tuple[int, int]:
    """Return how many files and ranks it is from one square to another."""
    return ord(target[0]) - ord(origin[0]), ord(target[1]) - ord(origin[1])


def between(origin: str, target: str) -> list[str]:
    """Return the squares strictly between two on one line."""
    files, ranks = step_to(origin, target)
    length = max(abs(files), abs(ranks))
    return [
        chr(ord(origin[0]) + files // length * i) + chr(ord(origin[1]) + ranks // length * i) for i in range(1, length)
    ]


def moves_so(board: Board, origin: str, target: str) -> bool:
    """Tell whether the piece on `origin` moves in the direction and over the distance of `target`, on this board."""
    piece = board.piece_at(origin) or ""
    files, ranks = step_to(origin, target)
    less, more = sorted((abs(files), abs(ranks)))
    straight, diagonal = less == 0, less == more
    match piece.lower():
        case "n":
            return (less, more) == (1, 2)
        case "k":
            return more == 1
        case "p":
            forward = ranks if piece == "P" else -ranks
            first = origin[1] == ("2" if piece == "P" else "7")
            if files:
                taken = board.piece_at(target) is not None or target == board.ep_square
                return abs(files) == 1 and forward == 1 and taken
            return forward == 1 or (forward == 2 and first)
        case kind:
            return (straight and kind in "rq") or (diagonal and kind in "bq")


def blocker(board: Board, origin: str, target: str) -> str | None:
    """Return the square of what stands in the way of a move that has the right direction."""
    if (board.piece_at(origin) or "").lower() == "n":
        return None
    path = between(origin, target)
    if (board.piece_at(origin) or "").lower() == "p":
        path = [*path, target] if origin[0] == target[0] else []
    return next((square for square in path if board.piece_at(square) is not None), None)


def reaches(board: Board, origin: str, target: str) -> bool:
    """Tell whether the piece on `origin` could go to `target` if its king were no concern."""
    own = board.piece_at(target)
    return (
        origin != target
        and moves_so(board, origin, target)
        and blocker(board, origin, target) is None
        and (own is None or own.isupper() != board.turn)
    )


def described(board: Board, square: str) -> str:
    """Return 'the knight on g1'."""
    return f"the {PIECE_NAMES[(board.piece_at(square) or '').lower()]} on {square}"


def obstacle(board: Board, origin: str, target: str) -> str:
    """Say why the piece on `origin` cannot go to `target`, which is illegal."""
    piece, other = board.piece_at(origin), board.piece_at(target)
    if piece is None:
        return f"there is no piece on {origin}"
    if piece.isupper() != board.turn:
        return f"{described(board, origin)} is {side_name(not board.turn)}'s"
    if origin == target:
        return f"{described(board, origin)} must leave its square"
    if board.chess960 and piece.lower() == "k" and other == ("R" if board.turn else "r") and origin[1] == target[1]:
        return castling_obstacle(board, target[0] < origin[0])
    if other is not None and other.isupper() == board.turn:
        return f"your own {PIECE_NAMES[other.lower()]} stands on {target}"
    if not moves_so(board, origin, target):
        if piece.lower() == "k" and abs(step_to(origin, target)[0]) == 2 and origin[1] == target[1]:
            return castling_obstacle(board, target[0] < origin[0])
        if piece.lower() == "p" and origin[0] != target[0] and reaches_diagonally(piece, origin, target):
            return f"there is nothing on {target} for {described(board, origin)} to take"
        return f"{described(board, origin)} does not move like that"
    block = blocker(board, origin, target)
    if block is not None:
        return f"{described(board, block)} blocks {described(board, origin)}"
    if piece.lower() == "p" and target[1] in "18" and f"{origin}{target}q" in board.legal_moves:
        names = [board.san(origin + target + kind) for kind in "qrbn"]
        return f"what shall the pawn become? {one_of(names)}"
    if piece.lower() == "k":
        return f"the king would be in check on {target}"
    if board.is_check():
        return "your king is in check, and would still be"
    return f"{described(board, origin)} is pinned: your king would be in check"


def reaches_diagonally(pawn: str, origin: str, target: str) -> bool:
    """Tell whether a pawn would capture from `origin` to `target`."""
    files, ranks = step_to(origin, target)
    return abs(files) == 1 and ranks == (1 if pawn == "P" else -1)


def castling_obstacle(board: Board, queenside: bool) -> str:
    """Say why castling to a side is illegal."""
    rights = board.fen(shredder=True).split()[2]
    own = [right for right in rights if right != "-" and right.isupper() == board.turn]
    king = next(square for square in SQUARES if board.piece_at(square) == ("K" if board.turn else "k"))
    rooks = [right.lower() + king[1] for right in own if (right.lower() < king[0]) == queenside]
    if not rooks:
        return "king or rook has moved, or the rook is gone"
    if board.is_check():
        return "a king in check may not castle"
    rook = rooks[0]
    king_to, rook_to = ("c" + king[1], "d" + king[1]) if queenside else ("g" + king[1], "f" + king[1])
    path = {*between_and(king, king_to), *between_and(rook, rook_to), *between_and(king, rook)} - {king, rook}
    block = next((square for square in sorted(path) if board.piece_at(square) is not None), None)
    if block is not None:
        return f"{described(board, block)} stands in the way"
    return "the king would pass through check or end in it"


def between_and(origin: str, target: str) -> list[str]:
    """Return the squares from one to another of the same rank, both included."""
    first, last = sorted((origin, target))
    return [chr(file) + origin[1] for file in range(ord(first[0]), ord(last[0]) + 1)]
