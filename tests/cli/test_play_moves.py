"""Moves as people type them to `lux play`, and what it answers to those that are none."""

from io import StringIO

import pytest
from rich.console import Console

from lux.board import STARTPOS, AmbiguousMoveError, Board, IllegalMoveError
from lux.cli.play.move_input import complete, read_move
from lux.cli.play.players import Settings
from lux.cli.play.screen import Screen
from lux.cli.play.session import Session
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


def test_completion_of_a_file_at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "games.pgn").touch()
    session = Session(Screen(Console(file=StringIO())), Settings(fen=STARTPOS))
    assert session.completions("save", "~/ga") == [f"{tmp_path}/games.pgn"]
