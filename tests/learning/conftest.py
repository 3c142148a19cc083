"""Fixtures for the tests of learning from games."""

import pytest

from lux.learning.selfplay.game import PlaySettings, SelfPlay
from tests.learning.play import RULES, played_games


@pytest.fixture
def make_player():
    """Return a function that makes a SelfPlay with quick settings, except those that it is given."""

    def make(*, tablebase=None, **settings) -> SelfPlay:
        return SelfPlay(PlaySettings(**{"seed": 1, **RULES, **settings}), tablebase=tablebase)

    return make


@pytest.fixture
def games():
    """Return 60 games."""
    return played_games()


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """Wait for the disk after none of the thousands of steps."""
    monkeypatch.setattr("os.fsync", lambda file: None)
