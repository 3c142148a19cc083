"""FEN in and out, what is refused and why, and the state that positions carry."""

import re

import chess
import pytest

from lux import Board, FenError, inspection
from lux.perft import SUITES, load_suite

BARE = "4k3/8/8/8/8/8/8/4K3"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"

# FENs that are read, and the FEN that is written for each.
GOOD = [
    # Four, five and six fields, and blanks.
    (f"{BARE} w - -", f"{BARE} w - - 0 1"),
    (f"{BARE} b - - 12", f"{BARE} b - - 12 1"),
    (f"{BARE} b - - 12 34", f"{BARE} b - - 12 34"),
    (f"  {BARE}\tw  -   -  0 1\n", f"{BARE} w - - 0 1"),
    # Counters.
    (f"{BARE} w - - 0 0", f"{BARE} w - - 0 1"),
    (f"{BARE} w - - 007 0012", f"{BARE} w - - 7 12"),
    (f"{BARE} w - - 30000 30000", f"{BARE} w - - 30000 30000"),
    # Neighbouring digits.
    ("4k3/44/8/8/8/8/8/11113K w - - 0 1", "4k3/8/8/8/8/8/8/7K w - - 0 1"),
    # Castling rights in any order and in every dialect.
    (f"{ROOKS} w qkQK - 0 1", f"{ROOKS} w KQkq - 0 1"),
    (f"{ROOKS} w HAha - 0 1", f"{ROOKS} w KQkq - 0 1"),
    (f"{ROOKS} w HQka - 0 1", f"{ROOKS} w KQkq - 0 1"),
    (f"{ROOKS} w KHKH - 0 1", f"{ROOKS} w K - 0 1"),
    (f"{ROOKS} b Qk - 0 1", f"{ROOKS} b Qk - 0 1"),
    ("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"),
    ("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"),
    # Rights without king or rook in place are dropped.
    (f"{BARE} w KQkq - 0 1", f"{BARE} w - - 0 1"),
    (f"{BARE} w HAha - 0 1", f"{BARE} w - - 0 1"),
    ("r6r/4k3/8/8/8/8/8/R3K2R w KQkq - 0 1", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("4k3/8/8/8/8/8/8/R3K2r w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1"),
    ("4k3/8/8/8/8/8/7R/N3K3 w KQ - 0 1", "4k3/8/8/8/8/8/7R/N3K3 w - - 0 1"),
    ("4k3/8/8/8/8/8/8/R3K2R w GB - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ("4k3/8/8/8/8/8/8/R3K3 w E - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    # An en passant square stays where a capture is legal ...
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1", "4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1"),
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),  # takes the checker
    ("8/8/8/1k1pP3/8/8/8/4K2B w - d6 0 1", "8/8/8/1k1pP3/8/8/8/4K2B w - d6 0 1"),
    # ... and is dropped on a rank of no double push, without a pawn to take, one to take it, a free path, a safe king.
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", None),
    ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", None),
    ("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1", None),
    *((f"{BARE} {turn} - {square} 0 1", None) for turn in "wb" for square in ("e1", "e4", "e3", "e6", "e8")),
    ("4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", None),
    ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", None),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", None),
    ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", None),
    ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", None),  # both pawns leave the rank
    ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", None),
    ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", None),  # pinned on the file
    ("b3k3/8/8/3pP3/8/8/8/7K w - d6 0 1", None),  # the pawn that goes shields the king
    ("4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", None),  # in check from elsewhere
]


@pytest.mark.parametrize(("fen", "written"), GOOD)
def test_good_fens(fen, written):
    if written is None:
        fields = fen.split()
        written = " ".join([*fields[:3], "-", *fields[4:]])
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
            assert inspection.position_bytes(Board(text, chess960=True)) == inspection.position_bytes(board)


def placed(rank: int, text: str) -> str:
    """Return a FEN whose *rank* reads *text*, in a position that is good otherwise."""
    ranks = {8: "4k3", 1: "4K3"}
    return "/".join({**ranks, rank: text}.get(number, "8") for number in range(8, 0, -1)) + " w - - 0 1"


# FENs that are refused, and what the message must say.
BAD = [
    # Fields.
    ("", "expected 4 to 6 fields, found 0: ''"),
    ("startpos", "expected 4 to 6 fields, found 1: 'startpos'"),
    (f"{BARE} w -", "expected 4 to 6 fields, found 3"),
    (f"{BARE} w - - 0 1 2", "expected 4 to 6 fields, found 7"),
    (f"{BARE} w - - 0 1 moves e1e2", "expected 4 to 6 fields, found 8"),
    ("x" * 100_000, "expected 4 to 6 fields, found 1: 'xxx"),
    # Ranks.
    ("8/8/8/8/8/8/8 w - - 0 1", "8 ranks, found 7: '8/8/8/8/8/8/8'"),
    (f"{BARE}/ w - - 0 1", "8 ranks, found 9"),
    ("/" * 50_000 + " w - - 0 1", "8 ranks, found 50001"),
    ("/////// w - - 0 1", "rank 8 has 0 squares"),
    (placed(8, "4k4"), "rank 8 has 9 squares instead of 8: '4k4'"),
    (placed(8, "4k2"), "rank 8 has 7 squares instead of 8: '4k2'"),
    (placed(5, "ppppppppp"), "rank 5 has 9 squares"),
    (placed(2, "8" * 1000), "rank 2 has 8000 squares"),
    (placed(1, "4K"), "rank 1 has 5 squares instead of 8: '4K'"),
    # Letters.
    (placed(4, "9"), "rank 4 has '9', which is not a piece: '9'"),
    (placed(4, "4x3"), "rank 4 has 'x', which is not a piece: '4x3'"),
    (placed(4, "٣5"), "rank 4 has '٣'"),
    (placed(4, "♔7"), "rank 4 has '♔'"),
    (placed(4, "\0\0"), r"rank 4 has '\x00'"),
    (placed(4, "\ud800"), r"rank 4 has '\ud800'"),
    # Kings.
    (placed(8, "8"), "Black has no king"),
    (placed(1, "8"), "White has no king"),
    (placed(1, "K3K3"), "White has 2 kings"),
    (placed(8, "kkkkkkkk"), "Black has 8 kings"),
    # Pawns on the last ranks.
    (placed(8, "P3k3"), "pawn on a8: pawns cannot stand on rank 8"),
    (placed(8, "4k2p"), "pawn on h8"),
    (placed(1, "3PK3"), "pawn on d1: pawns cannot stand on rank 1"),
    (placed(1, "4K1p1"), "pawn on g1"),
    # Too many pieces.
    ("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", "White has 17 pieces, more than 16"),
    ("4k3/nnnnnnnn/qqqqqqqq/8/8/8/8/4K3 b - - 0 1", "Black has 17 pieces, more than 16"),
    # Check.
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but White is to move"),
    ("4k3/8/8/8/8/8/8/r3K3 b - - 0 1", "White is in check, but Black is to move"),
    ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "Black is in check"),
    ("4k3/8/3N4/8/8/8/8/4K3 w - - 0 1", "Black is in check"),
    ("4k3/8/8/8/B7/8/8/4K3 w - - 0 1", "Black is in check"),
    ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "Black is in check"),
    ("8/8/8/3kK3/8/8/8/8 b - - 0 1", "White is in check"),
    # Side to move.
    *(
        (f"{BARE} {side} - - 0 1", f"side to move must be 'w' or 'b', not '{side}'")
        for side in ("W", "white", "-", "wb")
    ),
    (f"{BARE} {'w' * 100_000} - - 0 1", "side to move must be 'w' or 'b', not 'www"),
    # Castling rights.
    *(
        (f"{ROOKS} w {rights} - 0 1", f"castling field has '{letter}'")
        for rights, letter in zip("KQxq KQkq- -- O-O I 0 e3".split(), "x--OI03", strict=True)
    ),
    (f"{ROOKS} w \N{KELVIN SIGN} - 0 1", "castling field has '\N{KELVIN SIGN}'"),
    (f"{ROOKS} w \N{LATIN CAPITAL LETTER I WITH DOT ABOVE} - 0 1", "castling field has"),
    (f"{ROOKS} w {'z' * 100_000} - 0 1", "castling field has 'z'"),
    ("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "two rooks of White on one side of the king: 'AB'"),
    ("4k3/8/8/8/8/8/8/RR2K3 w QB - 0 1", "two rooks of White on one side of the king: 'QB'"),
    ("4k1rr/8/8/8/8/8/8/4K3 w kg - 0 1", "two rooks of Black on one side of the king: 'kg'"),
    # En passant squares.
    *(
        (f"{BARE} w - {square} 0 1", f"en passant field must be a square or '-', not '{square}'")
        for square in "e 6 i6 E6 e9 e66 e٦ --".split()
    ),
    (f"{BARE} w - 0 1", "en passant field must be a square or '-', not '0'"),
    # Counters.
    *(
        (f"{BARE} w - - {clock} 1", f"halfmove clock must be a number from 0 to 30000, not '{clock}'")
        for clock in "-1 +1 1.5 1_0 - 30001 ²".split()
    ),
    (f"{BARE} w - - x", "halfmove clock must be a number from 0 to 30000, not 'x'"),
    (f"{BARE} w - - {2**64} 1", "halfmove clock must be a number from 0 to 30000"),
    (f"{BARE} w - - {'9' * 100_000} 1", "halfmove clock must be a number from 0 to 30000"),
    *(
        (f"{BARE} w - - 0 {number}", f"move number must be a number from 0 to 30000, not '{number}'")
        for number in "-1 30001 ٣ one".split()
    ),
    (f"{BARE} w - - 0 {'0' * 5000}", "move number must be a number from 0 to 30000"),
]


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
    before = inspection.position_bytes(board)
    for fen, _ in BAD:
        with pytest.raises(FenError):
            board.set_fen(fen)
    assert inspection.position_bytes(board) == before
    assert board.move_stack == ["e2e4"]


@pytest.mark.parametrize("fen", [None, 5, b"8/8/8/8/8/8/8/8 w - -", ["w"]])
def test_fens_are_text(fen):
    with pytest.raises(TypeError, match="expected str"):
        Board(fen)
