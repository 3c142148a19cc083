"""Games for the tests of learning from games."""

from functools import cache

from lux.learning.data.replay import Filter, decode_games
from lux.learning.selfplay.game import PlaySettings, SelfPlay

# How they are played: quickly.
RULES = {
    "soft_nodes": 60,
    "hard_nodes": 600,
    "opening_nodes": 200,
    "random_plies": 8,
    "max_opening_score": 1000,
    "chess960_percent": 50,
    "win_score": 1200,
    "win_plies": 4,
    "draw_score": 8,
    "draw_plies": 10,
    "draw_from_ply": 80,
}


@cache
def played_games() -> tuple[bytes, ...]:
    """Return 60 games, every other one of Chess960."""
    player = SelfPlay(PlaySettings(seed=5, **RULES))
    return tuple(player.play(number) for number in range(60))


def decode(data: bytes, **filter: object) -> list[bytes]:
    """Return the records of games."""
    out = bytearray(32 * len(data))
    decoded = decode_games(data, out, Filter(**filter))
    assert decoded.end == len(data)
    return [bytes(out[32 * i : 32 * i + 32]) for i in range(decoded.records)]
