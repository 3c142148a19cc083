"""How Lux finds its move. Begin with `search` in `search.py`, whose steps are numbered."""
