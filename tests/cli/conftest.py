"""Fixtures for the tests of the commands."""

import pytest

import cli.group


@pytest.fixture
def run(capsys):
    """Return a runner of `lux` in this process: starting one for each of these tests would take a minute."""

    def call(*args):
        return cli.group.run(args), *capsys.readouterr()

    return call


@pytest.fixture(autouse=True)
def state_home(tmp_path, monkeypatch):
    """Keep unfinished games apart from the user's own; processes that a test starts inherit it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "lux" / "play.pgn"
