"""Two threads on one search, and all that may be said to them during it: ThreadSanitizer watches in CI."""

import threading

from lux import Board, Engine

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 5


def test_stop_ponderhit_and_changes_of_the_table():
    engine = Engine(hash_mib=1, threads=2)
    board = Board(MIDDLEGAME)
    for i in range(ROUNDS):
        infos = []
        engine.start(board, infinite=True, on_info=infos.append)
        changes = threading.Thread(target=setattr, args=(engine, "hash_mib", 1 + i % 2))
        changes.start()
        assert engine.wait(0.02) is None
        engine.stop()
        assert engine.wait(30).best_move in board.legal_moves
        changes.join()
        assert engine.hash_mib == 1 + i % 2

        engine.start(board, ponder=True, movetime_ms=30)
        assert engine.wait(0.01) is None
        engine.ponderhit()
        assert engine.wait(30).best_move in board.legal_moves
        engine.new_game()


def test_two_engines_with_two_threads_each():
    engines = [Engine(hash_mib=1, threads=2) for _ in range(2)]
    for engine in engines:
        engine.start(Board(MIDDLEGAME), nodes=20_000)
    assert all(engine.wait(30).best_move for engine in engines)
