"""Games of python-chess, the oracle, which Lux is to follow: random ones, and those that lead into known pitfalls."""

import random
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path

import chess

from lux import Board
from lux.perft import load_suite

PITFALLS = [
    line.partition(" moves ")[::2]
    for line in (Path(__file__).parent / "data/pitfalls.txt").read_text(encoding="ascii").splitlines()
    if line[0] != "#"
]


class Style(Enum):
    """How a random player chooses, so that rare things happen often enough."""

    UNIFORM = "any legal move"
    SHARP = "mostly a castling, en passant capture, promotion or check, if there is one"
    SHUFFLING = "mostly the last move back, for repetitions"


@cache
def suite_fens(chess960: bool) -> list[str]:
    """Return the perft suites' positions, which are there for their pitfalls."""
    suites = ("chess960", "chess960_xfen") if chess960 else ("wiki", "tricky", "standard")
    return [line.fen for suite in suites for line in load_suite(suite)]


def start_position(rng: random.Random, chess960: bool) -> chess.Board:
    """Return the start of a game or a position of a suite; some Chess960 starts set up each side differently."""
    if rng.random() < 0.5:
        return chess.Board(rng.choice(suite_fens(chess960)), chess960=chess960)
    if not chess960:
        return chess.Board()
    white = chess.Board.from_chess960_pos(rng.randrange(960))
    if rng.random() < 0.5:
        return white
    black = chess.Board.from_chess960_pos(rng.randrange(960))
    ranks = [black.board_fen().split("/")[0], *white.board_fen().split("/")[1:]]
    castling = white.castling_shredder_fen()[:2] + black.castling_shredder_fen()[2:]
    return chess.Board(f"{'/'.join(ranks)} w {castling} - 0 1", chess960=True)


def random_move(rng: random.Random, board: chess.Board, style: Style) -> chess.Move:
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    if style is Style.SHARP and rng.random() < 0.8:
        sharp = [
            move
            for move in moves
            if move.promotion or board.is_castling(move) or board.is_en_passant(move) or board.gives_check(move)
        ]
        return rng.choice(sharp or moves)
    if style is Style.SHUFFLING and len(board.move_stack) >= 2 and rng.random() < 0.8:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        return back if back in moves else rng.choice(moves)
    return rng.choice(moves)


def is_over(board: chess.Board) -> bool:
    """Return whether the game has ended, draws needing no claim."""
    return (
        not any(board.legal_moves)
        or board.is_insufficient_material()
        or board.is_fifty_moves()
        or board.is_repetition(3)
    )


def playouts(seed: int, positions: int, chess960: bool = False) -> Iterator[tuple[chess.Board, Board]]:
    """Play random games side by side and yield both boards at every position, the start and the end included.

    The consumer must leave the boards as they are. The same seed gives the same games.
    """
    rng = random.Random(seed)
    while positions > 0:
        style = rng.choice(list(Style))
        oracle = start_position(rng, chess960)
        board = Board(oracle.fen(en_passant="fen"), chess960=chess960)
        # Games that are played out are mostly bare endings: a few are enough.
        plies = 1000 if rng.random() < 0.1 else 30
        for _ in range(min(positions, plies)):
            yield oracle, board
            positions -= 1
            if is_over(oracle):
                break
            move = random_move(rng, oracle, style)
            board.push_uci(move.uci())
            oracle.push(move)


def pitfalls(chess960: bool) -> Iterator[tuple[chess.Board, Board]]:
    """Yield both boards at every position of the games in pitfalls.txt; standard chess drops rights of Chess960."""
    for fen, moves in PITFALLS:
        oracle, board = chess.Board(fen, chess960=chess960), Board(fen, chess960=chess960)
        oracle.castling_rights = oracle.clean_castling_rights()
        yield oracle, board
        for move in moves.split():
            oracle.push_uci(board.push_uci(move))
            yield oracle, board
