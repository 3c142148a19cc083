"""Load networks, the learned evaluation, and ask them (layer 5).

The format of their files is described in `lux/evaluation/network.py`.
"""

import errno
import os

import cython
from cython.cimports.lux.board import Board
from cython.cimports.lux.evaluation.accumulator import evaluate_from_scratch
from cython.cimports.lux.evaluation.features import HIDDEN
from cython.cimports.lux.evaluation.network import (
    CHECKSUM_AT,
    FAULT_BYTES,
    FILE_VERSION,
    HEADER_BYTES,
    QA,
    QB,
    read_network,
    read_u32,
)
from cython.cimports.lux.rules.memory import alloc_aligned, free

from lux import evaluation
from lux.runtime.signature import ClassSignature

# What `lux.learning` must write for this build to read it.
FORMAT = {"version": FILE_VERSION, "hidden": HIDDEN, "qa": QA, "qb": QB, "header_bytes": HEADER_BYTES}

MAX_BYTES = 1 << 20  # no network is larger: of a file named by mistake no more is read

SHIPPED = os.path.join(os.path.dirname(evaluation.__file__), "data", "lux.nnue")
LOADED: list = []  # the shipped network, once it is needed


class NetworkError(ValueError):
    """Tell why this build of Lux cannot use a file as its network."""


@cython.embedsignature(False)
@cython.cclass
class Network:
    """Hold the weights of a network.

    Args:
        path: the file.

    Attributes:
        path: as given.
        checksum: the CRC-32 in the file's header, which tells networks apart.

    Raises:
        OSError: the file cannot be read.
        NetworkError: it is damaged, not a network, or one of another shape; the message names the file.
    """

    __signature__ = ClassSignature(lambda path: None)

    def __cinit__(self):
        self.weights = cython.cast(cython.pointer[Weights], alloc_aligned(cython.sizeof(Weights)))
        if self.weights == cython.NULL:
            raise MemoryError("no memory for the network")

    def __init__(self, path: str | os.PathLike):
        with open(path, "rb") as file:
            data: bytes = file.read(MAX_BYTES)
        fault = bytearray(FAULT_BYTES)
        if not read_network(self.weights, data, len(data), fault):
            raise NetworkError(f"{os.fspath(path)}: {fault.rstrip(bytes(1)).decode()}")
        self.path = os.fspath(path)
        self.checksum = read_u32(cython.cast(Bytes, data) + CHECKSUM_AT)

    def __dealloc__(self):
        free(self.weights)

    @property
    def buckets(self) -> int:
        """Return how many sets of output weights there are, chosen by the number of men."""
        return self.weights.buckets

    @property
    def scale(self) -> int:
        """Return the centipawns that an output of 1.0 stands for."""
        return self.weights.scale

    def evaluate(self, board: Board) -> int:
        """Return the evaluation in centipawns, from the side to move's point of view."""
        return evaluate_from_scratch(self.weights, board.current())


@cython.embedsignature(False)
def shipped_network() -> Network:
    """Return the network that Lux comes with, read once.

    Raises:
        OSError: the file cannot be read, or is damaged.
    """
    if not LOADED:
        try:
            LOADED.append(Network(SHIPPED))
        except NetworkError as error:
            raise OSError(errno.EINVAL, str(error).removeprefix(f"{SHIPPED}: "), SHIPPED) from None
    return LOADED[0]
