"""Moves as text: UCI in both castling notations, SAN strict out and lenient in, and the three errors."""

import pytest

from lux import STARTPOS, AmbiguousMoveError, Board, IllegalMoveError, InvalidMoveError, inspection
from lux.board import needs_chess960
from tests.cases import read_table

ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1"

# What programs and people write: the move that is meant, or why none is.
WRITTEN = [(fen, said, text) for fen, said, texts in read_table("moves.tsv") for text in texts.split("|")]
STRANGE = [(STARTPOS, kind, text) for kind in ("no move", "no move in UCI") for text in ("\0", "e4\nd4", "e4" * 5000)]


def error_of(parse, text):
    """Return the kind of the error that reading *text* raises, and its message, which is one short line."""
    with pytest.raises(ValueError, match=r"\A[^\n]*\Z") as caught:
        parse(text)
    assert len(str(caught.value)) < 200
    return type(caught.value), str(caught.value)


@pytest.mark.parametrize(("fen", "said", "text"), [*WRITTEN, *STRANGE])
def test_moves_are_read_or_refused(fen, said, text):
    board = Board(fen, chess960=needs_chess960(fen))
    kind, _, notation = said.partition(" in ")
    parse = board.parse_uci if notation else board.parse_san
    if kind == "illegal":
        assert error_of(parse, text) == (IllegalMoveError, f"illegal move {text} in {fen}")
    elif kind == "no move":
        error, message = error_of(parse, text)
        assert error is InvalidMoveError
        assert message.startswith(f"not a move in {'UCI notation' if notation else 'SAN'}: ")
    elif kind.startswith("one of "):
        error, message = error_of(parse, text)
        named, where = message.removeprefix(f"ambiguous move {text}, ").split(", in ")
        assert (error, {*named.split()}, where) == (AmbiguousMoveError, {*kind.split()}, fen)
    else:
        assert parse(text) == said


def test_errors_fit_one_line():
    for text in ("Ke7\n\n", "\r\nKe7!", "Ke7" + "!" * 1000):
        assert error_of(Board().parse_san, text) == (IllegalMoveError, f"illegal move Ke7 in {STARTPOS}")


# UCI


@pytest.mark.parametrize("chess960", [False, True])
def test_castling_is_read_in_both_notations(chess960):
    board = Board(ROOKS, chess960=chess960)
    king_side, queen_side = ("e1h1", "e1a1") if chess960 else ("e1g1", "e1c1")
    assert board.parse_uci("e1g1") == board.parse_uci("e1h1") == board.parse_san("O-O") == king_side
    assert board.parse_uci("e1c1") == board.parse_uci("e1a1") == board.parse_san("O-O-O") == queen_side
    assert {king_side, queen_side} < set(board.legal_moves)
    assert board.push_uci("e1h1") == king_side
    assert board.fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert board.move_stack == [king_side]
    assert board.pop() == king_side


@pytest.mark.parametrize(
    ("fen", "rook", "king_to"),
    [
        ("4k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1", "b1g1"),  # a long way
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", None),  # f1g1 is a king's step
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", None),  # the king stays
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1a1", None),  # d1c1 is a king's step
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", None),
        ("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "c1a1", None),
    ],
)
def test_castling_never_reads_as_a_step(fen, rook, king_to):
    board = Board(fen, chess960=True)
    castled = board.copy()
    castled.push_uci(rook)
    assert len(set(board.legal_moves)) == board.perft(1)
    for text in filter(None, (rook, king_to)):
        board.push_uci(text)
        assert board.fen() == castled.fen()
        board.pop()
    assert sum(board.divide(2).values()) == board.perft(2)


def test_a_kings_step_wins_over_castling():
    board = Board("4k3/8/8/8/8/8/8/5K1R w K - 0 1", chess960=True)
    board.push_uci("f1g1")
    assert board.piece_at("h1") == "R"


@pytest.mark.parametrize("letter", "qrbnQRBN")
def test_promotion_letters_may_be_upper_case(letter):
    board = Board(PROMOTION)
    assert board.push_uci(f"e7e8{letter}") == f"e7e8{letter.lower()}"
    assert board.piece_at("e8") == letter.upper()


# The sixteen bits of a move: type, promotion, from, to.


@pytest.mark.parametrize(
    ("fen", "uci", "bits"),
    [
        (STARTPOS, "g1f3", 0b00_00_000110_010101),
        (PROMOTION, "e7e8n", 0b01_00_110100_111100),
        (PROMOTION, "e7e8b", 0b01_01_110100_111100),
        (PROMOTION, "e7e8r", 0b01_10_110100_111100),
        (PROMOTION, "e7d8q", 0b01_11_110100_111011),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0b10_00_100100_101011),
        (ROOKS, "e1g1", 0b11_00_000100_000111),
        (ROOKS, "e1c1", 0b11_00_000100_000000),
    ],
)
def test_packed_moves(fen, uci, bits):
    assert inspection.find_move(Board(fen), uci) == bits
