"""Which rule forbids a move, in words: none if the board calls it legal."""

import random

import pytest

from lux import Board
from lux.analysis.legality import castling_obstacle, find_obstacle
from lux.board import needs_chess960
from lux.cli.play.move_input import why_not
from lux.perft import load_suite
from lux.perft.explain import describe, why_illegal
from tests.cases import read_table

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
EXPLAINED = read_table("explained_moves.tsv")


def is_legal(board: Board, uci: str) -> bool:
    try:
        board.parse_uci(uci)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
@pytest.mark.parametrize("suite", ["wiki", "tricky", "chess960_xfen"])
def test_a_move_is_legal_if_no_rule_forbids_it(suite, chess960):
    """Legal moves have a kind, all others a reason."""
    rng = random.Random(7)
    for fen, *_ in load_suite(suite)[:50]:
        board = Board(fen, chess960=chess960)
        tried = {*board.legal_moves, *(f"{move[:4]}q" for move in board.legal_moves)}
        tried |= {"".join(rng.sample(SQUARES, 2)) + rng.choice(["", "", "q", "k"]) for _ in range(300)}
        for uci in tried:
            obstacle = find_obstacle(board, uci)
            assert (obstacle is None) == is_legal(board, uci), (fen, uci, obstacle)
            assert describe(board, uci) if obstacle is None else why_illegal(board, uci) != "not a move"


@pytest.mark.parametrize(("fen", "move", "said", "to_players"), EXPLAINED)
def test_a_move_is_explained(fen, move, said, to_players):
    board = Board(fen, chess960=needs_chess960(fen))
    explain = describe if is_legal(board, move) else why_illegal
    assert explain(board, move) == said
    to_players = said if to_players == "=" else to_players
    assert to_players == "-" or why_not(board, move) == f"{move!r} is illegal: {to_players}"


def test_castling_that_is_meant_whatever_the_squares():
    assert castling_obstacle(Board("4k3/8/8/8/8/8/8/5K1R w - - 0 1"), "k").reason.startswith("king or rook has moved")
    # A king on the other side's back rank has none of that side's rights.
    assert castling_obstacle(Board("2K1k2r/8/8/8/8/8/8/8 w k - 0 1"), "k").reason.startswith("king or rook has moved")
    assert castling_obstacle(Board("4k3/8/8/8/8/8/8/5K1R w K - 0 1", chess960=True), "k") is None
