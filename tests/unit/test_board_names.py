"""lux.Board by the names of python-chess: which there are, and that they mean the same in random games."""

import copy
import pickle
import re

import chess
import pytest

from lux import BLACK, STARTPOS, WHITE, Board, Engine, FenError, IllegalMoveError, InvalidMoveError, Limits, Move
from lux.chess960 import start_fen, start_rank
from tests.playouts import playouts
from tests.sources import ROOT

PAGE = (ROOT / "docs/python/index.md").read_text(encoding="utf-8")
LEFT_OUT = PAGE.split("are missing:")[1].split("\n## ")[0]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def public_names(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


def test_every_name_of_python_chess_is_there_or_said_to_be_left_out():
    left_out = set(re.findall(r"`(\w+)`", LEFT_OUT)) - {"legal_moves", "fen", "parse_uci", "push_uci", "STARTPOS"}
    left_out -= {"is_castling", "is_en_passant"}
    ours, theirs = public_names(Board()), public_names(chess.Board())
    assert left_out == theirs - ours
    assert not left_out & ours


def test_removing_a_piece_is_that_of_python_chess():
    for oracle, board in playouts(seed=19, positions=150):
        for square, piece in oracle.piece_map().items():
            without = oracle.copy(stack=False)
            without.remove_piece_at(square)
            without.castling_rights = without.clean_castling_rights()
            removed = board.copy()
            assert removed.remove_piece_at(chess.square_name(square)) == str(piece)
            if not removed.is_valid():
                assert piece.piece_type == chess.KING or without.status() & chess.STATUS_OPPOSITE_CHECK
            else:
                assert removed.fen(shredder=True).split()[:3] == [
                    without.board_fen(),
                    "w" if without.turn else "b",
                    without.castling_shredder_fen(),
                ]


def test_pieces_are_asked_for_by_letter():
    board = Board()
    assert board.pieces("N", WHITE) == board.pieces("n", WHITE) == ["b1", "g1"]
    assert board.pieces("k", BLACK) == ["e8"]
    for letter in ("", "x", "NN"):
        with pytest.raises(ValueError, match="not the letter of a piece"):
            board.pieces(letter, WHITE)


def test_a_whole_board_is_set_up():
    board = Board()
    board.push("e2e4")
    board.set_piece_map({"e1": "K", "h1": "R", "e8": "k", "a7": "p"})
    assert board.fen(shredder=True) == "4k3/p7/8/8/8/8/8/4K2R b H - 0 1"
    assert board.move_stack == []
    with pytest.raises(ValueError, match="not a piece: 'kk'"):
        board.set_piece_map({"e8": "kk"})
    assert board.piece_map() == {"e1": "K", "h1": "R", "e8": "k", "a7": "p"}
    board.set_board_fen("4k3/8/8/8/8/8/8/R3K2R")
    assert (board.castling_rights, board.turn) == (["h1"], BLACK)
    board.set_castling_fen("KQkq")
    assert board.castling_rights == ["a1", "h1"]
    for wrong in ("", "K Q", "KX"):
        with pytest.raises(FenError):
            board.set_castling_fen(wrong)
    with pytest.raises(FenError, match="not a whole FEN"):
        board.set_board_fen(STARTPOS)
    board.reset()
    assert board.fen() == STARTPOS


def test_moves_are_forgotten():
    board = Board()
    for move in SHUFFLE:
        board.push(move)
    assert board.is_repetition(2)
    board.clear_stack()
    assert (board.move_stack, board.halfmove_clock, board.is_repetition(2)) == ([], 4, False)
    for move in SHUFFLE:
        board.push(move)
    assert board.is_repetition(2)
    board.push("e2e4")
    board.clear_stack()
    assert board.ep_square == "e3"


@pytest.mark.parametrize(
    ("change", "fen"),
    [
        (lambda board: board.clear_stack(), "4k3/8/8/8/6pP/8/8/R3K3 b Q h3 0 1"),
        (lambda board: board.set_piece_at("g5", "R"), "4k3/8/8/6R1/6pP/8/8/R3K3 b Q h3 0 1"),
        (lambda board: board.set_piece_at("g4", None), "4k3/8/8/8/7P/8/8/R3K3 b Q - 0 1"),
        (lambda board: board.set_piece_map({"e8": "k", "a1": "R", "d1": "K"}), "4k3/8/8/8/8/8/8/R2K4 b - - 0 1"),
    ],
)
def test_what_a_board_that_was_set_up_tells_first_is_right(change, fen):
    boards = []
    for _ in range(4):
        boards.append(Board("4k3/8/8/8/6p1/8/7P/R3K3 w Q - 0 1"))
        boards[-1].push("h2h4")
        change(boards[-1])
    assert (boards[0].fen(), boards[1].castling_rights, boards[2]) == (fen, Board(fen).castling_rights, Board(fen))
    assert boards[3].perft(1) == Board(fen).legal_moves.count()


def test_epd_sets_a_board_or_leaves_it():
    board = Board()
    assert board.set_epd('4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castle"') == {"bm": ["e1g1"], "id": "castle"}
    assert board.castling_rights == ["h1"]
    with pytest.raises(IllegalMoveError):
        board.set_epd("4k3/8/8/8/8/8/8/4K3 w - - bm O-O;")
    assert board.castling_rights == ["h1"]


def test_a_move_is_found_by_its_squares():
    board = Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert board.find_move("a7", "a8", "N") == "a7a8n"
    with pytest.raises(IllegalMoveError):
        board.find_move("a7", "a6")
    with pytest.raises(IllegalMoveError):
        board.find_move("b7", "b8")
    with pytest.raises(ValueError, match="not a square"):
        board.find_move("a7", "a9")


# Copies, subclasses, and moves of its own class


class Subclass(Board):
    """A board of somebody else, with an attribute and another constructor."""

    def __init__(self, name):
        super().__init__()
        self.name = name


def test_a_subclass_stays_one():
    board = Subclass("Anna")
    board.push("e2e4")
    again = pickle.loads(pickle.dumps(board))
    assert again.name == "Anna"
    for other in (again, board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert type(other) is Subclass
        assert other == board
        assert other.move_stack == ["e2e4"]
    assert [type(each) for each in (board.root(), board.mirror(), board.copy(stack=False))] == [Subclass] * 3
    assert type(Subclass.empty) is type(Board.empty)


@pytest.mark.parametrize("stack", [True, False, 0, 1, 3, 9, 100])
def test_copies_with_a_part_of_the_moves(stack):
    board, oracle = Board(), chess.Board()
    for uci in "g1f3 g8f6 f3g1 f6g8 e2e4 g8f6 g1f3 f6g8 f3g1 g8f6".split():
        board.push(uci)
        oracle.push_uci(uci)
        ours, theirs = board.copy(stack=stack), oracle.copy(stack=stack)
        for _ in range(2):
            assert ours.move_stack == [move.uci() for move in theirs.move_stack]
            assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen")
            assert ours.root().fen() == theirs.root().fen()
            assert [ours.is_repetition(count) for count in (2, 3)] == [theirs.is_repetition(count) for count in (2, 3)]
            if not ours.move_stack:
                break
            assert ours.pop() == theirs.pop().uci()


def test_moves_of_python_chess_are_moves():
    board, oracle = Board(KIWIPETE), chess.Board(KIWIPETE)
    assert board.legal_moves.count() == oracle.legal_moves.count() == len(board.legal_moves)
    assert board.legal_moves.count("e1g1") == 1
    assert chess.Move.from_uci("e1f2") not in board.legal_moves
    for move in oracle.legal_moves:
        assert move in board.legal_moves
        assert board.legal_moves.count(move) == 1
        assert board.is_legal(move)
        assert board.parse_uci(move) == move.uci()
        assert (board.san(move), board.lan(move)) == (oracle.san(move), oracle.lan(move))
        board.push(move)
        assert board.pop() == move.uci()
    board.push(chess.Move.null())
    assert board.push_uci(chess.Move.from_uci("e8g8")) == "e8g8"


def test_the_start_position_is_known_again():
    board, seen = Board(), []
    for san in "Nf3 Nf6 Ng1 Ng8".split():
        board.push_san(san)
        seen.append(board.chess960_pos())
    assert seen == [None, None, None, 518]


def test_all_start_positions():
    for number in range(960):
        board = Board.from_chess960_pos(number)
        assert board.fen() == chess.Board.from_chess960_pos(number).fen()
        assert (board, board.chess960) == (Board(start_fen(number), chess960=True), True)
        assert board.chess960_pos() == number


@pytest.mark.parametrize("number", [-1, 960])
def test_no_such_start_position(number):
    for start in (start_rank, Board.from_chess960_pos):
        with pytest.raises(ValueError, match="0 to 959"):
            start(number)


@pytest.mark.parametrize("wrong", [5, None, b"e2e4", 2.5, ["e2e4"], chess.E4])
@pytest.mark.parametrize("method", ["push", "push_uci", "parse_uci", "is_legal", "san"])
def test_what_is_no_move_is_refused(method, wrong):
    board = Board()
    with pytest.raises(InvalidMoveError, match="not a move"):
        getattr(board, method)(wrong)
    assert board.move_stack == []


def test_a_null_move_is_refused_in_check():
    board = Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    with pytest.raises(ValueError, match="in check"):
        board.push(Move.null())
    assert board.fen() == "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


def test_an_unfinished_position_is_refused_when_it_is_used():
    board = Board.empty()
    board.set_piece_at("e1", "K")
    assert (board.mirror().board_fen(), board.mirror().status()) == ("4k3/8/8/8/8/8/8/8", "White has no king")
    with Engine(hash_mib=1) as engine:
        for use in (
            lambda: board.legal_moves,
            lambda: board.push("e1e2"),
            lambda: board.perft(1),
            board.outcome,
            lambda: engine.play(board, Limits(depth=1)),
            lambda: engine.evaluate(board),
        ):
            with pytest.raises(ValueError, match="Black has no king"):
                use()
        board.set_piece_at("e8", "k")
        assert engine.play(board, Limits(depth=1)).move in board.legal_moves
    assert not engine.searching
