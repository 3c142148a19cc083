"""Network files with random weights, written byte by byte as their format is documented."""

import random
import struct
import zlib
from pathlib import Path

import chess

from lux.network import FORMAT

MAGIC = b"LUXNNUE\n"
INPUTS = 4 * 768
HIDDEN = FORMAT["hidden"]
QA, QB, SCALE = 255, 64, 400


def header(*, version=1, inputs=INPUTS, hidden=HIDDEN, buckets=8, qa=QA, qb=QB, scale=SCALE) -> bytes:
    """Return the header up to the checksum."""
    return MAGIC + struct.pack("<7I", version, inputs, hidden, buckets, qa, qb, scale)


def with_checksum(head: bytes, body: bytes) -> bytes:
    return head + struct.pack("<I", zlib.crc32(body, zlib.crc32(head))) + body


def random_weights(seed: int, buckets: int) -> dict[str, list[int]]:
    """Return weights as large as they may be, so that sums come near to where 16 and 32 bits end."""
    rng = random.Random(seed)
    return {
        "feature_weights": rng.choices(range(-505, 506), k=INPUTS * HIDDEN),
        "feature_bias": rng.choices(range(-505, 506), k=HIDDEN),
        "output_weights": rng.choices(range(-127, 128), k=buckets * 2 * HIDDEN),
        "output_bias": rng.choices(range(-QA * QB, QA * QB + 1), k=buckets),
    }


def body(weights: dict[str, list[int]]) -> bytes:
    small = weights["feature_weights"] + weights["feature_bias"] + weights["output_weights"]
    return struct.pack(f"<{len(small)}h{len(weights['output_bias'])}i", *small, *weights["output_bias"])


def write_network(path: Path, seed: int = 1, buckets: int = 8) -> dict[str, list[int]]:
    """Write a random network to *path* and return its weights."""
    weights = random_weights(seed, buckets)
    path.write_bytes(with_checksum(header(buckets=buckets), body(weights)))
    return weights


def inputs_seen(oracle: chess.Board, color: chess.Color) -> list[int]:
    """Return the inputs of one side, by turning the whole board until that side plays up it, king on the left.

    The king's region chooses the quarter of the inputs: a1 and b1, c1 and d1, second rank, the rest.
    """
    board = oracle if color == chess.WHITE else oracle.transform(chess.flip_vertical)
    if chess.square_file(board.king(color)) >= 4:
        board = board.transform(chess.flip_horizontal)
    king = chess.square_name(board.king(color))
    bucket = {"1": 0 if king[0] in "ab" else 1, "2": 2}.get(king[1], 3)
    return [
        768 * bucket + 64 * (piece.piece_type - 1 + (0 if piece.color == color else 6)) + square
        for square, piece in board.piece_map().items()
    ]
