"""`lux games`: the games that were played in the terminal."""

import json
import re
from io import StringIO

import chess.pgn
import pytest
from rich.console import Console

from lux.board import BLACK, WHITE, Board
from lux.cli.play.archive import Keeper, from_kept, kept_games, to_kept
from lux.cli.play.clock import TimeControl
from lux.cli.play.game import Game
from lux.cli.play.games import games_table
from lux.cli.play.players import Settings

NAMES = {WHITE: "Anna", BLACK: "Lux 1400"}
SETTINGS = Settings("human", "lux", elo=1400)


def keep(moves, resigns=False, keeper=None, control=None):
    game = Game(Board(), control)
    for san in moves.split():
        game.push(game.board.parse_san(san))
    if resigns:
        game.resign()
    keeper = keeper or Keeper()
    keeper.save(to_kept(game, NAMES, SETTINGS._replace(control=control)))
    return keeper


@pytest.fixture
def three_games():
    for moves, resigns in (("e4 c5 Nf3", False), ("d4 d5 c4", True), ("Nf3 Nf6", False)):
        keep(moves, resigns)


def test_nothing_has_been_played(run):
    assert run("games") == (0, "", "no game has been played yet\n")
    assert json.loads(run("games", "--json")[1]) == []


def test_the_list(run, three_games):
    status, output, errors = run("games")
    assert (status, errors) == (0, "")
    rows = [" ".join(row.split()) for row in output.splitlines()[1:]]
    date = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf"1 {date} Anna - Lux 1400 unfinished 2 B27 Sici.*", rows[0])
    assert re.fullmatch(rf"2 {date} Anna - Lux 1400 1-0 2 D06 Quee.*", rows[1])
    assert all(len(row) <= 80 for row in output.splitlines())
    assert len(run("games", "--unfinished")[1].splitlines()) == 3


NAJDORF = "Sicilian Defense: Najdorf Variation, Main Line"


def test_a_pipe_gets_whole_rows(run):
    keep("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Be7 Qf3 Qc7 O-O-O Nbd7 g4 b5")
    output = run("games")[1]
    assert all(row == row.rstrip() for row in output.splitlines())
    row = output.splitlines()[1]
    assert re.search(rf"Anna - Lux 1400 +unfinished +10 +B99 {NAJDORF}$", row)


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_a_terminal_wraps_what_is_too_long(width):
    keep("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Be7 Qf3 Qc7 O-O-O Nbd7 g4 b5")
    console = Console(width=width, file=StringIO())
    console.print(games_table(kept_games(), width))
    rows = console.file.getvalue().splitlines()
    assert len(rows) > 1
    assert all(len(row) <= width for row in rows)
    words = " ".join(rows).split()
    assert {"Anna", "unfinished" if width >= 60 else "unfinished,", *NAJDORF.split()} <= {*words}


def test_one_game(run, three_games):
    status, output, _ = run("games", "2")
    assert status == 0
    assert "D06 Queen's Gambit" in output
    assert "1. d4 d5 2. c4 { Black resigns } 1-0" in output
    assert "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2" in output
    assert "[Lux" not in output
    assert run("games", "9") == (1, "", "lux: there is no game 9; `lux games` lists them\n")


def test_export(run, three_games, tmp_path):
    path = tmp_path / "all.pgn"
    assert run("games", "--export", str(path)) == (0, "", f"3 games written to {path}\n")
    with path.open(encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert [game.end().ply() for game in games] == [3, 3, 2]
    assert not any(name.startswith("Lux") for game in games for name in game.headers)
    assert run("games", "--export", str(path)) == (
        1, "", f"lux: {path} is there already; games are not written over it\n",
    )  # fmt: skip
    assert run("games", "3", "--export", "-")[1].endswith("\n\n1. Nf3 Nf6 *\n")


def test_review(run, three_games):
    status, output, _ = run("games", "1", "3", "--review")
    assert status == 0
    assert re.findall(r"^(Game \d|White \(Anna\): accuracy|Black \(Lux 1400\): accuracy)", output, re.MULTILINE) == [
        "Game 1", "White (Anna): accuracy", "Black (Lux 1400): accuracy",
        "Game 3", "White (Anna): accuracy", "Black (Lux 1400): accuracy",
    ]  # fmt: skip


def test_delete(run, three_games, monkeypatch):
    monkeypatch.setattr("click.confirm", lambda *args, **options: True)
    assert run("games", "2", "--delete") == (0, "", "deleted: 2\n")
    assert run("games", "1", "2", "--delete", "--yes") == (0, "", "deleted: 1, 2\n")
    assert kept_games() == []


def test_a_file_that_cannot_be_read_hides_no_other(run, three_games, games_folder):
    (games_folder / "2000.pgn").mkdir()
    (games_folder / "2001.pgn").symlink_to("gone")
    status, output, errors = run("games")
    assert (status, len(output.splitlines())) == (1, 4)
    assert re.fullmatch(r"lux games: .*Is a directory\nlux games: .*No such file or directory\n", errors)
    assert "1. Nf3 Nf6" in run("games", "5")[1]


@pytest.mark.parametrize("options", [["--delete"], ["--review"], ["--delete", "1", "--export", "x"]])
def test_options_that_do_not_go_together(run, three_games, options):
    assert run("games", *options)[0] == 2
    assert len(kept_games()) == 3


def test_json(run, three_games):
    games = json.loads(run("games", "--json", "--unfinished")[1])
    assert [(game["number"], game["moves"][0]) for game in games] == [(1, "e2e4"), (3, "g1f3")]


def test_a_file_that_is_not_a_game_is_named(run, three_games, games_folder):
    path = games_folder / "2026-01-01-000000.pgn"
    path.write_text("1. e5 *\n", encoding="utf-8")
    (games_folder / "2026-01-01-000001.pgn").touch()  # of a game that just begins
    status, output, errors = run("games")
    assert status == 1
    assert errors.startswith(f"lux games: {path}: game 1, line 1: ")
    assert len(output.splitlines()) == 4


def test_games_of_one_second_stay_in_order():
    for _ in range(11):
        keep("e4")
    paths = [game.path for game in kept_games()]
    assert paths == sorted(paths, key=lambda path: path.stat().st_mtime_ns)
    assert len(set(paths)) == 11


def test_a_game_is_written_whole_or_not_at_all(monkeypatch, games_folder):
    keeper = keep("e4")
    before = keeper.path.read_text(encoding="utf-8")

    def fail(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lux.runtime.replacing.os.fsync", fail)
    for kept in (keeper, None):
        with pytest.raises(OSError, match="No space left"):
            keep("e4 e5", keeper=kept)
        assert [path.read_text(encoding="utf-8") for path in games_folder.iterdir()] == [before]


def test_what_was_set_comes_back():
    control = TimeControl(300, 3)
    keep("e4 e5", control=control)
    game, settings = from_kept(kept_games()[0].record)
    assert settings == SETTINGS._replace(control=control, fen=Board().fen())
    assert game.board.move_stack == ["e2e4", "e7e5"]
    assert game.clock.left_s[BLACK] == pytest.approx(303, abs=1)
