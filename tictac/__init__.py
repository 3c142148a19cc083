"""A tic-tac-toe bot: the small sister of the chess engine, to be read first.

`rules` is the game, `search` negamax and alpha-beta on the weights of `lines`, `player` plays at a level, `ugi` speaks
the protocols. From Python:

    from tictac.player import Player
    from tictac.rules import Game

    game = Game()
    game.place(game.parse_square("b2"))
    square, info = Player(level=7).move(game)
    game.place(square)
"""
