"""The search without its short cuts finds what plain minimax finds.

That is a tuning build in which pruning, reductions, extensions and quiescence search are off. What is left must be
exact: windows and re-searches, ordering and the picker, the transposition table and its bounds, mate distances, draws.
"""

import json
import random
from pathlib import Path

import pytest

from lux import Board, Engine
from tests.playouts import playouts
from tests.search.steps import PRUNING, REDUCTIONS
from tests.search.tuning_build import build_for_tuning, run_without

pytest.importorskip("Cython", reason="the build's own tools are not installed")

pytestmark = pytest.mark.slow

OTHERS = ("no-deeper-tt-results", "no-quiescence-search", "no-null-move-pruning")
WITHOUT = (*PRUNING, *REDUCTIONS, "no-singular-extension", *OTHERS)
MOST_LEAVES = 10_000  # of a tree that Python goes through
MATE = 32_000
SEARCHES = """
import json, sys
from lux import Board, Engine

engine = Engine(hash_mib=4)
for line in sys.stdin:
    fen, depth = json.loads(line)
    engine.new_game()
    result = engine.search(Board(fen), depth=depth)
    print(json.dumps([result.info.score_cp, result.info.mate, result.best_move]))
"""


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Return a folder that holds a tuning build."""
    folder = tmp_path_factory.mktemp("plain")
    build_for_tuning(folder)
    return folder


def searched(plain: Path, tasks):
    """Let the plain search look at positions, each to its depth; return scores, mates and moves."""
    lines = "".join(json.dumps(task) + "\n" for task in tasks)
    return [json.loads(line) for line in run_without(plain, SEARCHES, WITHOUT, text=lines).splitlines()]


def is_draw(board: Board) -> bool:
    # Four plies after a position without a past nothing has repeated.
    return board.is_insufficient_material() or (board.halfmove_clock >= 100 and not board.is_checkmate())


def minimax(engine: Engine, board: Board, depth: int, ply: int) -> int:
    """Return the value for the side to move, with mates counted in plies from the root."""
    if ply > 0 and is_draw(board):
        return 0
    if depth == 0:
        return engine.evaluate(board)
    best = -MATE
    for move in board.legal_moves:
        board.push_uci(move)
        best = max(best, -minimax(engine, board, depth - 1, ply + 1))
        board.pop()
    if best > -MATE:
        return best
    return ply - MATE if board.is_check() else 0


def in_engine_terms(value: int) -> tuple[int | None, int | None]:
    """Return centipawns and moves to the mate, one of which is None."""
    plies = MATE - abs(value)
    if plies > 100:
        return value, None
    return None, (plies + 1) // 2 if value > 0 else -(plies // 2)


def sample(seed: int, count: int) -> list[tuple[str, int]]:
    """Return this many positions of random games for depth 4, and some with larger trees for less."""
    rng = random.Random(seed)
    tasks: list[tuple[str, int]] = []
    for oracle, _ in playouts(seed, 100_000):
        fields = oracle.fen().split()
        fields[4] = str(rng.choice((0, 0, 1, 97, 98, 99)) if fields[3] == "-" else 0)
        board = Board(" ".join(fields))
        # Neighbours in a game are much alike.
        if board.termination() is not None or rng.random() < 0.7:
            continue
        depth = next(depth for depth in (4, 3, 2, 1) if depth == 1 or board.perft(depth) <= MOST_LEAVES)
        if depth == 4 or rng.random() < 0.05:
            tasks.append((board.fen(), depth))
            count -= depth == 4
        if count == 0:
            break
    return tasks


@pytest.mark.parametrize("seed", range(10))
def test_the_plain_search_is_minimax(plain, seed):
    tasks = sample(seed, 100)
    assert {depth for _, depth in tasks} == {2, 3, 4}
    evaluator = Engine(hash_mib=1)
    for (fen, depth), (score_cp, mate, best_move) in zip(tasks, searched(plain, tasks), strict=True):
        board = Board(fen)
        value = minimax(evaluator, board, depth, 0)
        assert (score_cp, mate) == in_engine_terms(value), (fen, depth)
        board.push_uci(best_move)
        assert -minimax(evaluator, board, depth - 1, 1) == value, (fen, depth, best_move)
