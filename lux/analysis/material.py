"""Count material, in pawns, and what captures win of it (layer 6).

>>> board = Board("4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1")
>>> exchange(board, "f3e5"), material_balance(board)
(0, -1)
"""

from collections.abc import Iterable, Iterator, Sequence

from lux.board import WHITE, Board
from lux.text.uci_move import Move

PIECE_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
SETTLED_PLIES = 4
LEAST_GAIN = 2  # pawns; less is not counted as winning material


def total_material(board: Board) -> int:
    """Return the total piece value on the board: 78 in the starting position, 0 for bare kings."""
    return sum(PIECE_VALUES[piece.lower()] for piece in board.piece_map().values())


def material_balance(board: Board) -> int:
    """Return White's material minus Black's."""
    return sum(PIECE_VALUES[piece.lower()] * (1 if piece.isupper() else -1) for piece in board.piece_map().values())


def captured_piece(board: Board, move: str) -> str | None:
    """Return the letter of the piece that the legal *move* takes, or None."""
    if not board.is_capture(move):
        return None
    return board.piece_at(move[2:4]) or ("p" if board.turn == WHITE else "P")


def exchange(board: Board, move: str) -> int:
    """Return what a legal *move* wins if both sides go on capturing on its target, as long as that pays for them.

    Legal recaptures alone count, the least valuable piece first.
    """
    victim, square = captured_piece(board, move), move[2:4]
    gain = PIECE_VALUES[victim.lower()] if victim is not None else 0
    if len(move) > 4:
        gain += PIECE_VALUES[move[4]] - PIECE_VALUES["p"]
    after = board.copy()
    after.push(move)
    recaptures = [reply for reply in after.generate_legal_captures() if reply[2:4] == square]
    if not recaptures:
        return gain
    # Only a king is captured by nothing more.
    cheapest = min(recaptures, key=lambda reply: ("pnbrqk".index(after.piece_at(reply[:2]).lower()), reply[4:] != "q"))
    return gain - max(0, exchange(after, cheapest))


def passed(board: Board) -> Board | None:
    """Return the position with the other side to move, None if the one to move is in check."""
    if board.is_check():
        return None
    after = board.copy()
    after.push(Move.null())
    return after


def is_quiet(board: Board, least: int = LEAST_GAIN) -> bool:
    """Return whether neither side is in check or, if it were to move, wins *least* by an exchange or a promotion."""
    return not board.is_check() and not any(
        exchange(side, move) >= least
        for side in (board, passed(board))
        for move in side.legal_moves
        if move[4:] == "q" or captured_piece(side, move) is not None
    )


def quiet_points(board: Board, line: Iterable[str], least: int = LEAST_GAIN) -> Iterator[tuple[int, Board]]:
    """Yield the quiet positions of a line of legal moves, each with the number of moves up to the last exchange.

    Those are quiet, too, before which the best moves have exchanged nothing for SETTLED_PLIES.
    """
    board, exchanged = board.copy(), 0
    for index, move in enumerate(line, 1):
        if captured_piece(board, move) is not None or len(move) > 4:
            exchanged = index
        board.push(move)
        if is_quiet(board, least) or (index - exchanged >= SETTLED_PLIES and not board.is_check()):
            yield exchanged, board.copy()


def balance_after(board: Board, line: Iterable[str], least: int = LEAST_GAIN) -> int | None:
    """Return White's balance in the last quiet position that a line of legal moves reaches; None if it reaches none."""
    balances = [material_balance(end) for _, end in quiet_points(board, line, least)]
    return balances[-1] if balances else None


def decisive_part(board: Board, line: Sequence[str], least: int) -> tuple[int, Board]:
    """Return how many moves of a line it takes to win what it wins, and the quiet position that shows it.

    That is the first quiet position after which the balance of quiet ones stays; it is *board* if nothing is won.
    """
    found = 0, board
    for exchanged, end in quiet_points(board, line, least):
        if material_balance(found[1]) != material_balance(end):
            found = exchanged, end
    return found
