"""The rules: marks, ends, text, and the published numbers of games and positions."""

from itertools import product

import pytest

from tests.tictac.games import after, every_position
from tictac.notation import cutechess_fen, read_board, read_position, text_of
from tictac.perft import perft
from tictac.rules import Board, IllegalMoveError, O, Position, X

PERFT = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def walk(position, depth):
    """Perft move by move."""
    return 1 if depth == 0 else sum(walk(position.after(square), depth - 1) for square in position.legal_moves)


def test_perft():
    plies = list(perft(Position(), 9))
    assert [ply.nodes for ply in plies] == PERFT
    assert [sum(column) for column in list(zip(*plies, strict=True))[2:]] == [131184, 77904, 46080, 5478, 765]


@pytest.mark.parametrize(
    ("moves", "shape", "depth"),
    [
        *(("", (3, 3, 3), 5), ("", (4, 2, 2), 5), ("", (4, 3, 3), 4), ("", (1, 1, 1), 1)),
        *(("a1 b1 a2 b2", (3, 3, 3), 9), ("a1 b1 a2 b2 a3", (3, 3, 3), 9)),
    ],
)
def test_perft_counts_what_a_walk_of_the_game_counts(moves, shape, depth):
    position = after(moves, shape)
    counts = [ply.nodes for ply in perft(position, depth)]
    assert counts + [0] * (depth + 1 - len(counts)) == [walk(position, ply) for ply in range(depth + 1)]


@pytest.mark.parametrize(
    ("shape", "lines"), [((3, 3, 3), 8), ((4, 4, 4), 10), ((5, 5, 4), 28), ((8, 8, 5), 96), ((4, 1, 1), 4)]
)
def test_lines(shape, lines):
    found = Board(*shape).lines
    assert len(found) == lines
    assert {line.bit_count() for line in found} == {shape[2]}


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        *(("a1 b1 a2 b2 a3", X), ("c3 b1 a2 b2 a3 b3", O), ("a1 b1 b2 c1 c3", X), ("a3 b1 b2 b3 c1", X)),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", ""),
    ],
)
def test_ends(moves, winner):
    position = after(moves)
    assert (position.is_over, position.winner, position.legal_moves) == (True, winner, [])
    before = after(moves[:-3])
    assert (before.is_over, before.winner, len(before.legal_moves)) == (False, "", 10 - len(moves.split()))


@pytest.mark.parametrize("shape", [(5, 4, 4), (8, 8, 5), (8, 1, 3)])
def test_other_boards(shape):
    position = after("", shape)
    last = len(position.legal_moves) - 1
    assert last + 1 == shape[0] * shape[1]
    for square in range(shape[2] - 1):
        position = position.after(square).after(last - square)
    position = position.after(shape[2] - 1)
    assert position.winner == X
    assert read_position(text_of(position)) == position


@pytest.mark.parametrize("shape", [(0, 3, 3), (9, 3, 3), (3, 3, 4), (3, 3, 0), (3, -1, 3)])
def test_boards_that_do_not_exist(shape):
    with pytest.raises(ValueError, match=r"a board has|do not fit"):
        Board(*shape)


@pytest.mark.parametrize(
    ("moves", "square", "message"),
    [
        *(("a1", 0, "a1 is taken"), ("", 9, "there is no square 9"), ("", -1, "there is no square -1")),
        *(("a1 b1 a2 b2 a3", 8, "the game is over"), ("a1 b1 a2 b2 a3", 0, "the game is over")),
    ],
)
def test_illegal_marks(moves, square, message):
    with pytest.raises(IllegalMoveError, match=message):
        after(moves).after(square)


# Text


def test_every_position_survives_text_and_no_other_text_is_a_position():
    reachable = {text_of(position): position for position in every_position(Position())}
    for text, position in reachable.items():
        assert read_position(text) == read_position(cutechess_fen(position)) == position
    accepted = set()
    for cells in product("1XO", repeat=9):
        rows = "/".join("".join(cells[start : start + 3]) for start in (0, 3, 6))
        for side in "xo":
            try:
                accepted.add(text_of(read_position(f"{rows} {side}")))
            except ValueError:
                continue
    assert accepted == reachable.keys()


@pytest.mark.parametrize(
    ("moves", "text", "fen"),
    [
        ("", "3/3/3 x 3", "3/3/3[PPPPPpppp] w - - 0 1"),
        ("b2", "3/1X1/3 o 3", "3/1P1/3[PPPPpppp] b - - 0 1"),
        ("a1 c3", "2O/3/X2 x 3", "2p/3/P2[PPPPppp] w - - 0 2"),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", "OXX/XOO/XOX o 3", "pPP/Ppp/PpP[-] b - - 0 5"),
    ],
)
def test_text(moves, text, fen):
    position = after(moves)
    assert (text_of(position), cutechess_fen(position)) == (text, fen)


@pytest.mark.parametrize(
    ("text", "usual", "shape"),
    [
        ("3/3/3 X", None, (3, 3, 3)),
        ("pPP/Ppp/PpP[] b - - 0 5", None, (3, 3, 3)),
        ("4/4/4/4 x", (4, 4, 4), (4, 4, 4)),
        ("4/4/4/4[PPPPPPPPpppppppp] w - - 0 1", (4, 4, 4), (4, 4, 4)),
        ("4/4/4/4 x 2", (4, 4, 4), (4, 4, 2)),
        ("4/4/4/4 x", (4, 5, 4), (4, 4, 3)),
    ],
)
def test_the_board_of_a_text(text, usual, shape):
    assert read_position(text, usual and Board(*usual)).board == Board(*shape)


@pytest.mark.parametrize("text", ["5x4x3", " 5X4x3\n", "5,4,3", "(5, 4, 3)", "5 4 3", "5 x 4 x 3", "5\xd74\xd73"])
def test_spellings_of_a_board(text):
    assert read_board(text) == Board(5, 4, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("15x15x5", "1 to 8 files and ranks, not 15x15"),
        ("5x4x10", "10 in a row do not fit"),
        *((text, "is given as 3x3x3") for text in ("", "3x3", "3xx3x3", "543", "9" * 5000 + "x1x1")),
    ],
)
def test_bad_text_of_a_board(text, message):
    with pytest.raises(ValueError, match=message):
        read_board(text)


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
        ("3/3/3 x 10", "10 in a row do not fit"),
        ("9/9/9 x", "a board has"),
        ("0 x 1", "a board has"),
        ("3/3/3 o", "it is X's turn"),
        ("XX1/3/3 o", "they take turns"),
        ("XXX/OOO/3 x", "over before"),
        ("XXX/OO1/O2 x", "over before"),
        ("XXXO1/O2OO/XXX1O o", "over before"),  # no mark can have completed both lines
        ("3/3/3[PPPP] w - - 0 1", "the hand should be"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(ValueError, match=message):
        read_position(text)


@pytest.mark.parametrize("name", ["d1", "a4", "", "a", "a11", "P@a1", "11", "é1", "a²"])
def test_names_that_are_not_squares(name):
    with pytest.raises(IllegalMoveError, match="there is no square"):
        Board().square(name)


def test_names():
    board = Board(8, 8, 5)
    assert [board.square(name.upper()) for name in board.names] == list(range(64))
    assert board.names[9] == "b2"
