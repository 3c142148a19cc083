"""Evaluate batches of records and compute the gradients of the network's weights (layer 7).

About twenty of 3,072 inputs are set, so a dense product would take a hundred times the work. The functions work on
numpy or torch arrays, without the GIL, each on a part of a batch, so that several threads can share one. Weights come
in blocks of BLOCK_COLUMNS. The functions go over the batch once for each block: 0.4 MB of weights and 0.8 MB of
gradients at a time, which the caches hold better than all. What is kept of the boards lies in the order of use, since a
miss for each would take as long as the work.
"""

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.lux.evaluation.endings import MAX_ENDING_PIECES
from cython.cimports.lux.evaluation.features import INPUTS, input_index, king_view
from cython.cimports.lux.evaluation.weights import QA, QB
from cython.cimports.lux.learning.packed import *
from cython.cimports.lux.rules.bitboard import pop_lsb
from cython.cimports.lux.rules.position import Position, PositionPtr, occupied
from cython.cimports.lux.rules.types import BLACK, Bitboard, Color, Square

BLOCK_COLUMNS = COLUMNS
NETWORK_ALONE = MAX_ENDING_PIECES + 1  # with so many pieces nothing but the network evaluates
# The number of no input, which fills the rows of boards with fewer than 32 pieces.
PADDING = cython.declare(cython.short, INPUTS)


def read_records(
    records: cython.const[cython.uchar][::1],
    inputs: cython.short[:, :, ::1],
    counts: cython.uchar[::1],
    scores: cython.float[::1],
    results: cython.float[::1],
) -> None:
    """Unpack a batch of records (packed.pxd).

    Args:
        records: [32 * batch] bytes.
        inputs: [batch][2][32], the inputs of the side to move and of the other, then PADDING.
        counts: [batch], number of inputs of each side.
        scores: [batch], centipawns, from the side to move's point of view.
        results: [batch], 1 for a win of the side to move, 0.5 for a draw, 0 for a loss.

    Raises:
        ValueError: a record holds no position; the message has its number in the batch.
    """
    batch: cython.Py_ssize_t = counts.shape[0]
    if records.shape[0] != RECORD_BYTES * batch or not batch == inputs.shape[0] == scores.shape[0] == results.shape[0]:
        raise ValueError("arrays of different length")
    if inputs.shape[1] != 2 or inputs.shape[2] != MAX_PIECES:
        raise ValueError("inputs are not [batch][2][32]")
    pos: Position
    with cython.nogil:
        for i in range(batch):
            packed = cython.cast(cython.pointer[cython.const[PackedBoard]], cython.address(records[RECORD_BYTES * i]))
            if unpack_pieces(packed, cython.address(pos)) != BOARD_OK:
                with cython.gil:
                    raise ValueError(f"record {i} holds no position")
            counts[i] = board_inputs(cython.address(pos), cython.address(inputs[i, 0, 0]))
            black: cython.bint = pos.stm == BLACK
            scores[i] = -packed.score if black else packed.score
            results[i] = (WHITE_WINS - packed.result if black else packed.result) * cython.cast(cython.float, 0.5)


def board_inputs(pos: PositionPtr, inputs: cython.pointer[cython.short]) -> cython.int:
    """Write the inputs of both sides, then PADDING; return the number of pieces."""
    count: cython.int = 0
    for half in range(2):
        color: Color = pos.stm ^ half
        view: cython.int = king_view(pos, color)
        squares: Bitboard = occupied(pos)
        count = 0
        while squares:
            square: Square = pop_lsb(cython.address(squares))
            inputs[MAX_PIECES * half + count] = input_index(color, view, pos.board[square], square)
            count += 1
        for i in range(count, MAX_PIECES):
            inputs[MAX_PIECES * half + i] = PADDING
    return count


def evaluate_boards(
    inputs: cython.const[cython.short][:, :, ::1],
    counts: cython.const[cython.uchar][::1],
    weights: cython.const[cython.short][:, :, ::1],
    bias: cython.const[cython.short][:, ::1],
    output_weights: cython.const[cython.short][:, :, :, ::1],
    clipped: cython.uchar[:, :, :, ::1],
    outputs: cython.float[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Evaluate the boards [begin, end) of a batch with the integers of a network's file, but for the output bias.

    Args:
        inputs, counts: as read_records fills them.
        weights: [blocks][INPUTS][BLOCK_COLUMNS], by QA, no larger than MAX_FEATURE_WEIGHT
        bias: [blocks][BLOCK_COLUMNS], by QA, as large
        output_weights: [buckets][2][blocks][BLOCK_COLUMNS], by QB, no larger than MAX_OUTPUT_WEIGHT
        clipped: [blocks][batch][2][BLOCK_COLUMNS], set to the sums, clipped to 0 .. QA
        outputs: [batch], set to the outputs; 1 is the scale

    Raises:
        ValueError: the arrays do not fit together.
    """
    check_shapes(inputs, counts, clipped, outputs, weights, bias, output_weights, output_weights, begin, end)
    one: cython.float = QA * QA * QB
    sums: cython.short[COLUMNS]
    with cython.nogil:
        for i in range(begin, end):
            outputs[i] = 0
        for block in range(clipped.shape[0]):
            for i in range(begin, end):
                bucket: cython.Py_ssize_t = (counts[i] - 1) * output_weights.shape[0] // MAX_PIECES
                for half in range(2):
                    memcpy(sums, cython.address(bias[block, 0]), cython.sizeof(sums))
                    add_rows(cython.address(weights[block, 0, 0]), cython.address(inputs[i, half, 0]), counts[i], sums)
                    last = cython.address(output_weights[bucket, half, block, 0])
                    outputs[i] += clip_and_weigh(sums, last, cython.address(clipped[block, i, half, 0])) / one


def add_rows(
    rows: cython.pointer[cython.const[cython.short]],
    inputs: cython.pointer[cython.const[cython.short]],
    count: cython.int,
    sums: cython.pointer[cython.short],
) -> cython.void:
    """Add the rows of the inputs to the sums; two at once, which halves the loads and stores of sums."""
    for k in range(0, count - 1, 2):
        first: cython.pointer[cython.const[cython.short]] = rows + inputs[k] * COLUMNS
        second: cython.pointer[cython.const[cython.short]] = rows + inputs[k + 1] * COLUMNS
        for j in range(COLUMNS):
            sums[j] += first[j] + second[j]
    if count & 1:
        last: cython.pointer[cython.const[cython.short]] = rows + inputs[count - 1] * COLUMNS
        for j in range(COLUMNS):
            sums[j] += last[j]


def clip_and_weigh(
    sums: cython.pointer[cython.const[cython.short]],
    weights: cython.pointer[cython.const[cython.short]],
    clipped: cython.pointer[cython.uchar],
) -> cython.int:
    """Clip the sums and return their squares times the weights; that fits in 31 bits for up to 256 of them."""
    total: cython.int = 0
    for j in range(COLUMNS):
        value: cython.short = min(max(sums[j], 0), cython.cast(cython.short, QA))
        factor: cython.short = value * weights[j]
        clipped[j] = value
        total += value * factor
    return total


def add_gradients(
    inputs: cython.const[cython.short][:, :, ::1],
    counts: cython.const[cython.uchar][::1],
    clipped: cython.const[cython.uchar][:, :, :, ::1],
    output_weights: cython.const[cython.short][:, :, :, ::1],
    gradient: cython.const[cython.float][::1],
    by_weights: cython.float[:, :, ::1],
    by_bias: cython.float[:, ::1],
    by_output_weights: cython.float[:, :, :, ::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Add the gradients of the loss over the boards [begin, end) of a batch, as if the integers were not rounded.

    Args:
        inputs, counts, output_weights: as for evaluate_boards.
        clipped: what evaluate_boards has set.
        gradient: [batch], of the loss with respect to the outputs
        by_weights, by_bias, by_output_weights: in the shapes of the weights, to be added to

    Raises:
        ValueError: the arrays do not fit together.
    """
    check_shapes(inputs, counts, clipped, gradient, by_weights, by_bias, by_output_weights, output_weights, begin, end)
    slopes: cython.float[COLUMNS]
    square: cython.float = QA * QA
    slope: cython.float = cython.cast(cython.float, 2) / (QA * QB)
    with cython.nogil:
        for block in range(clipped.shape[0]):
            for i in range(begin, end):
                bucket: cython.Py_ssize_t = (counts[i] - 1) * output_weights.shape[0] // MAX_PIECES
                for half in range(2):
                    values = cython.address(clipped[block, i, half, 0])
                    weights = cython.address(output_weights[bucket, half, block, 0])
                    by_output = cython.address(by_output_weights[bucket, half, block, 0])
                    for j in range(COLUMNS):
                        value: cython.short = values[j]
                        by_output[j] += gradient[i] / square * (value * value)
                        # The clip's slope is 0 or 1, the square's twice the value.
                        passed: cython.short = value if value < QA else 0
                        slopes[j] = gradient[i] * slope * (passed * weights[j])
                        by_bias[block, j] += slopes[j]
                    for k in range(counts[i]):
                        row = cython.address(by_weights[block, inputs[i, half, k], 0])
                        for j in range(COLUMNS):
                            row[j] += slopes[j]


def check_shapes(
    inputs: object,
    counts: object,
    clipped: object,
    outputs: object,
    weights: object,
    bias: object,
    output_weights: object,
    other_output_weights: object,
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Raise ValueError unless the shapes match and include the boards [begin, end): later code checks no index."""
    boards, blocks, last = counts.shape[0], bias.shape[0], output_weights.shape
    expected: list = [
        (inputs, (boards, 2, MAX_PIECES)),
        (clipped, (blocks, boards, 2, COLUMNS)),
        (outputs, (boards,)),
        (weights, (blocks, INPUTS, COLUMNS)),
        (bias, (blocks, COLUMNS)),
        (other_output_weights, (max(last[0], 1), 2, blocks, COLUMNS)),
    ]
    if last != other_output_weights.shape or any(array.shape != shape for array, shape in expected):
        raise ValueError("arrays of different shape")
    if not 0 <= begin <= end <= boards:
        raise ValueError(f"no boards from {begin} to {end} among {boards}")
