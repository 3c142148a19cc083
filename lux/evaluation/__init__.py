"""What Lux knows about chess: the worth of a position without searching it. Begin with `evaluate.py`.

A network of its own will take that over; what it needs lies ready in `network.py` and `accumulator.py`.
"""
