"""How Lux finds its move. Begin with `search` in `search.py`, whose steps are numbered; `root.py` calls it.

`thread.pxd` shows what one search thread owns, `params.pxd` every number that can be tuned.
"""
