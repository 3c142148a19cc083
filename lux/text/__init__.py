"""Positions and moves as text. Begin with `notation.py`, SAN and UCI moves; `fen.py` reads and writes positions."""
