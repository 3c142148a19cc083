"""The whole tree of negamax: its values are negamax's, its nodes all games."""

import pytest

from lux.cli.tree_view import choose, walk
from tictac.negamax import negamax
from tictac.notation import read_position
from tictac.perft import perft
from tictac.rules import Position
from tictac.tree import TreeTooLargeError, grow

POSITIONS = ["XO1/1X1/O2 x 3", "XO1/1X1/3 o 3", "XOX/1O1/3 x 3", "2/2 x 2", "XXO/OOX/XOX o 3", "XXX/OO1/3 o 3"]


@pytest.mark.parametrize("text", POSITIONS)
def test_the_tree_is_that_of_negamax(text):
    position = read_position(text)
    root = grow(position, 10_000)
    for node in [root, *root.branches]:
        assert node.value == negamax(node.position)
    nodes = [root, *walk([root])]
    assert root.nodes == len(nodes) == sum(ply.nodes for ply in perft(position, len(position.legal_moves)))
    for node in nodes:
        assert node.nodes == 1 + sum(below.nodes for below in node.branches)
        if node.branches:
            assert node.best.is_best
            assert node.best.value == min(below.value for below in node.branches)


def test_too_large_a_tree_is_refused():
    heard = []
    with pytest.raises(TreeTooLargeError, match="more than 20,000 nodes"):
        grow(Position(), 20_000, heard.append)
    assert heard == [10_000, 20_000]


def test_rows():
    position = read_position("XO1/1X1/O2 x 3")
    root = grow(position, 1_000)
    assert root.parts == {"score": "X wins in 1 ply", "depth": "5 empty", "reason": "best is c1"}
    rows = {row.label: row for row in root.branches}
    assert list(rows) == [position.board.names[square] for square in position.legal_moves]
    assert rows["c1"].is_best
    assert rows["c1"].parts == {"score": "X has won", "depth": "4 empty", "reason": "3 in a row"}
    assert (rows["c1"].kind, rows["c1"].way, rows["c1"].branches) == ("all", "winning", [])
    assert sum(1 for _ in walk([root])) == root.nodes - 1 == 181
    assert len(choose([root], root.nodes)) == root.nodes - 1
    assert "no square is empty" in {row.parts["reason"] for row in walk([root])}
