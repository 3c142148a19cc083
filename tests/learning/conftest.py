"""Fixtures for the tests of learning from games."""

import pytest

from lux.learning.selfplay.game import SelfPlay
from tests.learning.play import RULES, played_games


@pytest.fixture
def make_player():
    """Return a function that makes a SelfPlay with quick settings, except those that it is given."""
    return lambda **settings: SelfPlay(**{"seed": 1, **RULES, **settings})


@pytest.fixture
def games():
    """Return 60 games."""
    return played_games()
