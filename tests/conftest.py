"""Fixtures for all tests, and the guard against testing extensions older than their sources."""

import os
import signal
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import chess.syzygy
import pytest
from hypothesis import settings

from tests.sources import ROOT, stale_extensions
from tests.tables import TABLES

# Deadlines measure the machine's other work.
settings.register_profile("lux", deadline=None)
settings.load_profile("lux")


def tests_the_tree() -> bool:
    """Return whether `lux` is the one beside these tests, not an installed wheel."""
    spec = find_spec("lux")
    return spec is not None and spec.origin is not None and Path(spec.origin).resolve().parent == ROOT / "lux"


def pytest_sessionstart(session: pytest.Session) -> None:
    # In the background of a script Ctrl-C is ignored, under nohup a hang-up, and what tests start inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(getattr(signal, "SIGHUP", signal.SIGTERM), signal.SIG_DFL)
    # Python prefers an extension to the .py beside it, so a stale one would silently be tested instead of the edit.
    stale = stale_extensions() if tests_the_tree() else []
    if stale:
        pytest.exit(f"not built since they were edited: {', '.join(stale)}. Run: make build", returncode=3)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two tests at a time for each core: half of their time many wait for processes that they started."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def lux_executable() -> Path:
    """Return the path of the installed `lux` command."""
    path = Path(sysconfig.get_path("scripts"), "lux")
    if not path.exists():
        pytest.fail(f"{path} does not exist: install Lux with `make build`")
    return path


@pytest.fixture(scope="session")
def tablebase():
    """Return the tables of tests/data."""
    from lux import Tablebase  # after the guard

    return Tablebase(TABLES)


@pytest.fixture(scope="session")
def oracle():
    """Return the same tables as python-chess reads them."""
    with chess.syzygy.open_tablebase(str(TABLES)) as tables:
        yield tables
