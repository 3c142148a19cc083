"""The rules: marks, ends, events, text, and the published numbers of games and positions."""

from itertools import product

import pytest

from tests.tictac.games import after, every_position
from tictac.perft import perft
from tictac.rules import Game, IllegalMoveError, Mark, PositionError, win_lines

PERFT = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def walk(game, depth):
    """Perft move by move, on the game itself."""
    if depth == 0:
        return 1
    total = 0
    for square in game.legal_moves:
        game.place(square)
        total += walk(game, depth - 1)
        game.undo()
    return total


def test_perft():
    plies = list(perft(Game(), 9))
    assert [ply.nodes for ply in plies] == PERFT
    assert [sum(column) for column in list(zip(*plies, strict=True))[2:]] == [131184, 77904, 46080, 5478, 765]


@pytest.mark.parametrize(("shape", "depth"), [((3, 3, 3), 5), ((4, 2, 2), 5), ((4, 3, 3), 4), ((1, 1, 1), 1)])
def test_perft_counts_what_a_walk_of_the_game_counts(shape, depth):
    game = Game(*shape)
    counts = {ply.ply: ply.nodes for ply in perft(game, depth)}
    assert [counts.get(ply, 0) for ply in range(depth + 1)] == [walk(game, ply) for ply in range(depth + 1)]
    assert game.history == []


def test_perft_from_a_position_counts_what_follows_it():
    game = after("a1 b1 a2 b2")
    assert [ply.nodes for ply in perft(game, 9)] == [walk(game, ply) for ply in range(6)]
    assert [ply.nodes for ply in perft(after("a1 b1 a2 b2 a3"), 9)] == [1]


@pytest.mark.parametrize(
    ("shape", "lines"), [((3, 3, 3), 8), ((4, 4, 4), 10), ((5, 5, 4), 28), ((8, 8, 5), 96), ((4, 1, 1), 4)]
)
def test_lines(shape, lines):
    assert len(win_lines(*shape)) == lines
    assert {line.bit_count() for line in win_lines(*shape)} == {shape[2]}


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("a1 b1 a2 b2 a3", Mark.X),
        ("c3 b1 a2 b2 a3 b3", Mark.O),
        ("a1 b1 b2 c1 c3", Mark.X),
        ("a3 b1 b2 b3 c1", Mark.X),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", Mark.NONE),
    ],
)
def test_ends(moves, winner):
    game = after(moves)
    assert (game.is_over, game.winner, game.legal_moves) == (True, winner, [])
    assert bool(game.winning_squares) == bool(winner)
    game.undo()
    assert (game.is_over, game.winner, len(game.legal_moves)) == (False, Mark.NONE, 10 - len(moves.split()))


@pytest.mark.parametrize("shape", [(5, 4, 4), (8, 8, 5), (8, 1, 3)])
def test_other_boards(shape):
    game = Game(*shape)
    assert len(game.legal_moves) == len(game.board) == shape[0] * shape[1]
    for square in range(shape[2] - 1):
        game.place(square)
        game.place(len(game.board) - 1 - square)
    game.place(shape[2] - 1)
    assert game.winner == Mark.X
    assert Game.from_text(game.text()).text() == game.text()


@pytest.mark.parametrize("shape", [(0, 3, 3), (9, 3, 3), (3, 3, 4), (3, 3, 0), (3, -1, 3)])
def test_boards_that_do_not_exist(shape):
    with pytest.raises(ValueError, match=r"a board has|do not fit"):
        Game(*shape)


@pytest.mark.parametrize(
    ("moves", "square", "message"),
    [
        ("a1", 0, "a1 is taken"),
        ("", 9, "there is no square 9"),
        ("", -1, "there is no square -1"),
        ("a1 b1 a2 b2 a3", 8, "the game is over"),
        ("a1 b1 a2 b2 a3", 0, "the game is over"),
    ],
)
def test_illegal_marks_change_nothing(moves, square, message):
    game = after(moves)
    before = (game.board, game.turn, game.winner, game.history)
    with pytest.raises(IllegalMoveError, match=message):
        game.place(square)
    assert (game.board, game.turn, game.winner, game.history) == before


def test_nothing_to_undo():
    with pytest.raises(IllegalMoveError, match="no mark to take back"):
        Game().undo()


# Text


def test_every_position_survives_text_and_no_other_text_is_a_position():
    reachable = {game.text() for game in every_position(Game())}
    assert len(reachable) == 5478
    for game in every_position(Game()):
        for text in (game.text(), game.cutechess_fen()):
            again = Game.from_text(text)
            assert (again.board, again.turn, again.winner) == (game.board, game.turn, game.winner)
    accepted = 0
    for cells in product("1XO", repeat=9):
        rows = "/".join("".join(cells[start : start + 3]) for start in (0, 3, 6))
        for side in "xo":
            try:
                accepted += Game.from_text(f"{rows} {side}").text() in reachable
            except PositionError:
                continue
    assert accepted == 5478


@pytest.mark.parametrize(
    ("moves", "text", "fen"),
    [
        ("", "3/3/3 x 3", "3/3/3[PPPPPpppp] w - - 0 1"),
        ("b2", "3/1X1/3 o 3", "3/1P1/3[PPPPpppp] b - - 0 1"),
        ("a1 c3", "2O/3/X2 x 3", "2p/3/P2[PPPPppp] w - - 0 2"),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", "OXX/XOO/XOX o 3", "pPP/Ppp/PpP[] b - - 0 5"),
    ],
)
def test_text(moves, text, fen):
    game = after(moves)
    assert (game.text(), game.cutechess_fen()) == (text, fen)
    assert Game.from_text(text).board == Game.from_text(fen).board == game.board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected rows"),
        ("3/3/3", "expected rows"),
        ("3/3/3 z", "expected rows"),
        ("3/3/3 x 3 0 1", "expected rows"),
        ("3/3/2 x", "rows differ"),
        ("3/3/4 x", "rows differ"),
        ("3/3/Q2 x", "not 'Q'"),
        ("3/3/3 x 4", "do not fit"),
        ("9/9/9 x", "a board has"),
        ("0 x 1", "a board has"),
        ("3/3/3 o", "it is X's turn"),
        ("XX1/3/3 o", "they take turns"),
        ("XXX/OOO/3 x", "over before"),
        ("XXX/OO1/O2 x", "over before"),
        ("3/3/3[PPPP] w - - 0 1", "the hand should be"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(PositionError, match=message):
        Game.from_text(text)


@pytest.mark.parametrize("name", ["d1", "a4", "", "a", "a11", "P@a1", "11", "é1", "a²"])
def test_names_that_are_not_squares(name):
    with pytest.raises(IllegalMoveError, match="there is no square"):
        Game().parse_square(name)


def test_names():
    game = Game(8, 8, 5)
    assert [game.parse_square(game.square_name(square).upper()) for square in range(64)] == list(range(64))
