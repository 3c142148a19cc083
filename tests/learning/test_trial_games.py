"""The games of `lux tune` and `lux weigh`: their clock, and processes that end with the command, however it ends."""

import signal
import subprocess
import sys

import psutil
import pytest

from lux import BLACK, WHITE, Limits
from lux.learning.adjudication import Adjudicator
from lux.learning.tuning.trial_games import ADJUDICATION, NodeLimit

PARENT = """
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from lux.learning.tuning.trial_games import start_worker

if __name__ == "__main__":
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=start_worker) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 3600).result()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_parent_that_cannot_say_so(tmp_path, number):
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE, text=True) as parent:
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.send_signal(number)
        worker.wait(timeout=20)
    assert parent.returncode == -number


@pytest.mark.parametrize(
    ("limit", "limits"),
    [
        (NodeLimit(1000, 50), Limits(wtime_ms=750, btime_ms=50, winc_ms=50, binc_ms=50)),
        (NodeLimit(1000), Limits(nodes=1000)),
    ],
)
def test_each_player_has_a_clock_of_nodes_or_nodes_a_move(limit, limits):
    assert limit.limits({WHITE: limit.after(1000, 300), BLACK: limit.after(1000, 1200)}) == limits


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ([500] * 4, 2),
        ([-500] * 4, 0),
        ([500] * 3 + [499] + [500] * 3, None),
        ([500, -500] * 20, None),
        ([8, -8] * 34, 1),
        ([8] * 67, None),
        ([8] * 63 + [9] + [8] * 7, None),
    ],
)
def test_games_end_when_the_scores_have_said_it_for_long_enough(scores, result):
    adjudicator = Adjudicator(ADJUDICATION)
    *before, last = [adjudicator.result(score, ply) for ply, score in enumerate(scores)]
    assert not any(end is not None for end in before)
    assert last == result
