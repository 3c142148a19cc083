"""Compute how long the moves of a game took, from the clock times in its PGN (layer 6).

>>> from lux.pgn import read_games
>>> game = next(read_games('[TimeControl "60+1"] 1. e4 {[%clk 0:00:58]} e5 2. Nf3 {[%clk 0:00:52.5]} *'))
>>> move_times(game)
[3.0, None, 6.5]
"""

import re

from lux.pgn import Game

# 300+3, or 40/5400+30 with more such stages after a colon, in seconds.
TIME_CONTROL = re.compile(r"(?:\d+/)?(\d{1,9}(?:\.\d{1,9})?)(?:\+(\d{1,9}(?:\.\d{1,9})?))?(?::|$)")
# What programs that run engine matches write after a move: score, depth and time, as in +0.31/14 0.52s.
ENGINE_COMMENT = re.compile(r"(?:^|\s)[+-]?[\d.#M+-]{1,12}/\d{1,6}\s{1,4}(\d{1,9}(?:\.\d{1,9})?)s\b")


def move_times(game: Game) -> list[float | None]:
    """Return the seconds that each move of the main line took, None where the PGN does not say.

    A comment may hold the time itself, as `[%emt 0:00:05]` or as engine matches write it, or the clock after the move,
    `[%clk 0:04:58]`: then the time is what the clock has lost since the side's last move, plus the increment. If a
    first move left a clock with an increment as it was, the clock had not been started yet.
    """
    control = TIME_CONTROL.match(game.headers.get("TimeControl", ""))
    base, increment = (float(control[1]), float(control[2] or 0)) if control else (None, 0.0)
    by_move = game.headers.get("TimeControl", "").startswith("1/")  # days for each move, as 1/86400: no clock runs on
    nodes = list(game.mainline())
    clocks = [base, base, *(node.clock() for node in nodes)]
    times = []
    for ply, (node, earlier, clock) in enumerate(zip(nodes, clocks, clocks[2:], strict=False)):
        spent = node.emt()
        if spent is None and (found := ENGINE_COMMENT.search(node.comment)):
            spent = float(found[1])
        started = ply > 1 or not increment or clock != base
        if spent is None and started and not by_move and None not in (clock, earlier):
            spent = round(earlier + increment - clock, 3)
        # A clock that went up by more got the time of another stage.
        times.append(spent if spent is not None and spent >= 0 else None)
    return times
