"""What is said of moves: their kind if they are legal, the rule against them if not."""

import pytest

from lux import Board
from lux.board import needs_chess960
from lux.perft import load_suite
from lux.perft.explain import describe, why_illegal

LEGAL = [
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3", "e4d3", "en passant capture of the pawn on d4, takes the checking pawn"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "double pawn push"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "knight move"),
    ("4r1k1/8/8/8/8/8/4P3/4K3 w - -", "e2e3", "pawn move, along the pin by the rook on e8"),
    ("6k1/8/8/8/8/6b1/5P2/4K3 w - -", "f2g3", "pawn capture of the bishop on g3, the pinned piece takes its pinner"),
    ("4k3/8/8/8/8/1r6/8/R3K2R w KQ -", "e1c1", "castling queen side, b1 is attacked, which does not matter"),
    (
        "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1",
        "e1c1",
        "castling queen side, the rook on a1 is attacked, which does not matter",
    ),
    ("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "castling king side, gives check"),
    ("4k3/8/8/8/8/8/8/6KR w H -", "g1h1", "castling king side, king from g1, rook from h1"),
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - -", "e7d8n", "under-promotion to a knight with capture of the rook on d8"),
    ("6k1/4P3/8/8/8/8/8/4K3 w - -", "e7e8q", "promotion to a queen, gives check"),
    ("4k3/8/8/8/8/8/4r3/4K3 w - -", "e1e2", "king capture of the rook on e2, out of the check from the rook on e2"),
    ("4k3/4r3/8/8/8/8/3B4/4K3 w - -", "d2e3", "bishop move, blocks the check from the rook on e7"),
    ("4k3/8/8/8/8/4N3/4R3/4K3 w - -", "e3d5", "knight move, gives discovered check from the rook on e2"),
    ("4k3/8/8/8/4N3/8/4R3/4K3 w - -", "e4f6", "knight move, gives double check"),
]


@pytest.mark.parametrize(("fen", "move", "kind"), LEGAL)
def test_kinds_of_legal_moves(fen, move, kind):
    board = Board(fen, chess960=True)
    board.parse_uci(move)
    assert describe(Board(fen, chess960=kind.endswith("from h1")), move) == kind


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ILLEGAL = [
    (START, "e4e5", "there is no piece on e4"),
    (START, "e7e5", "the pawn on e7 is Black's, and White is to move"),
    (START, "a1a2", "a2 holds a piece of its own side, the pawn on a2"),
    (START, "a1a3", "the rook jumps over the pawn on a2"),
    (START, "b1b3", "a knight does not move from b1 to b3"),
    (START, "e2e5", "a pawn does not move from e2 to e5"),
    (START, "e2d3", "pawn capture on d3, where there is nothing to capture"),
    (START, "e2e3q", "a promotion on e3, which is not the last rank"),
    (START, "g1f3q", "a knight does not promote"),
    (START, "e1g1", "castling king side over the bishop on f1 and the knight on g1"),
    (START, "e1", "not a move"),
    ("4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", "a pawn on the last rank must become a knight, bishop, rook or queen"),
    ("4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8k", "a pawn on the last rank must become a knight, bishop, rook or queen"),
    ("4k3/8/8/8/8/p7/P7/4K3 w - -", "a2a3", "pawn move onto the pawn on a3"),
    ("4k3/8/8/8/8/p7/P7/4K3 w - -", "a2a4", "double pawn push over the pawn on a3"),
    ("4k3/8/8/8/8/P7/8/4K3 w - -", "a3a5", "double pawn push from a3, which is not where pawns start"),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - -",
        "e5d6",
        "en passant capture of the pawn on d5, which did not come by a double push just now",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6",
        "e5d6",
        "en passant capture of the pawn on d5 that uncovers the king: both pawns leave the rank of the rook on h5",
    ),
    (
        "b6k/8/8/3pP3/8/8/8/7K w - d6",
        "e5d6",
        "en passant capture of the pawn on d5 that uncovers the king: the taken pawn shielded it from the bishop on a8",
    ),
    (
        "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6",
        "e5d6",
        "en passant capture of the pawn on d5 of a piece pinned on the file:"
        " it shields the king on e1 from the rook on e8",
    ),
    (
        "6k1/8/8/8/7b/8/5P2/4K3 w - -",
        "f2f4",
        "double pawn push of a piece pinned on the diagonal: it shields the king on e1 from the bishop on h4",
    ),
    ("4k3/8/8/8/8/r3K3/8/8 w - -", "e3f3", "king move that stays in the line of the rook on a3"),
    ("4k3/8/8/8/8/r3K3/8/8 w - -", "e3d3", "king move into check from the rook on a3"),
    ("4k3/3pp3/4K3/8/8/8/8/8 w - -", "e6d7", "king capture of the pawn on d7 into check from the king on e8"),
    ("4k3/4r3/8/8/8/8/3B4/4K3 w - -", "d2c3", "bishop move that does not answer the check from the rook on e7"),
    (
        "4k3/4r3/8/8/8/2Q2n2/8/4K3 w - -",
        "c3f3",
        "queen capture of the knight on f3 in double check from the knight on f3 and the rook on e7:"
        " only the king may move",
    ),
    ("4k3/8/8/8/8/5r2/8/R3K2R w KQ -", "e1g1", "castling king side through check: f1 is attacked by the rook on f3"),
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ -", "e1c1", "castling queen side out of check: e1 is attacked by the rook on e4"),
    ("4k3/8/8/8/8/6r1/8/R3K2R w KQ -", "e1g1", "castling king side into check: g1 is attacked by the rook on g3"),
    (
        ROOKS.replace("KQkq", "Qkq"),
        "e1g1",
        "castling king side without the right: the castling field is Aha, as rook files",
    ),
    ("4k3/8/8/8/8/8/8/R3K3 w Q -", "e1g1", "castling king side without a rook there"),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q -", "e1c1", "castling queen side over the knight on b1"),
    ("4k3/8/8/8/8/8/8/rRK5 w B -", "c1b1", "castling queen side: the rook uncovers the rook on a1"),
    ("4k3/8/8/8/8/8/8/1RN1K3 w B -", "e1b1", "castling queen side over the knight on c1"),
]


@pytest.mark.parametrize(("fen", "move", "reason"), ILLEGAL)
def test_reasons_against_illegal_moves(fen, move, reason):
    board = Board(fen, chess960=needs_chess960(fen))
    with pytest.raises(ValueError, match="move"):
        board.parse_uci(move)
    assert why_illegal(board, move) == reason


@pytest.mark.parametrize("suite", ["wiki", "tricky", "standard", "lux", "chess960_xfen"])
def test_every_move_has_a_kind_or_a_reason(suite):
    """In every position: its legal moves, and from one square to all others those that are not."""
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for number, (fen, *_) in enumerate(load_suite(suite)[:60]):
        board = Board(fen, chess960=True)
        assert all(describe(board, move) for move in board.legal_moves)
        origin = squares[number % 64]
        for target in squares:
            move = origin + target
            try:
                board.parse_uci(move)
            except ValueError:
                if origin != target and f"{move}q" not in board.legal_moves:
                    assert why_illegal(board, move) not in ("illegal", "not a move"), f"{fen}: {move}"
