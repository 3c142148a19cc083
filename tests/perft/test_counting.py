"""Counting with a table, with threads, by kind, and beyond 64 bits."""

import threading

import pytest

from lux import Board, PerftTable
from lux.game import perft as counting
from lux.game.perft import TASK_DEPTH, count_task, next_tasks

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
TWO_KINGS = "7k/8/8/8/8/8/8/K7 w - - 0 1"


def frontier(fen: str, plies: int, *, merge: bool = True) -> list[tuple[str, int]]:
    """Return the positions after some plies, each with the number of ways to reach it."""
    tasks = [(Board(fen).epd(), 1)]
    for _ in range(plies):
        tasks = next_tasks(tasks, False, merge=merge)
    return tasks


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("hash_mib", [0, 1])
@pytest.mark.parametrize(("fen", "depth", "nodes"), [(ENDGAME, 6, 11030083), (Board().fen(), 6, 119060324)])
def test_threads_do_not_change_the_count(fen, depth, nodes, hash_mib, threads):
    assert depth > TASK_DEPTH
    assert Board(fen).perft(depth, threads=threads, hash=hash_mib) == nodes


def test_threads_play_every_move_too():
    assert Board(ENDGAME).perft(6, threads=2, bulk=False) == 11030083


def test_no_count_wraps():
    # In Python integers all the way, where perft takes 64-bit words for the last plies.
    expected = sum(ways for _, ways in frontier(TWO_KINGS, 25))
    assert expected > 2**64
    assert Board(TWO_KINGS).perft(25, hash=1) == expected


def test_deep_counts_do_not_need_ever_more_tasks(monkeypatch):
    """With a table as many plies were merged as the depth asked for: at depth 14 gigabytes of them."""
    monkeypatch.setattr(counting, "MANY_TASKS", 20)
    seen = []
    nodes = Board(TWO_KINGS).perft(14, hash=1, progress=lambda *report: seen.append(report))
    assert nodes == sum(ways for _, ways in frontier(TWO_KINGS, 14))
    assert seen[-1][1] < 20 * 8


def test_progress_ends_at_all_of_it():
    seen = []
    nodes = Board().perft(6, threads=2, progress=lambda *report: seen.append(report))
    done, tasks, counted = seen[-1]
    assert done == tasks > 1
    assert counted == nodes == 119060324


def test_an_error_in_progress_stops_the_count():
    def stop(done: int, tasks: int, nodes: int) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        Board().perft(9, threads=2, progress=stop)
    assert threading.active_count() == before


def test_tasks_merge_positions_and_adds_their_ways():
    merged = frontier(KIWIPETE, 3)
    assert sum(ways for _, ways in merged) == len(frontier(KIWIPETE, 3, merge=False)) == 97862
    assert len({fen for fen, _ in merged}) == len(merged) < 97862


def test_wrong_arguments_are_refused():
    board = Board()
    with pytest.raises(ValueError, match="threads must be at least 1"):
        board.perft(3, threads=0)
    with pytest.raises(ValueError, match="at least 1 MiB"):
        board.perft(3, hash=-1)
    with pytest.raises(ValueError, match="needs bulk"):
        board.perft(3, hash=1, bulk=False)
    for depth in (-1, 0, 9):
        with pytest.raises(ValueError, match="depth must be from 1 to 7"):
            count_task(KIWIPETE, False, depth, True, None)
    with pytest.raises(MemoryError, match="MiB"):
        PerftTable(1 << 60)


# The tables of https://www.chessprogramming.org/Perft_Results, but for the double checks of Kiwipete at depth 5: the
# wiki has 2,637, others count 2,645 as we do (https://www.talkchess.com/viewtopic.php?p=908547).
SLOW_STATS = [
    (Board().fen(), 6, (119060324, 2812008, 5248, 0, 0, 809099, 329, 46, 10828)),
    (KIWIPETE, 5, (193690690, 35043416, 73365, 4993637, 8392, 3309887, 19883, 2645, 30171)),
]


@pytest.mark.parametrize(
    ("fen", "depth", "stats"),
    [
        (Board().fen(), 3, (8902, 34, 0, 0, 0, 12, 0, 0, 0)),
        (Board().fen(), 4, (197281, 1576, 0, 0, 0, 469, 0, 0, 8)),
        (Board().fen(), 5, (4865609, 82719, 258, 0, 0, 27351, 6, 0, 347)),
        (KIWIPETE, 1, (48, 8, 0, 2, 0, 0, 0, 0, 0)),
        (KIWIPETE, 3, (97862, 17102, 45, 3162, 0, 993, 0, 0, 1)),
        (KIWIPETE, 4, (4085603, 757163, 1929, 128013, 15172, 25523, 42, 6, 43)),
        (ENDGAME, 5, (674624, 52051, 1165, 0, 0, 52950, 1292, 3, 0)),
        (ENDGAME, 6, (11030083, 940350, 33325, 0, 7552, 452473, 26067, 0, 2733)),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW_STATS),
    ],
)
def test_stats_are_those_of_the_wiki(fen, depth, stats):
    assert Board(fen).perft_stats(depth) == stats


def test_no_depth_is_endless():
    mated = Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert (mated.perft(100), mated.perft(100, hash=1)) == (0, 0)
    assert mated.perft_stats(1) == mated.perft_stats(100) == (0,) * 9
    for depth in (101, 10**9, 10**20):
        for count in (mated.perft, mated.perft_stats):
            with pytest.raises(ValueError, match=r"depth must be from [01] to 100: 10"):
                count(depth)
