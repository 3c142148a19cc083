"""Compute the network's first layer and its gradient over batches of records (layer 7).

About twenty of 3,072 inputs are set, so a dense product would take a hundred times the work. The functions work on
numpy or torch arrays, without the GIL, each on a part of a batch, so that several threads can share one.
"""

import cython
from cython.cimports.lux.evaluation.accumulator import evaluate_from_scratch
from cython.cimports.lux.evaluation.features import INPUTS, input_index, king_view
from cython.cimports.lux.learning.packed import BOARD_OK, WHITE_WINS, PackedBoard, unpack_board, unpack_pieces
from cython.cimports.lux.network import Network
from cython.cimports.lux.rules.bitboard import pop_lsb
from cython.cimports.lux.rules.position import Position, PositionPtr, occupied
from cython.cimports.lux.rules.types import BLACK, Bitboard, Color, Square

RECORD_BYTES = 32
PADDING = cython.declare(
    cython.short, INPUTS
)  # the number of no input, which fills the rows of boards with fewer than 32 pieces


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
    bad: cython.Py_ssize_t = -1
    with cython.nogil:
        for i in range(batch):
            packed = cython.cast(cython.pointer[cython.const[PackedBoard]], cython.address(records[32 * i]))
            if unpack_pieces(packed, cython.address(pos)) != BOARD_OK:
                bad = i
                break
            counts[i] = board_inputs(cython.address(pos), cython.address(inputs[i, 0, 0]))
            black: cython.bint = pos.stm == BLACK
            scores[i] = -packed.score if black else packed.score
            results[i] = (WHITE_WINS - packed.result if black else packed.result) * cython.cast(cython.float, 0.5)
    if bad >= 0:
        raise ValueError(f"record {bad} holds no position")


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


def clipped_sums(
    inputs: cython.const[cython.short][:, :, ::1],
    counts: cython.const[cython.uchar][::1],
    weights: cython.const[cython.float][:, ::1],
    bias: cython.const[cython.float][::1],
    out: cython.float[:, :, ::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Compute the sums of the boards [begin, end) of a batch, clipped to 0 .. 1; squaring is left to torch.

    Args:
        inputs, counts: as read_records fills them.
        weights: [INPUTS or more][hidden]
        bias: [hidden]
        out: [batch][2][hidden]
    """
    hidden: cython.int = weights.shape[1]
    check_shapes(inputs, counts, out, weights, bias, begin, end)
    with cython.nogil:
        for i in range(begin, end):
            for half in range(2):
                clip_sums(
                    cython.address(inputs[i, half, 0]),
                    counts[i],
                    cython.address(weights[0, 0]),
                    cython.address(bias[0]),
                    hidden,
                    cython.address(out[i, half, 0]),
                )


def clip_sums(
    inputs: cython.pointer[cython.const[cython.short]],
    count: cython.int,
    weights: cython.pointer[cython.const[cython.float]],
    bias: cython.pointer[cython.const[cython.float]],
    hidden: cython.int,
    out: cython.pointer[cython.float],
) -> cython.void:
    """Compute the clipped sums of one side of one board; two pieces at once, which halves the loads and stores."""
    one: cython.float = 1
    for i in range(hidden):
        out[i] = bias[i]
    for k in range(0, count - 1, 2):
        first: cython.pointer[cython.const[cython.float]] = weights + inputs[k] * hidden
        second: cython.pointer[cython.const[cython.float]] = weights + inputs[k + 1] * hidden
        for i in range(hidden):
            out[i] += first[i] + second[i]
    if count & 1:
        last: cython.pointer[cython.const[cython.float]] = weights + inputs[count - 1] * hidden
        for i in range(hidden):
            out[i] += last[i]
    for i in range(hidden):
        out[i] = min(max(out[i], 0), one)


def add_gradients(
    inputs: cython.const[cython.short][:, :, ::1],
    counts: cython.const[cython.uchar][::1],
    clipped: cython.const[cython.float][:, :, ::1],
    gradient: cython.const[cython.float][:, :, ::1],
    weights: cython.float[:, ::1],
    bias: cython.float[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Add to *weights* and *bias* the gradient of the loss over the boards [begin, end) of a batch.

    Args:
        inputs, counts: as read_records fills them.
        clipped: what clipped_sums has computed from them.
        gradient: [batch][2][hidden], of the loss with respect to the squares of *clipped*.
        weights: [INPUTS or more][hidden], to be added to.
        bias: [hidden], to be added to.
    """
    hidden: cython.int = weights.shape[1]
    check_shapes(inputs, counts, clipped, weights, bias, begin, end)
    check_shapes(inputs, counts, gradient, weights, bias, begin, end)
    with cython.nogil:
        for i in range(begin, end):
            for half in range(2):
                add_gradient(
                    cython.address(inputs[i, half, 0]),
                    counts[i],
                    cython.address(clipped[i, half, 0]),
                    cython.address(gradient[i, half, 0]),
                    hidden,
                    cython.address(weights[0, 0]),
                    cython.address(bias[0]),
                )


def add_gradient(
    inputs: cython.pointer[cython.const[cython.short]],
    count: cython.int,
    clipped: cython.pointer[cython.const[cython.float]],
    gradient: cython.pointer[cython.const[cython.float]],
    hidden: cython.int,
    weights: cython.pointer[cython.float],
    bias: cython.pointer[cython.float],
) -> cython.void:
    """Add the gradient of one side of one board: through the square twice the value, through the clip 0 or 1."""
    sums: cython.float[2048]
    one: cython.float = 1
    for i in range(hidden):
        slope: cython.float = clipped[i] if clipped[i] < one else 0
        sums[i] = 2 * slope * gradient[i]
    for i in range(hidden):
        bias[i] += sums[i]
    for k in range(count):
        row: cython.pointer[cython.float] = weights + inputs[k] * hidden
        for i in range(hidden):
            row[i] += sums[i]


def check_shapes(
    inputs: cython.const[cython.short][:, :, ::1],
    counts: cython.const[cython.uchar][::1],
    outputs: cython.const[cython.float][:, :, ::1],
    weights: cython.const[cython.float][:, ::1],
    bias: cython.const[cython.float][::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> None:
    """Raise ValueError unless the shapes match and include the boards [begin, end): later code checks no index."""
    boards: cython.Py_ssize_t = inputs.shape[0]
    hidden: cython.Py_ssize_t = weights.shape[1]
    if weights.shape[0] < INPUTS:
        raise ValueError(f"weights for {weights.shape[0]} inputs, not {INPUTS}")
    if (
        not boards == counts.shape[0] == outputs.shape[0]
        or not hidden == outputs.shape[2] == bias.shape[0]
        or not inputs.shape[1] == outputs.shape[1] == 2
        or inputs.shape[2] != MAX_PIECES
        or not 0 < hidden <= MAX_HIDDEN
    ):
        raise ValueError("arrays of different shape")
    if not 0 <= begin <= end <= boards:
        raise ValueError(f"no boards from {begin} to {end} among {boards}")


def evaluate_records(network: Network, records: cython.const[cython.uchar][::1], values: cython.int[::1]) -> None:
    """Write the network's evaluations of records, in centipawns for the side to move, to *values*, [batch].

    Raises:
        ValueError: a record holds no position; the message has its number.
    """
    pos: Position
    if records.shape[0] != RECORD_BYTES * values.shape[0]:
        raise ValueError("arrays of different length")
    for i in range(values.shape[0]):
        packed = cython.cast(cython.pointer[cython.const[PackedBoard]], cython.address(records[32 * i]))
        if unpack_board(packed, cython.address(pos)) != BOARD_OK:
            raise ValueError(f"record {i} holds no position")
        values[i] = evaluate_from_scratch(network.weights, cython.address(pos))
