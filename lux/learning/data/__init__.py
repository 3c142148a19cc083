"""From files of games to positions to learn from: check, show, filter, shuffle. Begin with `conversion.py`."""
