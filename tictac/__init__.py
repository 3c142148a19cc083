"""A tic-tac-toe engine in plain Python, to be read before Lux.

Three modules are a whole engine: `rules` has the game, `negamax` the search, and `ugi` the protocols. Behind them lies
what large boards and people need: `search` with `symmetry`, `player` with the levels, and `notation`.

>>> from tictac.player import Player
>>> from tictac.rules import Board, Position
>>> board = Board(3, 3, 3)
>>> square, info = Player(level=10, seed=1).move(Position(board).after(board.square("b2")))
>>> board.names[square] in {"a1", "a3", "c1", "c3"}, info.value, info.exact
(True, 0, True)
"""
