"""What Lux knows about chess: the worth of a position without searching it. Begin with `accumulator.py`."""
