"""`lux analyse`: what Lux thinks of a position, or of each move of a game."""

from lux.cli.analyse.command import analyse

__all__ = ["analyse"]
