"""The network in PyTorch, and its conversion to the file that the engine reads (layer 7).

(3072 -> hidden) x 2 -> 1: the inputs of each side, from its own view of the board, give `hidden` sums. Clipped to
0 .. 1 and squared, side to move first, they give one output, by one of `buckets` sets of weights that the number of
pieces selects. An output of 1.0 is `scale` centipawns.
"""

import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from lux.learning.training.sparse import BLOCK_COLUMNS, add_gradients, evaluate_boards
from lux.network import FORMAT, HEADER, MAGIC, NetworkError, read_header

INPUTS = FORMAT["inputs"]
BOARD_INPUTS = 768  # of a king bucket
FIRST_WEIGHT = 768**-0.5  # limit of the first weights
MAX_WEIGHT = 1.98  # more would not fit in 16 bits once weights are integers
MAX_BIAS = 100.0  # of the output


def share_out(work: Callable[[int, int, int], object], boards: int) -> None:
    """Call work(part, begin, end) for a part of a batch on each of torch's threads, and wait for all."""
    threads = torch.get_num_threads()
    ends = [boards * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads), ends[:-1], ends[1:]))


class SparseNetwork(torch.autograd.Function):
    """The outputs of a batch on the CPU but for their bias, [batch], by compiled loops over the pieces on the boards.

    The weights are rounded to the integers of the file; gradients pass as if they were not (see as_integers).
    """

    @staticmethod
    def forward(
        ctx: object, weights: Tensor, bias: Tensor, output_weights: Tensor, inputs: Tensor, counts: Tensor
    ) -> Tensor:
        ctx.hidden = hidden = len(bias)

        def blocks(part: Tensor, one: int) -> Tensor:
            """Return integers in blocks of columns, the last of which zeros complete."""
            integers = functional.pad((part * one).round().to(torch.int16), (0, -hidden % BLOCK_COLUMNS))
            return integers.unflatten(-1, (-1, BLOCK_COLUMNS))

        first = blocks(weights, FORMAT["qa"]).transpose(0, 1).contiguous()
        first_bias = blocks(bias, FORMAT["qa"])
        last = blocks(output_weights.unflatten(1, (2, hidden)), FORMAT["qb"])
        clipped = torch.empty(len(first), len(counts), 2, BLOCK_COLUMNS, dtype=torch.uint8)
        outputs = torch.empty(len(counts))
        arrays = [tensor.numpy() for tensor in (inputs, counts, first, first_bias, last, clipped, outputs)]
        share_out(lambda _, begin, end: evaluate_boards(*arrays, begin, end), len(counts))
        ctx.save_for_backward(inputs, counts, clipped, last)
        return outputs

    @staticmethod
    def backward(ctx: object, gradient: Tensor) -> tuple[Tensor | None, ...]:
        inputs, counts, clipped, last = ctx.saved_tensors
        arrays = [tensor.numpy() for tensor in (inputs, counts, clipped, last, gradient.contiguous())]
        # Each thread has its own gradients, since threads that add to the same ones would wait for each other.
        shapes = (len(clipped), INPUTS, BLOCK_COLUMNS), last.shape[2:], last.shape
        gradients = [torch.zeros(torch.get_num_threads(), *shape) for shape in shapes]

        def work(part: int, begin: int, end: int) -> None:
            add_gradients(*arrays, *(each[part].numpy() for each in gradients), begin, end)

        share_out(work, len(counts))
        weights, *others = (each.sum(0) for each in gradients)
        whole = (part.flatten(-2)[..., : ctx.hidden] for part in (weights.transpose(0, 1), *others))
        weights, bias, output_weights = whole
        return weights, bias, output_weights.flatten(1), None, None


class Model(nn.Module):
    """The network in floating point, on any device.

    The weights of a king bucket are the sum of its own and of those that all buckets share, so that each position
    teaches all of them. Source: the virtual features of https://github.com/official-stockfish/nnue-pytorch
    """

    def __init__(self, hidden: int, buckets: int) -> None:
        super().__init__()
        self.hidden, self.buckets = hidden, buckets
        self.feature_weights = nn.Parameter(torch.empty(INPUTS, hidden).uniform_(-1, 1) * FIRST_WEIGHT)
        self.shared_weights = nn.Parameter(torch.zeros(BOARD_INPUTS, hidden))
        self.feature_bias = nn.Parameter(torch.zeros(hidden))
        # All buckets start with the same weights, since what one learns first is mostly true for the others.
        first = torch.empty(1, 2 * hidden).uniform_(-1, 1) * (2 * hidden) ** -0.5
        self.output_weights = nn.Parameter(first.repeat(buckets, 1))
        self.output_bias = nn.Parameter(torch.zeros(buckets))

    def first_weights(self) -> Tensor:
        """Return the weights of the first layer, [INPUTS, hidden]."""
        return self.feature_weights + self.shared_weights.repeat(INPUTS // BOARD_INPUTS, 1)

    def forward(self, inputs: Tensor, counts: Tensor) -> Tensor:
        """Return the outputs, [batch]: 1.0 is the scale."""
        bucket = (counts.long() - 1) * self.buckets // 32
        return (self.by_loops if inputs.device.type == "cpu" else self.by_torch)(inputs, counts, bucket)

    def by_loops(self, inputs: Tensor, counts: Tensor, bucket: Tensor) -> Tensor:
        """Return the outputs on the CPU."""
        parts = (self.first_weights(), self.feature_bias, self.output_weights)
        outputs = SparseNetwork.apply(*parts, inputs, counts)
        return outputs + as_integers(self.output_bias, FORMAT["qa"] * FORMAT["qb"])[bucket]

    def by_torch(self, inputs: Tensor, counts: Tensor, bucket: Tensor) -> Tensor:
        """Return the same on any device."""
        weights, bias, output_weights, output_bias = (as_integers(*part[:2]) for part in integer_parts(self))
        rows = functional.pad(weights, (0, 0, 0, 1))  # a row of zeros stands for no piece
        sums = functional.embedding_bag(inputs.long().flatten(0, 1), rows, mode="sum", padding_idx=INPUTS)
        activated = (sums + bias).clamp(0, 1).square()
        outputs = functional.linear(activated.reshape(len(counts), -1), output_weights, output_bias)
        return outputs.gather(1, bucket[:, None]).squeeze(1)

    @torch.no_grad()
    def clip(self) -> None:
        """Clip the weights to the range of their integers."""
        for weights in (self.shared_weights, self.feature_bias, self.output_weights):
            weights.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
        first = self.first_weights()
        self.feature_weights += first.clamp(-MAX_WEIGHT, MAX_WEIGHT) - first
        self.output_bias.clamp_(-MAX_BIAS, MAX_BIAS)


def as_integers(weights: Tensor, one: int) -> Tensor:
    """Return the weights as the file rounds them, so that training sees what the engine computes; gradients pass.

    Source: the straight-through estimator, Bengio, Leonard and Courville 2013
    """
    return weights + ((weights * one).round() / one - weights).detach()


def integer_parts(model: Model) -> list[tuple[Tensor, int, str]]:
    """Return the weights in the order of the file, each with its scale for 1.0 and its type."""
    qa, qb = FORMAT["qa"], FORMAT["qb"]
    return [
        (model.first_weights(), qa, "<i2"),
        (model.feature_bias, qa, "<i2"),
        (model.output_weights, qb, "<i2"),
        (model.output_bias, qa * qb, "<i4"),
    ]


def network_bytes(model: Model, scale: int) -> bytes:
    """Round the weights to integers and return the file, as `lux/evaluation/weights.py` describes it."""
    body = b"".join(
        (weights.detach().cpu() * one).round().numpy().astype(kind).tobytes()
        for weights, one, kind in integer_parts(model)
    )
    shape = (FORMAT["version"], INPUTS, model.hidden, model.buckets, FORMAT["qa"], FORMAT["qb"], scale)
    header = HEADER.pack(MAGIC, *shape, 0)[:-4]
    return header + struct.pack("<I", zlib.crc32(body, zlib.crc32(header))) + body


@torch.no_grad()
def load_weights(model: Model, data: bytes, scale: int) -> int:
    """Set the weights to those of a network's file and return its width.

    A wider *model* evaluates every position the same.

    The additional neurons of a wider model keep their initial weights, with output weights of zero.

    Raises:
        NetworkError: the file is not a complete network, or does not fit the model.
    """
    any_width = {name: value for name, value in FORMAT.items() if name != "hidden"}
    shape = {"output buckets": model.buckets, "scale": scale}
    hidden, buckets, _, checksum = read_header(data, any_width | shape)
    if hidden > model.hidden:
        raise NetworkError(f"hidden: {hidden}, wanted {model.hidden} at most")
    if zlib.crc32(data[HEADER.size :], zlib.crc32(data[: HEADER.size - 4])) != checksum:
        raise NetworkError("damaged: wrong checksum")
    model.output_weights.zero_()
    model.shared_weights.zero_()
    # Views of what the file's width covers, in the order of the file.
    views = (
        model.feature_weights[:, :hidden],
        model.feature_bias[:hidden],
        model.output_weights.view(buckets, 2, model.hidden)[:, :, :hidden],
        model.output_bias,
    )
    at = HEADER.size
    for view, (_, one, kind) in zip(views, integer_parts(model), strict=True):
        numbers = np.frombuffer(data, kind, view.numel(), at)
        view.copy_(torch.from_numpy(numbers.astype(np.float32).reshape(view.shape) / one))
        at += numbers.nbytes
    return hidden
