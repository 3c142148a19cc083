"""Code written for python-chess runs on Lux, and gives the same."""

import inspect
import types
from pathlib import Path

import chess
import pytest

from lux import Board, Engine, InvalidMoveError, Limits, Move
from tests.unit import idioms

SNIPPETS = [name for name, found in vars(idioms).items() if inspect.isfunction(found) and name != "play"]


@pytest.fixture(scope="module")
def theirs():
    source = Path(idioms.__file__).read_text(encoding="utf-8")
    module = types.ModuleType("theirs")
    exec(source.replace("import lux as chess", "import chess"), vars(module))
    return module


def test_there_are_enough():
    assert len(SNIPPETS) >= 42


@pytest.mark.parametrize("name", SNIPPETS)
def test_idiom(name, theirs):
    assert getattr(idioms, name)() == getattr(theirs, name)()


@pytest.mark.parametrize("wrong", [5, None, b"e2e4", 2.5, ["e2e4"], chess.E4])
@pytest.mark.parametrize("method", ["push", "push_uci", "parse_uci", "is_legal", "san"])
def test_what_is_no_move_is_refused(method, wrong):
    board = Board()
    with pytest.raises(InvalidMoveError, match="not a move"):
        getattr(board, method)(wrong)
    assert board.move_stack == []


def test_a_null_move_is_refused_in_check():
    board = Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    with pytest.raises(ValueError, match="in check"):
        board.push(Move.null())
    assert board.fen() == "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


def test_an_unfinished_position_is_refused_when_it_is_used():
    board = Board.empty()
    board.set_piece_at("e1", "K")
    with Engine(hash_mib=1) as engine:
        for use in (
            lambda: board.legal_moves,
            lambda: board.push("e1e2"),
            lambda: board.perft(1),
            board.outcome,
            lambda: engine.play(board, Limits(depth=1)),
            lambda: engine.evaluate(board),
        ):
            with pytest.raises(ValueError, match="Black has no king"):
                use()
        board.set_piece_at("e8", "k")
        assert engine.play(board, Limits(depth=1)).move in board.legal_moves
    assert not engine.searching
