"""Damaged binary files: whatever their bytes are, they are read, or refused in one line, and nothing crashes."""

import random
import struct
import zlib
from functools import cache
from pathlib import Path

import pytest

from lux import Board, Tablebase
from lux.learning.data.checking import random_samples, survey
from lux.learning.data.replay import DamagedGameError, replay_game
from lux.learning.selfplay.game_file import GameFileError
from lux.network import SHIPPED, Network, NetworkError
from lux.polyglot import ENTRY, Book, BookError, board_key
from tests.learning.play import decode, played_games
from tests.tables import TABLES, positions

TABLE_NAMES = ("KPvK.rtbw", "KPvK.rtbz", "KPPvK.rtbz", "KRvKR.rtbw", "KRvKR.rtbz", "KBBvK.rtbw")
PLACES = (5, 40, 250, None)  # mostly near the beginning, where the fields are


REFUSALS = (NetworkError, BookError, GameFileError, DamagedGameError)


def damaged(whole: bytes, chance: random.Random) -> bytes:
    """Return a copy with bytes changed, left out or put in, at one to three places, and now and then cut off."""
    data = bytearray(whole)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(min(chance.choice(PLACES) or len(data), len(data)))
        size = chance.choice((1, 1, 1, 2, 4, 8, 32))
        new = chance.choice((chance.randbytes(size), bytes(size), b"\xff" * size, data[-size:]))
        data[at : at + chance.choice((size, size, size, 0, 2 * size))] = new
    return bytes(data[: chance.choice((len(data), len(data), len(data), chance.randrange(len(data))))])


def read_network(path: Path) -> None:
    """Read a network, whose damage the checksum shows, and once more under the right one."""
    data = path.read_bytes()
    if data != whole_files()[path.name]:
        with pytest.raises(NetworkError):
            Network(path)
    path.write_bytes(data[:36] + struct.pack("<I", zlib.crc32(data[40:], zlib.crc32(data[:36]))) + data[40:])
    Network(path).evaluate(Board())


def read_book(path: Path) -> None:
    with Book(path) as book:
        assert {move.uci for move in book.moves(Board())} <= {*Board().legal_moves}


def read_table(path: Path) -> list[str]:
    """Probe a table, beside whole ones; return why it was left out."""
    tables = Tablebase(path.parent)
    problems = list(tables.problems)
    tables.add_directory(TABLES)
    for board in table_positions(path.stem):
        assert tables.get_wdl(board) in (None, -2, -1, 0, 1, 2)
        assert -10000 < tables.get_dtz(board, 0) < 10000
    return problems


@cache
def table_positions(name: str) -> list[Board]:
    return [Board(board.fen()) for board in positions(name, 20)]


def read_games(path: Path) -> None:
    """Check games or records, show one, and decode them: all agree whether they are damaged."""
    found = survey(path)
    try:
        for sample in random_samples(path, 1, random.Random(1)):
            Board(sample.fen, chess960=True)
        data, end = path.read_bytes(), 0
        while path.suffix == ".viri" and end < len(data):
            end = replay_game(data, end).end
    except (GameFileError, DamagedGameError):
        assert found.problems
        raise
    assert path.suffix == ".records" or not any("cannot be read" in problem for problem in found.problems)


@cache
def whole_files() -> dict[str, bytes]:
    """Return a small file of each kind."""
    games = played_games()[:4]
    return {
        "a.nnue": Path(SHIPPED).read_bytes(),
        "a.bin": b"".join(ENTRY.pack(board_key(Board()), move, 1, 0) for move in range(0, 1 << 12, 99)),
        "a.viri": b"".join(games),
        "a.records": b"".join(decode(b"".join(games))),
        **{name: (TABLES / name).read_bytes() for name in TABLE_NAMES},
    }


READERS = {"a.nnue": read_network, "a.bin": read_book, "a.viri": read_games, "a.records": read_games}
READERS |= dict.fromkeys(TABLE_NAMES, read_table)


@pytest.mark.parametrize("times", [30, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", READERS)
def test_any_bytes_are_read_or_refused_in_one_line(tmp_path, name, times):
    chance = random.Random(name)
    whole, path, said = whole_files()[name], tmp_path / name, []
    path.write_bytes(whole)
    assert not READERS[name](path)
    for _ in range(times):
        path.write_bytes(damaged(whole, chance))
        try:
            said += READERS[name](path) or []
        except REFUSALS as error:
            said.append(str(error))
    assert said
    assert all(text.isprintable() for text in said)
