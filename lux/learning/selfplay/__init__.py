"""Games of Lux against itself, and the files that they are written to. Begin with `game.py`, which plays one."""
