"""Leaving the process while a search runs."""

import pytest

from tests.sources import run_python

# Two engines: one reports to Python all the time, one has helpers and no listener.
SCRIPT = """
import sys, time
from lux import Board, Engine
loud, silent = Engine(hash_mib=1), Engine(hash_mib=1, threads=2)
loud.start(Board(), infinite=True, multipv=3, on_info=lambda info: None)
silent.start(Board(), infinite=True)
time.sleep(float(sys.argv[1]))
"""


# Threads that go on starting engines and searches while the process ends.
STARTING = """
import sys, threading, time
from lux import Board, Engine
def go_on(threads):
    while True:
        engine = Engine(hash_mib=1, threads=threads)
        engine.start(Board(), infinite=True)
        engine.search(Board(), depth=1) if engine.wait(0.001) else engine.stop()
for threads in (1, 1, 2):
    threading.Thread(target=go_on, args=(threads,), daemon=True).start()
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize("script", [SCRIPT, STARTING], ids=["searching", "starting"])
@pytest.mark.parametrize(
    "delays_ms", [[*range(20), 200], pytest.param([ms % 51 for ms in range(2000)], marks=pytest.mark.slow)], ids=len
)
def test_a_process_may_leave_while_it_searches(delays_ms, script):
    for delay_ms in delays_ms:
        done = run_python("-c", script, str(delay_ms / 1000))
        assert (done.returncode, done.stderr) == (0, ""), f"after {delay_ms} ms"
