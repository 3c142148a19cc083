"""Moves as people type them to `lux play`, and what it answers to those that are none."""

import pytest

from lux.board import STARTPOS, AmbiguousMoveError, Board, IllegalMoveError
from lux.cli.play.move_input import complete, read_move, why_not

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (START, "e4", "e2e4"),
        (START, "e2e4", "e2e4"),
        (START, "E2E4", "e2e4"),
        (START, "e2-e4", "e2e4"),
        (START, "E2-E4!", "e2e4"),
        (START, "g1-f3", "g1f3"),
        (START, "ng1-f3+", "g1f3"),
        (CASTLING, "e1-g1", "e1g1"),
        (CASTLING, "ke1-c1", "e1c1"),
        (PROMOTION, "E7-E8=N+", "e7e8n"),
        (START, "Nf3", "g1f3"),
        (START, "Nf3!?", "g1f3"),
        (START, "nf3", "g1f3"),
        (CASTLING, "O-O", "e1g1"),
        (CASTLING, "o-o-o", "e1c1"),
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "ooo", "e1c1"),
        (PROMOTION, "e8=Q", "e7e8q"),
        (PROMOTION, "e8q", "e7e8q"),
        (PROMOTION, "e7e8n", "e7e8n"),
        # A pawn takes precedence over a bishop written small.
        ("4k3/8/8/8/8/2p5/1P3B2/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/8/5B2/4K3 w - - 0 1", "bd4", "f2d4"),
    ],
)
def test_moves_as_people_write_them(fen, text, move):
    assert read_move(Board(fen), text) == move


@pytest.mark.parametrize(
    ("fen", "text", "message"),
    [
        (TWO_KNIGHTS, "Nd2", "Nd2 is ambiguous: Nbd2 or Nfd2"),
        (TWO_KNIGHTS, "nd2", "nd2 is ambiguous: Nbd2 or Nfd2"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "Ra3", "Ra3 is ambiguous: R1a3 or R5a3"),
        ("4k3/8/8/8/8/8/4K3/Q1Q5 w - - 0 1", "Qb2", "Qb2 is ambiguous: Qab2 or Qcb2"),
    ],
)
def test_ambiguous_moves_name_those_that_may_be_meant(fen, text, message):
    with pytest.raises(AmbiguousMoveError) as raised:
        read_move(Board(fen), text)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (START, "g1-g3+", "the knight on g1 does not move like that"),
        (START, "e1-g1", "the bishop on f1 stands in the way"),
        (START, "e5", "the pawn on e2 does not move like that"),
        (START, "Bc4", "no bishop can go to c4"),
        (START, "Qd3", "the pawn on d2 blocks the queen on d1"),
        (START, "Nd4", "no knight can go to d4"),
        (START, "Nge4", "the knight on g1 does not move like that"),
        (TWO_KNIGHTS, "Qd1", "White has no queen"),
        (TWO_KNIGHTS, "e4", "White has no pawn on the e-file"),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "the pawn on e5 blocks the pawn on e4"),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "the knight on e2 is pinned: the king would be in check from the rook on e8",
        ),
        (
            "4r1k1/8/8/8/8/8/4N1N1/4K3 w - - 0 1",
            "Nc3",
            "the knight on e2 is pinned: the king would be in check from the rook on e8",
        ),
        ("4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1", "Nb3", "the king is in check from the rook on e8, and would still be"),
        ("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2", "the king would be in check on e2"),
        (STARTPOS, "Nf3=Q", "only a pawn on the last rank becomes another piece"),
        (PROMOTION, "e8", "promote to which piece? e8=Q, e8=R, e8=B or e8=N"),
        ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "O-O-O", "the knight on b1 stands in the way"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", "king or rook has moved, or the rook is gone"),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "the king is in check from the rook on e7, and may not castle"),
        ("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "the king would pass through check on f1"),
        ("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "the king would be in check on g1"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e6", "the pawn on e4 has moved already: it goes one square at a time"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "the pawn on d5 did not go two squares just now"),
    ],
)
def test_why_a_move_is_illegal(fen, text, reason):
    with pytest.raises(IllegalMoveError) as raised:
        read_move(Board(fen), text)
    assert str(raised.value).startswith(f"{text!r} is illegal: {reason}")


def test_castling_onto_an_own_rook_in_chess960():
    board = Board("1r2k3/8/8/8/8/8/8/R1K5 w Q - 0 1", chess960=True)
    board.push_uci("c1c2")
    board.push_uci("e8e7")
    board.push_uci("c2c1")
    board.push_uci("e7e8")
    assert why_not(board, "c1a1") == "'c1a1' is illegal: king or rook has moved, or the rook is gone"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Nf9", "'Nf9' is neither a move nor a command; did you mean Nf3?"),
        ("hnt", "'hnt' is neither a move nor a command; did you mean hint?"),
        ("xyzzy", "'xyzzy' is neither a move nor a command"),
        ("Nd3", "'Nd3' is illegal: no knight can go to d3"),
    ],
)
def test_near_misses(text, message):
    assert why_not(Board(), text, ["hint", "undo"]) == message


@pytest.mark.parametrize(
    ("text", "completions"),
    [
        ("N", ["Na3", "Nc3", "Nf3", "Nh3", "new"]),
        ("nf", ["Nf3"]),
        ("e2", ["e2e3", "e2e4"]),
        ("un", ["undo"]),
        ("z", []),
    ],
)
def test_completion(text, completions):
    assert complete(Board(), text, ["new", "undo"]) == completions
