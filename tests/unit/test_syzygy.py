"""Syzygy tables: values and numbering as python-chess has them, and files that are not what they should be."""

import errno
import os
import random
from pathlib import Path

import chess
import chess.syzygy
import pytest

from lux import Board, Engine, MissingTableError, Tablebase, inspection
from tests.cases import read_table
from tests.tables import TABLES, positions, write_constant_table

NAMES = sorted(path.stem for path in TABLES.glob("*.rtbw"))
WDL = 0


def test_published_values(tablebase):
    lines = read_table("syzygy/probe.tsv")
    assert len(lines) == 144
    for fen, wdl, dtz, _ in lines:
        assert (tablebase.probe_wdl(Board(fen)), tablebase.probe_dtz(Board(fen))) == (int(wdl), int(dtz)), fen


@pytest.mark.parametrize("name", NAMES)
def test_values_of_random_positions(tablebase, oracle, name):
    for board in positions(name, 100):
        lux_board = Board(board.fen())
        assert tablebase.get_wdl(lux_board) == oracle.get_wdl(board), board.fen()
        # For want of a table python-chess gives up earlier, according to the order in which it tries moves.
        if oracle.get_dtz(board) is not None:
            assert tablebase.get_dtz(lux_board) == oracle.get_dtz(board), board.fen()


@pytest.mark.parametrize(
    ("fen", "wdl"),
    [
        ("8/8/8/8/8/1K6/8/k7 b - - 0 1", 0),  # bare kings need no table
        ("8/8/8/8/8/8/kQ6/2K5 b - - 0 1", -2),
        ("8/8/8/8/8/8/kQ6/3K4 b - - 0 1", 0),  # the queen can be taken
    ],
)
def test_wdl_with_captures(tablebase, fen, wdl):
    assert tablebase.probe_wdl(Board(fen)) == wdl


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/pppp4/8/8/8/8/PPP5/4K3 w - - 0 1"])
def test_what_tables_cannot_hold(tablebase, fen):
    for probing in (tablebase.probe_wdl, tablebase.probe_dtz):
        with pytest.raises(MissingTableError):
            probing(Board(fen))
    assert tablebase.get_wdl(Board(fen)) is None
    assert tablebase.get_dtz(Board(fen), 7) == 7


# Numbering, for materials that no small file covers


@pytest.mark.posix("writing to a file that is mapped")
@pytest.mark.parametrize(
    "name",
    "KQRvK KRRRvK KQvKQ KBNvKN KPPPvK KRPvKP KPPvKP KPPvKPP KQRBvKN KRRvKBB KPPPvKPP KRPPvKPP KPPPPPvK KQPPvKRP"
    " KQQQQQvK KRRBvKRB".split(),
)
def test_numbers_of_positions(tmp_path, monkeypatch, name):
    rng = random.Random(name)
    for seed in range(4):
        write_constant_table(tmp_path / f"{name}.rtbw", rng)
        tables = Tablebase(str(tmp_path))
        assert tables.problems == []
        assert tables.max_pieces == len(name) - 1
        table = chess.syzygy.WdlTable(str(tmp_path / f"{name}.rtbw"))
        # python-chess takes 2 off what it reads.
        monkeypatch.setattr(table, "decompress_pairs", lambda pairs, number: number + 2)
        for board in positions(name, 50, seed):
            _, number, size = inspection.table_place(tables, Board(board.fen()), WDL)
            assert number == table.probe_wdl_table(board), board.fen()
            assert number < size
        table.close()


def test_en_passant_is_the_only_move(tmp_path):
    """The tables, which know no en passant, have a stalemate here; but the pawn must take, and that loses."""
    write_constant_table(tmp_path / "KPPPvKP.rtbw", random.Random(1), wdl=0)
    write_constant_table(tmp_path / "KPPvKP.rtbw", random.Random(1), wdl=2)
    tables = Tablebase(str(tmp_path))
    assert tables.probe_wdl(Board("k7/2K5/1P6/8/3Pp3/4P3/8/8 b - d3 0 1")) == -2
    assert tables.probe_wdl(Board("k7/2K5/1P6/8/3Pp3/4P3/8/8 b - - 0 1")) == 0


# Root moves


def dtz_of_moves(oracle: chess.syzygy.Tablebase, board: chess.Board) -> dict[str, int]:
    """Return the DTZ value of each move, counted from before it; 1 for mate, and no zeroing moves among them."""
    values = {}
    for move in board.legal_moves:
        assert not board.is_zeroing(move)
        board.push(move)
        dtz = -oracle.probe_dtz(board)
        values[move.uci()] = 1 if board.is_checkmate() else dtz + (dtz > 0) - (dtz < 0)
        board.pop()
    return values


@pytest.mark.parametrize(
    ("placement", "rule50", "fifty_moves", "longest"),
    [
        ("8/8/8/8/8/2K5/7R/k7", 0, True, 100),  # winning moves are equal,
        ("8/8/8/3k4/8/8/7R/K7", 0, True, 100),  # far from mate, too,
        ("8/8/8/8/8/2K5/7R/k7", 96, True, 3),  # but only the quickest beats the fifty-move rule here
        ("8/8/8/8/8/2K5/7R/k7", 96, False, 100),
    ],
)
def test_ranks_under_the_fifty_move_rule(tablebase, oracle, placement, rule50, fifty_moves, longest):
    fen = f"{placement} w - - {rule50} 90"
    engine = Engine(hash_mib=1, tablebase=tablebase)
    engine.fifty_moves = fifty_moves
    moves, solved = inspection.root_moves(engine, Board(fen))
    assert solved
    best = [move for move, dtz in dtz_of_moves(oracle, chess.Board(fen)).items() if 0 < dtz <= longest]
    assert sorted(moves) == sorted(best)


def test_a_repetition_calls_for_the_quickest_win(tablebase, oracle):
    fen = "8/8/8/8/8/2K5/7R/k7 w - - 0 1"
    board, game = chess.Board(fen), Board(fen)
    for move in "h2g2 a1b1 g2h2 b1a1".split():
        board.push_uci(move)
        game.push_uci(move)
    moves, _ = inspection.root_moves(Engine(hash_mib=1, tablebase=tablebase), game)
    dtz = dtz_of_moves(oracle, board)
    assert {dtz[move] for move in moves} == {min(plies for plies in dtz.values() if plies > 0)}


def test_ranks_without_dtz_tables(tmp_path):
    """En passant wins here, and there is no DTZ file."""
    write_constant_table(tmp_path / "KPvKP.rtbw", random.Random(1), wdl=2)
    write_constant_table(tmp_path / "KPvK.rtbw", random.Random(1), wdl=-2)
    engine = Engine(hash_mib=1, tablebase=Tablebase(tmp_path))
    assert inspection.root_moves(engine, Board("8/8/8/8/Pp6/8/8/k1K5 b - a3 0 1")) == (["b4a3"], False)
    without_table = Board("8/8/8/3q4/P7/8/8/k1K5 b - - 0 1")
    assert inspection.root_moves(engine, without_table) == (without_table.legal_moves, False)


# Files


def damaged(tmp_path: Path, name: str, data: bytes) -> Tablebase:
    """Return the tables of a directory that holds one file."""
    for old in tmp_path.iterdir():
        old.unlink()
    (tmp_path / name).write_bytes(data)
    return Tablebase(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        ("KRvK.rtbw", lambda data: b"", "truncated"),
        ("KRvK.rtbw", lambda data: data[:80], "truncated"),
        ("KPvK.rtbw", lambda data: data[: len(data) - 64], "truncated"),
        ("KPvK.rtbz", lambda data: data[: len(data) - 64], "truncated"),
        ("KPvK.rtbz", lambda data: data[:-1], "truncated"),
        ("KRvK.rtbw", lambda data: b"\0" + data[1:], "not a Syzygy table"),
        ("KRvK.rtbw", lambda data: (TABLES / "KRvK.rtbz").read_bytes(), "not a Syzygy table"),
        ("KRvK.rtbw", lambda data: (TABLES / "KQvK.rtbw").read_bytes(), "holds other pieces than its name says"),
        ("KRvK.rtbw", lambda data: (TABLES / "KPvK.rtbw").read_bytes(), "holds other pieces than its name says"),
        ("KRvKR.rtbw", lambda data: data[:4] + b"\1" + data[5:], "holds other pieces than its name says"),
        ("KPvK.rtbw", lambda data: data[:30] + b"\0" + data[31:], "damaged"),  # no code words
        ("KPvK.rtbw", lambda data: data[:32] + b"\xff\xff" + data[34:], "damaged"),  # symbols that do not exist
    ],
)
def test_damaged_file(tmp_path, name, change, problem):
    tables = damaged(tmp_path, name, change((TABLES / name).read_bytes()))
    assert tables.problems == [f"{tmp_path / name}: {problem}"]
    assert (tables.wdl_count, tables.dtz_count, tables.max_pieces) == (0, 0, 0)


@pytest.mark.posix("messages of the system")
def test_unreadable_and_foreign_files(tmp_path):
    (tmp_path / "KRvK.rtbw").mkdir()
    for name in ("KRvK.rtbw.bak", "KKvK.rtbw", "RKvK.rtbw", "KRK.rtbw", "KQRvKQRBN.rtbw", "README.md"):
        (tmp_path / name).write_bytes(b"?")
    tables = Tablebase(str(tmp_path))
    assert tables.problems == [f"{tmp_path / 'KRvK.rtbw'}: {os.strerror(errno.EISDIR)}"]
    with pytest.raises(FileNotFoundError):
        Tablebase(str(tmp_path / "absent"))


def test_several_directories(tmp_path, tablebase):
    write_constant_table(tmp_path / "KRvK.rtbw", random.Random(1), wdl=1)
    board = Board("8/8/8/8/8/2k5/8/K6R w - - 0 1")
    assert tablebase.probe_wdl(board) == 2
    first = Tablebase(os.pathsep.join([str(tmp_path), str(TABLES)]))
    assert first.probe_wdl(board) == 1  # the first directory counts
    assert (first.wdl_count, first.dtz_count, first.max_pieces) == (len(NAMES), len(NAMES) - 1, 4)
    later = Tablebase(TABLES)
    assert later.add_directory(tmp_path) == 0
    assert later.probe_wdl(board) == 2
    assert Tablebase().probe_wdl(Board("8/8/8/8/8/2k5/8/K7 w - - 0 1")) == 0
