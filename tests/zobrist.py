"""Zobrist keys as python-chess's board says and SplitMix64 draws: books, hash files and node counts depend on them."""

from collections.abc import Iterator

import chess

MASK = 2**64 - 1
SEED = 0x4C75782043686573


def splitmix64(state: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64 (Steele, Lea and Flood 2014)."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        number = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB & MASK
        yield number ^ (number >> 31)


NUMBERS = splitmix64(SEED)
PIECE = {(piece, square): next(NUMBERS) for piece in "PpNnBbRrQqKk" for square in chess.SQUARES}
CASTLING_AND_EP = [(next(NUMBERS), next(NUMBERS)) for _ in chess.SQUARES]
BLACK_TO_MOVE = next(NUMBERS)


def keys_of(oracle: chess.Board) -> dict[str, object]:
    """Return the keys of the position, of its pawns, and of the other pieces of White and of Black, as its fields."""
    pawns, sides = 0, [0, 0]
    for square, piece in oracle.piece_map().items():
        if piece.piece_type == chess.PAWN:
            pawns ^= PIECE[piece.symbol(), square]
        else:
            sides[piece.color == chess.BLACK] ^= PIECE[piece.symbol(), square]
    key = pawns ^ sides[0] ^ sides[1] ^ (0 if oracle.turn else BLACK_TO_MOVE)
    for square in chess.scan_forward(oracle.clean_castling_rights()):
        key ^= CASTLING_AND_EP[square][0]
    if oracle.has_legal_en_passant():
        key ^= CASTLING_AND_EP[oracle.ep_square][1]
    return {"key": key, "pawn_key": pawns, "non_pawn_key": sides}
