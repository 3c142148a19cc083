"""`lux play`: a game in the terminal, between people and engines."""

from lux.cli.play.command import play

__all__ = ["play"]
