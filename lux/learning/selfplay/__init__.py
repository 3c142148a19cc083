"""Self-play games and their files. Begin with `game.py`, which plays one game."""
