"""Say what each man of a position is worth: how much the evaluation falls when it is taken off (layer 6).

>>> from lux import Board, Engine
>>> values = piece_values(Engine(hash_mib=1), Board("r3k3/4p3/8/8/8/8/4P3/R3K3 w Qq - 0 1"))
>>> sorted(values), values["a1"] > values["e2"] > 0 > values["e7"]
(['a1', 'a8', 'e2', 'e7'], True)

Source: the values that Stockfish's eval command derives from its network
"""

from lux.board import Board, FenError
from lux.engine import Engine

FILES = "abcdefgh"


def piece_values(engine: Engine, board: Board) -> dict[str, int]:
    """Return the worth of each man by its square, in centipawns for White, so negative for Black's men.

    Left out are kings, and men without which the side not to move would be in check.
    """
    whole = white_evaluation(engine, board)
    values = {}
    for rank, row in zip("87654321", board.fen().split()[0].split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            square = FILES[file] + rank
            file += 1
            without = remove(board, square) if letter not in "Kk" else None
            if without is not None:
                values[square] = whole - white_evaluation(engine, without)
    return values


def white_evaluation(engine: Engine, board: Board) -> int:
    """Return the static evaluation in centipawns for White."""
    return engine.evaluate(board) if board.turn else -engine.evaluate(board)


def remove(board: Board, square: str) -> Board | None:
    """Return the position without the man on *square*, and without the rights that need it; None if it is illegal."""
    placement, turn, castling, _, rule50, number = board.fen(shredder=True).split()
    rows = [
        list("".join(int(letter) * " " if letter.isdigit() else letter for letter in row))
        for row in placement.split("/")
    ]
    rows[8 - int(square[1])][FILES.index(square[0])] = " "
    compact = "/".join(_compact("".join(row)) for row in rows)
    right = {"1": square[0].upper(), "8": square[0]}.get(square[1], "")
    castling = castling.replace(right, "") or "-" if right else castling
    try:
        return Board(f"{compact} {turn} {castling} - {rule50} {number}", chess960=True)
    except FenError:
        return None


def _compact(row: str) -> str:
    """Write a row as in a FEN.

    >>> _compact(" k  P   ")
    '1k2P3'
    """
    text, empty = "", 0
    for letter in row:
        if letter == " ":
            empty += 1
            continue
        text += (str(empty) if empty else "") + letter
        empty = 0
    return text + (str(empty) if empty else "")
