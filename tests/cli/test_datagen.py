"""`lux datagen`: games in a file, the same for the same seed, also when it was interrupted."""

import json
import os
import re
import signal
import subprocess
import sys

import chess
import pytest

from lux.learning.selfplay.game_file import journal_path, read_journal
from lux.network import shipped_network
from tests.learning.viriformat import read_games

ARGS = ("--nodes", 30, "--chess960", 20)

# `lux` with blocks that are written soon: the rest of a block is lost when somebody interrupts.
LUX_WITH_SMALL_BLOCKS = (
    sys.executable,
    "-c",
    "import sys, lux.cli.main, lux.learning.selfplay.datagen as datagen; datagen.BLOCK_NODES = 15_000;"
    " sys.exit(lux.cli.main.main())",
)


def split(path) -> list[bytes]:
    """Return the games of a file, sorted, since threads finish blocks in any order."""
    data, games, offset = path.read_bytes(), [], 0
    for game in read_games(data):
        games.append(data[offset : game.end])
        offset = game.end
    return sorted(games)


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr("lux.learning.selfplay.datagen.BLOCK_NODES", 15_000)  # five games at 30 nodes


@pytest.fixture
def generate(run, tmp_path, small_blocks):
    """Return a function that runs the command on a file in this process."""

    def call(name: str, games: int, *args):
        status, out, err = run("datagen", str(tmp_path / name), "--games", str(games), *map(str, ARGS), *map(str, args))
        assert out == ""
        return status, err, tmp_path / name

    return call


def test_the_file_holds_the_games_and_the_journal_their_sums(generate):
    status, err, path = generate("games.viri", 12)
    assert status == 0
    settings, blocks = read_journal(path)
    assert settings["seed"] == 1
    assert settings["network"] == f"{shipped_network().checksum:08x}"
    assert [(block.first, block.games) for block in blocks] == [(0, 5), (5, 5), (10, 2)]
    games = read_games(path.read_bytes())
    assert sum(block.positions for block in blocks) == sum(len(game.moves) for game in games)
    wins = sum(game.result == 2 for game in games)
    assert sum(block.white_wins for block in blocks) == wins
    assert f"12 games (+{wins} =" in err.splitlines()[-1]


def test_a_terminal_gets_a_bar_whose_last_words_stay(generate, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    err = generate("games.viri", 12)[1]
    assert "playing the first games" in err
    assert re.search(r"\x1b\[2K12 games \(\+.* positions/s\n$", err)


def test_threads_and_interruptions_change_no_game(generate):
    path = generate("one.viri", 23)[2]
    assert len(split(path)) == 23
    assert split(generate("two.viri", 23, "--threads", 2)[2]) == split(path)
    for games in (4, 8, 23):
        status, _, parts = generate("parts.viri", games)
        assert status == 0
    assert split(parts) == split(path)
    assert generate("parts.viri", 23)[:2] == (0, f"{parts}: there is nothing left to play\n")


def test_other_seeds_give_other_games(generate):
    assert not set(split(generate("a.viri", 5)[2])) & set(split(generate("b.viri", 5, "--seed", 2)[2]))


def test_games_start_from_the_openings(generate, tmp_path):
    fens = ["8/8/4k3/8/3PK3/8/8/8 w - - 0 60", "8/5pk1/6p1/8/3R4/6P1/5PK1/3r4 b - - 3 41"]
    book = tmp_path / "endgames.epd"
    book.write_bytes(
        f'# K\u00f6nige\r\n\r\n{fens[0]} ;; bm e4;\0\r\n// two\r\n{fens[1]}; id="x"; c0 "open'.encode("utf-16")
    )
    path = generate("games.viri", 10, "--openings", book, "--random-plies", 0)[2]
    starts = [game.start for game in read_games(path.read_bytes())]
    assert {start.fen() for start in starts if start.fen() in fens} == set(fens)
    # Every other game has one random move more.
    assert {start.ply() - chess.Board(fens[start.ply() < 100]).ply() for start in starts} == {0, 1}
    book.write_text(f"{fens[0]}\n")
    status, err, _ = generate("games.viri", 12, "--openings", book, "--random-plies", 0)
    assert (status, "with other openings: " in err) == (1, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": no positions"),
        ("8/8/4k3/8/3PK3/8/8/8 w - - 0 60\n8/8 w - -\n", ":2: "),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n", ":1: the game is over"),
    ],
)
def test_bad_openings_are_named(generate, tmp_path, text, message):
    book = tmp_path / "book.epd"
    book.write_text(text)
    status, err, path = generate("games.viri", 5, "--openings", book)
    assert status == 1
    assert err.startswith(f"lux: {book}{message}")
    assert not path.exists()


def test_openings_that_cannot_be_played_on_are_an_error(generate, tmp_path):
    (tmp_path / "book.epd").write_text("8/8/8/8/8/6k1/1q6/K7 w - -\n")  # the only move draws
    status, err, _ = generate("games.viri", 1, "--openings", tmp_path / "book.epd", "--random-plies", 1)
    assert (status, "\nlux: no game has an opening: 10,000 are decided" in err) == (1, True)


def test_a_file_that_cannot_be_continued_stays_as_it_is(generate):
    path = generate("games.viri", 5)[2]
    whole, journal = path.read_bytes(), journal_path(path)
    said = f"{journal}: journal of a file of games with other seed: 1, not 3"
    assert generate("games.viri", 10, "--seed", 3)[:2] == (1, f"lux: {said}\n")
    path.write_bytes(whole[:-1])
    lost = "5 games of the journal are lost: see `lux data check`"
    said = f"{path}: ends at byte {len(whole) - 1} instead of {len(whole)}: {lost}"
    assert generate("games.viri", 10)[:2] == (1, f"lux: {said}\n")
    journal.unlink()
    status, errors, _ = generate("games.viri", 10)
    assert (status, "has no journal games.viri.jsonl" in errors) == (1, True)
    assert path.read_bytes() == whole[:-1]


def test_a_damaged_journal_is_refused_by_its_line(generate):
    path = generate("games.viri", 10)[2]
    journal = journal_path(path)
    lines = journal.read_text().splitlines()
    block = json.loads(lines[2])
    for damage in (json.dumps(block | {"offset": 1}), json.dumps(block | {"games": "5"})):
        journal.write_text("\n".join([*lines[:2], damage, ""]))
        status, err, _ = generate("games.viri", 15)
        assert status == 1
        assert f"{journal.name}:3: " in err


def test_ctrl_c_keeps_the_games_that_are_over(tmp_path):
    path = tmp_path / "games.viri"
    command = [*LUX_WITH_SMALL_BLOCKS, "datagen", str(path), *map(str, ARGS), "--threads", "2"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    assert " positions/s" in line
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    blocks = read_journal(path)[1]
    assert len(read_games(path.read_bytes())) == sum(block.games for block in blocks)
    assert os.stat(path).st_size == blocks[-1].offset + blocks[-1].bytes
