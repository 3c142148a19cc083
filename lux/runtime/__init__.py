"""The compiled core: how it was built, which one this CPU runs; threads, crash-safe files. Begin with `levels.py`."""
