"""Find why a move is bad, where the position and the lines of a search prove it (layer 6).

>>> board = Board("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1")
>>> find_reason(board, "f3e5", ["e1e2", "e8e7"], ["d6e5", "e1e2", "e8e7"], Score(100), Score(-300))
'hangs the knight on e5'
"""

from collections import Counter
from collections.abc import Sequence

from lux.analysis.legality import piece_on
from lux.analysis.material import (
    LEAST_GAIN,
    PIECE_VALUES,
    balance_after,
    captured_piece,
    decisive_part,
    exchange,
    material_balance,
    passed,
)
from lux.board import PIECE_NAMES, Board
from lux.score import Score

# How far a score must fall for each pawn of material that counts as lost or missed, and how far one or two pawns may
# be the reason at all.
LEAST_CP = 60
MOST_CP = {1: 400, 2: 700}
CASTLING_CP, DOUBLED_CP = 250, 150  # how far the right to castle or doubled pawns may be the reason
SURE_MATE = 5
LONGEST_LINE, SHOWN_LINE = 15, 7  # moves of a line that still explain something, and those that are shown
NUMBERS = ("", "a", "two", "three", "four", "five", "six", "seven", "eight")


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
    us, behind = board.turn, board.copy()
    behind.push(move)
    mates = [f"misses {_mate(before)}"] if before.winner == us != after.winner else []
    if after.winner == (not us) != before.winner:
        mates.append(_allowed_mate(board, behind, replies, after))
    if behind.is_stalemate():
        mates.append("stalemates")
    if mates or before.winner is not None or after.winner is not None:
        return ", ".join(mates)
    fallen_cp = before.pov(us).cp - after.pov(us).cp
    sign, now = 1 if us else -1, material_balance(board)
    # A pawn counts only where not even a pawn hangs any more.
    for least in (LEAST_GAIN, 1):
        kept, left = balance_after(board, best, least), balance_after(behind, replies, least)
        if kept is None or left is None:
            continue
        pawns = sign * (kept - left)
        if pawns < least or not LEAST_CP * pawns <= fallen_cp <= MOST_CP.get(pawns, fallen_cp):
            continue
        loss, gain = sign * (now - left), sign * (kept - now)
        if reason := _lost(board, behind, move, replies, loss, least) or _missed(board, move, best, gain, least, pawns):
            return reason
    return _lost_quality(board, behind, best, replies, fallen_cp)


def _lost_quality(board: Board, behind: Board, best: Sequence[str], replies: Sequence[str], fallen_cp: int) -> str:
    """Return what the reply leaves of the right to castle and of the pawns, if the best line keeps more of them."""
    for length in (1, 3, 5) if fallen_cp <= CASTLING_CP else ():
        line = replies[:length]
        if _king_is_driven(behind, line, board.turn) and not _king_is_driven(board, best[: length + 2], board.turn):
            return f"after {behind.variation_san(line)} the right to castle is gone"
    kept = _doubled(board, best, board.turn)
    for file, length in sorted(_doubled(behind, replies, board.turn).items()):
        if file not in kept and length <= 4 and fallen_cp <= DOUBLED_CP:
            return f"after {behind.variation_san(replies[:length])} the {file}-pawns are doubled"
    return ""


def _doubled(board: Board, line: Sequence[str], side: bool) -> dict[str, int]:
    """Return the files on which a line doubles the pawns of a side by a capture, each with the moves up to it.

    It has to leave more such pawns, none of which can be taken at a profit: else the exchange is not over.
    """
    found, end = {}, board.copy()
    for length, move in enumerate(line, 1):
        if move[0] != move[2] and move[:2] in end.pieces("P", side):
            found[move[2]] = length
        end.push(move)
    had, has = (Counter(square[0] for square in each.pieces("P", side)) for each in (board, end))
    taken = {move[2] for move in end.legal_moves if move[2:4] in end.pieces("P", side) and exchange(end, move) > 0}
    if has.total() - len(has) <= had.total() - len(had):
        return {}
    return {file: length for file, length in found.items() if has[file] > 1 and file not in taken}


def _allowed_mate(board: Board, behind: Board, replies: Sequence[str], after: Score) -> str:
    """Return the mate that a move allows or, if the opponent would have mated at once all the same, overlooks."""
    threat, reply = passed(board), replies[0] if replies and after.mate in (1, -1) else None
    if threat is not None and reply in threat.legal_moves and threat.san(reply).endswith("#"):
        return f"overlooks the threat {behind.san(reply)}"
    return f"allows {_mate(after)}"


def _lost(board: Board, behind: Board, move: str, replies: Sequence[str], loss: int, least: int) -> str:
    """Return how the reply wins what the line wins, *loss* pawns."""
    if loss < least:
        return ""
    reply, before = replies[0], passed(board)
    victim = captured_piece(behind, reply)
    if victim is not None:
        taken = captured_piece(board, move)
        won = exchange(behind, reply)
        gain = won - PIECE_VALUES[(taken or "k").lower()]
        minor = {taken, behind.piece_at(reply[:2])} & {*"NBnb"}
        if victim in "Rr" and minor and least <= gain < PIECE_VALUES["n"] and gain <= loss + 1:
            return "loses the exchange"
        # What a piece took before it fell pays for that piece alone.
        if least <= gain <= loss + 1 and _is_most(gain if reply[2:4] == move[2:4] else won, victim, loss):
            piece = piece_on(behind, _captured_square(behind, reply))
            # It could have been taken before the move as well.
            hung = before is not None and reply in before.legal_moves and exchange(before, reply) >= least
            return f"leaves {piece} hanging" if hung else f"hangs {piece}"
    if len(reply) > 4:
        return f"allows the promotion {behind.san(reply)}"
    if is_fork(behind, replies):
        return f"allows the fork {behind.san(reply)}"
    line = _winning_line(behind, replies, least, board)
    return f"because {line}" if line else ""


def _missed(board: Board, played: str, best: Sequence[str], gain: int, least: int, pawns: int) -> str:
    """Return how the best line wins what it wins, of which the move does not win *pawns*."""
    if gain < least:
        return ""
    move = best[0]
    victim, square = captured_piece(board, move), move[2:4]
    won = exchange(board, move) if victim is not None and played[:4] != move[:4] else 0
    if least <= won <= gain + 1:
        if played[2:4] == square and captured_piece(board, played) is not None:
            kind = "pawn" if {played[:2], move[:2]} <= {*board.pieces("P", board.turn)} else "piece"
            verb = "recaptures" if _is_recapture(board, square) else "takes"
            return f"{verb} on {square} with the wrong {kind}"
        if _is_recapture(board, square):
            return f"does not recapture on {square}"
        if gain <= 2 * pawns and _is_most(won, victim, gain):
            return f"misses the win of {piece_on(board, _captured_square(board, move))}"
    # Not what the move wins as well.
    if gain > 2 * pawns:
        return ""
    if is_fork(board, best):
        return f"misses the fork {board.san(move)}"
    line = _winning_line(board, best, least, board)
    return f"misses that {line}" if line else ""


def _is_most(won: int, victim: str, pawns: int) -> bool:
    """Return whether what captures win is most of the piece taken first and, for a pawn, of what their line wins."""
    return 2 * won > PIECE_VALUES[victim.lower()] and (victim not in "Pp" or pawns <= won + 1)


def _captured_square(board: Board, move: str) -> str:
    """Return where the piece stands that a move takes; a pawn taken en passant stands beside the other one."""
    return move[2:4] if board.piece_at(move[2:4]) else move[2] + move[1]


def _winning_line(board: Board, line: Sequence[str], least: int, start: Board) -> str:
    """Return the part of a line that wins material, and what it does, as "1. Nxe5 wins a pawn"; "" if not clear.

    Counted is from *start*, which may be one move earlier.
    """
    length, end = decisive_part(board, line, least)
    if not 0 < length <= LONGEST_LINE:
        return ""
    spoils = _spoils(start, end, board.turn)
    words = board.variation_san(line[: min(length, SHOWN_LINE)]) + " ..." * (length > SHOWN_LINE)
    # A new piece that is taken again is no gain.
    if any(len(board.pieces(kind, board.turn)) < len(end.pieces(kind, board.turn)) for kind in "NBRQ"):
        spoils = "promotes the pawn"
    elif spoils:
        spoils = f"wins {spoils}"
        if _king_is_driven(board, line[:length], not board.turn):
            spoils += " and takes the right to castle"
    return f"{words} {spoils}" if spoils else ""


def _spoils(start: Board, end: Board, side: bool) -> str:
    """Return what a side has won from *start* to *end*, as "the exchange" or "a bishop for two pawns"."""
    before, after = (Counter(each.piece_map().values()) for each in (start, end))
    taken, given = Counter(), Counter()
    for letter, count in (before - after).items():
        (taken if letter.isupper() != side else given)[letter.lower()] += count
    taken, given = taken - given, given - taken
    # Bishops and knights are worth the same.
    for one, other in ("bn", "nb"):
        even = min(taken[one], given[other])
        taken, given = taken - Counter({one: even}), given - Counter({other: even})
    if (taken["r"], taken.total(), given["b"] + given["n"]) == (1, 1, 1):
        rest = Counter({"p": given["p"]})
        return "the exchange" + (f" for {_pieces(rest)}" if given["p"] else "")
    return _pieces(taken) + (f" for {_pieces(given)}" if given else "") if taken else ""


def _pieces(count: Counter[str]) -> str:
    """Return pieces in words, the most valuable first."""
    names = [f"{NUMBERS[count[kind]]} {PIECE_NAMES[kind]}{'s' * (count[kind] > 1)}" for kind in "qrbnp" if count[kind]]
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def _king_is_driven(board: Board, line: Sequence[str], side: bool) -> bool:
    """Return whether *side* had the right to castle, and a line takes it by a check that its king has to answer."""
    if not board.has_castling_rights(side):
        return False
    end = board.copy()
    for move in line:
        if move[:2] == end.king(side):
            return end.is_check()
        end.push(move)
    return end.turn == side and end.is_check() and all(move[:2] == end.king(side) for move in end.legal_moves)


def is_fork(board: Board, line: Sequence[str]) -> bool:
    """Return whether the first move of a line attacks two pieces, and the same piece then wins one of them.

    The king counts, and what is worth more than the piece that attacks or has no defender; pawns do not.
    """
    if len(line) < 3 or len(line[0]) > 4 or board.is_castling(line[0]):
        return False
    them, board = not board.turn, board.copy()
    fork, reply, capture = line[:3]
    board.push(fork)
    square = fork[2:4]
    pieces = {target: kind for kind in "nbrqk" for target in board.pieces(kind, them)}
    # A king gains by taking what is not defended only.
    value = PIECE_VALUES[board.piece_at(square).lower()] or PIECE_VALUES["q"]
    targets = [
        target
        for target in {*board.attacks(square)} & pieces.keys()
        if pieces[target] == "k" or PIECE_VALUES[pieces[target]] > value or not board.is_attacked_by(them, target)
    ]
    board.push(reply)
    wins = capture[:2] == square and capture[2:4] in targets and exchange(board, capture) >= LEAST_GAIN
    return wins and len(targets) > 1


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
