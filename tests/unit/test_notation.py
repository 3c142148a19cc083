"""Moves as text: UCI in both castling notations, SAN strict out and lenient in, and the three errors."""

import pytest

from lux import STARTPOS, AmbiguousMoveError, Board, IllegalMoveError, InvalidMoveError, inspection
from lux.board import needs_chess960

ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1"

# What other programs and people write, and the move that is meant.
LENIENT = [
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", ["exd5", "ed5", "e4d5", "e4xd5", "exd5!", "exd5?!", "e:d5"]),
    ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", ["Rad1", "Ra1d1", "Ra1-d1", " Rad1 ", "Rad1+", "Rad1#", "Rad1!!"]),
    (PROMOTION, "e7e8q", ["e8=Q", "e8Q", "e8q", "e8=q", "e8(Q)", "e7e8q", "e7-e8=Q", "e8=Q+", "e8=Q#"]),
    (PROMOTION, "e7d8n", ["exd8=N", "exd8N", "ed8n", "e7xd8(N)", "exd8n!?"]),
    (ROOKS, "e1g1", ["O-O", "0-0", "O-O+", "0-0#", "O-O!", "e1g1", "e1-g1", "Ke1-g1", "Ke1g1+", "e1h1", "Ke1xh1"]),
    (ROOKS, "e1c1", ["O-O-O", "0-0-0", "0-0-0+?", "e1c1", "Ke1-c1#", "e1-a1!", "0-0-0 mate"]),
    (STARTPOS, "g1f3", ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", "Ng1xf3+", "g1:f3", "g1f3#?!"]),
    (STARTPOS, "g1f3", ["Ng1\N{EN DASH}f3", "Ng1\N{MULTIPLICATION SIGN}f3", "Ng1-f3++", "Nf3ch", "Nf3\N{DAGGER}"]),
    (STARTPOS, "e2e4", ["e2e4", "e2-e4", "Pe2-e4", "Pe4", "e2-e4!", "e2xe4+"]),
    (PROMOTION, "e7e8r", ["e7e8=R", "e7-e8R", "e7e8(R)+", "e8/R", "Pe7-e8=R#", "e7e8=r"]),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ["e5xd6", "e5-d6", "e5d6", "exd6e.p.", "e5xd6 ep+"]),
    ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", ["f1g1", "Kf1-g1", "Kg1"]),  # a step, not castling to g1
    ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", ["f1h1", "Kf1-h1", "O-O"]),
]
LENIENT = [(fen, uci, text) for fen, uci, texts in LENIENT for text in texts]


@pytest.mark.parametrize(("fen", "uci", "text"), LENIENT)
def test_san_is_read_leniently(fen, uci, text):
    assert Board(fen, chess960=needs_chess960(fen)).parse_san(text) == uci


NO_SAN = """e9 i4 E4 nf3 Nf N e ed Zf3 Nf3Nf3 -- 0000 O-0 o-o O-O-O-O e8=K e8=P e8= e8( 1.e4 ...e5 Nxxf3
    g1--f3 e2e4e5 Ng1-f3- g1f3g1 g1f9 Zg1f3 O-Oe1g1"""


@pytest.mark.parametrize(
    "text", ["", " ", *NO_SAN.split(), "e4 e5", "e4\nd4", "e\N{FULLWIDTH DIGIT FOUR}", "\0", "x" * 10_000]
)
def test_no_san(text):
    with pytest.raises(InvalidMoveError, match=r"\Anot a move in SAN: ") as caught:
        Board().parse_san(text)
    assert len(str(caught.value)) < 120


def check_illegal(push, fen, text):
    board = Board(fen)
    with pytest.raises(IllegalMoveError) as caught:
        push(board, text)
    assert str(caught.value) == f"illegal move {text} in {board.fen()}"
    assert board.move_stack == []


@pytest.mark.parametrize(
    ("fen", "texts"),
    [
        (STARTPOS, "e5 exd3 Nd2 Ng1 Nbf3 N2f3 O-O 0-0-0 e4=Q Ke2 e2-e5 g1-f4 Bg1-f3 Pg1f3 e7-e5 e1g1 Ke1-g1 g1f3=Q"),
        (PROMOTION, "e8 e7d8 e7-e8 e7e8"),  # promotion to what?
        (ROOKS, "Kh1 Kg1 Rh1-e1 h1e1 Ra1xe1 e1b1 e1g1=Q Qe1g1 Ke1-g8"),  # castling names both squares, the king's first
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5 xd5"),  # a capture needs the pawn's file
        ("4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1", "Nc4"),  # pinned
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Ke1"),
    ],
)
def test_illegal_san(fen, texts):
    for text in texts.split():
        check_illegal(Board.push_san, fen, text)


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "a1d1 h1d1"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "Ra3", "a1a3 a5a3"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "Raa3", "a1a3 a5a3"),
        ("7k/8/2Q5/8/Q1Q5/8/7K/8 w - - 0 1", "Qca6", "c4a6 c6a6"),
    ],
)
def test_ambiguous_san(fen, text, moves):
    board = Board(fen)
    with pytest.raises(AmbiguousMoveError) as caught:
        board.parse_san(text)
    named, where = str(caught.value).removeprefix(f"ambiguous move {text}, one of ").split(", in ")
    assert sorted(named.split()) == moves.split()
    assert where == fen


def test_errors_fit_one_line():
    for text in ("Ke7\n\n", "\r\nKe7!", "Ke7" + "!" * 1000):
        with pytest.raises(IllegalMoveError, match=r"\Aillegal move Ke7 in [^\n]*\Z"):
            Board().parse_san(text)


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
    assert len(set(board.legal_moves)) == inspection.count_legal(board)
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


NO_UCI = "e2 e2e e2e4e5 e2-e4 E2E4 e2e9 i2i4 e0e1 e7e8k e7e8p e7e8=q 0000 (none) Nf3"


@pytest.mark.parametrize(
    "text", ["", *NO_UCI.split(), "e2e4 ", " e2e4", "e2e4\n", "e2e\N{FULLWIDTH DIGIT FOUR}", "\0", "e2e4" * 1000]
)
def test_no_uci(text):
    with pytest.raises(InvalidMoveError, match=r"\Anot a move in UCI notation: ") as caught:
        Board().parse_uci(text)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("fen", "texts"),
    [
        (STARTPOS, "e2e5 e7e5 e4e5 e1g1 e1h1 a1a1 e2e4q"),
        (PROMOTION, "e7e8 e7f8q"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"),
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1g1"),
    ],
)
def test_illegal_uci(fen, texts):
    for text in texts.split():
        check_illegal(Board.push_uci, fen, text)


def test_errors_are_value_errors():
    for error in (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
        assert issubclass(error, ValueError)


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
