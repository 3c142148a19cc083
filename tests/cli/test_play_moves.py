"""Moves as people type them to `lux play`, and what it answers to those that are none."""

import pytest

from lux.board import AmbiguousMoveError, Board, IllegalMoveError
from lux.cli.play.move_input import complete, read_move
from tests.cases import read_table


@pytest.mark.parametrize(("fen", "text", "answer"), read_table("typed_moves.tsv"))
def test_what_is_typed(fen, text, answer):
    if " " not in answer:
        assert read_move(Board(fen), text) == answer
        return
    with pytest.raises(AmbiguousMoveError if "is ambiguous" in answer else IllegalMoveError) as raised:
        read_move(Board(fen), text, ["hint", "undo"])
    assert str(raised.value) == answer


@pytest.mark.parametrize(
    ("text", "completions"),
    [
        ("N", ["Na3", "Nc3", "Nf3", "Nh3", "new"]),
        ("nf", ["Nf3"]),
        ("e2", ["e2e3", "e2e4"]),
        ("un", ["undo"]),
        ("z", []),
    ],
)
def test_completion(text, completions):
    assert complete(Board(), text, ["new", "undo"]) == completions
