"""Fixtures of the protocol tests."""

from collections.abc import Iterator

import pytest

from tests.protocol.session import Session


@pytest.fixture
def session() -> Iterator[Session]:
    """Start Lux for one test."""
    with Session() as session:
        yield session
