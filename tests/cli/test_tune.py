"""`lux tune`: its state, its table and its picture, with games that cost nothing."""

from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from lux.cli.group import lux
from lux.cli.learn import tune as command
from lux.learning.tuning.trial_games import NodeLimit
from lux.uci.tunables import Tunable

TUNABLES = [Tunable("LMR_BASE", 500, 0, 1000, 50), Tunable("LMR_DIV", 20, 10, 30, 2), Tunable("RFP", 75, 40, 120, 8)]
CLOCK = Tunable("TIME_MOVES", 24, 12, 40, 2)


@pytest.fixture
def tuned(monkeypatch, tmp_path):
    """Run `lux tune` as in a tuning build; whoever has the larger LMR_BASE wins."""

    @contextmanager
    def games(pairs: int, limit: NodeLimit, processes: int):
        assert (pairs, processes) == (2, 3)
        assert limit in (NodeLimit(500), NodeLimit(6000, 70))
        yield lambda first, second, seed: pairs if first["LMR_BASE"] > second["LMR_BASE"] else -pairs

    monkeypatch.setattr(command, "tunables", lambda: TUNABLES)
    monkeypatch.setattr(command, "pairs_in_processes", games)

    def run(*args: str):
        settings = ["--pairs", "2", "--nodes", "500", "--processes", "3", "--rate", "0.02"]
        return CliRunner().invoke(lux, ["tune", str(tmp_path / "state.jsonl"), *settings, *args])

    return run


def test_it_ends_with_the_values_and_their_course(tuned, tmp_path):
    pytest.importorskip("matplotlib")
    result = tuned("--only", "lmr", "--steps", "30", "--plot", str(tmp_path / "course.svg"))
    assert result.exit_code == 0
    assert "step 30/30" in result.output
    base, div = result.stdout.splitlines()
    assert base.split()[:3] == ["LMR_BASE", "500", "->"]
    assert int(base.split()[3]) > 510
    assert div.split()[0] == "LMR_DIV"
    assert len((tmp_path / "state.jsonl").read_text().splitlines()) == 31
    assert "<svg" in (tmp_path / "course.svg").read_text(encoding="utf-8")
    # What is finished is only shown, and what is another tuning is refused.
    assert tuned("--only", "lmr", "--steps", "30").stdout == result.stdout
    refused = tuned("--steps", "30")
    assert refused.exit_code == 1
    assert "tuning with other parameters" in refused.output


def test_it_starts_from_the_values_in_a_file(tuned, tmp_path):
    """As tune prints them, or by hand."""
    start = tmp_path / "values.txt"
    start.write_text("LMR_BASE    500 ->    620\n\nRFP=80\n")
    result = tuned("--steps", "1", "--start", str(start))
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["LMR_BASE", "620"],
        ["LMR_DIV", "20"],
        ["RFP", "80"],
    ]
    for wrong in ("RFP 39", "NMP 3", "RFP", "RFP 1e3"):
        start.write_text(f"{wrong}\n")
        result = tuned("--start", str(start))
        assert result.exit_code == 1
        assert str(start) in result.output


def test_a_name_that_no_parameter_has(tuned):
    result = tuned("--only", "NMP")
    assert result.exit_code == 2
    assert "no parameter begins with NMP: LMR_BASE, LMR_DIV, RFP" in " ".join(result.output.split())


def test_what_divides_the_clock_is_tuned_with_one(tuned, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "tunables", lambda: [*TUNABLES, CLOCK])
    names = [line.split()[0] for line in tuned("--steps", "2").stdout.splitlines()]
    assert names == ["LMR_BASE", "LMR_DIV", "RFP"]
    (tmp_path / "state.jsonl").unlink()
    names = [line.split()[0] for line in tuned("--steps", "2", "--nodes", "6000+70").stdout.splitlines()]
    assert names == ["LMR_BASE", "LMR_DIV", "RFP", "TIME_MOVES"]
    result = tuned("--only", "TIME")
    assert result.exit_code == 2
    assert "no parameter begins with TIME" in " ".join(result.output.split())


@pytest.mark.parametrize("nodes", ["0", "-5", "5+-1", "+5", "5+", "5+5+5", "many"])
def test_nodes_that_limit_nothing(tuned, nodes):
    result = tuned(f"--nodes={nodes}")
    assert result.exit_code == 2
    assert "is neither nodes/move nor nodes per game + increment" in " ".join(result.output.split())


def test_the_parameters_as_openbench_takes_them(monkeypatch):
    monkeypatch.setattr(command, "tunables", lambda: [*TUNABLES, CLOCK])

    def run(*args: str):
        return CliRunner().invoke(lux, ["tune", *args])

    # Matches have a clock.
    assert run("--openbench", "--only", "rfp", "--only", "time", "--rate", "0.01").stdout == (
        "RFP, int, 75, 40, 120, 8, 0.01\nTIME_MOVES, int, 24, 12, 40, 2, 0.01\n"
    )
    for wrong in ([], ["state.jsonl", "--openbench"]):
        refused = run(*wrong)
        assert refused.exit_code == 2
        assert "either FILE or --openbench" in refused.output
