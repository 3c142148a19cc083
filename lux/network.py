"""Load networks and evaluate positions with them (layer 5).

The format of their files is described in `lux/evaluation/weights.py`.
"""

import errno
import os
import struct
import zlib

import cython
from cython.cimports.libc.string import memcpy
from cython.cimports.lux.board import Board
from cython.cimports.lux.evaluation.accumulator import evaluate_from_scratch
from cython.cimports.lux.evaluation.features import HIDDEN, INPUTS
from cython.cimports.lux.evaluation.weights import *
from cython.cimports.lux.rules.memory import CACHE_LINE, alloc_aligned, free_aligned
from cython.cimports.lux.rules.types import int16_t, int32_t

from lux import evaluation
from lux.runtime.errors import OneLineError
from lux.runtime.system import at_once

# What `lux.learning` must write for this build to read it.
FORMAT = {"version": 1, "inputs": INPUTS, "hidden": HIDDEN, "qa": QA, "qb": QB}

MAGIC = b"LUXNNUE\n"
HEADER = struct.Struct("<8s8I")  # magic, version, inputs, hidden, buckets, QA, QB, scale, checksum

SHIPPED = os.path.join(os.path.dirname(evaluation.__file__), "data", "lux.nnue")
LOADED: list[Network] = []  # the shipped network, once it is needed


class NetworkError(OneLineError, ValueError):
    """A file is not a network that this build of Lux can use; the message says why."""


@cython.cclass
class Network:
    """The weights of a network.

    Args:
        path: the file.

    Attributes:
        path: as given.
        checksum: the CRC-32 in the file's header; it identifies a network.

    Raises:
        OSError: the file cannot be read.
        NetworkError: it is damaged, not a network, or of another shape; the message names the file.
    """

    def __cinit__(self):
        self.weights = cython.cast(cython.pointer[Weights], alloc_aligned(cython.sizeof(Weights), CACHE_LINE))
        if self.weights == cython.NULL:
            raise MemoryError("no memory for the network")

    def __init__(self, path: str | os.PathLike[str]):
        self.path = os.fspath(path)
        try:
            with open(path, "rb", opener=at_once) as file:
                header: bytes = file.read(HEADER.size)
                # Read the whole file only if its header is a network's.
                _, self.weights.buckets, self.weights.scale, self.checksum = read_header(header, FORMAT)
                self.read_body(header, file.read())
        except NetworkError as error:
            raise NetworkError(f"{self.path}: {error}") from None

    def read_body(self, header: bytes, body: bytes) -> object:
        """Take the weights from what follows the header."""
        net: cython.pointer[Weights] = self.weights
        wanted = 2 * (INPUTS + 1 + 2 * net.buckets) * HIDDEN + 4 * net.buckets
        if len(body) != wanted:
            raise NetworkError(f"{HEADER.size + len(body)} bytes, wanted {HEADER.size + wanted}")
        found = zlib.crc32(body, zlib.crc32(header[: HEADER.size - 4]))
        if found != self.checksum:
            raise NetworkError(f"damaged: checksum {found:08x}, wanted {self.checksum:08x}")
        at: Sums = cython.cast(Sums, cython.cast(cython.p_char, body))
        at = copy_weights(net.feature_weights[0], at, INPUTS * HIDDEN, MAX_FEATURE_WEIGHT, "feature weight")
        at = copy_weights(net.feature_bias, at, HIDDEN, MAX_FEATURE_WEIGHT, "feature bias")
        count: cython.int = net.buckets * 2 * HIDDEN
        at = copy_weights(net.output_weights[0][0], at, count, MAX_OUTPUT_WEIGHT, "output weight")
        memcpy(net.output_bias, at, net.buckets * cython.sizeof(int32_t))
        for bucket in range(net.buckets):
            bias: cython.longlong = net.output_bias[bucket]
            if abs(bias) > MAX_OUTPUT_BIAS:
                raise NetworkError(f"output bias {bucket} is {bias}, beyond {MAX_OUTPUT_BIAS}")

    def __dealloc__(self):
        free_aligned(self.weights)

    @property
    def buckets(self) -> int:
        """Return how many sets of output weights there are, chosen by the number of pieces."""
        return self.weights.buckets

    @property
    def scale(self) -> int:
        """Return the centipawns of an output of 1.0."""
        return self.weights.scale

    def evaluate(self, board: Board) -> int:
        """Return the static evaluation in centipawns, from the side to move's point of view."""
        return evaluate_from_scratch(self.weights, board.current())


def read_header(data: bytes, wanted: dict[str, int]) -> tuple[int, int, int, int]:
    """Return width, buckets, scale and checksum of a network's file; raise NetworkError where it is not as *wanted*."""
    if len(data) < HEADER.size or not data.startswith(MAGIC):
        raise NetworkError("not a Lux network file")
    _, version, inputs, hidden, buckets, qa, qb, scale, checksum = HEADER.unpack_from(data)
    found = {"version": version, "inputs": inputs, "hidden": hidden, "qa": qa, "qb": qb}
    found |= {"output buckets": buckets, "scale": scale}
    for name, value in wanted.items():
        if found[name] != value:
            raise NetworkError(f"{name}: {found[name]}, wanted {value}")
    if buckets not in (1, MAX_BUCKETS):
        raise NetworkError(f"output buckets: {buckets}, wanted 1 or {MAX_BUCKETS}")
    if not 1 <= scale <= MAX_SCALE:
        raise NetworkError(f"scale: {scale}, wanted 1 to {MAX_SCALE}")
    return hidden, buckets, scale, checksum


def copy_weights(
    target: cython.pointer[int16_t], source: Sums, count: cython.int, limit: cython.int, name: str
) -> Sums:
    """Copy weights, none of them beyond *limit*, and return where the next ones begin."""
    for i in range(count):
        weight: cython.int = source[i]
        if abs(weight) > limit:
            raise NetworkError(f"{name} {i} is {weight}, beyond {limit}")
        target[i] = weight
    return source + count


def shipped_network() -> Network:
    """Return the built-in network; it is read once.

    Raises:
        OSError: the file is missing or damaged; the message says how to repair the installation.
    """
    if not LOADED:
        try:
            LOADED.append(Network(SHIPPED))
        except (OSError, NetworkError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error).removeprefix(f"{SHIPPED}: ")
            message = f"Lux's own network cannot be loaded ({reason}); reinstall Lux"
            raise OSError(errno.EINVAL, message, SHIPPED) from None
    return LOADED[0]
