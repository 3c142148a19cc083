"""The whole tree of negamax: its values are negamax's, its nodes all games."""

import pytest

from lux.cli.tree_view import choose, walk
from tictac.negamax import negamax
from tictac.perft import perft
from tictac.rules import Game
from tictac.tree import TreeTooLargeError, grow

POSITIONS = ["XO1/1X1/O2 x 3", "XO1/1X1/3 o 3", "XOX/1O1/3 x 3", "2/2 x 2", "XXO/OOX/XOX o 3", "XXX/OO1/3 o 3"]


def all_nodes(node):
    yield node
    for below in node.branches:
        yield from all_nodes(below)


@pytest.mark.parametrize("text", POSITIONS)
def test_the_tree_is_that_of_negamax(text):
    game = Game.from_text(text)
    root = grow(game, 10_000)
    assert game.text() == Game.from_text(text).text()
    assert root.value == negamax(game)
    for move in root.branches:
        game.place(move.square)
        assert move.value == negamax(game)
        game.undo()
    nodes = list(all_nodes(root))
    empty = len(game.legal_moves)
    assert root.nodes == len(nodes) == sum(ply.nodes for ply in perft(game, empty))
    for node in nodes:
        assert node.nodes == 1 + sum(below.nodes for below in node.branches)
        if node.branches:
            best = next(below for below in node.branches if below.square == node.best)
            assert best.value == min(below.value for below in node.branches)


def test_too_large_a_tree_is_refused_and_the_game_left_as_it_was():
    game, heard = Game(), []
    with pytest.raises(TreeTooLargeError, match="more than 20,000 nodes"):
        grow(game, 20_000, heard.append)
    assert (game.text(), heard) == (Game().text(), [10_000, 20_000])


def test_rows():
    game = Game.from_text("XO1/1X1/O2 x 3")
    root = grow(game, 1_000)
    assert root.parts == {"score": "X wins in 1 ply", "depth": "5 empty", "reason": "best is c1"}
    rows = {row.label: row for row in root.branches}
    assert list(rows) == [game.square_name(square) for square in game.legal_moves]
    assert rows["c1"].is_best
    assert rows["c1"].parts == {"score": "X has won", "depth": "4 empty", "reason": "3 in a row"}
    assert (rows["c1"].kind, rows["c1"].way, rows["c1"].branches) == ("all", "winning", [])
    assert sum(1 for _ in walk([root])) == root.nodes - 1 == 181
    assert len(choose([root], root.nodes)) == root.nodes - 1
    assert "no square is empty" in {row.parts["reason"] for row in walk([root])}
