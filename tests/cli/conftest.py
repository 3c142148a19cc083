import pytest


@pytest.fixture(autouse=True)
def state_home(tmp_path, monkeypatch):
    """Keep unfinished games apart from the user's own; processes that a test starts inherit it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "lux" / "play.pgn"
