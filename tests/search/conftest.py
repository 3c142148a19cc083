"""Fixtures of the search tests."""

import pytest

from lux import Engine


@pytest.fixture
def engine() -> Engine:
    """Return an engine that knows nothing yet."""
    return Engine(hash_mib=4)
