"""Which rule forbids a move: none if and only if the board calls it legal."""

import random

import pytest

from lux import Board
from lux.analysis.legality import Obstacle, Rule, TriedMove, find_obstacle
from lux.perft import load_suite

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def is_legal(board: Board, uci: str) -> bool:
    try:
        board.parse_uci(uci)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("chess960", [False, True], ids=["standard", "chess960"])
@pytest.mark.parametrize("suite", ["wiki", "tricky", "chess960_xfen"])
def test_a_move_is_legal_if_no_rule_forbids_it(suite, chess960):
    rng = random.Random(7)
    forbidden = set()
    for fen, *_ in load_suite(suite):
        board = Board(fen, chess960=chess960)
        tried = {*board.legal_moves, *(f"{move}q" for move in board.legal_moves)}
        tried |= {"".join(rng.sample(SQUARES, 2)) + rng.choice(["", "", "q", "k"]) for _ in range(300)}
        for uci in tried:
            obstacle = find_obstacle(TriedMove(board, uci))
            assert (obstacle is None) == is_legal(board, uci), (fen, uci, obstacle)
            forbidden.add(obstacle and obstacle.rule)
    assert len(forbidden) > 10


@pytest.mark.parametrize(
    ("fen", "uci", "obstacle"),
    [
        # The engine of a GUI that knows nothing of castling by two squares, and a person who means the rook.
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", Obstacle(Rule.NO_CASTLING_RIGHT)),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", Obstacle(Rule.NO_CASTLING_RIGHT)),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1g1", Obstacle(Rule.MOVEMENT)),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", Obstacle(Rule.PROMOTION_OF_A_PIECE)),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1a1", Obstacle(Rule.SAME_SQUARE)),
        # All that enforces the rule is named.
        ("4k3/8/8/8/1b6/8/8/4K2R w K - 0 1", "e1g1", Obstacle(Rule.CASTLING_OUT_OF_CHECK, ["b4"], "e1")),
        ("4k3/8/8/8/8/3n3n/8/4K2R w K - 0 1", "e1g1", Obstacle(Rule.CASTLING_OUT_OF_CHECK, ["d3"], "e1")),
        ("4k3/8/8/8/8/7n/8/4K2R w K - 0 1", "e1g1", Obstacle(Rule.CASTLING_INTO_CHECK, ["h3"], "g1")),
        ("4k3/8/8/8/8/8/8/4KBNR w K - 0 1", "e1g1", Obstacle(Rule.CASTLING_BLOCKED, ["f1", "g1"])),
        # A promotion that check forbids needs no letter first.
        ("4k3/P7/8/8/8/8/8/r3K3 w - - 0 1", "a7a8", Obstacle(Rule.CHECK_STAYS, ["a1"])),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", Obstacle(Rule.PROMOTION_MISSING)),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", Obstacle(Rule.EN_PASSANT_UNCOVERS_KING, ["h5"])),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", Obstacle(Rule.EN_PASSANT_TOO_LATE, ["d5"])),
    ],
)
def test_the_rule_and_its_pieces(fen, uci, obstacle):
    assert find_obstacle(TriedMove(Board(fen), uci)) == obstacle


def test_castling_that_is_meant_whatever_the_squares():
    castling = TriedMove.castling(Board("4k3/8/8/8/8/8/8/5K1R w - - 0 1"), "k")
    assert (castling.side, castling.rook_square(), find_obstacle(castling)) == (
        "k",
        "h1",
        Obstacle(Rule.NO_CASTLING_RIGHT),
    )
    assert find_obstacle(TriedMove.castling(Board("4k3/8/8/8/8/8/8/5K1R w K - 0 1", chess960=True), "k")) is None
