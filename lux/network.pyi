"""Stubs of the compiled module `lux.network`; the docstrings live in network.py."""

import os

from lux.board import Board

FORMAT: dict[str, int]

class NetworkError(ValueError): ...

class Network:
    path: str
    checksum: int
    def __init__(self, path: str | os.PathLike[str]) -> None: ...
    @property
    def buckets(self) -> int: ...
    @property
    def scale(self) -> int: ...
    def evaluate(self, board: Board) -> int: ...

def shipped_network() -> Network: ...
