"""Tune search parameters and measure ideas with games. Begin with `spsa.py`."""
