"""Tablebases for tests: positions to probe, and files made for the purpose."""

import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import chess

from tests.cases import DATA

TABLES = DATA / "syzygy"
SINGLE_VALUE = 128


def en_passant_fits(board: chess.Board, square: int) -> bool:
    """Return whether a legal capture there could follow a double step, on a copy of *board*."""
    board = board.copy()
    board.ep_square = square
    return board.is_valid() and board.has_legal_en_passant()


def positions(name: str, count: int, seed: int = 1) -> Iterator[chess.Board]:
    """Yield random valid positions of a material, either colour being the stronger side, en passant where it fits."""
    rng = random.Random(f"{name} {seed}")
    while count:
        board = chess.Board(None)
        sides = name.split("v") if rng.random() < 0.5 else name.split("v")[::-1]
        for color, side in zip(chess.COLORS, sides, strict=True):
            for letter in side:
                squares = range(8, 56) if letter == "P" else range(64)
                square = rng.choice([square for square in squares if not board.piece_at(square)])
                board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        board.turn = rng.random() < 0.5
        passed = (range(40, 48) if board.turn else range(16, 24)) if name.count("P") > 1 else ()
        legal = [square for square in passed if en_passant_fits(board, square)]
        board.ep_square = legal[0] if legal else None
        if board.is_valid():
            count -= 1
            yield board


def write_constant_table(path: Path, rng: random.Random, wdl: int = 0) -> None:
    """Write a WDL file whose every position has one value, with a random order of groups and pieces."""
    white, black = path.stem.split("v")
    codes = {letter: number for number, letter in enumerate("PNBRQK", 1)}
    by_piece = [[codes[letter]] * white.count(letter) for letter in dict.fromkeys(white)]
    by_piece += [[codes[letter] + 8] * black.count(letter) for letter in dict.fromkeys(black)]
    pawns = sorted((run for run in by_piece if run[0] & 7 == 1), key=lambda run: (len(run), run))
    symmetric = white == black
    single = [run for run in by_piece if len(run) == 1]

    def header(shift: int) -> bytes:
        others = [run for run in by_piece if run not in pawns]
        rng.shuffle(others)
        if pawns:
            groups = pawns + others
        else:
            lead = rng.sample(single, 3) if len(single) >= 3 else single
            groups = [list(chain(*lead))] + [run for run in others if run not in lead]
        places = rng.sample(range(len(groups)), max(1, len(pawns)))
        return bytes(code << shift for code in chain(places, *groups))

    data = bytes([0x71, 0xE8, 0x23, 0x5D, (not symmetric) + 2 * bool(pawns)])
    for _ in range(4 if pawns else 1):
        data += bytes(low | high for low, high in zip(header(0), header(4), strict=True))
    data += bytes(len(data) % 2)
    data += bytes([SINGLE_VALUE, wdl + 2]) * ((4 if pawns else 1) * (1 if symmetric else 2))
    path.write_bytes(data + bytes(-len(data) % 64 + 16))
