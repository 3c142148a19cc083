"""Distribute self-play games over threads or machines, and collect them in blocks (layer 7).

A block is a few seconds of games with consecutive numbers. Settings and number determine a game, so blocks can be
played anywhere, in any order, and again after a crash.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import lru_cache
from itertools import count, takewhile
from typing import NamedTuple
from zlib import crc32

from lux.board import Board, needs_chess960
from lux.engine import THREAD_STACK_BYTES
from lux.learning.selfplay.game import OpeningsError, PlaySettings, SelfPlay, pack_openings
from lux.learning.selfplay.game_file import Block
from lux.network import shipped_network
from lux.tablebase import Tablebase
from lux.text.decoding import open_text
from lux.text.epd_line import position_lines, split_epd

BLOCK_NODES = 3_000_000  # by the soft limits: some seconds
PLIES = 100  # of an average game


class Knowledge(NamedTuple):
    """The inputs of games besides the settings: checksums of network and openings, and the number of tables."""

    network: str
    tables: int
    openings: str


def knowledge(tablebase: Tablebase | None, openings: bytes = b"") -> Knowledge:
    """Return the inputs of games played here."""
    tables = 0 if tablebase is None else tablebase.wdl_count
    return Knowledge(f"{shipped_network().checksum:08x}", tables, f"{crc32(openings):08x}")


def read_openings(path: str) -> bytes:
    """Return the positions of an EPD file for SelfPlay.

    Raises:
        OSError: the file cannot be read.
        OpeningsError: it is empty, or a line is not a position to play from; the message has its number.
    """
    boards = []
    with open_text(path) as file:
        for number, line in position_lines(file):
            try:
                fen = split_epd(line)[0]
                board = Board(fen, chess960=needs_chess960(fen))
            except ValueError as error:
                raise OpeningsError(f"{path}:{number}: {error}") from None
            if board.is_game_over():
                raise OpeningsError(f"{path}:{number}: the game is over")
            boards.append(board)
    if not boards:
        raise OpeningsError(f"{path}: no positions")
    return pack_openings(boards)


class PlayedBlock(NamedTuple):
    """Consecutive games, from number *first* on, and the nodes searched for them."""

    first: int
    games: list[bytes]
    nodes: int


def missing_games(blocks: list[Block], settings: PlaySettings, games: int | None) -> Iterator[tuple[int, int]]:
    """Yield the first number and the count of games still to be played, a block or less at a time.

    It never ends if *games* is None.
    """
    size = max(1, BLOCK_NODES // (PLIES * settings.soft_nodes))
    played: Counter[int] = Counter()
    for block in blocks:
        played[block.first // size] += block.games
    for begin in count(0, size) if games is None else range(0, games, size):
        end = begin + size if games is None else min(begin + size, games)
        begin += played[begin // size]
        if begin < end:
            yield begin, end - begin


def play_block(player: SelfPlay, first: int, games: int, stop: threading.Event | None = None) -> PlayedBlock:
    """Play consecutive games, fewer once *stop* is set."""
    before = player.nodes
    numbers = takewhile(lambda _: stop is None or not stop.is_set(), range(first, first + games))
    return PlayedBlock(first, [*map(player.play, numbers)], player.nodes - before)


@lru_cache(maxsize=1)
def player_of_process(settings: PlaySettings, syzygy: str | None, openings: bytes, wanted: Knowledge) -> SelfPlay:
    """Return the player of a worker process; raise ValueError if its inputs differ from *wanted*."""
    tablebase = None if syzygy is None else Tablebase(syzygy)
    found = knowledge(tablebase, openings)
    if found.network != wanted.network:
        raise ValueError(f"network {found.network} on the worker, not {wanted.network}")
    if found.tables != wanted.tables:
        raise ValueError(f"{found.tables} tablebases in {syzygy} on the worker, not {wanted.tables}")
    return SelfPlay(settings, tablebase=tablebase, openings=openings)


def play_remotely(
    settings: PlaySettings, syzygy: str | None, openings: bytes, wanted: Knowledge, first: int, games: int
) -> PlayedBlock:
    """Play a block on a worker; depends only on the arguments."""
    return play_block(player_of_process(settings, syzygy, openings, wanted), first, games)


def play_on_threads(
    new_player: Callable[[], SelfPlay], todo: Iterator[tuple[int, int]], threads: int, stop: threading.Event
) -> Iterator[PlayedBlock]:
    """Yield blocks as they are finished, in any order; once *stop* is set, as far as they have been played.

    Each has one of as many players as there are threads.
    """
    running: dict[Future[PlayedBlock], SelfPlay] = {}
    before = threading.stack_size(THREAD_STACK_BYTES)
    with ThreadPoolExecutor(threads, "lux datagen") as pool:
        try:
            idle = [new_player() for _ in range(threads)]
            while idle:
                for player, task in zip(idle, () if stop.is_set() else todo, strict=False):
                    running[pool.submit(play_block, player, *task, stop)] = player
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                idle = [running.pop(block) for block in finished]
                for block in finished:
                    if block.result().games:
                        yield block.result()
        finally:
            stop.set()
            threading.stack_size(before)
