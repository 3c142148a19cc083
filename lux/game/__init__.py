"""What `lux.Board` is made of. Begin with `base_board.py`, the pieces; `move_board.py` moves them."""
