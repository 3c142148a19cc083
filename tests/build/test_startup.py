"""Start-up as a GUI sees it: quick, and without a package that UCI does not need."""

import os
import subprocess
import sys
import time
from pathlib import Path

BUDGET_S = 0.2
BUDGET_IN_PYTHONS = 8  # the same on a slow or busy machine: times what the interpreter takes to start and leave
ATTEMPTS = 40  # one must keep to the budget: the others measure what else the machine does


def seconds_to_uciok(command: Path) -> float:
    line, start = b"", time.perf_counter()
    with subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        engine.stdin.write(b"uci\n")
        engine.stdin.flush()
        for line in engine.stdout:
            if line.rstrip() == b"uciok":
                break
        elapsed = time.perf_counter() - start
        rest, _ = engine.communicate(b"quit\n", timeout=10)
    assert line.rstrip() == b"uciok"
    assert rest == b""
    assert engine.returncode == 0
    return elapsed


def seconds_of_python() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


def modules_imported_by(command: list[str | Path]) -> set[str]:
    """Return the top-level packages that a command imports while it answers `uci`."""
    environment = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    result = subprocess.run(command, input=b"uci\nquit\n", env=environment, capture_output=True, timeout=30)
    assert result.returncode == 0, result.stderr.decode()[-2000:]
    reported = [line for line in result.stderr.decode().splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in reported[1:]}


def test_uciok_comes_at_once(lux_executable):
    budgets = (max(BUDGET_S, BUDGET_IN_PYTHONS * seconds_of_python()) for _ in range(ATTEMPTS))
    assert any(seconds_to_uciok(lux_executable) < budget for budget in budgets)


def test_uci_needs_lux_and_what_is_light_of_the_standard_library(lux_executable):
    without_lux = modules_imported_by([sys.executable, "-c", "pass"])  # what the environment itself brings
    imported = modules_imported_by([lux_executable])
    assert imported - without_lux - sys.stdlib_module_names == {"lux"}
    heavy = {"argparse", "asyncio", "concurrent", "logging", "multiprocessing", "pathlib", "subprocess", "unittest"}
    assert imported & heavy == set()
