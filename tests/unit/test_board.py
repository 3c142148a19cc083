"""lux.Board: a game with its history, what the rules say of it, and how Python treats it."""

import copy
import pickle

import chess
import pytest

import lux
from lux import STARTPOS, Board, FenError, IllegalMoveError, InvalidMoveError, inspection, svg
from tests.sources import run_python

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def play(moves: list[str] | str, fen: str = STARTPOS, chess960: bool = False) -> Board:
    board = Board(fen, chess960=chess960)
    for move in moves.split() if isinstance(moves, str) else moves:
        board.push_uci(move)
    return board


# Moves and history


def test_a_long_game():
    """The history grows past every capacity it starts with."""
    board = play(SHUFFLE * 500)
    assert len(board.move_stack) == 2000
    assert board.halfmove_clock == 2000
    assert board.fullmove_number == 1001
    assert board.is_repetition(501)
    assert not board.is_repetition(502)
    for _ in range(2000):
        board.pop()
    assert board == Board()
    with pytest.raises(IndexError, match="no move has been played"):
        board.pop()


def test_set_fen_starts_a_new_game():
    board = play(SHUFFLE * 2)
    board.set_fen(KIWIPETE)
    assert board.fen() == KIWIPETE
    assert board.move_stack == []
    assert not board.is_repetition(2)
    with pytest.raises(IndexError):
        board.pop()


def test_en_passant_square_of_a_fen():
    """The capture is illegal, since it would uncover the king: FENs say so or not, book keys need the square."""
    fen = "8/8/8/K2pP2r/8/8/8/4k3 w - {} 0 1"
    board = Board(fen.format("d6"))
    for same in (board, board.copy(), board.root(), pickle.loads(pickle.dumps(board))):
        assert same.ep_square == "d6"
        assert not same.has_legal_en_passant()
        fens = [same.fen(en_passant=named) for named in ("legal", "xfen", "fen")]
        assert fens == [fen.format("-"), fen.format("d6"), fen.format("d6")]
    assert board == Board(fen.format("-"))
    assert Board("8/8/8/K3P2r/8/8/8/4k3 w - d6 0 1").ep_square is None  # no pawn has passed there
    board.push_uci("e5e6")
    assert board.ep_square is None
    board.pop()
    assert board.ep_square == "d6"
    with pytest.raises(ValueError, match="'legal', 'xfen' or 'fen', not 'always'"):
        board.fen(en_passant="always")


def test_piece_at():
    board = Board()
    assert [board.piece_at(file + "1") for file in "abcdefgh"] == list("RNBQKBNR")
    assert [board.piece_at(file + "8") for file in "abcdefgh"] == list("rnbqkbnr")
    assert board.piece_at("e4") is None
    for name in ("", "e", "e9", "i1", "E4", "e44", "4e", "e٤"):
        with pytest.raises(ValueError, match="not a square"):
            board.piece_at(name)


def test_moves_that_are_asked_about():
    board = Board()
    assert board.is_legal("e2e4")
    assert not board.is_legal("e2e5")
    assert not Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=True).is_capture("e1h1")
    with pytest.raises(InvalidMoveError):
        board.is_legal("d8")
    for ask in (board.is_capture, board.gives_check, board.is_castling, board.is_en_passant):
        with pytest.raises(IllegalMoveError):
            ask("d1d5")


def test_push_and_peek():
    board = Board()
    with pytest.raises(IndexError, match="no move has been played"):
        board.peek()
    assert board.push("e2e4") is None
    assert board.peek() == "e2e4"
    with pytest.raises(IllegalMoveError):
        board.push("e2e4")
    assert board.move_stack == ["e2e4"]


def test_pieces_are_put_and_taken_away():
    board = play("e2e4 e7e5")
    board.set_piece_at("d1", None)
    assert board.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 2"
    assert board.move_stack == []
    assert board.remove_piece_at("h1") == "R"
    assert board.fen().split()[2] == "Qkq"
    assert board.remove_piece_at("h1") is None
    board.set_piece_at("h1", "R")
    assert board.piece_at("h1") == "R"
    assert board.castling_rights == ["a1", "a8", "h8"]
    # The pawn that was just pushed is gone, and with it the square that it passed.
    board = play("e2e4 a7a6 e4e5 d7d5")
    board.set_piece_at("a6", None)
    assert board.ep_square == "d6"
    board.set_piece_at("d5", None)
    assert board.ep_square is None


@pytest.mark.parametrize(
    ("square", "piece", "message"),
    [
        ("e9", "Q", "not a square"),
        ("z9", None, "not a square"),
        ("e4", "x", "not a piece: 'x'"),
        ("e4", "", "not a piece: ''"),
        ("e4", "pp", "not a piece: 'pp'"),
    ],
)
def test_pieces_that_cannot_be_put(square, piece, message):
    board = play("e2e4 e7e5")
    with pytest.raises(ValueError, match=message):
        board.set_piece_at(square, piece)
    assert board.move_stack == ["e2e4", "e7e5"]


@pytest.mark.parametrize(
    ("square", "piece", "message"),
    [
        ("e1", None, "White has no king"),
        ("e4", "K", "White has 2 kings"),
        ("a8", "P", "pawn on a8: pawns cannot stand on rank 8"),
        ("d2", "r", "Black has 17 pieces"),
        ("d7", "N", "White has 17 pieces"),
    ],
)
def test_positions_that_cannot_be_set_up(square, piece, message):
    board = play("e2e4 e7e5 e1e2 e8e7 e2e1 e7e8")
    before = board.fen(en_passant="fen")
    there = board.piece_at(square)
    board.set_piece_at(square, piece)
    assert message in board.status()
    with pytest.raises(FenError, match=message):
        board.is_check()
    assert not board.is_valid()
    board.set_piece_at(square, there)
    assert (board.status(), board.fen(en_passant="fen"), board.move_stack) == ("", before, [])


def test_epd_operations_are_those_of_python_chess():
    epd = 'r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - bm b4; id "BK.03"; ce 30; acd 12; hmvc 3; fmvn 14;'
    oracle, expected = chess.Board.from_epd(epd)
    board, operations = Board.from_epd(epd)
    assert board.fen() == oracle.fen()
    assert operations == expected | {"bm": [move.uci() for move in expected["bm"]]}


def test_a_notebook_gets_a_picture():
    board = play("f2f3 e7e5 g2g4 d8h4")
    picture = board._repr_svg_()
    assert picture == svg.board(board, lastmove="d8h4", check="e1")
    assert Board()._repr_svg_() == svg.board(Board())


def test_root():
    board = play("e1h1 a6e2", KIWIPETE, chess960=True)
    root = board.root()
    assert (root, root.move_stack, root.chess960) == (Board(KIWIPETE, chess960=True), [], True)
    root.push_uci("e1a1")
    assert board.move_stack == ["e1h1", "a6e2"]
    assert play(SHUFFLE * 20).root() == Board()


# Perft


def test_divide():
    board = play("e2e4")
    counts = board.divide(3)
    assert list(counts) == board.legal_moves
    assert sum(counts.values()) == board.perft(3) == 13160
    assert board.move_stack == ["e2e4"]
    assert board.divide(1) == dict.fromkeys(board.legal_moves, 1)
    with pytest.raises(ValueError, match="must be at least 1: 0"):
        board.divide(0)


def test_the_counters_of_an_endless_game_stay_within_a_fen():
    board = play(SHUFFLE * 251)
    assert Board(board.fen()).mirror().fen() == board.mirror().fen()
    board = play(SHUFFLE * 8250)
    assert board.fen() == f"{STARTPOS.removesuffix('0 1')}30000 16501"
    assert Board(board.fen()).fen() == board.fen()
    assert board.is_seventyfive_moves()
    assert board.is_fivefold_repetition()
    board = play(SHUFFLE[:3], STARTPOS.replace(" 1", " 29999"))
    assert board.fen().endswith(" 3 30000")
    board = play(SHUFFLE[3:], board.fen())
    assert (board.fullmove_number, board.turn) == (30000, True)


# Copies, comparison, text


@pytest.mark.parametrize(
    "copied", [Board.copy, copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
@pytest.mark.parametrize(
    "board",
    [
        Board(),
        play(SHUFFLE * 40),
        play("e1h1 a6e2 f3h3 e8a8", KIWIPETE, chess960=True),
        Board("4k3/8/8/8/8/8/8/RR1K4 w B - 3 7", chess960=True),
        play("f1h1", "4k3/8/8/8/8/8/8/5K1R w K - 3 7", chess960=True),
    ],
)
def test_copies_are_equal_and_independent(board, copied):
    other = copied(board)
    assert other == board
    assert other.move_stack == board.move_stack
    assert other.chess960 == board.chess960
    assert other.is_repetition(2) == board.is_repetition(2)
    assert inspection.fields(other) == inspection.fields(board)
    before = board.fen()
    other.push_uci(other.legal_moves[0])
    assert board.fen() == before
    assert other != board


def test_equality():
    assert Board() == Board(STARTPOS)
    assert play(SHUFFLE) != Board()  # the counters differ
    assert play("e2e4 e7e5 g1f3") != play("g1f3 e7e5 e2e4")
    assert play("g1f3 e7e6 b1c3") == play("b1c3 e7e6 g1f3")
    assert Board(chess960=True) != Board()
    assert Board("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1") != Board("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1")
    assert Board() != STARTPOS
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board())


def test_text():
    board = Board("r3k3/8/8/8/8/8/8/4K2Q w q - 5 9")
    assert str(board).splitlines()[0] == "r . . . k . . ."
    assert str(board).splitlines()[7] == ". . . . K . . Q"
    assert board.unicode().splitlines()[0] == "♜ . . . ♚ . . ."
    assert board.unicode().splitlines()[7] == ". . . . ♔ . . ♕"
    assert repr(board) == "Board('r3k3/8/8/8/8/8/8/4K2Q w q - 5 9')"
    assert repr(Board(chess960=True)) == f"Board('{STARTPOS}', chess960=True)"
    assert eval(repr(board), {"Board": Board}) == board
    assert repr(lux.PerftTable(2)) == "PerftTable(2)"


# Misuse from Python raises, and never ends the process.


class Forgetful(Board):
    """A board whose __init__ does not call the inherited one."""

    def __init__(self):
        pass


@pytest.mark.parametrize("board", [Forgetful(), Board.__new__(Board)])
def test_a_board_without_init_is_a_new_board(board):
    assert board.fen() == STARTPOS
    assert board.perft(3) == 8902
    board.push_san("e4")
    assert board.copy().move_stack == ["e2e4"]


def test_a_failed_init_leaves_the_board_alone():
    board = play("e2e4")
    with pytest.raises(FenError):
        board.__init__("nonsense")
    assert board.move_stack == ["e2e4"]


@pytest.mark.parametrize("method", ["__init__", "push_san", "parse_san", "piece_at", "set_fen"])
@pytest.mark.parametrize("value", [None, 5, b"e2e4", ["w"]])
def test_text_arguments_are_text(method, value):
    with pytest.raises(TypeError, match="expected str"):
        getattr(Board(), method)(value)


@pytest.mark.parametrize("name", ["key", "legal_moves", "move_stack", "halfmove_clock", "nonsense"])
def test_attributes_cannot_be_set(name):
    with pytest.raises(AttributeError):
        setattr(Board(), name, 1)


@pytest.mark.posix("the module resource")
def test_memory_is_given_back():
    """A million positions in ten thousand games stay within a few megabytes."""
    script = (
        "import resource; from lux import Board\n"
        "def games(count):\n"
        "    for _ in range(count):\n"
        f"        board = Board()\n        for move in {SHUFFLE * 25}: board.push_uci(move)\n        board.copy()\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(games(100), games(1000))"
    )
    result = run_python("-c", script, check=True)
    early, late = map(int, result.stdout.split())
    assert late - early < 4096  # KiB; leaking would take 60,000
