"""The record of a search: every node of the real search, with its window, and why it ended."""

import chess
import pytest

from lux import Board, Engine
from lux.analysis.search_trace import trace_search
from lux.analysis.search_tree import read_tree
from lux.cli.tree_view import choose, folded_text, walk
from lux.score import Score

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
STUDY = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
POSITIONS = [(chess.STARTING_FEN, 9), (KIWIPETE, 6), (STUDY, 14), ("6k1/5ppp/8/8/8/8/R7/4K3 w - - 0 1", 5)]


@pytest.fixture(scope="module", params=POSITIONS, ids=["start", "kiwipete", "study", "mate"])
def searched(request):
    fen, depth = request.param
    return Board(fen), depth, trace_search(Board(fen), depth)


def test_the_search_is_the_one_that_plays(searched):
    board, depth, trace = searched
    engine = Engine(hash_mib=16)  # the trace before it leaves nothing behind
    seen = []
    result = engine.search(board, depth=depth, on_info=seen.append)
    roots = [node for node in trace.nodes if node.parent == -1]
    assert trace.complete
    assert roots[-1].best_move == result.best_move
    before = max((info.nodes for info in seen if info.depth < depth), default=0)
    assert sum(root.nodes for root in roots) == result.info.nodes - before
    assert roots[-1].value == result.info.score


def test_the_record_hangs_together(searched):
    _, _, trace = searched
    for place, node in enumerate(trace.nodes):
        assert (node.meaning == "") == (node.end == "searched")
        assert node.alpha <= node.beta
        assert node.parent < place
        if node.parent == -1:
            assert (node.ply, node.move) == (0, None)
            continue
        parent = trace.nodes[node.parent]
        assert node.nodes <= parent.nodes
        if node.move is None:
            assert node.ply == parent.ply
        else:
            assert node.ply == parent.ply + 1
        if node.end != "searched":
            assert node.best_move is None


def test_nodes_are_the_moves_made(searched):
    _, _, trace = searched
    made = [0] * len(trace.nodes)
    # However often a move is searched, it is made once.
    moves = [set() for _ in trace.nodes]
    for place in range(len(trace.nodes) - 1, -1, -1):
        node = trace.nodes[place]
        assert node.nodes == made[place] + len(moves[place] - {None})
        if node.parent >= 0:
            made[node.parent] += node.nodes
            moves[node.parent].add(node.move)


def test_every_move_is_legal(searched):
    board, _, trace = searched
    boards = {}
    for place, node in enumerate(trace.nodes[:20_000]):
        here = boards[node.parent].copy() if node.parent >= 0 else chess.Board(board.fen())
        if node.move is not None:
            move = chess.Move.from_uci(node.move)
            assert move == chess.Move.null() or move in here.legal_moves
            here.push(move)
        boards[place] = here
        for move in (node.best_move, node.excluded):
            assert move is None or chess.Move.from_uci(move) in here.legal_moves


@pytest.mark.parametrize(
    ("fen", "depth"),
    [
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 5),
        ("2q5/4B2p/7n/4p1pk/P2n1b2/R3P2P/2r3P1/1Q3R1K b - - 0 1", 7),
    ],
)
def test_mates_and_evaluations_are_not_mixed(fen, depth):
    """No node returns the average of both, and captures alone refute no mate."""
    nodes = trace_search(Board(fen), depth).nodes
    assert [node for node in nodes if node.value.mate is None and abs(node.value.cp) > 5000] == []
    assert [node for node in nodes if node.end == "razoring" and node.alpha.mate is not None] == []


def test_multi_cut_returns_no_more_than_was_asked():
    """The search without the TT move has a window just below singular_beta; what it returns above is not proved."""
    nodes = trace_search(Board(KIWIPETE), 13).nodes
    cuts = {place for place, node in enumerate(nodes) if node.end == "multi-cut"}
    probes = [node for node in nodes if node.parent in cuts and node.excluded is not None]
    assert len(cuts) == len(probes) > 100
    assert all(nodes[probe.parent].value == max(probe.beta, nodes[probe.parent].beta) for probe in probes)


def test_null_moves_are_for_positions_well_above_beta():
    """The margin does not shrink with depth: below it hardly one in ten fails high, at the price of deep searches."""
    nodes = trace_search(Board(KIWIPETE), 13).nodes
    parents = [nodes[node.parent] for node in nodes if node.move == "0000"]
    assert max(parent.depth for parent in parents) >= 8
    assert [
        parent for parent in parents if parent.static_eval < Score(parent.beta.cp + 75, turn=parent.beta.turn)
    ] == []


def test_every_way_to_end_occurs():
    """But for those that need tablebases, and two that are rare."""
    seen = set()
    for fen, depth in [(KIWIPETE, 9), (STUDY, 18), ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 6)]:
        seen |= {node.end for node in trace_search(Board(fen), depth).nodes}
    assert seen >= {"draw", "mate distance", "TT cutoff", "reverse futility", "null move pruning", "no legal move"}
    assert seen >= {"stand pat", "searched"}


def test_double_extensions_of_a_line_are_limited():
    """A child at more depth than its parent was extended twice."""
    most = []
    for fen in (
        "8/7p/1p3pp1/p2K4/Pk3PPP/8/1P6/8 b - - 0 1",
        "8/1p3p2/p7/8/2k5/4P1pP/2P1K1P1/8 w - - 0 1",
        "8/3k1p2/n3pP2/1p2P2p/5K2/1PB5/7P/8 b - - 0 1",
    ):
        nodes = trace_search(Board(fen), 15).nodes
        extended = [0] * len(nodes)
        for place, node in enumerate(nodes):
            if node.parent >= 0:
                parent = nodes[node.parent]
                twice = node.move not in (None, "0000") and node.depth > parent.depth
                extended[place] = extended[node.parent] + twice
        most.append(max(extended))
    assert 3 < max(most) <= 6


def test_a_full_record_says_so():
    trace = trace_search(Board(KIWIPETE), 6, max_nodes=50)
    assert (len(trace.nodes), trace.complete) == (50, False)
    whole = trace_search(Board(KIWIPETE), 6)
    assert trace.nodes == whole.nodes[:50]


@pytest.mark.parametrize(("depth", "most"), [(0, 1), (101, 1), (1, 0)])
def test_limits_that_are_none(depth, most):
    with pytest.raises(ValueError, match="must be from 1"):
        trace_search(Board(), depth, max_nodes=most)


def test_a_finished_game_has_no_tree():
    assert trace_search(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 3).nodes == []


# The tree


def test_the_tree_has_every_node(searched):
    board, _, trace = searched
    roots = read_tree(trace, board)
    searches = sum(1 + len(branch.earlier) for branch in walk(roots))
    assert searches + len(roots) == len(trace.nodes)
    assert all(root.nodes == sum(branch.nodes for branch in root.branches) for root in roots)


def test_what_is_shown_hangs_together(searched):
    board, _, trace = searched
    roots = read_tree(trace, board)
    for count in (1, 10, 200):
        shown = choose(roots, count)
        reached, waiting = set(), [branch for root in roots for branch in root.branches]
        while waiting:
            branch = waiting.pop()
            if id(branch) in shown:
                reached.add(id(branch))
                waiting += branch.branches
        assert reached == shown


def test_a_move_that_was_searched_again_is_one_branch():
    roots = read_tree(trace_search(Board(KIWIPETE), 8), Board(KIWIPETE))
    again = [branch for branch in walk(roots) if branch.earlier]
    assert any(branch.earlier[0].node.depth < branch.node.depth for branch in again)
    for branch in again:
        assert {search.node.move for search in branch.earlier} == {branch.node.move}
        assert branch.parts["history"].count(" at depth ") == len(branch.earlier)


def test_words():
    board = Board("6k1/5ppp/8/8/8/8/R7/4K3 w - - 0 1")
    roots = read_tree(trace_search(board, 3), board)
    best = next(branch for branch in roots[-1].branches if branch.is_best)
    assert (best.label, best.score, best.reason) == ("Ra8#", "#", "no legal move")
    assert folded_text(roots[-1], {id(best)}).startswith(f"{len(roots[-1].branches) - 1} more (")
    roots[-1].branches, roots[-1].pruned = [best], 2
    assert folded_text(roots[-1], {id(best)}) == "2 pruned unseen"


def test_the_fifty_move_rule_damps_the_evaluation_and_never_turns_it():
    placement = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    boards = [Board(f"{placement} {counter} 600") for counter in (0, 50, 99, 150, 199, 201, 400, 1000)]
    values = [trace_search(board, 1).nodes[0].static_eval.cp for board in boards]
    assert values == sorted(values, reverse=True)
    assert values[0] > 300
    assert values[-1] == 0
