"""The search. Begin with `search` in `search.py`, in numbered steps; `root.py` calls it.

`thread.pxd` has the state of a search thread, `params.pxd` the tunable parameters.
"""
