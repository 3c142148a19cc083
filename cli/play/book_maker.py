"""Make the opening book of `lux play` from the named openings and Lux's own searches.

    python -m lux.cli.play.book_maker cli/data/book.bin

Moves connect the named positions: one leads to the next, at once or with an unnamed one between. A move is in the book
if it lies on a shortest way to a named position and Lux's search finds it nearly as good as the best. The more named
positions it leads to, the more often it is played.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator

from lux.board import Board
from lux.cli.openings import opening_table
from lux.engine import Engine
from lux.polyglot import MAX_WEIGHT, write_book

MAX_PLIES = 16
NODES = 40_000  # of each search
MARGIN_CP = 30  # that a move may be worse than the best
MIN_SHARE = 0.01  # of the weight of a position's moves; a move with less is left out as too odd
SCALE = 50  # weights are whole numbers

Level = dict[int, Board]  # positions by their keys
Weights = dict[int, dict[str, float]]


def next_boards(board: Board) -> Iterator[tuple[str, Board]]:
    """Yield the legal moves, each with the board after it."""
    for move in board.legal_moves:
        reached = board.copy()
        reached.push_uci(move)
        yield move, reached


def levels_of(named: set[int]) -> list[Level]:
    """Return the positions to which the shortest way has 0 plies, then those with 1 ..., until MAX_PLIES."""
    levels, known = [{Board().key: Board()}], {Board().key}
    for _ in range(MAX_PLIES):
        level: Level = {}
        for board in levels[-1].values():
            for _, reached in next_boards(board):
                # One without a name leads from one that has a name to another.
                if reached.key not in known and (
                    reached.key in named
                    or (board.key in named and any(after.key in named for _, after in next_boards(reached)))
                ):
                    level.setdefault(reached.key, reached)
        known |= set(level)
        levels.append(level)
    return levels


def weigh(levels: list[Level], named: set[int]) -> Weights:
    """Return, for each position by its key, the moves and the number of named positions each leads to.

    A position that can be reached in several ways counts in part for each of them, and for unnamed ones only if there
    is no other.
    """
    weights: Weights = defaultdict(dict)
    for level, next_level in zip(levels[-2::-1], levels[:0:-1], strict=True):
        parents: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for key, board in level.items():
            for move, reached in next_boards(board):
                parents[reached.key].append((key, move))
        for key in next_level:
            flow = sum(weights[key].values()) + (key in named)
            ways = [way for way in parents[key] if way[0] in named] or parents[key]
            for parent, move in ways:
                weights[parent][move] = flow / len(ways)
    return weights


def score(engine: Engine, board: Board) -> int:
    """Return what a search says of a position, in centipawns for White."""
    engine.new_game()
    return engine.search(board, nodes=NODES).info.score.white().as_cp()


def book_lines() -> Iterator[tuple[Board, str, int]]:
    """Yield the positions of the book, each with a move and its weight."""
    named, engine = {Board(f"{epd} 0 1").key for epd in opening_table()}, Engine(hash_mib=16)
    weights = weigh(levels_of(named), named)
    seen, waiting = set(), [Board()]
    while waiting:
        board = waiting.pop()
        if board.key in seen:
            continue
        seen.add(board.key)
        sign, wanted = 1 if board.turn else -1, weights[board.key]
        least_weight = MIN_SHARE * sum(wanted.values())
        known = {move: after for move, after in next_boards(board) if wanted.get(move, -1) >= least_weight}
        scores = {move: sign * score(engine, after) for move, after in known.items()}
        best = max([sign * score(engine, board), *scores.values()])
        for move, after in known.items():
            if scores[move] >= best - MARGIN_CP:
                yield board, move, min(max(1, round(SCALE * wanted[move])), MAX_WEIGHT)
                waiting.append(after)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m lux.cli.play.book_maker FILE")
    print(f"{write_book(sys.argv[1], book_lines())} moves")
