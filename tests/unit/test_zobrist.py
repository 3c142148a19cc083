"""Zobrist keys, pinned: books, hash files and node counts depend on them."""

import chess
import pytest

from lux import STARTPOS, Board, inspection

MASK = 2**64 - 1
SEED = 0x4C75782043686573
PIECES = "PpNnBbRrQqKk"


def splitmix64(state: int):
    """Yield the numbers of SplitMix64 (Steele, Lea and Flood 2014)."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        number = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB & MASK
        yield number ^ (number >> 31)


def all_keys() -> tuple[dict, dict, dict, int]:
    """Draw the keys of pieces, castling rooks, en passant squares and Black to move."""
    numbers = splitmix64(SEED)
    pieces = {(piece, square): next(numbers) for piece in PIECES for square in range(64)}
    castling, ep = {}, {}
    for square in range(64):
        castling[square], ep[square] = next(numbers), next(numbers)
    return pieces, castling, ep, next(numbers)


def key_of(fen: str) -> int:
    pieces, castling, ep, black_to_move = all_keys()
    oracle = chess.Board(fen, chess960=True)
    key = 0 if oracle.turn else black_to_move
    for square, piece in oracle.piece_map().items():
        key ^= pieces[piece.symbol(), square]
    for square in chess.scan_forward(oracle.clean_castling_rights()):
        key ^= castling[square]
    return key ^ ep[oracle.ep_square] if oracle.has_legal_en_passant() else key


GOLDEN = [
    (STARTPOS, 0x792DEEF501333E79),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0xB9A9CDD31E3E8D2E),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x9E057B47552630DB),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", 0x486E3C0CE64E5952),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0x459180F46B9ECC12),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 20", 0x4586619B3DAE75AB),
    ("1rkb1r2/8/8/8/8/8/8/1RK2R2 w FBb - 0 1", 0x8FECE4C0CA164EE9),
    ("8/8/8/8/8/8/8/k1K5 w - - 0 1", 0x0D44F6E9B760E1FC),
]


@pytest.mark.parametrize(("fen", "key"), GOLDEN)
def test_golden_keys(fen, key):
    assert f"{Board(fen, chess960=True).key:#018x}" == f"{key:#018x}"


@pytest.mark.parametrize("fen", [fen for fen, _ in GOLDEN])
def test_keys_come_from_splitmix64(fen):
    assert Board(fen, chess960=True).key == key_of(fen)


def test_parts_of_the_start_position():
    """The pawn and piece keys together make the full key, except for side, castling and en passant."""
    _, castling, _, _ = all_keys()
    key, pawn_key, white_key, black_key = inspection.keys(Board())
    assert pawn_key ^ white_key ^ black_key ^ castling[0] ^ castling[7] ^ castling[56] ^ castling[63] == key
