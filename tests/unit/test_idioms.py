"""What users of python-chess do with boards besides asking them: copies, subclasses, moves of its own class, errors."""

import copy
import pickle

import chess
import pytest

from lux import Board, Engine, InvalidMoveError, Limits, Move

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


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
    for move in oracle.legal_moves:
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
