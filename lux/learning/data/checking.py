"""Look into files of games and positions: show some, count all, and find errors (layer 7)."""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from lux.board import Board
from lux.learning.data.conversion import CHUNK_BYTES, replayed_games
from lux.learning.data.replay import DamagedGameError, check_records, packed_move_uci, read_record, replay_game
from lux.learning.packed import MOVE_BYTES, RECORD_BYTES, RESULT_BYTE
from lux.learning.selfplay.game_file import (
    Block,
    GameFileError,
    journal_path,
    map_file,
    read_journal,
    what_is_lost,
)
from lux.runtime.journal import JournalError

RESULTS = ("Black has won", "it is drawn", "White has won")
CONTRADICTION = 1000  # centipawns for the loser, according to the result, when a game was ended early
RECORDS_SUFFIX = ".records"  # of files of positions; others are files of games


@dataclass
class Survey:
    """The contents of a file: *results* counts wins of Black, draws and wins of White, by games or by records."""

    path: Path
    bytes: int = 0
    games: int = 0
    positions: int = 0
    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    problems: list[str] = field(default_factory=list)

    def counts(self) -> list[int]:
        """Return what a block's line in the journal counts, too."""
        return [self.games, self.positions, *self.results]


def survey(path: Path, progress: Callable[[int, int, int], object] | None = None) -> Survey:
    """Read a whole file; *progress* is called with bytes done, bytes in total, and positions so far.

    Raises:
        OSError: the file cannot be read.
    """
    found = Survey(path)
    data = map_file(path)
    found.bytes = len(data)
    if path.suffix == RECORDS_SUFFIX:
        survey_records(found, data, progress)
        return found
    end, blocks = 0, blocks_of(path, found)
    for block in [Block(0, 0, 0, found.bytes, 0, 0, 0, 0, 0, 0)] if blocks is None else blocks:
        end = block.end
        before = found.counts()
        survey_games(found, data[:end], block.offset)
        if blocks is not None:
            found.problems += filter(None, [block.problem(data) or miscounted(found, before, block)])
        if progress is not None:
            progress(end, len(data), found.positions)
    if end < len(data):
        found.problems.append(f"byte {end}: {len(data) - end} bytes of a block that was not finished")
    return found


def blocks_of(path: Path, found: Survey) -> list[Block] | None:
    """Return the journal's blocks that are in the file, None without a journal that can be read."""
    if not journal_path(path).exists():
        return None
    try:
        blocks = read_journal(path)[1]
    except JournalError as error:
        found.problems.append(str(error).removeprefix(f"{path.parent}/"))
        return None
    found.problems += filter(None, [what_is_lost(blocks, found.bytes)])
    return [block for block in blocks if block.end <= found.bytes]


def miscounted(found: Survey, before: list[int], block: Block) -> str | None:
    """Compare what is counted since *before* with the block's line in the journal."""
    counts = [now - then for now, then in zip(found.counts(), before, strict=True)]
    right = counts == [block.games, block.positions, block.black_wins, block.draws, block.white_wins]
    return None if right else f"bytes {block.offset} to {block.end}: the counts are not the journal's"


def survey_games(found: Survey, data: memoryview, offset: int) -> None:
    """Replay the games from an offset to the end of *data*, or to the first damaged game."""
    while offset < len(data):
        try:
            game = replay_game(data, offset)
        except DamagedGameError as error:
            place = f"{error}, in the game that begins at byte {offset}"
            found.problems.append(f"{place}; the games from there to byte {len(data)} cannot be read")
            break
        found.games += 1
        found.positions += game.positions
        found.results[game.result] += 1
        said = f"byte {offset + RESULT_BYTE}: it says that {RESULTS[game.result]}"
        if game.outcome not in (-1, game.result):
            found.problems.append(f"{said}, but by the rules {RESULTS[game.outcome]}")
        elif game.outcome == -1 and (game.result - 1) * game.last_score <= -CONTRADICTION:
            found.problems.append(f"{said}, at a score of {game.last_score}")
        offset = game.end


def survey_records(found: Survey, data: memoryview, progress: Callable[[int, int, int], object] | None) -> None:
    """Unpack every record."""
    for offset in range(0, len(data) - len(data) % RECORD_BYTES, CHUNK_BYTES):
        chunk = data[offset : offset + CHUNK_BYTES]
        results, problems = check_records(chunk)
        found.results = [count + more for count, more in zip(found.results, results, strict=True)]
        found.problems += [f"byte {offset + begin}: {problem}" for begin, problem in problems]
        found.positions += len(chunk) // RECORD_BYTES
        if progress is not None:
            progress(offset + len(chunk), len(data), found.positions)
    if rest := len(data) % RECORD_BYTES:
        found.problems.append(f"byte {len(data) - rest}: {rest} bytes are not a whole record of {RECORD_BYTES}")


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
    for word, score in struct.iter_unpack("<Hh", game[RECORD_BYTES:-MOVE_BYTES]):
        uci = packed_move_uci(word)
        yield Sample(board.fen(), score, result, board.san(uci))
        board.push_uci(uci)
