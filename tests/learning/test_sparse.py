"""What training computes for each piece on each board, against plain Python."""

import math
import random
import struct

import pytest

from lux.learning.training.sparse import BLOCK_COLUMNS, add_gradients, evaluate_boards, read_records
from tests.learning.viriformat import pack_board
from tests.networks import INPUTS, inputs_seen
from tests.playouts import playouts

BLOCKS = 2
HIDDEN = BLOCKS * BLOCK_COLUMNS
BUCKETS = 8
QA, QB = 255, 64


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


def test_a_record_that_is_not_a_position_is_named():
    """What is wrong with boards is among the tests of games."""
    records = Records(42, 5)
    records.data[96:128] = struct.pack("<QBB", 7, 0x05, 0x00) + bytes(22)  # one king
    with pytest.raises(ValueError, match=r"^record 3 holds no position$"):
        records.read()


def random_integers(rng: random.Random, size: int, *shape: int) -> memoryview:
    return filled("h", [rng.randint(-size, size) for _ in range(math.prod(shape))], *shape)


class Layers:
    """Random weights, as the file has them, for the positions of random games."""

    def __init__(self, seed: int, count: int) -> None:
        self.rng = random.Random(seed)
        self.inputs, self.counts, _, _ = Records(seed, count).read()
        self.weights = random_integers(self.rng, 76, BLOCKS, INPUTS, BLOCK_COLUMNS)
        self.bias = random_integers(self.rng, 127, BLOCKS, BLOCK_COLUMNS)
        self.output_weights = random_integers(self.rng, 127, BUCKETS, 2, BLOCKS, BLOCK_COLUMNS)
        self.clipped, self.outputs = array("B", BLOCKS, count, 2, BLOCK_COLUMNS), array("f", count)

    def evaluate(self, begin: int, end: int) -> None:
        weights = (self.weights, self.bias, self.output_weights)
        evaluate_boards(self.inputs, self.counts, *weights, self.clipped, self.outputs, begin, end)

    def sum_of(self, i: int, half: int, h: int) -> float:
        block, column = divmod(h, BLOCK_COLUMNS)
        rows = (self.inputs[i, half, k] for k in range(self.counts[i]))
        total = self.bias[block, column] + sum(self.weights[block, row, column] for row in rows)
        return max(0, min(QA, total))

    def output(self, i: int) -> float:
        bucket = (self.counts[i] - 1) * BUCKETS // 32
        places = [(half, h) for half in range(2) for h in range(HIDDEN)]
        last = ((place, self.output_weights[bucket, place[0], *divmod(place[1], BLOCK_COLUMNS)]) for place in places)
        total = sum(self.sum_of(i, *place) ** 2 * weight for place, weight in last)
        return total / (QA * QA * QB)


def test_boards_are_evaluated_as_in_plain_python():
    layers = Layers(43, 60)
    layers.evaluate(0, 25)
    assert not any(layers.outputs[25:])
    layers.evaluate(25, 60)
    kinds = set()
    for i in range(60):
        assert layers.outputs[i] == pytest.approx(layers.output(i), abs=1e-4)
        for half in range(2):
            for h in range(HIDDEN):
                found = layers.clipped[h // BLOCK_COLUMNS, i, half, h % BLOCK_COLUMNS]
                assert found == layers.sum_of(i, half, h)
                kinds.add(found if found in (0, QA) else 1)
    assert kinds == {0, 1, QA}


def test_gradients_are_the_slopes_of_the_loss():
    """Every weight is increased a little, and the loss, a weighted sum of the outputs, is watched."""
    layers = Layers(44, 12)
    layers.evaluate(0, 12)
    gradient = filled("f", [layers.rng.uniform(-1, 1) for _ in range(12)], 12)
    by_weights, by_bias, by_output_weights = (array(*SHAPES[f"by_{name}"]) for name in NAMES)
    known = (layers.inputs, layers.counts, layers.clipped, layers.output_weights, gradient)
    for part in ((0, 5), (5, 12)):
        add_gradients(*known, by_weights, by_bias, by_output_weights, *part)

    for name in NAMES:
        integers = getattr(layers, name)
        setattr(layers, name, filled("d", memoryview(integers.tobytes()).cast("h").tolist(), *integers.shape))

    # To the right, since a sum of exactly QA counts as clipped.
    def slope(weights: memoryview, place: tuple[int, ...], one: int) -> float:
        losses = []
        for _ in range(2):
            losses.append(sum(layers.output(i) * gradient[i] for i in range(12)))
            weights[place] += 1e-6
        weights[place] -= 2e-6
        return (losses[1] - losses[0]) * one / 1e-6

    used = sorted({layers.inputs[i, half, k] for i in range(12) for half in range(2) for k in range(layers.counts[i])})
    for _ in range(12):
        place = (layers.rng.randrange(BLOCKS), layers.rng.choice(used), layers.rng.randrange(BLOCK_COLUMNS))
        assert by_weights[place] == pytest.approx(slope(layers.weights, place, QA), abs=1e-3), place
    for h in range(0, HIDDEN, 10):
        place = divmod(h, BLOCK_COLUMNS)
        assert by_bias[place] == pytest.approx(slope(layers.bias, place, QA), abs=1e-3), h
        place = (layers.rng.randrange(BUCKETS), layers.rng.randrange(2), *place)
        assert by_output_weights[place] == pytest.approx(slope(layers.output_weights, place, QB), abs=1e-3), place
    unused = set(range(INPUTS)) - {*used}
    assert not any(by_weights[h % BLOCKS, row, h // BLOCKS] for row in unused for h in range(HIDDEN))


SHAPES = {
    "inputs": ("h", 4, 2, 32),
    "counts": ("B", 4),
    "weights": ("h", BLOCKS, INPUTS, BLOCK_COLUMNS),
    "bias": ("h", BLOCKS, BLOCK_COLUMNS),
    "output_weights": ("h", BUCKETS, 2, BLOCKS, BLOCK_COLUMNS),
    "clipped": ("B", BLOCKS, 4, 2, BLOCK_COLUMNS),
    "outputs": ("f", 4),
    "gradient": ("f", 4),
}
NAMES = ("weights", "bias", "output_weights")
SHAPES |= {f"by_{name}": ("f", *SHAPES[name][1:]) for name in NAMES}


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (evaluate_boards, "inputs counts weights bias output_weights clipped outputs"),
        (add_gradients, "inputs counts clipped output_weights gradient by_weights by_bias by_output_weights"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(function, names):
    good = {name: array(*SHAPES[name]) for name in names.split()}
    function(*good.values(), 0, 4)
    for name, (kind, *shape) in SHAPES.items():
        for axis in range(len(shape) if name in good else 0):
            if (name, axis, function) == ("output_weights", 0, evaluate_boards):
                continue  # any number of buckets will do
            smaller = [size - (place == axis) for place, size in enumerate(shape)]
            with pytest.raises(ValueError, match="different shape"):
                function(*(good | {name: array(kind, *smaller)}).values(), 0, 4)
    for begin, end in ((-1, 4), (0, 5), (3, 2)):
        with pytest.raises(ValueError, match="boards"):
            function(*good.values(), begin, end)


def test_records_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="different length"):
        read_records(bytes(3 * 32), *Records(45, 4).read())
