"""New scores for old positions: what a search finds there, and nothing else changes."""

import struct

import chess
import pytest

from lux import Board, Engine
from lux.learning import dataset
from lux.learning.gamefile import GameFileError
from lux.learning.records import DamagedGameError, decode_games, record_fen
from lux.learning.rescoring import Rescorer
from tests.learning import viriformat

NODES = 50
SCORE = slice(28, 30)


@pytest.fixture
def records(games):
    """Return the quiet positions of 60 games."""
    data = b"".join(games)
    out = bytearray(8 * len(data))
    return bytes(out[: 32 * decode_games(data, out).records])


def score_of(record: bytes) -> int:
    (score,) = struct.unpack("<h", record[SCORE])
    return score


def test_a_score_is_what_a_search_finds(records):
    for offset in range(0, 32 * 40, 32):
        record = bytearray(records[offset : offset + 32])
        board = Board(record_fen(record), chess960=True)
        Rescorer(NODES).rescore(record)
        found = Engine(hash_mib=1).search(board, soft_nodes=NODES, nodes=20 * NODES).info
        if found.mate is None:
            assert score_of(record) == (found.score_cp if board.turn else -found.score_cp)
        else:
            assert abs(score_of(record)) > 30000


def test_only_scores_change(records):
    again = bytearray(records)
    Rescorer(NODES).rescore(again)
    assert again != records
    for offset in range(0, len(records), 32):
        assert again[offset : offset + 28] == records[offset : offset + 28]
        assert again[offset + 30 : offset + 32] == records[offset + 30 : offset + 32]


@pytest.mark.parametrize(
    ("fen", "sign"), [("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1), ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", -1)]
)
def test_scores_are_whites(fen, sign):
    """The side to move mates at once."""
    record = bytearray(viriformat.pack_board(chess.Board(fen), 0, 1))
    Rescorer(1000).rescore(record)
    assert sign * score_of(record) > 30000


def test_a_game_that_is_over_keeps_its_score():
    record = bytearray(viriformat.pack_board(chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 1234, 2))
    Rescorer(NODES).rescore(record)
    assert score_of(record) == 1234


def test_a_damaged_record_is_named(records):
    damaged = bytearray(records)
    damaged[32 * 7 : 32 * 7 + 8] = bytes(8)
    with pytest.raises(DamagedGameError) as error:
        Rescorer(NODES).rescore(damaged)
    assert error.value.offset == 32 * 7


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_no_score(records, tmp_path, monkeypatch, threads):
    """Each part of the file follows from itself alone, in the order of the file."""
    monkeypatch.setattr(dataset, "RESCORED_BYTES", 32 * 100)
    old, new = tmp_path / "old.records", tmp_path / "new.records"
    old.write_bytes(records)
    assert dataset.rescore_file(old, new, soft_nodes=NODES, threads=threads) == len(records) // 32
    expected = bytearray(records)
    for begin in range(0, len(records), 3200):
        Rescorer(NODES).rescore(memoryview(expected)[begin : begin + 3200])
    assert new.read_bytes() == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.records", "old.records"]


def test_damage_is_named_by_its_place_in_the_file(records, tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "RESCORED_BYTES", 320)
    damaged = bytearray(records)
    damaged[32 * 57 : 32 * 57 + 8] = bytes(8)
    old, new = tmp_path / "old.records", tmp_path / "new.records"
    old.write_bytes(damaged)
    with pytest.raises(GameFileError, match=f"old.records: byte {32 * 57}: a board without men"):
        dataset.rescore_file(old, new, soft_nodes=NODES, threads=2)
    assert not new.exists()
