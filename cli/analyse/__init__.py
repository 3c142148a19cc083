"""`lux analyse`, `epd`, `eval` and `tree`: what Lux thinks of positions and games. Begin with `command`."""
