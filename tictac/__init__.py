"""A tic-tac-toe engine in plain Python, to be read before Lux.

Three modules are a whole engine: `rules` has the game, `negamax` the search, and `ugi` the protocols. Behind them lies
what large boards and people need: `search` with `lines` and `symmetry`, and `player` with the levels.

>>> from tictac.player import Player
>>> from tictac.rules import Game
>>> game = Game()
>>> game.place(game.parse_square("b2"))
>>> square, info = Player(level=10, seed=1).move(game)
>>> game.square_name(square) in {"a1", "a3", "c1", "c3"}, info.value, info.exact
(True, 0, True)
"""
