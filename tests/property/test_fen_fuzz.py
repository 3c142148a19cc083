"""Any text at all is a position or a FenError, and an accepted position can be played on."""

import chess
import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from lux import Board, FenError, inspection
from lux.perft import SUITES, load_suite
from tests.zobrist import keys_of

FENS = [line.fen for suite in SUITES for line in load_suite(suite)]
MAX_MOVES = 15 * 27 + 8  # of queens and a king; 218 in a game, https://www.chessprogramming.org/Chess_Position
FEN_LETTERS = "pnbrqkPNBRQK12345678/wb-KQkqABCDEFGHabcdefgh 0369"


@st.composite
def damaged_fens(draw: st.DrawFn) -> str:
    """Draw a good FEN with a few characters deleted, inserted, exchanged or overwritten."""
    text = list(draw(st.sampled_from(FENS)))
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.integers(0, len(text) - 1)), draw(st.integers(0, len(text) - 1))
        match draw(st.sampled_from(["delete", "insert", "exchange", "overwrite"])):
            case "delete":
                del text[at]
            case "insert":
                text.insert(at, draw(st.sampled_from(FEN_LETTERS)))
            case "exchange":
                text[at], text[other] = text[other], text[at]
            case "overwrite":
                text[at] = draw(st.sampled_from(FEN_LETTERS))
    return "".join(text)


@st.composite
def random_placements(draw: st.DrawFn) -> str:
    """Draw a FEN with two kings and other pieces anywhere, any side to move, any rights and en passant file."""
    squares = draw(st.lists(st.integers(0, 63), min_size=2, max_size=34, unique=True))
    others = draw(st.lists(st.sampled_from("pnbrqPNBRQ"), min_size=len(squares) - 2, max_size=len(squares) - 2))
    letters = ["1"] * 64
    for square, piece in zip(squares, [*"Kk", *others], strict=True):
        letters[square] = piece
    ranks = ["".join(letters[8 * rank : 8 * rank + 8]) for rank in range(8)]
    turn, rank = draw(st.sampled_from([("w", "6"), ("b", "3")]))
    castling = draw(st.sampled_from(["-", "KQkq", "HAha", "Gb", "q"]))
    ep = draw(st.sampled_from(["-", *(file + rank for file in "abcdefgh")]))
    return f"{'/'.join(ranks)} {turn} {castling} {ep} {draw(st.integers(0, 120))} {draw(st.integers(0, 300))}"


def check_fen(fen: str) -> None:
    """Fail unless *fen* is refused by FenError, or gives a position that python-chess plays in the same way."""
    refusal = None
    try:
        board = Board(fen, chess960=True)
    except FenError as error:
        refusal = str(error)
    if refusal is not None:
        assert 10 < len(refusal) < 250, fen
        return
    assert Board(board.fen(), chess960=True) == board
    assert Board(board.fen(shredder=True), chess960=True) == board
    oracle = chess.Board(board.fen(shredder=True), chess960=True)
    fields = inspection.fields(board)
    assert fields | keys_of(oracle) == fields
    moves = board.legal_moves
    assert sorted(moves) == sorted(move.uci() for move in oracle.legal_moves), fen
    assert board.perft(1) == len(moves) <= MAX_MOVES
    for move in moves:
        assert board.san(move) == oracle.san(chess.Move.from_uci(move)), fen


@given(st.text() | st.text(alphabet=FEN_LETTERS, max_size=90))
@settings(max_examples=200)
def test_any_text(fen):
    check_fen(fen)


@given(damaged_fens())
@settings(max_examples=500)
def test_damaged_fens(fen):
    check_fen(fen)


@given(random_placements())
@settings(max_examples=500)
@example("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
def test_random_placements(fen):
    check_fen(fen)


@pytest.mark.slow
@given(st.one_of(damaged_fens(), random_placements()))
@settings(max_examples=20_000)
def test_many_fens(fen):
    check_fen(fen)
