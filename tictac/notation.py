"""Text of boards, positions and values: `5x5x4`, `XO1/1X1/3 o 3` and the FEN of Cute Chess, `X wins in 3 plies`."""

import re

from lux.protocol import printable
from tictac.negamax import WIN
from tictac.rules import Board, Position, X, bits, other


def read_board(text: str) -> Board:
    """Return the board from files, ranks and the number in a row, as in `5x5x4` or `(5, 5, 4)`.

    Raises:
        ValueError: the text is malformed, or there is no such board.
    """
    number, by = r"(\d{1,9})", r"\s*[x\xd7,\s]\s*"
    match = re.fullmatch(rf"\(?{number}{by}{number}{by}{number}\)?", text.strip().lower())
    if match is None:
        raise ValueError(f"a board is given as 3x3x3 (files, ranks, in a row), not '{printable(text)}'")
    return Board(*map(int, match.groups()))


def read_position(text: str, usual: Board | None = None) -> Position:
    """Return a position from its rows from the top, the side to move, and how many in a row win.

    The format is `XO1/1X1/3 o 3`; Cute Chess's `Pp1/1P1/3[PPPppp] b - - 0 2` is read as well. Without a number in a row
    it is that of `usual`, if that is a board of this size, or else 3.

    Raises:
        ValueError: the text is malformed, or no game reaches such a position.
    """
    match = re.fullmatch(r"([^\s[]+)(\[\w*\]|\[-\])?\s+([xowbXO])(?:\s+(\d{1,9})|\s+-\s+-\s+\d+\s+\d+)?", text.strip())
    if match is None:
        raise ValueError("expected rows from the top, the side to move (x or o) and the number in a row")
    rows, hand, side, in_a_row = match.groups(default="")
    cells = [re.sub(r"\d", lambda digit: "." * int(digit[0]), row) for row in rows.split("/")]
    if bad := re.search(r"[^.xXoOpP]", "".join(cells)):
        raise ValueError(f"a row holds X, O and digits, not {bad[0]!r}")
    if len(set(map(len, cells))) > 1:
        raise ValueError("the rows differ in length")
    size = len(cells[0]), len(cells)
    if not in_a_row:
        in_a_row = usual.in_a_row if usual and size == (usual.width, usual.height) else 3
    board = Board(*size, int(in_a_row))
    marked = [*enumerate("".join(reversed(cells)))]
    x = sum(1 << square for square, cell in marked if cell in "xXP")
    o = sum(1 << square for square, cell in marked if cell in "oOp")
    position = Position(board, x, o)
    _check_reachable(position)
    if position.turn.lower() != {"w": "x", "b": "o"}.get(side, side.lower()):
        raise ValueError(f"with {x.bit_count()} X and {o.bit_count()} O it is {position.turn}'s turn")
    if hand and sorted(hand.replace("[]", "[-]")) != sorted(_hand(position)):
        raise ValueError(f"the hand should be {_hand(position)}")
    return position


def _check_reachable(position: Position) -> None:
    """Raise ValueError unless a game can reach this position."""
    x, o = position.x.bit_count(), position.o.bit_count()
    if x - o not in (0, 1):
        raise ValueError(f"{x} X and {o} O: they take turns, and X begins")
    before, last = position.sides
    # Nobody had a line before one of these marks, which was the last.
    earlier = [last & ~(1 << square) for square in bits(last)]
    if position.board.completed(before) or (last and all(map(position.board.completed, earlier))):
        raise ValueError("the game would have been over before")


def text_of(position: Position) -> str:
    """Return the position as text that `read_position` reads."""
    return f"{_rows(position, ' XO')} {position.turn.lower()} {position.board.in_a_row}"


def cutechess_fen(position: Position) -> str:
    """Return the position as Cute Chess writes it: P is X, p is O, the marks left to place are in brackets."""
    side = "w" if position.turn == X else "b"
    return f"{_rows(position, ' Pp')}{_hand(position)} {side} - - 0 {1 + position.o.bit_count()}"


def value_text(position: Position, value: int) -> str:
    """Say what a value means to the side to move."""
    if value == 0:
        return "a draw"
    winner, plies = position.turn if value > 0 else other(position.turn), WIN - abs(value)
    return f"{winner} wins in {plies} {'ply' if plies == 1 else 'plies'}"


def _rows(position: Position, marks: str) -> str:
    return re.sub(" +", lambda gap: str(len(gap[0])), "/".join(position.rows(marks)))


def _hand(position: Position) -> str:
    squares = len(position.board.names)
    left = "P" * ((squares + 1) // 2 - position.x.bit_count()) + "p" * (squares // 2 - position.o.bit_count())
    return f"[{left or '-'}]"
