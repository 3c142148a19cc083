"""A tic-tac-toe bot: the small sister of the chess engine, negamax on a line protocol."""
