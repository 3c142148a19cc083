"""Training batches, read and unpacked while the previous one is in use (layer 7)."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lux.learning.packed import RECORD_BYTES
from lux.learning.selfplay.game_file import GameFileError, map_file
from lux.learning.training.sparse import read_records

AHEAD = 4  # batches that are ready before they are needed


class Batch(NamedTuple):
    """A batch of records, as read_records unpacks it."""

    inputs: Tensor  # [batch][2][32], int16
    counts: Tensor  # [batch], uint8: pieces on the board
    scores: Tensor  # [batch], centipawns for the side to move
    results: Tensor  # [batch], 1, 0.5 or 0 for the side to move

    def to(self, device: torch.device) -> "Batch":
        """Return the batch on a device."""
        return Batch(*(tensor.to(device, non_blocking=True) for tensor in self))


class RecordFile:
    """A file of 32-byte records (packed.pxd) in random order.

    Raises:
        OSError: the file cannot be read.
        GameFileError: it is empty, or not a whole number of records.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        data = map_file(self.path)
        if len(data) == 0 or len(data) % RECORD_BYTES:
            raise GameFileError(f"{path}: {len(data)} bytes, wanted a multiple of {RECORD_BYTES}")
        self.records = np.frombuffer(data, np.uint8).reshape(-1, RECORD_BYTES)

    def __len__(self) -> int:
        return len(self.records)

    def read(self, begin: int, end: int) -> Batch:
        """Return the records [begin, end); after the last one comes the first again.

        Raises:
            GameFileError: one of them holds no position.
        """
        rows = self.records.take(np.arange(begin, end), axis=0, mode="wrap")
        count = len(rows)
        inputs = np.empty((count, 2, 32), np.int16)
        counts = np.empty(count, np.uint8)
        scores = np.empty(count, np.float32)
        results = np.empty(count, np.float32)
        try:
            read_records(rows.reshape(-1), inputs, counts, scores, results)
        except ValueError as error:
            raise GameFileError(f"{self.path}: from byte {begin % len(self) * RECORD_BYTES} on: {error}") from None
        return Batch(*map(torch.from_numpy, (inputs, counts, scores, results)))


def batch_ranges(files: Sequence[RecordFile], batch: int, seed: int) -> Iterator[tuple[RecordFile, int, int]]:
    """Yield the file and the range of each batch, epoch after epoch without end; the same for the same arguments.

    An epoch goes through the files in turn. Each time a file's batches begin at a random record and come in random
    order, so that no two epochs have the same batches.
    """
    for epoch in count():
        for number, file in enumerate(files):
            random = np.random.default_rng((seed, epoch, number))
            start = int(random.integers(len(file)))
            for index in random.permutation(-(-len(file) // batch)):
                begin = start + int(index) * batch
                yield file, begin, min(begin + batch, start + len(file))


def stream(files: Sequence[RecordFile], size: int, seed: int, first_step: int, steps: int) -> Iterator[Batch]:
    """Yield the batches of the steps [first_step, steps), prepared in a separate thread."""
    ranges = islice(batch_ranges(files, size, seed), first_step, steps)
    with ThreadPoolExecutor(1, "lux train data") as reader:

        def prepare(batches: int) -> list[Future[Batch]]:
            return [reader.submit(file.read, begin, end) for file, begin, end in islice(ranges, batches)]

        ready = deque(prepare(AHEAD))
        while ready:
            batch = ready.popleft().result()
            ready += prepare(1)
            yield batch
