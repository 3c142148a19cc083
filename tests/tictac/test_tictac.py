"""The tic-tac-toe bot: its rules, its play and its protocol."""

import pytest

from tests.protocol.session import TICTAC, Session
from tictac.rules import SQUARES, Game
from tictac.search import WIN, best_line, move_values, negamax


def perft(game, depth):
    if depth == 0:
        return 1
    total = 0
    for square in game.legal_moves:
        game.place(square)
        total += perft(game, depth - 1)
        game.undo()
    return total


def test_perft():
    assert [perft(Game(), depth) for depth in range(7)] == [1, 9, 72, 504, 3024, 15120, 54720]


def after(moves):
    game = Game()
    for move in moves.split():
        game.place(SQUARES.index(move))
    return game


def test_rules():
    assert after("a1 b1 a2 b2 a3").winner == 0
    assert after("c3 b1 a2 b2 a3 b3").winner == 1
    assert after("a1 b1 a2 b2 a3").legal_moves == []
    game = after("a1")
    with pytest.raises(ValueError, match="illegal move a1"):
        game.place(0)
    assert (game.marks, game.turn) == ((1, 0), 1)


def test_root_is_a_draw_whatever_is_played():
    assert negamax(Game()) == 0
    assert [value for _, value in move_values(Game())] == [0] * 9


@pytest.mark.parametrize(
    ("moves", "value"),
    [("a1 b1 a2 b2", WIN - 1), ("a1 b1 a2 b2 a3", -WIN), ("a1 b1 a2 c3", WIN - 1), ("a1 b1", WIN - 5)],
)
def test_shortest_win(moves, value):
    game = after(moves)
    assert best_line(game)[0] == value
    assert len(best_line(game)[1]) == WIN - abs(value)
    assert game.history == after(moves).history


@pytest.mark.parametrize("bot", [0, 1])
def test_never_loses(bot):
    def play_every_line(game):
        if game.is_over:
            assert game.winner in (None, bot)
            return 1
        moves = [best_line(game)[1][0]] if game.turn == bot else game.legal_moves
        games = 0
        for square in moves:
            game.place(square)
            games += play_every_line(game)
            game.undo()
        return games

    assert play_every_line(Game()) > 50


@pytest.fixture
def session():
    with Session(TICTAC) as session:
        yield session


def test_uci_as_cute_chess_speaks_it(session):
    session.send("uci")
    lines = session.expect("uciok")
    assert "option name UCI_Variant type combo default tictactoe var tictactoe" in lines
    session.send("setoption name UCI_Variant value tictactoe", "ucinewgame", "position startpos moves P@a1 P@b1")
    assert session.ready() == []
    assert session.bestmove("go wtime 5100 btime 5100 winc 100 binc 100").startswith("P@")
    assert " score mate 3 " in session.seen[-2]


def test_ugi(session):
    session.send("ugi")
    session.expect("ugiok")
    session.send("uginewgame", "position startpos moves a1 b1 a2 b2")
    assert session.bestmove("go p1time 100 p2time 100") == "a3"
    assert " score mate 1 pv a3" in session.seen[-2]


@pytest.mark.parametrize(
    "line",
    [
        "position startpos moves a1 a1",
        "position startpos moves d4",
        "position startpos moves a1 b1 a2 b2 a3 c3",
        "position fen x",
        "position startpos a1",
        "setoption name Hash value 1",
        "nonsense",
    ],
)
def test_bad_lines_change_nothing(session, line):
    session.send("position startpos moves a1 b1 a2 b2", line)
    (answer,) = session.ready()
    assert answer.startswith("info string ")
    assert session.bestmove("go") == "a3"


@pytest.mark.parametrize("moves", ["a1 b1 a2 b2 a3", "a1 b1 c1 b2 a2 c2 b3 a3 c3"])
def test_finished_game(session, moves):
    session.send(f"position startpos moves {moves}")
    assert session.bestmove("go") == "0000"


def test_endings(session):
    session.send("stop", "help", "quit")
    session.finish()
