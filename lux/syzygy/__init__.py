"""Syzygy endgame tables. Begin with `probe.py`, what a search asks them; the files are decoded below it."""
