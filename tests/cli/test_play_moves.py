"""Moves as people type them to `lux play`, and what it answers to those that are none."""

import pytest

from lux.board import STARTPOS as START
from lux.board import AmbiguousMoveError, Board, IllegalMoveError
from lux.cli.play.move_input import complete, read_move, why_not

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (START, "e4", "e2e4"),
        (START, "e2e4", "e2e4"),
        (START, "E2E4", "e2e4"),
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
        # In SAN; tests/data/explained_moves.tsv has the reasons for moves in UCI.
        (START, "g1-g3+", "the knight on g1 does not move like that"),
        (START, "Bc4", "no bishop can go to c4"),
        (START, "Qd3", "the pawn on d2 blocks the queen on d1"),
        (START, "Nge4", "the knight on g1 does not move like that"),
        (START, "Nf3=Q", "only a pawn on the last rank becomes another piece"),
        (PROMOTION, "e8", "promote to which piece? e8=Q, e8=R, e8=B or e8=N"),
        (TWO_KNIGHTS, "Qd1", "White has no queen"),
        (TWO_KNIGHTS, "e4", "White has no pawn on the e-file"),
        # Of two knights, the one that reaches the square.
        ("4r1k1/8/8/8/8/8/4N1N1/4K3 w - - 0 1", "Nc3", "the knight on e2 is pinned: the king would be in check from"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", "king or rook has moved, or the rook is gone"),
        ("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "the king would pass through check on f1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "the pawn on d5 did not go two squares just now"),
    ],
)
def test_why_a_move_is_illegal(fen, text, reason):
    with pytest.raises(IllegalMoveError) as raised:
        read_move(Board(fen), text)
    assert str(raised.value).startswith(f"{text!r} is illegal: {reason}")


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
