"""`lux perft`, `perft-suite` and `perft-compare`: count moves and find wrong ones. Begin with `count`."""
