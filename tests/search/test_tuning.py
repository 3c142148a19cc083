"""A tuning build: the parameters are options, and pairs of games tune them."""

import re
from pathlib import Path

import pytest

from tests.search.tuning_build import build_for_tuning, run_script
from tests.sources import ROOT

pytestmark = pytest.mark.slow

UCI = "import sys; from lux.__main__ import main; sys.exit(main())"
SEARCH = """
import sys
from lux import Board
from lux.uci.session import Uci

session = Uci(None, None)
for setting in sys.argv[1:]:
    name, value = setting.split("=")
    session.options[name].set(value)
fens = "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 1 5", \\
    "8/1p6/2p5/p1k1pr2/P5r1/1Pp2P1P/2K5/7R w - - 0 65"
print(sum(session.engine.search(Board(fen), depth=10).info.nodes for fen in fens))
"""
TUNE = """
import sys
from lux.learning.tuning.spsa import Tuning
from lux.learning.tuning.trial_games import NodeLimit, pairs_in_processes
from lux.uci.tunables import tunables

if __name__ == "__main__":
    path, processes = sys.argv[1:]
    tuning = Tuning(path, tunables(), steps=3, rate=0.5, pairs=2, seed=5, games={})
    with pairs_in_processes(2, NodeLimit(200), int(processes)) as play_step:
        print([score for score in tuning.run(play_step, 3)])
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    pytest.importorskip("Cython", reason="the build's own tools are not installed")
    path = tmp_path_factory.mktemp("tunable")
    build_for_tuning(path)
    return path


def nodes_searched(folder: Path, **values: int) -> int:
    """Return the nodes of two short searches with some options set."""
    return int(run_script(folder, SEARCH, *(f"{name}={value}" for name, value in values.items())))


def test_each_parameter_is_an_option_with_its_range(folder):
    header = (ROOT / "lux/search/params.pxd").read_text(encoding="utf-8")
    wanted = re.findall(r"^    ([A-Z_]+) = (-?\d+) +# (-?\d+) \.\. (\d+)", header, re.MULTILINE)
    declared = run_script(folder, UCI, text="uci\nquit\n")
    spins = re.findall(
        r"^option name ([A-Z_]+) type spin default (-?\d+) min (-?\d+) max (\d+)$", declared, re.MULTILINE
    )
    assert spins == wanted
    assert len(wanted) > 40


def test_the_search_is_the_same_until_an_option_is_set(folder):
    nodes = nodes_searched(ROOT)
    assert nodes_searched(folder) == nodes
    # One that each node reads, one that goes into a table, three of other modules.
    for name, value in (
        ("RFP_MARGIN", 90),
        ("LMR_QUIET_BASE", 1200),
        ("HISTORY_BONUS", 90),
        ("ASPIRATION_DELTA", 35),
        ("CHECK_BONUS", 1000),
    ):
        changed = nodes_searched(folder, **{name: value})
        assert changed != nodes, name
        assert nodes_searched(folder, **{name: value}) == changed, name


def test_tuning_gives_the_same_with_any_number_of_processes(folder, tmp_path):
    one = run_script(folder, TUNE, str(tmp_path / "one"), "1")
    assert one == run_script(folder, TUNE, str(tmp_path / "two"), "2")
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()
    assert len((tmp_path / "one").read_text().splitlines()) == 4
    scores = eval(one)
    assert len(scores) == 3
    assert any(scores)
    assert all(-4 <= score <= 4 for score in scores)
