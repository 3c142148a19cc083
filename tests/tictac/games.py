"""Ways through the game that several tests walk."""

import random
from collections.abc import Callable, Iterator

from tictac.player import Player
from tictac.rules import Game, Mark

WIN = 1000


def after(moves: str, shape: tuple[int, int, int] = (3, 3, 3)) -> Game:
    """Return the game after moves given by name."""
    game = Game(*shape)
    for name in moves.split():
        game.place(game.parse_square(name))
    return game


def marks(game: Game) -> tuple[int, int]:
    return game.marks[Mark.X], game.marks[Mark.O]


def every_position(game: Game, seen: set[tuple[int, int]] | None = None) -> Iterator[Game]:
    """Yield the game once in every position that can follow."""
    seen = set() if seen is None else seen
    if marks(game) in seen:
        return
    seen.add(marks(game))
    yield game
    for square in game.legal_moves:
        game.place(square)
        yield from every_position(game, seen)
        game.undo()


class Oracle:
    """The value of every position of one board by trying everything: 0, or WIN less the plies to the end."""

    def __init__(self) -> None:
        self._values: dict[tuple[int, int], int] = {}

    def value(self, game: Game) -> int:
        """Return the value for the side to move."""
        key = marks(game)
        if key not in self._values:
            if game.winner:
                self._values[key] = -WIN
            else:
                self._values[key] = max((value for _, value in self.moves(game)), default=0)
        return self._values[key]

    def moves(self, game: Game) -> list[tuple[int, int]]:
        """Return every move with its value for the side to move."""
        moves = []
        for square in game.legal_moves:
            game.place(square)
            value = -self.value(game)
            game.undo()
            moves.append((square, value - (value > 0) + (value < 0)))
        return moves


def play_every_line(game: Game, bot: Mark, choose: Callable[[Game], int], oracle: Oracle) -> int:
    """Play `choose` against every line of the opponent; return the number of games.

    Fail if it loses, or does not win a won position as soon as it can be won.
    """
    if game.is_over:
        assert game.winner in (bot, Mark.NONE), game.text()
        return 1
    if game.turn != bot:
        moves = game.legal_moves
    else:
        moves = [choose(game)]
        value = oracle.value(game)
        assert dict(oracle.moves(game))[moves[0]] == value, f"{game.text()}: {game.square_name(moves[0])}"
    games = 0
    for square in moves:
        game.place(square)
        games += play_every_line(game, bot, choose, oracle)
        game.undo()
    return games


def score_against(level: int, opponent: Callable[[Game], int], games: int) -> tuple[int, int, int]:
    """Return won, drawn and lost games of a level, which begins every other one."""
    player = Player(level, seed=level)
    won = drawn = 0
    for number in range(games):
        game, me = Game(), (Mark.X, Mark.O)[number % 2]
        while not game.is_over:
            game.place(player.move(game)[0] if game.turn == me else opponent(game))
        won += game.winner == me
        drawn += game.winner == Mark.NONE
    return won, drawn, games - won - drawn


def random_opponent(seed: int) -> Callable[[Game], int]:
    """Return a player of any legal move."""
    chance = random.Random(seed)
    return lambda game: chance.choice(game.legal_moves)


def perfect_opponent(seed: int) -> Callable[[Game], int]:
    """Return a player of the highest level."""
    player = Player(seed=seed)
    return lambda game: player.move(game)[0]
