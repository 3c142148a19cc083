"""The errors that commands report as they are (layer 5)."""


class OneLineError(Exception):
    """What was asked for cannot be done; the message says why in one line."""
