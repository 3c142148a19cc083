"""The static evaluation of a position, by a neural network (NNUE). Begin with `accumulator.py`."""
