"""Draws: seen in time, avoided by the side that wins, found by the side that loses."""

import pytest

from tests.search.lines import both_boards, searched

ROOK_UP = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
NODES = 30_000


def after(fen: str, moves: str):
    return both_boards(fen, moves.split())


def test_a_repetition_is_avoided_when_winning(engine):
    """The rook has been on a2 twice with the king on e8; a third time would be a draw."""
    oracle, board = after(ROOK_UP, "a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2b2 d8e8")
    assert searched(engine, oracle, board, nodes=NODES, searchmoves=["b2a2"]).info.score_cp == 0
    result = searched(engine, oracle, board, nodes=NODES)
    assert result.best_move != "b2a2"
    assert result.info.mate or result.info.score_cp > 300


def test_one_earlier_occurrence_is_not_a_draw(engine):
    oracle, board = after(ROOK_UP, "a1a2 e8d8 a2b2 d8e8")
    result = searched(engine, oracle, board, nodes=NODES, searchmoves=["b2a2"])
    assert result.info.mate or result.info.score_cp > 300


def test_a_repetition_is_sought_when_losing(engine):
    """Black can have the start of the game a third time."""
    oracle, board = after(ROOK_UP, "a1a2 e8d8 a2a1 d8e8 a1b1 e8d8 b1a1")
    result = searched(engine, oracle, board, nodes=NODES)
    assert (result.best_move, result.info.score_cp) == ("d8e8", 0)


def test_the_same_position_without_the_game_is_lost(engine):
    oracle, board = both_boards("3k4/8/8/8/8/8/8/R3K3 b - - 7 5")
    result = searched(engine, oracle, board, nodes=NODES)
    assert result.info.mate or result.info.score_cp < -300


@pytest.mark.parametrize("fen", ["6k1/6p1/8/7Q/8/8/rr6/5K2 w - - 0 1", "5k2/RR6/8/8/7q/8/6P1/6K1 b - - 0 1"])
def test_perpetual_check_saves_the_game(engine, fen):
    result = searched(engine, *both_boards(fen), nodes=NODES)
    assert result.info.score_cp == 0


def test_the_end_of_a_very_long_game_counts(engine):
    """More positions than the search keeps, then a pawn move, then what could become a repetition."""
    shuffle = "e1d1 e8d8 d1e1 d8e8 " * 300
    oracle, board = after(
        "4k3/8/8/8/8/8/7P/R3K3 w - - 0 1",
        shuffle + "h2h3 e8d8 e1e2 d8e8 a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2b2 d8e8",
    )
    assert searched(engine, oracle, board, nodes=NODES, searchmoves=["b2a2"]).info.score_cp == 0
    result = searched(engine, oracle, board, nodes=NODES)
    assert result.best_move != "b2a2"
    assert result.info.mate or result.info.score_cp > 300


# Fifty moves


@pytest.mark.parametrize("clock", [99, 100, 120])
def test_out_of_moves(engine, clock):
    result = searched(engine, *both_boards(f"4k3/8/8/8/8/8/R7/4K3 w - - {clock} 120"), nodes=NODES)
    assert result.info.score_cp == 0


@pytest.mark.parametrize("clock", [97, 98, 99])
def test_a_pawn_move_starts_the_count_again(engine, clock):
    """Only the pawn can win on, as long as it moves in time."""
    oracle, board = both_boards(f"4k3/8/8/8/8/8/R3P3/4K3 w - - {clock} 120")
    result = searched(engine, oracle, board, nodes=NODES)
    assert result.info.mate or result.info.score_cp > 300
    if clock == 99:
        assert result.best_move in ("e2e3", "e2e4")


def test_a_capture_starts_the_count_again(engine):
    result = searched(engine, *both_boards("4k3/8/8/8/8/8/R6n/4K3 w - - 99 120"), nodes=NODES)
    assert result.best_move == "a2h2"
    assert result.info.mate or result.info.score_cp > 300


def test_mate_on_the_last_ply_counts(engine):
    result = searched(engine, *both_boards("7k/8/6K1/8/8/8/8/R7 w - - 99 120"), nodes=NODES)
    assert (result.best_move, result.info.mate) == ("a1a8", 1)


IN_TWO = "7k/8/5K2/8/8/8/8/6R1 w - - {} 120"  # without a capture: three plies


@pytest.mark.parametrize("kept", [False, True], ids=["alone", "from the table"])
def test_mate_must_come_within_fifty_moves(engine, kept):
    for clock, mate in ((0, 2), (97, 2), (98, None), (99, None)):
        if not kept:
            engine.new_game()
        result = searched(engine, *both_boards(IN_TWO.format(clock)), nodes=NODES)
        assert result.info.mate == mate, clock
        assert mate or result.info.score_cp == 0, clock


def test_the_loser_waits_for_the_fifty_moves(engine):
    """Black has a single ply to survive."""
    result = searched(engine, *both_boards("8/8/8/3k4/8/8/8/3KQ3 b - - 99 120"), nodes=NODES)
    assert result.info.score_cp == 0


# Stalemate


def test_stalemate_is_avoided_when_winning(engine):
    """The king's natural step leaves the other king no move."""
    oracle, board = both_boards("k7/2Q5/8/1K6/8/8/8/8 w - - 0 1")
    assert searched(engine, oracle, board, nodes=NODES, searchmoves=["b5b6"]).info.score_cp == 0
    assert searched(engine, oracle, board, nodes=NODES).info.mate > 0


@pytest.mark.parametrize("fen", ["6k1/8/7Q/4r3/8/1q6/8/K7 w - - 0 1", "k7/8/1Q6/8/4R3/7q/8/6K1 b - - 0 1"])
def test_stalemate_is_sought_when_losing(engine, fen):
    """The queen gives herself up with check: without her there is no move left."""
    assert searched(engine, *both_boards(fen), nodes=NODES).info.score_cp == 0


# Material


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/5N2/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/5B2/8 b - - 0 1",
        "8/6b1/4k3/8/8/4K3/5B2/8 b - - 0 1",
    ],
    ids=["kings", "knight", "bishop", "bishops of one colour"],
)
def test_insufficient_material_is_a_draw(engine, fen):
    infos = []
    engine.search(both_boards(fen)[1], depth=6, on_info=infos.append)
    assert {info.score_cp for info in infos} == {0}


def test_the_last_pawn_is_taken(engine):
    result = searched(engine, *both_boards("8/8/8/3k4/8/8/3pK3/8 w - - 0 1"), nodes=NODES)
    assert (result.best_move, result.info.score_cp) == ("e2d2", 0)


def test_a_piece_is_given_for_the_last_pawn(engine):
    """The knight takes it before it queens, and nothing is left to win with."""
    result = searched(engine, *both_boards("8/8/8/8/4N3/1k4K1/3p4/8 w - - 0 1"), nodes=NODES)
    assert (result.best_move, result.info.score_cp) == ("e4d2", 0)
