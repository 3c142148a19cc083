"""Turn game files into training positions: check, show, filter, shuffle. Begin with `conversion.py`."""
