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


def after(board: Board, move: str) -> Board:
    """Return the board after a move."""
    board = board.copy()
    board.push_uci(move)
    return board


class BookMaker:
    """Walk through the named openings and choose the moves of a book."""

    def __init__(self) -> None:
        self.named = {Board(f"{epd} 0 1").key for epd in opening_table()}
        self.engine = Engine(hash_mib=16)
        self.weights = self._weigh(self._levels())

    def _levels(self) -> list[dict[int, Board]]:
        """Return the positions of the graph by key, those first to which the shortest way has 0 plies, then 1 ..."""
        levels, known = [{Board().key: Board()}], {Board().key}
        for _ in range(MAX_PLIES):
            level: dict[int, Board] = {}
            for board in levels[-1].values():
                for move in board.legal_moves:
                    reached = after(board, move)
                    if reached.key not in known and (self._has_name(reached) or self._is_between(board, reached)):
                        level.setdefault(reached.key, reached)
            known |= set(level)
            levels.append(level)
        return levels

    def _has_name(self, board: Board) -> bool:
        return board.key in self.named

    def _is_between(self, board: Board, reached: Board) -> bool:
        """Return whether an unnamed position leads from one that is named to another."""
        return self._has_name(board) and any(self._has_name(after(reached, move)) for move in reached.legal_moves)

    def _weigh(self, levels: list[dict[int, Board]]) -> dict[int, dict[str, float]]:
        """Return, for each position by its key, the moves and the number of named positions each leads to.

        A position that can be reached in several ways counts in part for each of them, and for unnamed ones only if
        there is no other.
        """
        weights: dict[int, dict[str, float]] = defaultdict(dict)
        for level, next_level in zip(levels[-2::-1], levels[:0:-1], strict=True):
            parents: dict[int, list[tuple[int, str]]] = defaultdict(list)
            for key, board in level.items():
                for move in board.legal_moves:
                    parents[after(board, move).key].append((key, move))
            for reached in next_level:
                flow = sum(weights[reached].values()) + (reached in self.named)
                ways = [way for way in parents[reached] if way[0] in self.named] or parents[reached]
                for key, move in ways:
                    weights[key][move] = flow / len(ways)
        return weights

    def score(self, board: Board) -> int:
        """Return what a search says of a position, in centipawns for White."""
        self.engine.new_game()
        return self.engine.search(board, nodes=NODES).info.score.white().as_cp()

    def moves(self, board: Board) -> dict[str, int]:
        """Return the moves of the book in a position, with their weights."""
        sign, weights = 1 if board.turn else -1, self.weights[board.key]
        scores = {
            move: sign * self.score(after(board, move))
            for move, weight in weights.items()
            if weight >= MIN_SHARE * sum(weights.values())
        }
        least = max([sign * self.score(board), *scores.values()]) - MARGIN_CP
        good = (move for move, score in scores.items() if score >= least)
        return {move: min(max(1, round(SCALE * weights[move])), MAX_WEIGHT) for move in good}

    def lines(self) -> Iterator[tuple[Board, str, int]]:
        """Yield the positions that the book's moves lead to, with their moves and weights."""
        seen, waiting = set(), [Board()]
        while waiting:
            board = waiting.pop()
            if board.key not in seen:
                seen.add(board.key)
                for move, weight in self.moves(board).items():
                    yield board, move, weight
                    waiting.append(after(board, move))


def main() -> None:
    """Write the book to the file that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m lux.cli.play.book_maker FILE")
    print(f"{write_book(sys.argv[1], BookMaker().lines())} moves")


if __name__ == "__main__":
    main()
