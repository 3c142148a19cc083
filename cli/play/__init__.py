"""`lux play` and `lux games`: games in the terminal. Begin with `command`, then `session`, which leads a game."""
