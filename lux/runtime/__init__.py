"""The compiled core: how it was built, which one this CPU runs, its threads. Begin with `levels.py`."""
