"""What explains a game or a search: phases, times, piece values, legality, the tree. Begin with `search_tree.py`."""
