"""Kinds of moves: noisy and quiet ones are all, and counting them gives as many."""

import chess
import pytest

from lux import Board, inspection
from lux.perft import SUITES, load_suite

MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"  # Petrovic 1964


def check_kinds(board: Board) -> None:
    every = inspection.generate(board, "all")
    noisy, quiet = inspection.generate(board, "noisy"), inspection.generate(board, "quiet")
    assert len(set(every)) == len(every)
    assert not set(noisy) & set(quiet)
    assert sorted(noisy + quiet) == sorted(every)
    assert inspection.count_legal(board) == len(every)
    assert all(inspection.is_legal(board, move) for move in every)


@pytest.mark.parametrize("suite", SUITES)
def test_kinds_in_suite_positions(suite):
    """Every position of the suites, and every one a move later."""
    for fen, *_ in load_suite(suite):
        board = Board(fen, chess960=True)
        check_kinds(board)
        for move in board.legal_moves:
            board.push_uci(move)
            check_kinds(board)
            board.pop()


@pytest.mark.parametrize(
    ("fen", "noisy"),
    [
        # Captures and promotions are noisy, castling is not.
        ("3r2k1/4P3/8/8/8/8/8/R3K2R w KQ - 0 1", "e7e8q e7e8r e7e8b e7e8n e7d8q e7d8r e7d8b e7d8n"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 h1h8"),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2"),
        # In check, a promotion that blocks it; in double check, only the king's capture.
        ("r3K2k/3P4/8/8/8/8/8/8 w - - 0 1", "d7d8q d7d8r d7d8b d7d8n"),
        ("4k3/4r3/8/8/8/3n4/8/Q3K3 w - - 0 1", ""),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""),
    ],
)
def test_noisy_moves(fen, noisy):
    board = Board(fen)
    assert set(inspection.generate(board, "noisy")) == {inspection.find_move(board, uci) for uci in noisy.split()}
    check_kinds(board)


# Positions where generators err, and all their legal moves, or those of one piece.
PITFALLS = [
    # En passant: legal answer to the pawn's check; illegal on the rank, file and diagonal of the king.
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4", "e4d3"),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5", "e5e6"),
    ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e5e6"),
    ("6bk/8/8/3pP3/2K5/8/8/8 w - d6 0 1", "e5", ""),
    ("7k/8/5b2/3pP3/3K4/8/8/8 w - d6 0 1", "e5", "e5f6"),
    ("b6k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5", "e5e6"),
    # A pinned pawn may go on along the pin, or take the pinner.
    ("4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", "e2e3 e2e4"),
    ("6k1/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2", ""),
    ("6k1/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2", "f2g3"),
    ("b1r3k1/1P6/8/3K4/8/8/8/8 w - - 0 1", "b7", "b7a8q b7a8r b7a8b b7a8n"),
    # The king does not step back along the line of its checker.
    ("4k3/8/8/8/8/r3K3/8/8 w - - 0 1", "e3", "e3d2 e3e2 e3f2 e3d4 e3e4 e3f4"),
    # Castling: past an attack no, with the rook attacked or passing an attack yes.
    ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1", "e1d1 e1d2 e1e2 e1c1"),
    ("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", "e1", "e1d1 e1d2 e1e2 e1f2 e1f1 e1c1 e1g1"),
    ("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f2"),
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1", "e1d1 e1d2 e1f2 e1f1"),
]


@pytest.mark.parametrize(("fen", "origin", "moves"), PITFALLS)
def test_pitfalls(fen, origin, moves):
    board = Board(fen)
    assert sorted(move for move in board.legal_moves if move.startswith(origin)) == sorted(moves.split())
    check_kinds(board)


# Chess960 castling: the moves of the king that are castling, written as king takes rook.
CHESS960 = [
    ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),  # they change places
    ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"),  # only the rook moves
    ("4k3/8/8/8/8/8/8/2KR4 w D - 0 1", "c1d1"),  # king side, with the rook on d1
    ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1"),
    ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", ""),  # the rook shields the king
    ("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", ""),
    ("4k3/8/8/8/8/8/8/RK1n4 w A - 0 1", ""),  # the rook's square is taken
    ("4k3/8/8/8/8/8/8/R2NK3 w A - 0 1", ""),
    ("4k3/8/8/8/8/8/8/1RN1K3 w B - 0 1", ""),
    ("4k3/8/8/8/8/8/8/KR5n w B - 0 1", "a1b1"),
    ("4k3/8/8/8/8/4b3/8/KR6 w B - 0 1", ""),  # g1 is attacked
    ("4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1", "d1b1 d1f1"),
]


@pytest.mark.parametrize(("fen", "castling"), CHESS960)
def test_chess960_castling(fen, castling):
    board = Board(fen, chess960=True)
    rooks = [chess.square_name(square) for square in chess.SQUARES if board.piece_at(chess.square_name(square)) == "R"]
    assert [move for move in board.legal_moves if move[2:] in rooks] == castling.split()
    check_kinds(board)


def test_the_most_moves_fit_a_move_list():
    assert inspection.count_legal(Board(MOST_MOVES)) == 218
    check_kinds(Board(MOST_MOVES))
