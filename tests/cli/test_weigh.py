"""`lux weigh`: its table and what it refuses, with games that cost nothing."""

import re
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from lux.cli.group import lux
from lux.cli.learn import tune
from lux.cli.learn import weigh as command
from lux.learning.tuning.trial_games import NodeLimit
from lux.learning.tuning.weighing import check_ideas
from lux.uci.tunables import Tunable

TUNABLES = [Tunable("LMR_BASE", 500, 0, 1000, 50), Tunable("LMR_DIV", 20, 10, 30, 2)]
IDEAS = '[more]\nLMR_BASE = 600\n["less-\\u001b[2J"]\nLMR_DIV = 25\n'
SEARCH = Path(__file__).parents[2] / "lux" / "search"


@pytest.fixture
def weighed(monkeypatch, tmp_path):
    """Run `lux weigh` as in a tuning build; whoever has the larger LMR_BASE wins."""
    pytest.importorskip("numpy", reason="needs the extra [train]")

    @contextmanager
    def games(pairs: int, limit: NodeLimit, processes: int):
        assert (pairs, limit, processes) == (2, NodeLimit(500), 3)

        def play(first, second, seed):
            return 2 * ((first["LMR_BASE"] > second["LMR_BASE"]) - (first["LMR_BASE"] < second["LMR_BASE"]))

        yield play

    monkeypatch.setattr(tune, "tunables", lambda: TUNABLES)
    monkeypatch.setattr(tune, "pairs_in_processes", games)

    def run(*args: str, ideas: str = IDEAS):
        (tmp_path / "ideas.toml").write_text(ideas, encoding="utf-8")
        files = [str(tmp_path / "results.jsonl"), str(tmp_path / "ideas.toml")]
        return CliRunner().invoke(lux, ["weigh", *files, "--pairs", "2", "--nodes", "500", "--processes", "3", *args])

    return run


def test_it_ends_with_what_each_idea_is_worth(weighed):
    result = weighed("--steps", "60")
    assert result.exit_code == 0
    assert "step 60/60" in result.output
    head, more, less = result.stdout.splitlines()
    assert head.split() == ["games", "Elo", "+-"]
    assert (more.split()[0], less.split()[0]) == ("more", r"less-\x1b[2J")  # names are text
    assert float(more.split()[2]) > 150 > 50 > abs(float(less.split()[2]))
    # What is finished is only shown, and what is another measurement is refused.
    assert weighed("--steps", "60").stdout == result.stdout
    refused = weighed("--steps", "60", "--alone")
    assert refused.exit_code == 1
    assert "weighing with other alone" in refused.output


@pytest.mark.parametrize(
    ("ideas", "message"),
    [
        ("[more]\nLMR_BOSE = 1\n", "more: no parameter LMR_BOSE"),
        ("LMR_BASE = 1\n", "LMR_BASE: expected parameters and their values"),
        ("[more\n", "ideas.toml: Expected"),
        ("", "no ideas"),
    ],
)
def test_ideas_of_no_use(weighed, ideas, message):
    result = weighed(ideas=ideas)
    assert result.exit_code == 1
    assert message in result.output


def test_an_idea_that_ends_the_process(weighed, monkeypatch):
    @contextmanager
    def games(pairs: int, limit: NodeLimit, processes: int):
        raise BrokenProcessPool
        yield

    monkeypatch.setattr(tune, "pairs_in_processes", games)
    result = weighed()
    assert result.exit_code == 1
    assert "ideas.toml: a process ended in a game: does an idea make a divisor 0?" in result.output


@pytest.mark.parametrize("command", ["tune", "weigh"])
def test_another_build_says_which_it_takes(tmp_path, command):
    pytest.importorskip("numpy", reason="needs the extra [train]")
    (tmp_path / "ideas.toml").write_text(IDEAS, encoding="utf-8")
    ideas = [str(tmp_path / "ideas.toml")] if command == "weigh" else []
    result = CliRunner().invoke(lux, [command, str(tmp_path / "results.jsonl"), *ideas])
    assert result.exit_code == 1
    assert f"{command} needs a tuning build: LUX_TUNE=1 make build" in result.output
    assert not (tmp_path / "results.jsonl").exists()


def test_the_steps_of_the_search_can_be_weighed():
    header = (SEARCH / "params.pxd").read_text(encoding="utf-8")
    parameters = {name: int(value) for name, value in re.findall(r"^ +([A-Z_]+) = (\d+) +# ", header, re.MULTILINE)}
    ideas = command.read_ideas(str(SEARCH / "steps.toml"))
    assert len(ideas) > 10
    check_ideas(ideas, parameters, alone=False)
    # Each is a change.
    assert all(parameters[name] != value for idea in ideas for name, value in idea.values.items())
