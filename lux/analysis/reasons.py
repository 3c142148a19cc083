"""Find why a move is bad, where the position and the lines of a search prove it (layer 6).

>>> board = Board("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1")
>>> find_reason(board, "f3e5", ["e1e2", "e8e7"], ["d6e5", "e1e2", "e8e7"], Score(100), Score(-300))
'hangs the knight on e5'
"""

from collections.abc import Sequence

from lux.analysis.material import LEAST_GAIN, PIECE_VALUES, balance_after, captured_piece, exchange, material_balance
from lux.board import PIECE_NAMES, Board
from lux.score import Score

LEAST_LOSS_CP = 150  # a smaller loss is not that of a piece, whatever the lines say
SURE_MATE = 5


def find_reason(
    board: Board, move: str, best: Sequence[str], replies: Sequence[str], before: Score, after: Score
) -> str:
    """Return what a bad move does, as "hangs the knight on e5", or "" if nothing is proven.

    Material counts as lost or missed if static exchanges, the two lines up to where they are quiet, and the scores
    agree.

    Args:
        board: the position before the move.
        best: the moves of the best line there.
        replies: the best line after the move.
        before, after: their scores.
    """
    us = board.turn
    mates = []
    if before.winner == us != after.winner:
        mates.append(f"misses {_mate(before)}")
    if after.winner == (not us) != before.winner:
        mates.append(f"allows {_mate(after)}")
    behind = board.copy()
    behind.push(move)
    if mates or behind.is_stalemate():
        return ", ".join(mates) or "stalemates"
    if before.winner is not None or after.winner is not None:
        return ""
    if before.pov(us).cp - after.pov(us).cp < LEAST_LOSS_CP:
        return ""
    sign = 1 if us else -1
    now, kept, left = material_balance(board), balance_after(board, best), balance_after(behind, replies)
    if kept is None or left is None or sign * (kept - left) < LEAST_GAIN:
        return ""
    return _lost(behind, move, replies, captured_piece(board, move), sign * (now - left)) or _missed(
        board, best, sign * (kept - now)
    )


def _lost(behind: Board, move: str, replies: Sequence[str], taken: str | None, loss: int) -> str:
    """Return how the reply wins what the line wins; *taken* is what the move has captured."""
    if loss < LEAST_GAIN:
        return ""
    reply = replies[0]
    victim, square = captured_piece(behind, reply), reply[2:4]
    if victim is not None and victim.lower() != "p":
        gain = exchange(behind, reply)
        if taken is not None and square == move[2:4]:
            gain -= PIECE_VALUES[taken.lower()]
        if LEAST_GAIN <= gain <= loss + 1:
            if victim.lower() == "r" and gain < PIECE_VALUES["n"]:
                return "loses the exchange"
            return f"hangs the {_name(victim)} on {square}"
    return f"allows the fork {behind.san(reply)}" if is_fork(behind, replies) else ""


def _missed(board: Board, best: Sequence[str], gain: int) -> str:
    """Return how the best line wins what it wins."""
    if gain < LEAST_GAIN:
        return ""
    move = best[0]
    victim, square = captured_piece(board, move), move[2:4]
    if victim is not None and victim.lower() != "p" and LEAST_GAIN <= exchange(board, move) <= gain + 1:
        if _is_recapture(board, square):
            return f"does not recapture on {square}"
        return f"misses the win of the {_name(victim)} on {square}"
    return f"misses the fork {board.san(move)}" if is_fork(board, best) else ""


def is_fork(board: Board, line: Sequence[str]) -> bool:
    """Return whether the first move of a line attacks two pieces, and the same piece then wins one of them.

    The king counts, and what is worth more than the piece that attacks or has no defender; pawns do not.
    """
    if len(line) < 3 or len(line[0]) > 4 or board.is_castling(line[0]):
        return False
    us, square = board.turn, line[0][2:4]
    board = board.copy()
    board.push(line[0])
    forking = board.piece_at(square).lower()
    # A king gains by taking what is not defended only.
    value = PIECE_VALUES["q" if forking == "k" else forking]
    targets = []
    for target in board.attacks(square):
        piece = board.piece_at(target)
        if piece is None or piece.isupper() == us or piece.lower() == "p":
            continue
        if piece.lower() == "k" or PIECE_VALUES[piece.lower()] > value or not board.attackers(not us, target):
            targets.append(target)
    board.push(line[1])
    return (
        len(targets) > 1
        and line[2][:2] == square
        and line[2][2:4] in targets
        and exchange(board, line[2]) >= LEAST_GAIN
    )


def _is_recapture(board: Board, square: str) -> bool:
    """Return whether the last move captured on a square."""
    if not board.move_stack:
        return False
    previous = board.copy()
    move = previous.pop()
    return move[2:4] == square and captured_piece(previous, move) is not None


def _mate(score: Score) -> str:
    """Return a mate by its moves, as long as a search is unlikely to find a shorter one."""
    moves = abs(score.mate)
    return f"mate in {moves}" if moves <= SURE_MATE else "a forced mate"


def _name(piece: str) -> str:
    return PIECE_NAMES[piece.lower()]
