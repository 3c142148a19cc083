"""Self-play: games are legal, end as they should, and follow from their seed and number."""

from pathlib import Path

import chess
import pytest

from lux import Board, Tablebase
from tests.learning import viriformat

TABLES = Path(__file__).parent.parent / "data/syzygy"


def test_a_game_depends_on_seed_and_number_alone(make_player, games):
    player = make_player(seed=5)
    for number in (7, 59, 0, 7):
        assert player.play(number) == games[number]
    assert make_player(seed=6).play(7) != games[7]
    assert len(set(games)) == len(games)


def test_results_are_those_of_the_rules_or_of_the_scores(games):
    """Every game is over at its end and at no move before."""
    endings = set()
    for packed in games:
        game = viriformat.read_game(packed)
        board = viriformat.end_of(game)
        outcome = board.outcome()
        scores = [score for _, score in game.moves]
        if outcome is not None:
            assert game.result == {True: 2, False: 0, None: 1}[outcome.winner]
            endings.add(outcome.termination)
        elif board.is_repetition(3) or board.halfmove_clock >= 100:
            assert game.result == 1
            endings.add("draw")
        elif game.result == 1:
            assert all(abs(score) <= 8 for score in scores[-10:])
            assert board.ply() > 80
        else:
            sign = 1 if game.result == 2 else -1
            assert all(sign * score >= 1200 for score in scores[-4:])
            endings.add(game.result)
        decided = [abs(score) >= 1200 for score in scores]
        assert not any(all(decided[end - 4 : end]) for end in range(4, len(scores)))
    assert {chess.Termination.CHECKMATE, 0, 2} <= endings


def test_openings_are_random_and_playable(games):
    starts = [viriformat.read_game(packed).start for packed in games]
    assert {start.ply() for start in starts} == {8, 9}
    assert len({start.board_fen() for start in starts}) == len(starts)
    assert not any(start.is_game_over() for start in starts)


def test_openings_beyond_the_limit_are_replaced(make_player):
    """With a narrow limit the first scores, of another search, are near zero; without one many are not."""

    def first_scores(limit: int) -> list[int]:
        player = make_player(random_plies=12, max_opening_score=limit, soft_nodes=200, hard_nodes=2000)
        return sorted(abs(viriformat.read_game(player.play(number)).moves[0][1]) for number in range(20))

    narrow, wide = first_scores(30)[10], first_scores(32000)[10]
    assert 2 * narrow < wide, (narrow, wide)


@pytest.mark.parametrize("percent", [0, 100])
def test_the_share_of_chess960_is_kept(make_player, percent):
    player = make_player(chess960_percent=percent, random_plies=0, soft_nodes=1, win_plies=1, win_score=0)
    starts = [viriformat.read_game(player.play(number)).start for number in range(80)]
    ranks = [start.board_fen().split("/") for start in starts if start.ply() == 0]
    if percent == 0:
        assert {(rank[0], rank[7]) for rank in ranks} == {("rnbqkbnr", "RNBQKBNR")}
        return
    double = [rank[0].upper() != rank[7] for rank in ranks]
    assert 0.2 < sum(double) / len(double) < 0.8
    assert len({rank[7] for rank in ranks}) > len(ranks) // 2
    # Both sides may castle to both sides.
    assert all(start.castling_rights.bit_count() == 4 for start in starts if start.ply() == 0)


def test_nodes_are_as_many_as_asked_for(make_player):
    """A search goes a little beyond the soft limit, and never beyond the hard one."""
    player = make_player(soft_nodes=500, hard_nodes=700, opening_nodes=1)
    moves = sum(len(viriformat.read_game(player.play(number)).moves) for number in range(3))
    assert 500 < player.nodes / moves <= 700


def test_a_game_is_drawn_after_so_many_plies(make_player):
    games = [viriformat.read_game(make_player(max_plies=20, win_score=32000).play(number)) for number in range(3)]
    assert all((len(game.moves), game.result) == (20, 1) for game in games)


def test_endgame_tables_end_a_game(make_player):
    """A game ends at the first position that they know, with their result."""
    tablebase = Tablebase(str(TABLES))
    player = make_player(tablebase=tablebase, win_score=32000)
    results = set()
    for number in range(150):
        game = viriformat.read_game(player.play(number))
        board = game.start.copy()
        for move, _ in game.moves:
            assert known_wdl(tablebase, board) is None
            board.push(move)
        wdl = known_wdl(tablebase, board)
        if wdl is not None and not board.is_game_over():
            white = wdl if board.turn else -wdl
            assert game.result == (2 if white == 2 else 0 if white == -2 else 1)
            results.add(game.result)
    assert len(results) > 1


def known_wdl(tablebase: Tablebase, board: chess.Board) -> int | None:
    if board.halfmove_clock or board.castling_rights or len(board.piece_map()) > tablebase.max_pieces:
        return None
    return tablebase.get_wdl(Board(board.fen()))
