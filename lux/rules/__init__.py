"""The rules of chess: squares, positions, legal moves and perft.

Begin with `position.pxd`, the struct that everything works on; then `movegen.py`, which generates legal moves.
"""
