"""FEN in and out, what is refused and why, and the state that positions carry."""

import re

import chess
import pytest

from lux import Board, FenError, inspection
from lux.perft import SUITES, load_suite
from tests.cases import read_table

BARE = "4k3/8/8/8/8/8/8/4K3"

# FENs that are read, and the FEN that is written for each; those that are refused, and what the message must say.
GOOD = read_table("good_fens.tsv")
BAD = [
    *read_table("bad_fens.tsv"),
    ("", "expected 4 to 6 fields, found 0: ''"),
    ("x" * 100_000, "expected 4 to 6 fields, found 1: 'xxx"),
    ("/" * 50_000 + " w - - 0 1", "8 ranks, found 50001"),
    (BARE.replace("8/4K3", "8" * 1000 + "/4K3 w - - 0 1"), "rank 2 has 8000 squares"),
    (BARE.replace("8/4K3", "\0\0/4K3 w - - 0 1"), r"rank 2 has '\x00'"),
    (BARE.replace("8/4K3", "\ud800/4K3 w - - 0 1"), r"rank 2 has '\ud800'"),
    (f"{BARE} {'w' * 100_000} - - 0 1", "side to move must be 'w' or 'b', not 'www"),
    (f"{BARE} w {'z' * 100_000} - 0 1", "castling field has 'z'"),
    (f"{BARE} w - - {'9' * 100_000} 1", "halfmove clock must be a number from 0 to 30000"),
    (f"{BARE} w - - 0 {'0' * 5000}", "move number must be a number from 0 to 30000"),
]


@pytest.mark.parametrize(("fen", "written"), [*GOOD, (f"  {BARE}\tw  -   -  0 1\n", f"{BARE} w - - 0 1")])
def test_good_fens(fen, written):
    board = Board(fen)
    for chess960 in (False, True):
        assert Board(fen, chess960).fen() == written
        assert Board(written, chess960).fen() == written
    oracle = chess.Board(board.fen(shredder=True), chess960=True)
    assert oracle.fen(en_passant="legal") == written


@pytest.mark.parametrize("suite", SUITES)
def test_suite_fens_come_back(suite):
    for fen, *_ in load_suite(suite):
        oracle = chess.Board(fen, chess960=True)
        board = Board(fen, chess960=True)
        assert board.fen() == oracle.fen(en_passant="legal")
        assert board.fen(shredder=True) == oracle.fen(en_passant="legal", shredder=True)
        for text in (board.fen(), board.fen(shredder=True)):
            assert inspection.fields(Board(text, chess960=True)) == inspection.fields(board)


@pytest.mark.parametrize(("fen", "message"), BAD, ids=range(len(BAD)))
def test_bad_fens(fen, message):
    with pytest.raises(FenError, match=re.escape(message)) as caught:
        Board(fen, chess960=True)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_a_bad_fen_leaves_the_game_alone():
    board = Board(chess960=True)
    board.push_san("e4")
    before = inspection.fields(board)
    for fen, _ in BAD:
        with pytest.raises(FenError):
            board.set_fen(fen)
    assert inspection.fields(board) == before
    assert board.move_stack == ["e2e4"]
