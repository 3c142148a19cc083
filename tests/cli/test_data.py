"""`lux data`: what it says of files of games and positions, and what it makes of them."""

import json
import zlib
from collections import Counter
from itertools import pairwise
from random import Random

import chess
import pytest

from lux.learning.data.checking import survey
from lux.learning.selfplay.game_file import GameFileError, GameWriter, journal_path, read_journal
from tests.learning import viriformat
from tests.learning.play import RULES, decode, played_games

WANTED = {"min_ply": 16, "max_score": 10000, "checks": False, "noisy": False}


@pytest.fixture
def games():
    """Return 60 games."""
    return played_games()


@pytest.fixture
def file(tmp_path, games):
    """Return a file of 60 games in three blocks, with its journal."""
    path = tmp_path / "games.viri"
    with GameWriter(path, RULES) as writer:
        for first in range(0, 60, 20):
            writer.append(first, games[first : first + 20], 0)
    return path


def records_of(path) -> list[bytes]:
    data = path.read_bytes()
    assert len(data) % 32 == 0
    return [data[begin : begin + 32] for begin in range(0, len(data), 32)]


def test_check_counts_and_finds_nothing_wrong_with_good_files(run, file, games, tmp_path):
    plain = tmp_path / "plain.viri"
    plain.write_bytes(file.read_bytes())
    records = tmp_path / "out.records"
    assert run("data", "shuffle", str(file), "--output", str(records))[0] == 0
    status, out, err = run("data", "check", str(file), str(plain), str(records))
    assert (status, err) == (0, "")
    assert [line.endswith(": all right") for line in out.splitlines()] == [True] * 3
    read = [viriformat.read_game(game) for game in games]
    results = Counter(game.result for game in read)
    positions = sum(len(game.moves) for game in read)
    assert out.splitlines()[0] == (
        f"{file}: 60 games (+{results[2]} ={results[1]} -{results[0]}), {positions:,} positions, "
        f"{positions / 60:.1f} a game, {sum(map(len, games)) / positions:.2f} bytes a position: all right"
    )


def lines_of_check(run, path) -> list[str]:
    """Return what is wrong with a file; there must be something, and only there."""
    status, out, err = run("data", "check", str(path))
    assert (status, err) == (1, "")
    *problems, last = out.splitlines()
    assert last.endswith(f": {len(problems)} problem{'' if len(problems) == 1 else 's'}")
    return [problem.removeprefix(f"{path}: ") for problem in problems]


def damage(path, offset: int, byte: int) -> int:
    data = bytearray(path.read_bytes())
    before, data[offset] = data[offset], byte
    path.write_bytes(data)
    return before


def test_check_names_a_damaged_move_and_goes_on_with_the_next_block(run, file, games):
    begin, game, end = (sum(map(len, games[:count])) for count in (20, 25, 40))
    offset = game + 32 + 4 * 7
    damage(file, offset + 1, 0xFF)
    assert lines_of_check(run, file) == [
        f"byte {offset}: an illegal move, in the game that begins at byte {game}; "
        f"the games from there to byte {end} cannot be read",
        f"bytes {begin} to {end}: the checksum is not the journal's",
    ]


def test_check_finds_every_flipped_bit(file):
    """A score may be any number, so there only the checksum knows."""
    data = file.read_bytes()
    blocks = read_journal(file)[1]
    random = Random(3)
    for _ in range(200):
        flipped = bytearray(data)
        offset = random.randrange(len(data))
        flipped[offset] ^= 1 << random.randrange(8)
        file.write_bytes(flipped)
        block = next(block for block in blocks if offset < block.offset + block.bytes)
        end = block.offset + block.bytes
        *others, checksum = survey(file).problems
        assert checksum == f"bytes {block.offset} to {end}: the checksum is not the journal's"
        assert all(block.offset <= int(problem.split()[1].strip(":")) <= end for problem in others)


def test_check_finds_results_that_the_rules_forbid(run, tmp_path, games):
    path = tmp_path / "games.viri"
    mated = next(game for game in games if mate_in(game))
    said = {2: "White has won", 1: "it is drawn", 0: "Black has won"}
    wrong = bytearray(mated)
    wrong[30] = 1
    path.write_bytes(games[0] + wrong)
    assert lines_of_check(run, path) == [
        f"byte {len(games[0]) + 30}: it says that it is drawn, but by the rules {said[mated[30]]}"
    ]
    adjudicated = next(game for game in games if game[30] != 1 and not mate_in(game))
    wrong = bytearray(adjudicated)
    wrong[30] = 2 - wrong[30]
    path.write_bytes(wrong)
    score = viriformat.read_game(adjudicated).moves[-1][1]
    assert lines_of_check(run, path) == [f"byte 30: it says that {said[wrong[30]]}, at a score of {score}"]


def mate_in(packed: bytes) -> bool:
    return viriformat.end_of(viriformat.read_game(packed)).is_checkmate()


def test_check_names_what_is_cut_off(run, file, games):
    data = file.read_bytes()
    file.write_bytes(data[:-10])
    end = sum(map(len, games[:40]))
    assert lines_of_check(run, file) == [
        f"ends at byte {len(data) - 10} instead of {len(data)}: 20 games of the journal are lost",
        f"byte {end}: {len(data) - 10 - end} bytes of a block that was not finished",
    ]
    journal_path(file).unlink()
    last = sum(map(len, games[:59]))
    assert lines_of_check(run, file) == [
        f"byte {len(data) - 10}: cut off, in the game that begins at byte {last}; "
        f"the games from there to byte {len(data) - 10} cannot be read"
    ]


def test_check_names_the_remains_of_a_crash(run, file):
    size = file.stat().st_size
    file.write_bytes(file.read_bytes() + b"remains")
    assert lines_of_check(run, file) == [f"byte {size}: 7 bytes of a block that was not finished"]


def test_check_holds_the_counts_to_the_journal(run, file):
    lines = journal_path(file).read_text().splitlines()
    block = json.loads(lines[2])
    lines[2] = json.dumps(block | {"draws": block["draws"] + 1})
    journal_path(file).write_text("\n".join([*lines, ""]))
    begin, end = block["offset"], block["offset"] + block["bytes"]
    assert zlib.crc32(file.read_bytes()[begin:end]) == block["crc32"]
    assert lines_of_check(run, file) == [f"bytes {begin} to {end}: the counts are not the journal's"]


def test_check_counts_a_damaged_journal_once(run, file):
    journal = journal_path(file)
    journal.write_bytes(journal.read_bytes() + b"garbage\n")
    assert lines_of_check(run, file) == [f"{journal.name}:5: not a line of a journal of a file of games"]
    refused = run("data", "shuffle", str(file), "--output", f"{file}.records")
    assert refused == (1, "", f"lux: {journal}:5: not a line of a journal of a file of games\n")


def test_check_refuses_what_show_cannot_show(run, tmp_path):
    """A piece too many; and a game that goes on for ever without a capture or a pawn move."""
    path = tmp_path / "a.records"
    board = chess.Board("4k3/8/8/8/8/NNNNNNNN/QQQQQQQQ/4K3 w - - 0 1")
    path.write_bytes(viriformat.pack_board(board, 0, 1))
    assert lines_of_check(run, path) == ["byte 0: an impossible set of pieces"]
    assert run("data", "show", str(path))[::2] == (1, f"lux: {path}: byte 0: an impossible set of pieces\n")
    path = tmp_path / "a.viri"
    moves = [(chess.Move.from_uci(uci), 0) for uci in ("b1c3", "b8c6", "c3b1", "c6b8")] * 251
    for count, problem in ((1000, None), (1001, "more than 1,000 plies without capture or pawn move")):
        path.write_bytes(viriformat.pack_game(viriformat.Game(chess.Board(), 1, moves[:count], 0)))
        assert run("data", "show", str(path))[0] == run("data", "check", str(path))[0] == int(problem is not None)


def test_check_names_damaged_records(run, file, tmp_path):
    records = tmp_path / "out.records"
    run("data", "shuffle", str(file), "--output", str(records))
    size = records.stat().st_size
    damage(records, 32 * 5 + 30, 9)
    records.write_bytes(records.read_bytes() + b"rest")
    assert lines_of_check(run, records) == [
        "byte 160: an invalid result",
        f"byte {size}: 4 bytes are not a whole record of 32",
    ]


@pytest.mark.parametrize(
    ("args", "filter"),
    [
        ((), WANTED),
        (("--noisy", "--min-ply", "40"), WANTED | {"noisy": True, "min_ply": 40}),
        (("--checks", "--max-score", "200"), WANTED | {"checks": True, "max_score": 200}),
    ],
)
def test_shuffle_keeps_what_is_wanted(run, file, games, tmp_path, args, filter):
    out = tmp_path / "out.records"
    status, said, _ = run("data", "shuffle", str(file), "--output", str(out), *args)
    wanted = decode(b"".join(games), **filter)
    positions = sum(len(game) - 36 for game in games) // 4
    share = f"{100 * len(wanted) / positions:.1f}"
    assert (status, said) == (0, f"{out}: {len(wanted):,} of {positions:,} positions ({share} %) from 60 games\n")
    assert sorted(records_of(out)) == sorted(wanted)


@pytest.mark.parametrize("piles", [1, 7])
def test_shuffle_is_a_permutation_that_follows_from_the_seed(run, file, games, tmp_path, monkeypatch, piles):
    if piles > 1:
        # Memory for a pile is given in MiB, and these games are few.
        monkeypatch.setattr("lux.learning.data.conversion.PILE_UNIT", 8 * file.stat().st_size // piles + 1)
        monkeypatch.setattr("lux.learning.data.conversion.CHUNK_BYTES", 32 * 1000)
    orders = []
    for seed in ("1", "1", "2"):
        out = tmp_path / "out.records"
        assert run("data", "shuffle", str(file), "--output", str(out), "--memory", "1", "--seed", seed)[0] == 0
        orders.append(records_of(out))
    wanted = decode(b"".join(games), **WANTED)
    assert orders[0] == orders[1] != orders[2]
    for order in orders:
        assert Counter(order) == Counter(wanted)
        # As many as in a random order are where they were, and neighbours of one another: next to none.
        assert sum(a == b for a, b in zip(order, wanted, strict=True)) < 20
        place = {record: index for index, record in enumerate(wanted)}
        steps = [place[b] - place[a] for a, b in pairwise(order)]
        assert sum(step == 1 for step in steps) < 20
        # Every part of the file has positions from every part of the games.
        quarter = len(order) // 4
        early = sum(place[record] < 2 * quarter for record in order[:quarter])
        assert 0.4 < early / quarter < 0.6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.viri", "games.viri.jsonl", "out.records"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("shuffle {file} --output {file}", "{file}: would be written over another file of this command"),
        ("shuffle {file} --output {file}.jsonl", "{file}.jsonl: would be written over another file of this command"),
        (
            "shuffle {plain} --output {file}",
            "{file}: has the journal games.viri.jsonl, which another file would not fit",
        ),
        ("split {plain} --train {file} --held-out x", "{file}: has the journal games.viri.jsonl, which"),
        ("split {file} --train {plain} --held-out {plain}", "{plain}: would be written over another file of this"),
        ("split {file} {plain} --train x --held-out {plain}", "{plain}: would be written over another file of this"),
    ],
)
def test_no_output_costs_games(run, file, tmp_path, monkeypatch, args, message):
    monkeypatch.chdir(tmp_path)
    plain = tmp_path / "plain.viri"
    plain.write_bytes(file.read_bytes())
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    status, out, err = run("data", *args.format(file=file, plain=plain).split())
    assert (status, out) == (1, "")
    assert err.startswith(f"lux: {message.format(file=file, plain=plain)}")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("change", ["other games", "a score", "no file"])
def test_a_journal_that_does_not_fit_is_refused(run, file, games, tmp_path, change):
    """Neither read by it nor continued: what it does not know would be left out or cut off."""
    data = bytearray(file.read_bytes())
    data[34] ^= 1
    file.write_bytes({"other games": b"".join(reversed(games)), "a score": data, "no file": b""}[change])
    before = file.read_bytes()
    for args in (("data", "shuffle", file, "--output", tmp_path / "x.records"), ("data", "show", file)):
        status, out, err = run(*map(str, args))
        assert (status, out) == (1, "")
        assert err.startswith(f"lux: {file}: ")
        assert "journal" in err
    with pytest.raises(GameFileError, match="journal"):
        GameWriter(file, RULES)
    assert file.read_bytes() == before


def test_too_little_memory_for_a_shuffle_is_said(run, file, tmp_path, monkeypatch):
    monkeypatch.setattr("lux.learning.data.conversion.PILE_UNIT", 64)
    status, _, err = run("data", "shuffle", str(file), "--output", str(tmp_path / "x.records"), "--memory", "1")
    assert status == 1
    assert "1 MiB of memory are too little" in err


@pytest.mark.parametrize("command", ["shuffle", "show"])
def test_damaged_games_are_named_and_nothing_is_written(run, file, games, tmp_path, command):
    offset = len(games[0]) + 32
    damage(file, offset + 1, 0xFF)
    out = tmp_path / "out.records"
    args = ("--output", str(out)) if command != "show" else ()
    status, _, err = run("data", command, str(file), *args)
    assert (status, err.split(": the ")[0]) == (1, f"lux: {file}: bytes 0 to {sum(map(len, games[:20]))}")
    journal_path(file).unlink()
    status, _, err = run("data", command, str(file), *args)
    assert (status, err) == (1, f"lux: {file}: byte {offset}: an illegal move\n")
    assert not out.exists()


def test_split_parts_whole_games(run, file, games, tmp_path):
    train, held_out = tmp_path / "train.viri", tmp_path / "held-out.viri"
    args = ("data", "split", str(file), "--train", str(train), "--held-out", str(held_out), "--percent", "30")
    status, said, _ = run(*args)
    assert status == 0
    parts = [list(map(viriformat.pack_game, viriformat.read_games(path.read_bytes()))) for path in (train, held_out)]
    assert sorted(parts[0] + parts[1]) == sorted(games)
    assert 5 <= len(parts[1]) <= 35
    assert [line.split(" games")[0] for line in said.splitlines()] == [
        f"{train}: {len(parts[0])}",
        f"{held_out}: {len(parts[1])}",
    ]
    assert run(*args, "--seed", "2")[0] == 0
    status, _, errors = run(*args[:3], *args[2:])
    assert (status, "a file is given twice" in errors) == (1, True)
    assert held_out.read_bytes() != b"".join(parts[1])


def test_files_that_grow_are_read_as_far_as_they_are_complete(run, file, games, tmp_path):
    file.write_bytes(file.read_bytes() + games[0][:50])
    args = ("--train", str(tmp_path / "out.viri"), "--held-out", str(tmp_path / "none.viri"), "--percent", "0")
    assert run("data", "split", str(file), *args)[0] == 0
    assert (tmp_path / "out.viri").read_bytes() == b"".join(games)


def test_show_draws_positions_of_the_file(run, file, games, tmp_path):
    known = {
        (board.fen(en_passant="legal"), score, board.san(move))
        for game in map(viriformat.read_game, games)
        for board, move, score in viriformat.positions_of(game)
    }
    status, out, _ = run("data", "show", str(file), "--count", "5")
    assert status == 0
    shown = out.split("\n\n")
    assert len(shown) == 5
    for text in shown:
        *board, fen, line = text.strip().splitlines()
        assert [row.replace(" ", "") for row in board] == str(chess.Board(fen, chess960=True)).replace(" ", "").split()
        words = line.replace(",", "").split()
        assert (fen, round(100 * float(words[1])), words[-1]) in known
    assert run("data", "show", str(file), "--count", "5")[1] == out
    assert run("data", "show", str(file), "--count", "5", "--seed", "9")[1] != out
    records = tmp_path / "out.records"
    run("data", "shuffle", str(file), "--output", str(records))
    assert run("data", "show", str(records), "--count", "2")[1].count(" for White, result ") == 2
