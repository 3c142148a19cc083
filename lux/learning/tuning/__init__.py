"""Tune the parameters of the search, and weigh ideas, by games. Begin with `spsa.py`."""
