"""The rules of chess: squares, positions, legal moves, and perft, which counts them.

Begin with `position.pxd`, the one struct that everything works on; then `movegen.py`, how legal moves are made.
"""
