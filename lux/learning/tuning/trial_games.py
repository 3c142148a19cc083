"""Play pairs of games between two settings of the search's parameters, in a tuning build (layer 7).

A pair is reproducible: its number determines the random opening, and searches are limited by nodes, either per move or
by a clock that counts nodes instead of time.
"""

import os
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import connection, get_context, parent_process
from random import Random
from threading import Thread
from typing import NamedTuple

from lux.board import BLACK, WHITE, Board
from lux.engine import Engine
from lux.learning.adjudication import Adjudicator
from lux.learning.tuning.experiment import PlayStep
from lux.limits import Limits
from lux.uci.genfens import generate_fens
from lux.uci.tunables import set_tunables, tunables

HASH_MIB = 8
# Of the better side: more balanced, more pairs are two draws; decided, each player wins one. Source: UHO openings
OPENINGS_CP = range(50, 201)
ADJUDICATION = {"win_score": 500, "win_plies": 4, "draw_score": 8, "draw_plies": 8, "draw_from_ply": 60}

Values = Mapping[str, int]


class NodeLimit(NamedTuple):
    """A player's limit of nodes: fixed nodes per move, or nodes for a game and an increment per move."""

    nodes: int
    increment: int | None = None  # None if the nodes are those of one move

    def __str__(self) -> str:
        return str(self.nodes) if self.increment is None else f"{self.nodes}+{self.increment}"

    def limits(self, left: Mapping[bool, int]) -> Limits:
        """Return the limits of a search with these clocks, for an engine that counts a node as a millisecond."""
        if self.increment is None:
            return Limits(nodes=self.nodes)
        gain = self.increment
        return Limits(wtime_ms=left[WHITE], btime_ms=left[BLACK], winc_ms=gain, binc_ms=gain)

    def after(self, left: int, nodes: int) -> int:
        """Return a clock after a move; there is no loss on time."""
        return max(0, left - nodes) + (self.increment or 0)


@lru_cache(maxsize=1)
def engines() -> dict[bool, Engine]:
    """Return this process's engines for White and Black."""
    return {WHITE: Engine(hash_mib=HASH_MIB), BLACK: Engine(hash_mib=HASH_MIB)}


def play_game(white: Values, black: Values, seed: int, limit: NodeLimit) -> int:
    """Play the opening of a seed; return 1 if White wins, 0 for a draw, -1 if Black wins."""
    set_tunables({tunable.name: tunable.value for tunable in tunables()})
    (fen,) = generate_fens(1, seed, cp=OPENINGS_CP)
    board, adjudicator = Board(fen), Adjudicator(ADJUDICATION)
    left = dict.fromkeys((WHITE, BLACK), limit.nodes)
    plies = 0
    for engine in engines().values():
        engine.new_game()
        engine.nodestime = 1
    while (outcome := board.outcome(claim_draw=True)) is None:
        set_tunables(white if board.turn == WHITE else black)
        result = engines()[board.turn].search(board, limit.limits(left))
        left[board.turn] = limit.after(left[board.turn], result.info.nodes)
        score = result.info.score.white().as_cp()
        if (end := adjudicator.result(score, plies)) is not None:
            return end - 1
        plies += 1
        board.push(result.best_move)
    return 0 if outcome.winner is None else 1 if outcome.winner == WHITE else -1


def end_with_parent() -> None:
    """Wait for the parent process to end, then end this one, even during a search."""
    connection.wait([parent_process().sentinel])
    os._exit(1)


def start_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


@contextmanager
def pairs_in_processes(pairs: int, limit: NodeLimit, processes: int) -> Iterator[PlayStep]:
    """Yield a function that plays the pairs of a step in several processes; their number does not change the result."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=start_worker) as pool:

        def play_step(first: dict[str, int], second: dict[str, int], seed: int) -> int:
            """Play the pairs of a step."""
            random = Random(seed)
            seeds = [random.getrandbits(32) for _ in range(pairs)]
            # Game by game: processes that have none left at the end of a step wait less long than for a pair.
            as_white = [pool.submit(play_game, first, second, seed, limit) for seed in seeds]
            as_black = [pool.submit(play_game, second, first, seed, limit) for seed in seeds]
            return sum(game.result() for game in as_white) - sum(game.result() for game in as_black)

        try:
            yield play_step
        finally:
            pool.shutdown(cancel_futures=True)
