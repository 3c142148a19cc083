"""Moves as people type them: reading, completion, and help for what is not quite a move."""

import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches

from lux.analysis.legality import castling_obstacle, find_obstacle
from lux.board import PIECE_NAMES, AmbiguousMoveError, Board, IllegalMoveError, side_name

SQUARE = re.compile(r"[a-h][1-8]")
UCI_MOVE = re.compile(r"([a-h][1-8])[x:-]?([a-h][1-8])=?([nbrq]?)[+#!?]*")
# bxc3 is a pawn's capture, not the bishop's.
SAN_MOVE = re.compile(r"((?!bx[ac])[KQRBNkqrbn]?|)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?([NBRQnbrq]))?[+#!?]*")
CASTLING = re.compile(r"[oO0]-?[oO0](-?[oO0])?")
MAX_NAMED = 3  # suggestions in one message


def read_move(board: Board, text: str, commands: Sequence[str] = ()) -> str:
    """Return the legal move that a person means by `text`, in UCI or in SAN, as UCI.

    Castling and pieces in small letters are understood where the strict readings give nothing; a number before the move
    and marks after it are skipped. `commands` are other words that may have been meant.

    Raises:
        AmbiguousMoveError: several moves fit.
        IllegalMoveError: none does. Either message tells a person what to type instead, or what stands in the way.
    """
    text = re.sub(r"^\d+\.+", "", text).rstrip("!?.,")
    spellings = [text, text[:1].upper() + text[1:]]
    if UCI_MOVE.fullmatch(text.lower()):
        spellings.append(text.lower())
    if CASTLING.fullmatch(text):
        spellings.append("-".join("O" * len(text.replace("-", ""))))
    for spelling in spellings:
        try:
            return board.parse_san(spelling)
        except AmbiguousMoveError:
            names = [board.san(move) for move in moves_like(board, spelling)]
            raise AmbiguousMoveError(f"{text} is ambiguous: {one_of(names)}") from None
        except ValueError:
            continue
    raise IllegalMoveError(why_not(board, text, commands))


def without_promotion(board: Board, text: str) -> str | None:
    """Return origin and target of a pawn's move to the last rank if `text` does not say what the pawn becomes."""
    for suffix in ("", "q", "=Q"):
        with suppress(ValueError):
            move = read_move(board, text.rstrip("=") + suffix)
            return move[:4] if suffix and len(move) > 4 else None
    return None


def moves_like(board: Board, san: str) -> list[str]:
    """Return the legal moves of the kind of piece that `san` names to the square that it names."""
    match = SAN_MOVE.fullmatch(san)
    if match is None:
        return []
    origins = origins_like(board, *match.groups()[:3])
    return [move for move in board.legal_moves if move[2:4] == match[4] and move[:2] in origins]


def origins_like(board: Board, kind: str, file: str, rank: str) -> list[str]:
    """Return the squares of the pieces of a kind, by default pawns, on that file and rank where they are given."""
    pieces = board.pieces(kind or "p", board.turn)
    return [square for square in pieces if square[0].startswith(file) and square[1].startswith(rank)]


def complete(board: Board, text: str, commands: Sequence[str]) -> list[str]:
    """Return the moves in SAN or UCI and the commands that begin with `text`; without text, no UCI moves."""
    names = [board.san(move) for move in board.legal_moves]
    found = [name for name in sorted(names) if name.lower().startswith(text.lower())]
    if UCI_MOVE.match((text + "a1a1"[len(text) :])[:4]) and len(text) > 1:
        found += [move for move in board.legal_moves if move.startswith(text)]
    return found + [name for name in commands if name.startswith(text.lower())]


def why_not(board: Board, text: str, commands: Sequence[str] = ()) -> str:
    """Return a sentence on why `text` is not a legal move, with what may have been meant."""
    if squares := UCI_MOVE.fullmatch(text.lower()):
        reason = find_obstacle(board, "".join(squares.groups())).reason
    elif CASTLING.fullmatch(text):
        reason = castling_obstacle(board, "q" if len(text.replace("-", "")) == 3 else "k").reason
    elif match := SAN_MOVE.fullmatch(text):
        reason = san_obstacle(board, *match.groups())
    else:
        names = [*(board.san(move) for move in board.legal_moves), *commands]
        like = get_close_matches(text, names, MAX_NAMED, 0.6)
        meant = f"; did you mean {one_of(like)}?" if like else ""
        return f"{text[:20]!r} is neither a move nor a command{meant}"
    return f"{text[:20]!r} is illegal: {reason}"


def san_obstacle(board: Board, kind: str, file: str, rank: str, target: str, promotion: str | None) -> str:
    """Return why no piece of a kind, from that file and rank where they are given, can go to `target`."""
    name = PIECE_NAMES[(kind or "p").lower()]
    # A pawn that does not capture stays on its file.
    file = file or ("" if kind else target[0])
    origins = origins_like(board, kind, file, rank)
    if not origins:
        where = f" on {file}{rank}" if file and rank else f" on the {file}-file" if file else ""
        return f"{side_name(board.turn)} has no {name}{where}"
    moves = [origin + target + (promotion or "").lower() for origin in origins]
    obstacles = [each for move in moves if (each := find_obstacle(board, move))]
    # Prefer a piece that reaches the square but may not leave its own.
    named = [each for each in obstacles if each.is_reachable] or (obstacles if len(set(obstacles)) == 1 else [])
    said = f"no {name} can go to {target}" if obstacles else f"that move is written {board.san(moves[0])}"
    return named[0].reason if named else said


def one_of(names: list[str]) -> str:
    """Join alternatives as 'a, b or c'."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
