"""Show training data: positions of games with move, score and result, one at a time (layer 7)."""

import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from lux.board import Board
from lux.learning.data.checking import RECORDS_SUFFIX
from lux.learning.data.conversion import replayed_games
from lux.learning.data.replay import DamagedGameError, packed_move_uci, read_record
from lux.learning.packed import RECORD_BYTES
from lux.learning.selfplay.game_file import GameFileError, map_file

RESULT_TEXTS = ("0.0", "0.5", "1.0")  # as trainers read them, for White
MOVE = struct.Struct("<Hh")  # and its score


class Sample(NamedTuple):
    """A position with White's score, in centipawns, and White's result, 0, 1 or 2 half points.

    *move* is in SAN; None in a file of positions.
    """

    fen: str
    score: int
    result: int
    move: str | None = None


def random_samples(path: Path, count: int, random: Random) -> list[Sample]:
    """Return positions chosen at random, at most one of each game.

    Raises:
        GameFileError: the file is damaged; the message says where.
        OSError: it cannot be read.
    """
    data = map_file(path)
    if path.suffix == RECORDS_SUFFIX:
        records = len(data) // RECORD_BYTES
        try:
            return [Sample(*read_record(data, index)) for index in random.sample(range(records), min(count, records))]
        except DamagedGameError as error:
            raise GameFileError(f"{path}: {error}") from None
    games = [(offset, game.end) for _, offset, game in replayed_games([path]) if game.positions]
    chosen = random.sample(games, min(count, len(games)))
    return [random.choice(list(game_samples(data[begin:end]))) for begin, end in chosen]


def game_samples(game: memoryview) -> Iterator[Sample]:
    """Yield the positions of a game."""
    fen, _, result = read_record(game)
    board = Board(fen, chess960=True)
    for word, score in MOVE.iter_unpack(game[RECORD_BYTES : -MOVE.size]):
        uci = packed_move_uci(word)
        yield Sample(board.fen(), score, result, board.san(uci))
        board.push_uci(uci)
