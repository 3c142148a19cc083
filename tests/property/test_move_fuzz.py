"""Any text at all is a legal move or one of three errors, and errors change nothing."""

from contextlib import suppress

import hypothesis.strategies as st
from hypothesis import given

from lux import AmbiguousMoveError, Board, IllegalMoveError, InvalidMoveError
from lux.perft import load_suite

FENS = [line.fen for line in load_suite("tricky")]
MOVE_LIKE = st.one_of(
    st.from_regex(r"[a-h][1-8][a-h][1-8][nbrqNBRQ]?", fullmatch=True),
    st.from_regex(r"[NBRQK]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[NBRQnbrq]|\([NBRQ]\))?[+#!?]*", fullmatch=True),
    st.from_regex(r"[O0]-[O0](-[O0])?[+#]?", fullmatch=True),
    st.text(),
)


@given(st.sampled_from(FENS), st.booleans(), MOVE_LIKE)
def test_any_text_is_a_move_or_an_error(fen, chess960, text):
    board = Board(fen, chess960=chess960)
    start, legal = board.copy(), board.legal_moves
    for push in (board.push_uci, board.push_san):
        with suppress(InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
            assert push(text) in legal
            board.pop()
        assert board == start
        assert board.move_stack == []
