"""`lux play` and `lux games`: games in the terminal. Begin with `session`, the loop of a game, which `command` starts.

It asks `players` for moves, the `screen` (with `drawing` and `full_screen`) for what people type, the `coach` for
advice; a `game` has its `clock` and is kept in the `archive`.
"""
