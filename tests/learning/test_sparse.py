"""What training computes for each piece on each board, against plain Python."""

import math
import random
import struct

import chess
import pytest

from lux import Board
from lux.learning.training.sparse import add_gradients, clipped_sums, evaluate_records, read_records
from lux.network import Network
from tests import networks
from tests.learning.viriformat import pack_board
from tests.networks import INPUTS, inputs_seen
from tests.playouts import playouts

HIDDEN = 12


def array(kind: str, *shape: int) -> memoryview:
    """Return zeros of a C type, as numpy would, without it."""
    size = {"f": 4, "i": 4, "h": 2, "B": 1}[kind] * math.prod(shape)
    return memoryview(bytearray(size)).cast(kind, shape)


def filled(kind: str, values: list[float], *shape: int) -> memoryview:
    """Return an array of given values."""
    data = bytearray(struct.pack(f"={math.prod(shape)}{kind}", *values))
    return memoryview(data).cast("B").cast(kind, shape)


class Records:
    """Positions of random games as records, and what is read of them."""

    def __init__(self, seed: int, count: int, chess960: bool = False) -> None:
        rng = random.Random(seed)
        self.boards = [oracle.copy(stack=False) for oracle, _ in playouts(seed, count, chess960)]
        self.scores = [rng.randint(-3000, 3000) for _ in self.boards]
        self.results = [rng.randrange(3) for _ in self.boards]
        packed = zip(self.boards, self.scores, self.results, strict=True)
        self.data = bytearray(b"".join(pack_board(*fields) for fields in packed))

    def read(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        count = len(self.boards)
        arrays = array("h", count, 2, 32), array("B", count), array("f", count), array("f", count)
        read_records(self.data, *arrays)
        return arrays


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
def test_records_are_read_from_both_sides_points_of_view(chess960):
    records = Records(41, 500, chess960)
    inputs, counts, scores, results = records.read()
    for i, board in enumerate(records.boards):
        assert counts[i] == len(board.piece_map())
        for half, color in enumerate((board.turn, not board.turn)):
            found = [inputs[i, half, k] for k in range(32)]
            assert sorted(found[: counts[i]]) == sorted(inputs_seen(board, color)), board
            assert found[counts[i] :] == [INPUTS] * (32 - counts[i])
        assert scores[i] == (records.scores[i] if board.turn else -records.scores[i])
        assert results[i] == (records.results[i] if board.turn else 2 - records.results[i]) / 2


BAD = {
    "no pieces": bytes(32),
    "33 pieces": struct.pack("<Q", (1 << 33) - 1) + bytes(24),
    "a piece of no type": struct.pack("<QBB", 7, 0x0F, 0x5D) + bytes(22),
    "one king": struct.pack("<QBB", 7, 0x05, 0x00) + bytes(22),
    "two white kings": struct.pack("<QB", 3, 0x55) + bytes(23),
    "three kings": struct.pack("<QBB", 7, 0xD5, 0x05) + bytes(22),
    "no result": struct.pack("<QB", 3, 0xD5) + bytes(21) + b"\3\0",
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_record_that_is_not_a_position_is_named(bad):
    records = Records(42, 5)
    records.data[96:128] = bad
    with pytest.raises(ValueError, match=r"^record 3 holds no position$"):
        records.read()


def random_floats(rng: random.Random, size: float, *shape: int) -> memoryview:
    return filled("f", [rng.uniform(-size, size) for _ in range(math.prod(shape))], *shape)


def slow_sums(inputs, counts, weights, bias) -> list[list[list[float]]]:
    return [
        [
            [
                max(0, min(1, bias[h] + sum(weights[inputs[i, half, k], h] for k in range(counts[i]))))
                for h in range(HIDDEN)
            ]
            for half in range(2)
        ]
        for i in range(len(counts))
    ]


def test_clipped_sums_are_those_of_plain_python():
    rng = random.Random(43)
    inputs, counts, _, _ = Records(43, 60).read()
    weights, bias = random_floats(rng, 0.3, INPUTS, HIDDEN), random_floats(rng, 0.5, HIDDEN)
    out = array("f", len(counts), 2, HIDDEN)
    clipped_sums(inputs, counts, weights, bias, out, 0, 25)
    assert not any(out[i, 0, h] for i in range(25, 60) for h in range(HIDDEN))
    clipped_sums(inputs, counts, weights, bias, out, 25, 60)
    expected = slow_sums(inputs, counts, weights, bias)
    kinds = set()
    for i in range(60):
        for half in range(2):
            for h in range(HIDDEN):
                assert out[i, half, h] == pytest.approx(expected[i][half][h], abs=1e-5)
                kinds.add(0 if out[i, half, h] == 0 else 1 if out[i, half, h] == 1 else 0.5)
    assert kinds == {0, 0.5, 1}


def test_gradients_are_the_slopes_of_the_loss():
    """Every weight is moved a little, and the loss, a weighted sum of the squares, is watched."""
    rng = random.Random(44)
    inputs, counts, _, _ = Records(44, 12).read()
    weights, bias = random_floats(rng, 0.3, INPUTS, HIDDEN), random_floats(rng, 0.5, HIDDEN)
    out, by_out = array("f", 12, 2, HIDDEN), random_floats(rng, 1, 12, 2, HIDDEN)
    clipped_sums(inputs, counts, weights, bias, out, 0, 12)
    by_weights, by_bias = array("f", INPUTS, HIDDEN), array("f", HIDDEN)
    for begin, end in ((0, 5), (5, 12)):
        add_gradients(inputs, counts, out, by_out, by_weights, by_bias, begin, end)

    # The loss is a parabola where no clip is crossed, so the symmetric difference is its slope exactly.
    def slope(array: memoryview, place: tuple[int, ...]) -> float:
        value, losses = array[place], []
        for step in (1e-4, -1e-4):
            array[place] = value + step
            rows = slow_sums(inputs, counts, weights, bias)
            losses.append(
                sum(
                    rows[i][half][h] ** 2 * by_out[i, half, h]
                    for i in range(12)
                    for half in range(2)
                    for h in range(HIDDEN)
                )
            )
        array[place] = value
        return (losses[0] - losses[1]) / 2e-4

    used = sorted({inputs[i, half, k] for i in range(12) for half in range(2) for k in range(counts[i])})
    for place in [(rng.choice(used), rng.randrange(HIDDEN)) for _ in range(40)]:
        assert by_weights[place] == pytest.approx(slope(weights, place), abs=2e-3), place
    for h in range(HIDDEN):
        assert by_bias[h] == pytest.approx(slope(bias, (h,)), abs=5e-3)
    unused = set(range(INPUTS)) - {*used}
    assert not any(by_weights[row, h] for row in unused for h in range(HIDDEN))


def test_arrays_that_do_not_fit_are_refused():
    inputs, counts, scores, results = Records(45, 4).read()
    weights, bias, out = array("f", INPUTS, HIDDEN), array("f", HIDDEN), array("f", 4, 2, HIDDEN)
    with pytest.raises(ValueError, match="different length"):
        read_records(bytes(3 * 32), inputs, counts, scores, results)
    for wrong in (
        (inputs, array("B", 3), weights, bias, out),
        (inputs, counts, array("f", 767, HIDDEN), bias, out),
        (inputs, counts, weights, array("f", HIDDEN + 1), out),
        (inputs, counts, weights, bias, array("f", 4, 2, HIDDEN - 1)),
        (inputs, counts, weights, bias, array("f", 4, 1, HIDDEN)),
    ):
        with pytest.raises(ValueError, match=r"different shape|weights for"):
            clipped_sums(*wrong, 0, 4)
    for begin, end in ((-1, 4), (0, 5), (3, 2)):
        with pytest.raises(ValueError, match="boards"):
            clipped_sums(inputs, counts, weights, bias, out, begin, end)
        with pytest.raises(ValueError, match="boards"):
            add_gradients(inputs, counts, out, out, weights, bias, begin, end)


def test_records_are_evaluated_as_boards_are(tmp_path):
    networks.write_network(tmp_path / "net.nnue")
    network = Network(tmp_path / "net.nnue")
    records = Records(46, 300)
    values = array("i", 300)
    evaluate_records(network, records.data, values)
    assert values.tolist() == [network.evaluate(Board(board.fen())) for board in records.boards]
    assert chess.BLACK in {board.turn for board in records.boards}
