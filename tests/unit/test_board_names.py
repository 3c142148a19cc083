"""lux.Board by the names of python-chess: which there are, and that they mean the same in random games."""

import re

import chess
import pytest

from lux import BLACK, STARTPOS, WHITE, Board, FenError, IllegalMoveError
from tests.playouts import playouts
from tests.sources import ROOT

PAGE = (ROOT / "docs/python/index.md").read_text(encoding="utf-8")
LEFT_OUT = PAGE.split("are missing:")[1].split("\n## ")[0]
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
