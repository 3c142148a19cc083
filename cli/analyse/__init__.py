"""`lux analyse`, `epd`, `eval` and `tree`: analyse games and positions. Begin with `command`."""
