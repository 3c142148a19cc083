"""Entries of the transposition table that two threads have written at once: the search lives with any mixture."""

import pytest

from lux import Board, Engine, inspection

POSITIONS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",  # mates
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",  # entries of draws, and deep ones
]


def assert_sane(board, info):
    """Fail unless the line can be played and the score is one that the engine may show."""
    if info.mate is None:
        assert -20000 <= info.score_cp <= 20000
    else:
        assert 0 < abs(info.mate) <= 123
    played = board.copy()
    for move in info.pv:
        assert move in played.legal_moves
        played.push_uci(move)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("fen", POSITIONS)
def test_torn_entries(fen, threads):
    board = Board(fen)
    engine = Engine(hash_mib=1, threads=threads)
    for seed in range(1, 5):
        infos = []
        engine.start(board, nodes=100_000, multipv=2, on_info=infos.append)
        torn = 0
        while engine.searching:
            inspection.tear_entries(engine, 10_000, seed + torn)
            torn += 1
        result = engine.wait(60)
        assert torn > 10
        assert result.best_move in board.legal_moves
        for info in [*infos, *result.lines]:
            assert_sane(board, info)
