"""Games for the tests of learning from games."""

from functools import cache

from lux.learning.data.replay import Filter, replay_game
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
    records, end = b"", 0
    while end < len(data):
        game = replay_game(data, end, Filter(**filter))
        records += game.records
        end = game.end
    return [records[begin : begin + 32] for begin in range(0, len(records), 32)]
