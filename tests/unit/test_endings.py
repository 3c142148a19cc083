"""Endings without pawns: known to be won or drawn, and won from anywhere."""

import random

import pytest

from lux import Board, Engine

MATES = ["KQvK", "KRvK", "KBBvK", "KBNvK", "KQvKR"]


def random_position(material: str, chance: random.Random) -> Board:
    """Return a position with White to move, who has the pieces named first and can hang none at once."""
    while True:
        board = Board.empty()
        white, black = material.split("v")
        squares = chance.sample(range(64), len(white + black))
        bishops = [(square // 8 + square) % 2 for square, letter in zip(squares, white, strict=False) if letter == "B"]
        for square, letter in zip(squares, white + black.lower(), strict=True):
            board.set_piece_at("abcdefgh"[square % 8] + str(square // 8 + 1), letter)
        if board.is_valid() and len(set(bishops)) == len(bishops) and not is_short(board):
            return board


def is_short(board: Board) -> bool:
    """Return whether a piece is lost, or the game is over, within two plies."""
    after = [board.copy() for _ in board.legal_moves]
    for position, move in zip(after, board.legal_moves, strict=True):
        position.push_uci(move)
    return (
        board.is_check()
        or not after
        or any(map(board.is_capture, board.legal_moves))
        or any(position.is_game_over() for position in after)
    )


def is_won(board: Board, nodes: int) -> bool:
    """Return whether White mates, both sides searching this many nodes a move."""
    with Engine(hash_mib=16) as engine:
        while not (board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()):
            board.push_uci(engine.search(board, nodes=nodes).best_move)
    return board.is_checkmate() and not board.turn


@pytest.mark.parametrize("material", MATES)
def test_won_endings_are_won(material):
    assert is_won(random_position(material, random.Random(material)), 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("material", MATES)
def test_won_endings_are_won_from_anywhere(material, seed):
    assert is_won(random_position(material, random.Random(seed)), 100_000)


@pytest.mark.parametrize("material", MATES)
def test_won_endings_are_known(material):
    engine, chance = Engine(hash_mib=1), random.Random(1)
    for _ in range(50):
        board = random_position(material, chance)
        assert engine.evaluate(board) == engine.evaluate(board.mirror()) >= 1400
        board.push("0000")
        assert engine.evaluate(board) <= -1400


def test_bishop_and_knight_drive_the_king_to_the_right_corner():
    engine = Engine(hash_mib=1)
    for bishop, corner, wrong in (("c1", "h8", "a8"), ("f1", "a8", "h8")):
        values = []
        for square in (corner, wrong):
            board = Board.empty()
            for at, piece in (("d4", "K"), (bishop, "B"), ("b2", "N"), (square, "k")):
                board.set_piece_at(at, piece)
            values.append(engine.evaluate(board))
        assert values[0] > values[1]


@pytest.mark.parametrize("material", ["KNNvK", "KRvKR", "KRvKB", "KRvKN", "KBvKN", "KBNvKB", "KNNvKB"])
def test_drawn_endings_are_known(material):
    engine, chance = Engine(hash_mib=1), random.Random(1)
    for _ in range(50):
        assert abs(engine.evaluate(random_position(material, chance))) <= 60
