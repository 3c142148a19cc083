"""A move as text in UCI notation (layer 5)."""

import re
from typing import Self

UCI_PATTERN = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?\Z")
NULL_UCI = "0000"


class InvalidMoveError(ValueError):
    """Text that is not a move in any position."""


def uci_text(move: object) -> object:
    """Return the text of a move of another library, as its uci() gives it; anything else as it is."""
    uci = None if isinstance(move, str) else getattr(move, "uci", None)
    return uci() if callable(uci) else move


class Move(str):
    """A move in UCI notation: a str such as 'e2e4' or 'a7a8q' that names its squares.

    Args:
        from_square: where the piece stands, such as 'e2'.
        to_square: where it goes.
        promotion: the letter of the new piece, in either case, or None.

    Raises:
        InvalidMoveError: the arguments do not make a move.

    The null move is '0000'; only the null move is false.

    >>> move = Move("a7", "a8", "Q")
    >>> move, move.from_square, move.to_square, move.promotion, bool(Move.null())
    ('a7a8q', 'a7', 'a8', 'Q', False)
    """

    __slots__ = ()

    def __new__(cls, from_square: str, to_square: str, promotion: str | None = None) -> Self:
        return cls.from_uci(f"{from_square}{to_square}{(promotion or '').lower()}")

    @classmethod
    def from_uci(cls, uci: str) -> Self:
        """Return the move written *uci*, legal or not.

        Raises:
            InvalidMoveError: *uci* is not a move in UCI notation.
        """
        if not isinstance(uci, str) or not (uci == NULL_UCI or UCI_PATTERN.match(uci)):
            raise InvalidMoveError(f"not a move in UCI notation: {repr(uci)[:24]}")
        return str.__new__(cls, uci.lower())

    @classmethod
    def null(cls) -> Self:
        """Return the null move, which passes the turn."""
        return cls.from_uci(NULL_UCI)

    @property
    def from_square(self) -> str:
        """Get the square where the piece stands."""
        return self[:2]

    @property
    def to_square(self) -> str:
        """Get the target square; for castling it is the king's, or the rook's in Chess960 notation."""
        return self[2:4]

    @property
    def promotion(self) -> str | None:
        """Get the type of the promoted piece as an upper-case letter, or None."""
        return self[4:].upper() or None

    def uci(self) -> str:
        """Return the move as a plain str."""
        return str(self)

    def __bool__(self) -> bool:
        return self != NULL_UCI

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return type(self).from_uci, (str(self),)


class LegalMoves(list[Move]):
    """A list of moves that knows those of python-chess, too, and that count() counts without an argument."""

    def __contains__(self, move: object) -> bool:
        return list.__contains__(self, uci_text(move))

    def count(self, *move: object) -> int:
        """Return the number of moves, or of those that equal *move*."""
        return list.count(self, *map(uci_text, move)) if move else len(self)
