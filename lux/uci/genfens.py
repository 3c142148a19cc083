"""Generate start positions for games, for OpenBench's data generation (layer 6).

Source: https://github.com/AndyGrant/OpenBench, Client/genfens.py
"""

from collections.abc import Iterator
from random import Random

from lux.board import STARTPOS, Board, FenError, needs_chess960
from lux.engine import Engine
from lux.runtime.system import at_once
from lux.text.epd_line import position_lines, split_epd

PLIES = (8, 9)  # random moves from the start position, so that either side may be to move
PLIES_FROM_BOOK = (4, 5)
NODES = 2000
UNDECIDED_CP = range(501)  # of either side; beyond them the game is decided before it begins
MAX_TRIES = 1000  # for one position


def read_book(path: str) -> list[str]:
    """Return the FENs in an EPD file, or in a file of whole FENs; they are checked later.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds no lines, or a line is no position.
    """
    with open(path, encoding="utf-8", errors="replace", opener=at_once) as file:
        fens = [split_epd(line)[0] for _, line in position_lines(file)]
    if not fens:
        raise ValueError("no positions in the book")
    return fens


def random_position(random: Random, book: list[str] | None) -> Board | None:
    """Return a position some random moves from the start or from a book position; None if the game ends."""
    fen = random.choice(book) if book else STARTPOS
    board = Board(fen, chess960=needs_chess960(fen))
    for _ in range(random.choice(PLIES_FROM_BOOK if book else PLIES)):
        if not (moves := board.legal_moves):
            return None
        board.push_uci(random.choice(moves))
    return None if board.is_game_over() else board


def generate_fens(count: int, seed: int, book: list[str] | None = None, cp: range = UNDECIDED_CP) -> Iterator[str]:
    """Yield `count` FENs whose scores in a short search are within `cp` for either side; the arguments determine them.

    Raises:
        FenError: a line of the book is not a position, or its games are decided.
    """
    random = Random(seed)
    engine = Engine(hash_mib=1)
    for _ in range(count):
        for _ in range(MAX_TRIES):
            if (board := random_position(random, book)) is None:
                continue
            engine.new_game()
            info = engine.search(board, nodes=NODES).info
            if info.score_cp is not None and abs(info.score_cp) in cp:
                yield board.fen()
                break
        else:
            raise FenError(f"after random moves {MAX_TRIES:,} positions were over or decided")
