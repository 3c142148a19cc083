"""Game files: their layout byte for byte, and what is said of damaged ones."""

import math
import struct

import chess
import pytest

from lux.learning.data.replay import DamagedGameError, replay_game
from tests.learning import viriformat
from tests.learning.play import decode
from tests.learning.viriformat import positions_of

# The example of the specification: 1. e4 e5 2. Qh5 Ke7 3. Qxe5#
EXAMPLE = bytes.fromhex(
    "ffff00000000ffff 164225610000000088888888 9ecaade9 40 00 0100 0000 02 00"
    "0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000"
)
EVERYTHING = {"min_ply": 0, "max_score": 40000, "checks": True, "noisy": True}


def test_the_specifications_example_is_read():
    assert replay_game(EXAMPLE) == (len(EXAMPLE), 5, 2, 2, 32767, b"")
    assert decode(EXAMPLE, **EVERYTHING)[0] == EXAMPLE[:28] + struct.pack("<hBB", 10, 2, 0)


def test_games_are_packed_as_the_oracle_packs_them(games):
    for game in games:
        assert viriformat.pack_game(viriformat.read_game(game)) == game


@pytest.mark.parametrize(
    ("filter", "wanted"),
    [
        (EVERYTHING, lambda board, move, score: True),
        ({}, lambda board, move, score: not board.is_check() and not is_noisy(board, move)),
        ({"checks": True}, lambda board, move, score: not is_noisy(board, move)),
        ({"noisy": True}, lambda board, move, score: not board.is_check()),
        ({"checks": True, "noisy": True, "max_score": 300}, lambda board, move, score: abs(score) <= 300),
        ({"checks": True, "noisy": True, "min_ply": 30}, lambda board, move, score: board.ply() >= 30),
    ],
)
def test_filters_leave_out_what_they_say(games, filter, wanted):
    expected = [
        viriformat.pack_board(board, score, game.result)
        for game in map(viriformat.read_game, games)
        for board, move, score in positions_of(game)
        if wanted(board, move, score)
        and abs(score) <= filter.get("max_score", 10000)
        and board.ply() >= filter.get("min_ply", 16)
    ]
    records = decode(b"".join(games), **filter)
    assert records == expected
    assert 0 < len(records) <= sum(len(game) - 36 for game in games) // 4


@pytest.mark.parametrize("smoothing", [0.5, 0.8, 1.0])
@pytest.mark.parametrize("filter", [EVERYTHING, {}])
def test_scores_are_averages_with_all_later_ones(games, filter, smoothing):
    for data in games:
        game = viriformat.read_game(data)
        smoothed, chance = {}, None
        for board, _, score in reversed([(board.copy(stack=False), *rest) for board, *rest in positions_of(game)]):
            own = 1 / (1 + math.exp(-max(min(score, 10000), -10000) / 310))
            chance = own if chance is None else (1 - smoothing) * own + smoothing * chance
            smoothed[board.ply()] = 310 * math.log(chance / (1 - chance))
        plain = decode(data, **filter)
        records = decode(data, **filter, smoothing=smoothing)
        assert [record[:28] + record[30:] for record in records] == [record[:28] + record[30:] for record in plain]
        for record in records:
            # Close to 1 a chance has few digits.
            assert struct.unpack_from("<h", record, 28)[0] == pytest.approx(
                smoothed[viriformat.unpack_board(record).ply()], abs=0.51, rel=0.01
            )


def test_seeds_in_a_row_share_the_positions_of_each_game(games):
    """One in five, and each game begins at one of its own."""
    begun = set()
    for data in games:
        wanted = decode(data)
        parts = [decode(data, every=5, seed=2**64 - 3 + seed if seed < 3 else seed - 3) for seed in range(5)]
        assert sorted(record for part in parts for record in part) == sorted(wanted)
        for part in filter(None, parts):
            assert wanted.index(part[0]) < 5
            assert part == wanted[wanted.index(part[0]) :: 5]
        begun |= {wanted.index(part[0]) for part in parts[:1] if part}
    assert begun == {0, 1, 2, 3, 4}
    smoothed = decode(games[0], smoothing=0.8)
    assert {*decode(games[0], smoothing=0.8, every=5, seed=1)} < {*smoothed}


def is_noisy(board: chess.Board, move: chess.Move) -> bool:
    return board.is_capture(move) or move.promotion is not None


def damaged(**fields) -> bytes:
    """Return the example with some bytes replaced: by name of the field, or `at` an offset."""
    places = {"occupancy": 0, "pieces": 8, "stm_ep": 24, "result": 30}
    data = bytearray(EXAMPLE)
    for name, new in fields.items():
        place = places[name] if name in places else int(name.removeprefix("at_"))
        data[place : place + len(new)] = new
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "offset", "problem"),
    [
        (damaged(occupancy=bytes(8)), 0, "without pieces"),
        (damaged(occupancy=b"\xff" * 8), 0, "more than 32"),
        (damaged(pieces=b"\x17"), 0, "an invalid piece type"),
        (damaged(pieces=b"\x56"), 0, "an impossible set of pieces"),  # a king on b1 beside that on e1
        (damaged(at_10=b"\x22"), 0, "an impossible set of pieces"),  # none on e1
        (damaged(at_20=b"\x1e"), 0, "an impossible set of pieces"),  # a knight's place is a black pawn's
        (damaged(at_12=b"\x06"), 0, "castling"),  # a pawn of White is a rook that has not moved
        (viriformat.pack_board(chess.Board("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), 0, 1), 0, "in check"),
        (damaged(stm_ep=b"\x41"), 0, "en passant"),
        (damaged(stm_ep=b"\x28"), 0, "en passant"),
        (damaged(result=b"\x03"), 0, "result"),
        (damaged(at_32=b"\x0c\x08"), 32, "an illegal move"),
        (damaged(at_48=b"\x27\x49"), 48, "an illegal move"),  # the capture called en passant
        (EXAMPLE[:-4] + b"\x00\x00\x01\x00" + bytes(4), 52, "an illegal move"),
        (EXAMPLE[:-1], 55, "cut off"),
        (EXAMPLE[:40], 40, "cut off"),
        (EXAMPLE[:31], 31, "cut off"),
    ],
)
def test_damage_is_named_with_its_place(data, offset, problem):
    for before in (b"", EXAMPLE):
        with pytest.raises(DamagedGameError, match=rf"^byte {len(before) + offset}: .*{problem}"):
            replay_game(before + data, len(before))


def test_draws_by_repetition_are_known():
    board = chess.Board()
    moves = [chess.Move.from_uci(uci) for uci in "g1f3 g8f6 f3g1 f6g8".split()]
    game = viriformat.Game(board, 1, [(move, 0) for move in moves * 2], 0)
    assert replay_game(viriformat.pack_game(game)).outcome == 1
    game.moves.pop()
    assert replay_game(viriformat.pack_game(game)).outcome == -1
