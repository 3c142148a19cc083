"""`lux tune` and `lux weigh`: state, tables and a picture, with games that cost nothing."""

import re
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import pytest

from lux.cli.learn import tune, weigh
from lux.learning.tuning.trial_games import NodeLimit
from lux.learning.tuning.weighing import check_ideas
from lux.uci.tunables import Tunable
from tests.sources import ROOT

TUNABLES = [Tunable("LMR_BASE", 500, 0, 1000, 50), Tunable("LMR_DIV", 20, 10, 30, 2), Tunable("RFP", 75, 40, 120, 8)]
CLOCK = Tunable("TIME_MOVES", 24, 12, 40, 2)
FEW = Tunable("PVS_MOVES", 1, 1, 3, 1)
IDEAS = '[more]\nLMR_BASE = 600\n["less-\\u001b[2J"]\nLMR_DIV = 25\n'
PLAYED = ["--pairs", "2", "--nodes", "500", "--processes", "3"]


@pytest.fixture
def state(monkeypatch, tmp_path):
    """Return the file of a tuning build's games; whoever has the larger LMR_BASE wins them."""

    @contextmanager
    def games(pairs: int, limit: NodeLimit, processes: int):
        assert (pairs, processes) == (2, 3)
        assert limit in (NodeLimit(500), NodeLimit(6000, 70))
        yield (
            lambda one, other, seed: (
                pairs * ((one["LMR_BASE"] > other["LMR_BASE"]) - (one["LMR_BASE"] < other["LMR_BASE"]))
            )
        )

    monkeypatch.setattr(tune, "tunables", lambda: TUNABLES)
    monkeypatch.setattr(tune, "pairs_in_processes", games)
    return tmp_path / "state.jsonl"


@pytest.fixture
def tuned(run, state):
    """Run `lux tune`."""
    return lambda *args: run("tune", str(state), *PLAYED, "--rate", "0.02", *args)


@pytest.fixture
def weighed(run, state, tmp_path):
    """Run `lux weigh`."""
    pytest.importorskip("numpy", reason="needs the extra [train]")

    def call(*args: str, ideas: str = IDEAS):
        (tmp_path / "ideas.toml").write_text(ideas, encoding="utf-8-sig")
        return run("weigh", str(state), str(tmp_path / "ideas.toml"), *PLAYED, *args)

    return call


def test_it_ends_with_the_values_and_their_course(tuned, state, tmp_path):
    pytest.importorskip("matplotlib")
    status, output, errors = tuned("--only", "lmr", "--steps", "30", "--plot", str(tmp_path / "course.svg"))
    assert (status, "step 30/30" in errors) == (0, True)
    base, div = output.splitlines()
    assert base.split()[:3] == ["LMR_BASE", "500", "->"]
    assert int(base.split()[3]) > 510
    assert div.split()[0] == "LMR_DIV"
    assert len(state.read_text().splitlines()) == 31
    assert "<svg" in (tmp_path / "course.svg").read_text(encoding="utf-8")
    # What is finished is only shown, and what is another tuning is refused.
    assert tuned("--only", "lmr", "--steps", "30")[1] == output
    status, _, errors = tuned("--steps", "30")
    assert (status, "tuning with other parameters" in errors) == (1, True)


@pytest.mark.parametrize(
    ("picture", "status", "message"),
    [
        ("course.xyz", 2, "course.xyz does not end as a picture does: ."),
        ("no/course.svg", 2, "there is no directory "),
        ("state", 1, "would be written over another file of this command"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_told_before_the_work(run, state, tmp_path, picture, status, message):
    pytest.importorskip("matplotlib")
    state = state.with_suffix(Path(picture).suffix)
    found, output, errors = run("tune", str(state), *PLAYED, "--plot", str(tmp_path / picture))
    assert (found, output, message in errors) == (status, "", True)
    assert not state.exists()


def test_it_starts_from_the_values_in_a_file(tuned, tmp_path):
    """As tune prints them, or by hand."""
    start = tmp_path / "values.txt"
    for encoding in ("utf-8", "utf-16"):  # the second is PowerShell's
        start.write_text("LMR_BASE    500 ->    620\n\nRFP=80\n", encoding=encoding)
        begun = [line.split()[:2] for line in tuned("--steps", "1", "--start", str(start))[1].splitlines()]
        assert begun == [["LMR_BASE", "620"], ["LMR_DIV", "20"], ["RFP", "80"]]
    for wrong in ("RFP 39", "NMP 3", "RFP", "RFP 1e3"):
        start.write_text(f"{wrong}\n")
        status, _, errors = tuned("--start", str(start))
        assert (status, str(start) in errors) == (1, True)


def test_what_divides_the_clock_is_tuned_with_one_and_few_values_never(tuned, state, monkeypatch):
    monkeypatch.setattr(tune, "tunables", lambda: [FEW, *TUNABLES, CLOCK])
    for limit, count in (("500", 3), ("6000+70", 4)):
        names = [line.split()[0] for line in tuned("--steps", "2", "--nodes", limit)[1].splitlines()]
        assert names == ["LMR_BASE", "LMR_DIV", "RFP", "TIME_MOVES"][:count]
        state.unlink()
    status, _, errors = tuned("--only", "TIME")
    assert (status, "no parameter to tune begins with TIME: LMR_BASE, LMR_DIV, RFP" in errors) == (2, True)


def test_the_parameters_as_openbench_takes_them(run, monkeypatch):
    monkeypatch.setattr(tune, "tunables", lambda: [FEW, *TUNABLES, CLOCK])
    # Matches have a clock.
    assert run("tune", "--openbench", "--only", "rfp", "--only", "time", "--rate", "0.01") == (
        0, "RFP, int, 75, 40, 120, 8, 0.01\nTIME_MOVES, int, 24, 12, 40, 2, 0.01\n", ""
    )  # fmt: skip


def test_it_ends_with_what_each_idea_is_worth(weighed):
    status, output, errors = weighed("--steps", "60")
    assert (status, "step 60/60" in errors) == (0, True)
    head, more, less = output.splitlines()
    assert head.split() == ["games", "Elo", "+-"]
    assert (more.split()[0], less.split()[0]) == ("more", r"less-\x1b[2J")  # names are text
    assert float(more.split()[2]) > 150 > 50 > abs(float(less.split()[2]))
    # What is finished is only shown, and what is another measurement is refused.
    assert weighed("--steps", "60")[1] == output
    status, _, errors = weighed("--steps", "60", "--alone")
    assert (status, "weighing with other alone" in errors) == (1, True)


@pytest.mark.parametrize(
    ("ideas", "message"),
    [
        ("[more]\nLMR_BOSE = 1\n", "more: no parameter LMR_BOSE"),
        ("LMR_BASE = 1\n", "LMR_BASE: expected parameters and their values"),
        ("[more\n", "ideas.toml: Expected"),
        ("", "no ideas"),
        (IDEAS, "ideas.toml: a process ended in a game: does an idea make a divisor 0?"),
    ],
)
def test_ideas_of_no_use(weighed, monkeypatch, ideas, message):
    def end_process(*_):
        raise BrokenProcessPool

    monkeypatch.setattr(tune, "pairs_in_processes", end_process)
    status, _, errors = weighed(ideas=ideas)
    assert (status, message in errors) == (1, True)


@pytest.mark.parametrize("command", ["tune", "weigh"])
def test_another_build_says_which_it_takes(run, tmp_path, command):
    pytest.importorskip("numpy", reason="needs the extra [train]")
    (tmp_path / "ideas.toml").write_text(IDEAS, encoding="utf-8")
    ideas = [str(tmp_path / "ideas.toml")] if command == "weigh" else []
    status, _, errors = run(command, str(tmp_path / "results.jsonl"), *ideas)
    assert (status, errors) == (1, f"lux: {command} needs a tuning build: LUX_TUNE=1 make build\n")
    assert not (tmp_path / "results.jsonl").exists()


def test_the_steps_of_the_search_can_be_weighed():
    header = (ROOT / "lux/search/params.pxd").read_text(encoding="utf-8")
    parameters = {name: int(value) for name, value in re.findall(r"^ +([A-Z_]+) = (\d+) +# ", header, re.MULTILINE)}
    ideas = weigh.read_ideas(str(ROOT / "lux/search/steps.toml"))
    assert len(ideas) > 10
    check_ideas(ideas, parameters, alone=False)
    # Each is a change.
    assert all(parameters[name] != value for idea in ideas for name, value in idea.values.items())
