"""Fixtures for the tests of the commands."""

import pytest

from lux.cli import group


@pytest.fixture
def run(capsys):
    """Return a runner of `lux` in this process: starting one for each of these tests would take a minute."""

    def call(*args):
        return group.run(args), *capsys.readouterr()

    return call


@pytest.fixture(autouse=True)
def games_folder(tmp_path, monkeypatch):
    """Keep games apart from the user's own; processes that a test starts inherit it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "lux" / "games"


@pytest.fixture
def kept(games_folder):
    """Return a function that finds the file of the only game that is kept."""

    def find():
        (path,) = games_folder.iterdir()
        return path

    return find
